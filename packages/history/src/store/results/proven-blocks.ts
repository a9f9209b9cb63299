import { equalBytes, concatBytes, dropBloom, type NodePicker, pickTrieNodes } from '@lectern/chain/internal'
import type { MaybePromise } from '@lectern/spec'
import { askAgain } from '../../error.ts'
import { settle, when } from './maybe-promise.ts'
import type { BlockParts, BlockRecord, Reader, TransactionRecord } from './reader.ts'

/** The blocks that proofs were asked of last. */
export interface ProvenBlocks {
  find(block: BlockRecord & BlockParts, number: number): ProvenBlock
}

/** Caches what the proofs of one block share, up to so many bytes of all blocks together: the block that was asked for last stays longest. 0 caches nothing. */
export function createProvenBlocks<B extends BlockRecord>(reader: Reader<B>, limit: number): ProvenBlocks {
  const cached = new Map<number, CachedBlock>()
  let bytes = 0
  const drop = (number: number, { usage }: CachedBlock) => {
    cached.delete(number)
    bytes -= usage.bytes
    usage.isOpen = false
  }
  const makeRoom = () => {
    for (const [number, oldest] of cached) {
      if (bytes <= limit) return
      drop(number, oldest)
    }
  }
  return {
    find(block, number) {
      const last = cached.get(number)
      if (last !== undefined && equalBytes(last.hash, block.hash)) {
        cached.delete(number)
        cached.set(number, last)
        return last.block
      }
      if (last !== undefined) drop(number, last)
      const usage: Usage = {
        isOpen: true,
        bytes: block.header.length,
        add(more) {
          if (!usage.isOpen) return
          usage.bytes += more
          bytes += more
          makeRoom()
        },
      }
      const one = { hash: block.hash, usage, block: createProvenBlock(block, number, reader, usage) }
      cached.set(number, one)
      bytes += usage.bytes
      makeRoom()
      return one.block
    },
  }
}

interface CachedBlock {
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly usage: Usage
  readonly block: ProvenBlock
}

/** A block of which something is proven, and what the proofs of all in it share. It is made in steps of about a millisecond, once: whoever asks for it resumes where the last one stopped. */
export interface ProvenBlock {
  readonly number: number
  readonly header: Uint8Array
  transactionNodes(): Generator<Step, NodePicker>
  receipts(): Generator<Step, ProvenReceipts>
}

/** A promise is waited for before the next step. */
type Step = void | Promise<void>

/** The receipts of a block, without their blooms. */
export interface ProvenReceipts {
  readonly nodes: NodePicker
  /** Those from one index to another, both included, as JSON strings with commas between, in pieces. Each is made when it is asked for, and shared: nobody may change it. */
  write(first: number, last: number): Generator<MaybePromise<Uint8Array>, void>
  /** Whether the store reads later: pieces may be promises. */
  readonly isReadLater: boolean
}

/** Counts the bytes of a block's shared parts in the cache. */
export interface Usage {
  bytes: number
  /** Whether the block is still in the cache, so that its parts stay. */
  isOpen: boolean
  /** Adds bytes that are cached. */
  add(bytes: number): void
}

/** The block of a number; throws where it is another one by then. */
export function createProvenBlock<B extends BlockRecord>(
  block: BlockRecord & BlockParts,
  number: number,
  reader: Reader<B>,
  usage: Usage,
): ProvenBlock {
  return {
    number,
    header: block.header,
    transactionNodes: share(function* () {
      const nodes = yield* pickTrieNodes(yield* settle(readAll(({ bytes }) => bytes)))
      usage.add(NODE_BYTES * block.count)
      return nodes
    }),
    receipts: share(function* () {
      const read = readAll(({ receipt }) => receipt)
      const receipts = yield* settle(read)
      const sizes: number[] = []
      for (const receipt of receipts) {
        sizes.push(2 * dropBloom(receipt).length + MARKS)
        yield
      }
      const nodes = yield* pickTrieNodes(receipts)
      usage.add(NODE_BYTES * block.count)
      const write = createReceiptWriter(sizes, writeReceipts, usage)
      return { nodes, write, isReadLater: read instanceof Promise }
    }),
  }

  /** From one commit: what has another hash by then is refused. */
  function readAll(
    pick: (record: TransactionRecord) => Uint8Array,
    from?: number,
    to?: number,
  ): MaybePromise<Uint8Array[]> {
    return when(reader.blockRecord(number), (now) => {
      if (now === undefined || !equalBytes(now.hash, block.hash)) throw askAgain(number)
      return when(reader.transactions(now, from, to), (records) =>
        Array.from(records, (record) => pick(record).slice()),
      )
    })
  }

  function writeReceipts(from: number, to: number): MaybePromise<Uint8Array> {
    return when(
      readAll(({ receipt }) => receipt, from, to),
      (receipts) =>
        concatBytes(receipts.map((receipt) => Buffer.from(`"0x${toDigits(dropBloom(receipt))}",`, 'latin1'))),
    )
  }
}

/** About what a trie's nodes above leaves take for each of its items. */
const NODE_BYTES = 40
/** The characters of a receipt in JSON but for its digits: quotes, 0x, and the comma behind it. */
const MARKS = 5
/** The least bytes of a piece, so that small receipts are not written one by one. */
const PIECE = 65_536

const toDigits = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/** Receipts next to each other, by their indexes: the last is not included. */
interface Piece {
  readonly from: number
  readonly to: number
  bytes: Uint8Array | undefined
}

function createReceiptWriter(
  sizes: readonly number[],
  render: (from: number, to: number) => MaybePromise<Uint8Array>,
  usage: Usage,
): ProvenReceipts['write'] {
  const pieces = cutPieces(sizes)
  const measure = (from: number, to: number) => sizes.slice(from, to).reduce((sum, size) => sum + size, 0)
  return function* (first, last) {
    for (const piece of pieces) {
      const { from, to } = piece
      if (to <= first) continue
      if (from > last) return
      yield when(piece.bytes ?? render(from, to), (bytes) => {
        if (piece.bytes === undefined && usage.isOpen) usage.add(bytes.length)
        piece.bytes = usage.isOpen ? bytes : undefined
        const isLast = to > last
        return bytes.subarray(measure(from, first), isLast ? measure(from, last + 1) - 1 : bytes.length)
      })
    }
  }
}

function cutPieces(sizes: readonly number[]): Piece[] {
  const pieces: Piece[] = []
  for (let from = 0, to = 0, bytes = 0; to < sizes.length;) {
    bytes += sizes[to++]!
    if (bytes < PIECE && to < sizes.length) continue
    pieces.push({ from, to, bytes: undefined })
    from = to
    bytes = 0
  }
  return pieces
}

/** Makes something in steps once for all who ask, who all wait for a step that waits. What is thrown is not kept: all who asked until then get it, and whoever asks next begins anew. */
function share<T>(make: () => Generator<Step, T>): () => Generator<Step, T> {
  let shared: Shared<T> | undefined
  const advance = (mine: Shared<T>) => {
    try {
      const { done, value } = mine.steps.next()
      if (done) mine.end = () => value
      else mine.pending = value?.then(() => void (mine.pending = undefined))
    } catch (error) {
      shared = undefined
      mine.end = () => {
        throw error
      }
    }
  }
  return function* () {
    const mine = (shared ??= { steps: make() })
    for (;;) {
      if (mine.end === undefined && mine.pending === undefined) advance(mine)
      if (mine.end !== undefined) return mine.end()
      yield mine.pending
    }
  }
}

interface Shared<T> {
  readonly steps: Generator<Step, T>
  end?: () => T
  pending?: Promise<void> | undefined
}
