import { equalBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import { type ColdFrame, type ColdRow, decodeColdRow } from '../cold/cold-row.ts'
import { checkPart, decompressBodies, decompressFrame } from '../cold/compression.ts'
import type { FrameCache } from '../cold/frame-cache.ts'
import { type Bodies, decodeBodies, decodeReceipts, FRAME, type Receipts } from '../cold/frames.ts'
import { allocate, createScratch } from '../records/records.ts'
import { sealOf } from '../records/seal.ts'
import type { State } from '../records/state.ts'
import type { TransactionRecord } from '../results/reader.ts'
import { findRow } from './cold-rows.ts'
import { readStream } from './cold-stream.ts'
import type { ReadOptions } from './lmdb-internals.ts'
import type { Tables } from './tables.ts'

/** Reads cold blocks. */
export interface ColdView {
  /** Returns the block whose first transaction has a position. Throws HistoryError `damaged` without one. */
  blockAt(first: number): ColdBlock
  /** Returns the last block that begins at a position or before it. Throws HistoryError `damaged` without one. */
  blockOf(position: number): ColdBlock
  /** Returns the hashes of a block's transactions in one array. Throws HistoryError `damaged`. */
  hashesOf(block: BlockPlace): Uint8Array
  /** Returns the transaction at a position of a commit if it has that hash, good until the next one is read. Throws HistoryError `damaged`. */
  transactionIf(
    state: State,
    position: number,
    hash: Uint8Array,
    hasReceipt: boolean,
  ): TransactionRecord | undefined
  /** Yields the transactions of a block in a range of indexes, each good until the next one is read. Throws HistoryError `damaged`. */
  transactions(
    block: BlockPlace,
    from: number,
    to: number,
    hasReceipts: boolean,
  ): Generator<TransactionRecord>
}

interface BlockPlace {
  readonly first: number
  readonly count: number
}

/** A block in the cold form. Its parts are good as long as the cache of frames says. */
export interface ColdBlock {
  readonly row: ColdRow
  /** The position of its first transaction. */
  readonly first: number
  /** Opens a frame, to read its receipts too or perhaps later. Throws HistoryError `damaged`. */
  open(frame: number, hasReceipts: boolean): OpenFrame
  /** Whether some of its bodies were read just now. */
  isCached(): boolean
  /** Returns the parts of a frame before compression. Throws HistoryError `damaged`. */
  partsOf(frame: number): Readonly<Record<'bodies' | 'receipts', Uint8Array>>
  /** Returns the hashes of a frame. Throws HistoryError `damaged`. */
  hashesOf(frame: number): Uint8Array
}

/** The transactions of a frame, decompressed; its receipts are when they are read. */
export interface OpenFrame {
  /** The number of its block. */
  readonly number: number
  readonly transactions: Bodies
  readReceipts(): Receipts
}

/** Creates a view of cold blocks; the views of one store share a cache. */
export function createColdView(tables: Tables, cache: FrameCache, options?: ReadOptions): ColdView {
  /** Finds the block before or at a position. */
  function blockOf(position: number): ColdBlock {
    const { first, row: sealed } = findRow(tables.cold, position, options)
    const row = decodeColdRow(sealed, first)
    const { number } = row
    const seed = sealOf('cold', first)
    const frameAt = (frame: number): ColdFrame => row.frames[frame] ?? refuse()
    const readBodies = (frame: number): OpenFrame => {
      const { bodies: part } = frameAt(frame)
      return cache.get(part, (target) => {
        const packed = readStream(tables.frames, part.at, part.length, options)
        const transactions = decodeBodies(
          decompressBodies(packed, part, seed, target),
          countOf(row, frame),
          takeBytes,
        )
        return { number, transactions, readReceipts: () => readAll(frame).readReceipts() }
      })
    }
    const readAll = (frame: number): All => {
      const stored = frameAt(frame)
      return cache.get(stored.all, (target) => {
        const { bodies, receipts, before } = stored
        const packed = readStream(tables.frames, bodies.at, bodies.length + receipts.length, options)
        const parts = decompressFrame(packed, stored, seed, target)
        const count = countOf(row, frame)
        const transactions = decodeBodies(parts.bodies, count, takeBytes)
        const decoded = decodeReceipts(parts.receipts, count, before, takeReceipt)
        return { ...parts, number, transactions, readReceipts: () => decoded }
      })
    }
    return {
      row,
      first,
      hashesOf(frame) {
        const { hashes: part } = frameAt(frame)
        return cache.get(part, (target) => {
          const all = readStream(tables.frames, part.at, part.length, options)
          checkPart(all, part, seed)
          target.set(all)
          return target
        })
      },
      isCached: () => row.frames.some(({ bodies, all }) => cache.has(bodies) || cache.has(all)),
      open: (frame, hasReceipts) => (hasReceipts ? readAll : readBodies)(frame),
      partsOf: readAll,
    }
  }
  // Those that were read last: requests ask for neighbours.
  let [lastState, lastBlock]: [State?, ColdBlock?] = []
  function blockWith(state: State, position: number): ColdBlock {
    if (lastState === state && lastBlock && isIn(lastBlock, position)) return lastBlock
    const block = blockOf(position)
    if (!isIn(block, position)) throw damaged(`the cold block of transaction ${position}`)
    ;[lastState, lastBlock] = [state, block]
    return block
  }
  function blockAt(first: number): ColdBlock {
    const block = blockOf(first)
    if (block.first !== first) throw damaged(`the cold block of transaction ${first}`)
    return block
  }
  function requireBlock({ first, count }: BlockPlace): ColdBlock {
    const block = blockAt(first)
    if (block.row.count !== count) throw damaged(`the cold block of transaction ${first}`)
    return block
  }
  return {
    blockAt,
    blockOf,
    transactionIf(state, position, hash, hasReceipt) {
      const block = blockWith(state, position)
      const index = position - block.first
      const frame = Math.floor(index / FRAME)
      const stored = hashAt(block.hashesOf(frame), index)
      return equalBytes(stored, hash) ? toRecord(block.open(frame, hasReceipt), index, stored) : undefined
    },
    hashesOf: (place) => {
      const block = requireBlock(place)
      const hashes = allocate(32 * place.count)
      for (const frame of block.row.frames.keys()) hashes.set(block.hashesOf(frame), 32 * FRAME * frame)
      return hashes
    },
    *transactions(place, from, to, hasReceipts) {
      const block = requireBlock(place)
      let isAhead = false
      if (to - from === place.count) {
        // An indexer reads a block, then its receipts. They are decompressed after its bodies, which would be again.
        isAhead = !hasReceipts && cache.ahead > 0
        cache.ahead = hasReceipts && block.isCached() ? AHEAD : Math.max(0, cache.ahead - 1)
      }
      for (let index = from; index < to; index++) {
        const frame = Math.floor(index / FRAME)
        yield toRecord(block.open(frame, hasReceipts || isAhead), index, hashAt(block.hashesOf(frame), index))
      }
    },
  }
}

const hashAt = (hashes: Uint8Array, index: number): Uint8Array =>
  hashes.subarray(32 * (index % FRAME), 32 * (index % FRAME) + 32)

const isIn = ({ first, row }: ColdBlock, position: number): boolean =>
  position >= first && position < first + row.count

const countOf = ({ count }: ColdRow, frame: number): number => Math.min(FRAME, count - frame * FRAME)

interface All extends OpenFrame {
  readonly bodies: Uint8Array
  readonly receipts: Uint8Array
}

const AHEAD = 8 // more than the connections of an indexer

function refuse(): never {
  throw damaged('a cold block')
}

/** Returns a transaction of a frame, good until the next one is read. Members throw HistoryError `damaged`. */
export function toRecord(frame: OpenFrame, index: number, hash: Uint8Array): TransactionRecord {
  current.frame = frame
  current.index = index
  current.hash = hash
  return decoded
}

// Of the transaction that is read, as its object below.
const takeBytes = createScratch()
const takeReceipt = createScratch()

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
    return readReceipts().receiptOf(at, transactions.firstByteOf(at))
  },
}
