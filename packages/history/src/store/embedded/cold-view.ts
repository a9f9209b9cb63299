import { equalBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import { type ColdFrame, type ColdRow, decodeColdRow, type StoredPart } from '../cold/cold-row.ts'
import { checkPart, decompressFrame } from '../cold/compression.ts'
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
}

/** The transactions of a frame, decompressed; its receipts are when they are read. */
export interface OpenFrame {
  /** The number of its block. */
  readonly number: number
  /** Its parts before compression, without receipts until they are read. */
  readonly parts: Readonly<Record<'hashes' | 'bodies' | 'receipts', Uint8Array>>
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
    const cached: StoredPart[] = []
    const open = (frame: number, hasReceipts: boolean): OpenFrame => {
      const stored = row.frames[frame] ?? refuse()
      const part = (cached[2 * frame + Number(hasReceipts)] ??= toCached(stored, hasReceipts))
      return cache.get(part, (target) => {
        const { hashes, bodies, receipts, before } = stored
        const length = hashes.length + bodies.length + (hasReceipts ? receipts.length : 0)
        const packed = readStream(tables.frames, hashes.at, length, options)
        const parts = decompressFrame(packed, stored, seed, target)
        const count = hashes.length / HASH
        const transactions = decodeBodies(parts.bodies, count, takeBytes)
        const own = hasReceipts ? decodeReceipts(parts.receipts, count, before, takeReceipt) : undefined
        return { number, parts, transactions, readReceipts: () => own ?? open(frame, true).readReceipts() }
      })
    }
    return {
      row,
      first,
      isCached: () =>
        row.frames.some((frame) => cache.has(toCached(frame, false)) || cache.has(toCached(frame, true))),
      open,
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
      const frame = block.open(Math.floor(index / FRAME), hasReceipt)
      return equalBytes(hashOf(frame, index), hash) ? toRecord(frame, index) : undefined
    },
    hashesOf: (place) => {
      const { first, row } = requireBlock(place)
      const all = allocate(HASH * place.count)
      let at = 0
      for (const { hashes } of row.frames) {
        const some = readStream(tables.frames, hashes.at, hashes.length, options)
        checkPart(some, hashes, sealOf('cold', first))
        all.set(some, at)
        at += some.length
      }
      return all
    },
    *transactions(place, from, to, hasReceipts) {
      const block = requireBlock(place)
      let isAhead = false
      if (to - from === place.count) {
        // An indexer reads a block, then its receipts. They are decompressed after its bodies, which would be again.
        isAhead = !hasReceipts && cache.ahead > 0
        cache.ahead = hasReceipts && block.isCached() ? AHEAD : Math.max(0, cache.ahead - 1)
      }
      for (let index = from; index < to; index++)
        yield toRecord(block.open(Math.floor(index / FRAME), hasReceipts || isAhead), index)
    },
  }
}

/** Returns the part of a frame that is cached: its hashes and its bodies, or all. */
const toCached = ({ hashes, bodies, receipts }: ColdFrame, hasReceipts: boolean): StoredPart =>
  hasReceipts
    ? { ...receipts, size: hashes.size + bodies.size + receipts.size }
    : { ...bodies, size: hashes.size + bodies.size }

const HASH = 32

function hashOf({ parts: { hashes } }: OpenFrame, index: number): Uint8Array {
  const at = HASH * (index % FRAME)
  return hashes.subarray(at, at + HASH)
}

const isIn = ({ first, row }: ColdBlock, position: number): boolean =>
  position >= first && position < first + row.count

const AHEAD = 8 // more than the connections of an indexer

function refuse(): never {
  throw damaged('a cold block')
}

/** Returns a transaction of a frame, good until the next one is read. Members throw HistoryError `damaged`. */
function toRecord(frame: OpenFrame, index: number): TransactionRecord {
  current.frame = frame
  current.index = index
  return decoded
}

// Of the transaction that is read, as its object below.
const takeBytes = createScratch()
const takeReceipt = createScratch()

// One object for all transactions, whose members are made when they are read, as with records.
const current: { frame?: OpenFrame; index: number } = { index: 0 }
const decoded: TransactionRecord = {
  get hash() {
    return hashOf(current.frame!, current.index)
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
