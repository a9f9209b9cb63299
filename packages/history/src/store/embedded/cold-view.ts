import { concatBytes, equalBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import { type ColdRow, decodeColdRow, type StoredPart } from '../cold/cold-row.ts'
import { checkPart, decompressPart } from '../cold/compression.ts'
import type { FrameCache } from '../cold/frame-cache.ts'
import { type Bodies, decodeBodies, decodeReceipts, FRAME, type Receipts } from '../cold/frames.ts'
import { sealOf } from '../records/seal.ts'
import type { State } from '../records/state.ts'
import type { TransactionRecord } from '../results/reader.ts'
import { readStream } from './cold-stream.ts'
import { lastKey, read, type ReadOptions } from './lmdb-internals.ts'
import type { Tables } from './tables.ts'

/** Reads cold blocks. */
export interface ColdView {
  /** Returns the block whose first transaction has a position. Throws HistoryError `damaged` without one. */
  blockAt(first: number): ColdBlock
  /** Returns the hashes of a block's transactions in one array. Throws HistoryError `damaged`. */
  hashesOf(block: BlockPlace): Uint8Array
  /** Returns the transaction at a position of a commit if it has that hash, good until the next one is read. Throws HistoryError `damaged`. */
  transactionIf(state: State, position: number, hash: Uint8Array): TransactionRecord | undefined
  /** Yields the transactions of a block in a range of indexes, each good until the next one is read. Throws HistoryError `damaged`. */
  transactions(block: BlockPlace, from: number, to: number): Generator<TransactionRecord>
}

interface BlockPlace {
  readonly first: number
  readonly count: number
}

/** A block in the cold form. */
export interface ColdBlock {
  readonly row: ColdRow
  /** The position of its first transaction. */
  readonly first: number
  /** Opens a frame. Throws HistoryError `damaged`. */
  open(frame: number): OpenFrame
  /** Returns the hashes of a frame. Throws HistoryError `damaged`. */
  hashesOf(frame: number): Uint8Array
}

/** The transactions of a frame, decompressed; its receipts are when they are read. */
export interface OpenFrame {
  /** The number of its block. */
  readonly number: number
  readonly bodies: Uint8Array
  receipts(): Uint8Array
  readonly transactions: Bodies
  readReceipts(): Receipts
}

/** Creates a view of cold blocks; the views of one store share a cache. */
export function createColdView(tables: Tables, cache: FrameCache, options?: ReadOptions): ColdView {
  function blockAt(first: number): ColdBlock {
    const value = read(tables.cold, first, options)
    if (value === undefined) throw damaged(`the cold block of transaction ${first}`)
    const row = decodeColdRow(value, first)
    const unpack = (part: StoredPart, dictionary?: Uint8Array) => {
      const packed = readStream(tables.frames, part.at, part.length, options)
      return decompressPart(packed, part, sealOf('cold', first), dictionary)
    }
    const readHashes = (frame: number): Uint8Array => {
      const part = row.frames[frame]?.hashes
      if (part === undefined) throw damaged('a cold block')
      const all = readStream(tables.frames, part.at, part.length, options)
      checkPart(all, part, sealOf('cold', first))
      return all.slice()
    }
    const readBodies = (frame: number): Body => {
      const part = row.frames[frame]?.bodies
      if (part === undefined) throw damaged('a cold block')
      return cache.get(part, () => {
        const bodies = unpack(part)
        return { bodies, transactions: decodeBodies(bodies, countOf(row, frame)) }
      })
    }
    const frames: OpenFrame[] = []
    const hashes: Uint8Array[] = []
    return {
      row,
      first,
      hashesOf: (frame) => (hashes[frame] ??= readHashes(frame)),
      open(frame) {
        const last = frames[frame]
        if (last !== undefined) return last
        const { bodies, transactions } = readBodies(frame)
        const { receipts: part, before } = row.frames[frame]!
        let opened: Receipts | undefined
        return (frames[frame] = {
          number: row.number,
          bodies,
          receipts: () => unpack(part, bodies),
          transactions,
          readReceipts: () =>
            (opened ??= cache.get(part, () =>
              decodeReceipts(unpack(part, bodies), countOf(row, frame), before),
            )),
        })
      },
    }
  }
  // Those that were read last: requests ask for neighbours.
  let [lastState, lastBlock]: [State?, ColdBlock?] = []
  function blockOf(state: State, position: number): ColdBlock {
    if (lastState === state && lastBlock && isIn(lastBlock, position)) return lastBlock
    const block = blockAt(lastKey(tables.cold, position, options))
    if (!isIn(block, position)) throw damaged(`the cold block of transaction ${position}`)
    ;[lastState, lastBlock] = [state, block]
    return block
  }
  function requireBlock({ first, count }: BlockPlace): ColdBlock {
    const block = blockAt(first)
    if (block.row.count !== count) throw damaged(`the cold block of transaction ${first}`)
    return block
  }
  return {
    blockAt,
    transactionIf(state, position, hash) {
      const block = blockOf(state, position)
      const index = position - block.first
      const frame = Math.floor(index / FRAME)
      const stored = hashAt(block.hashesOf(frame), index)
      return equalBytes(stored, hash) ? toRecord(block.open(frame), index, stored) : undefined
    },
    hashesOf: (place) => {
      const block = requireBlock(place)
      return concatBytes(block.row.frames.map((_, frame) => block.hashesOf(frame)))
    },
    *transactions(place, from, to) {
      const block = requireBlock(place)
      for (let index = from; index < to; index++) {
        const frame = Math.floor(index / FRAME)
        yield toRecord(block.open(frame), index, hashAt(block.hashesOf(frame), index))
      }
    },
  }
}

const hashAt = (hashes: Uint8Array, index: number): Uint8Array =>
  hashes.subarray(32 * (index % FRAME), 32 * (index % FRAME) + 32)

const isIn = ({ first, row }: ColdBlock, position: number): boolean =>
  position >= first && position < first + row.count

const countOf = ({ count }: ColdRow, frame: number): number => Math.min(FRAME, count - frame * FRAME)

type Body = Pick<OpenFrame, 'bodies' | 'transactions'>

/** Returns a transaction of a frame, good until the next one is read. Members throw HistoryError `damaged`. */
export function toRecord(frame: OpenFrame, index: number, hash: Uint8Array): TransactionRecord {
  current.frame = frame
  current.index = index
  current.hash = hash
  return decoded
}

// One object for all transactions, whose members are made when they are read, as with records.
const current: { frame?: OpenFrame; index: number; hash: Uint8Array } = { index: 0, hash: new Uint8Array() }
const decoded: TransactionRecord = {
  get hash() {
    return current.hash
  },
  get from() {
    return current.frame!.transactions.senderOf(current.index % FRAME)
  },
  get number() {
    return current.frame!.number
  },
  get index() {
    return current.index
  },
  get firstLogIndex() {
    return current.frame!.readReceipts().firstLogIndexOf(current.index % FRAME)
  },
  get gasUsed() {
    return current.frame!.readReceipts().gasUsedOf(current.index % FRAME)
  },
  get bytes() {
    return current.frame!.transactions.bytesOf(current.index % FRAME)
  },
  get receipt() {
    const { transactions, readReceipts } = current.frame!
    const at = current.index % FRAME
    return readReceipts().receiptOf(at, transactions.bytesOf(at))
  },
}
