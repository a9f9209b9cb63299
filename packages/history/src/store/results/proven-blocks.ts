import { type NodePicker, pickTrieNodes } from '@lectern/chain'
import { equalBytes, concatBytes, dropBloom } from '@lectern/chain/internal'
import { type MaybePromise, when } from '@lectern/spec'
import { askAgain } from '../../error.ts'
import type { Steps } from '../interface.ts'
import { settle } from './maybe-promise.ts'
import type { BlockParts, BlockRecord, Reader, TransactionRecord } from './reader.ts'

/** Creates a cache of the parts that proofs of one block share, up to a number of bytes; the least recently used go first. */
export function createProvenBlocks<B extends BlockRecord>(
  reader: Reader<B>,
  limit: number,
): (block: BlockRecord & BlockParts, number: number) => ProvenBlock {
  const cached = new Map<number, { readonly hash: Uint8Array; readonly block: ProvenBlock; bytes: number }>()
  let bytes = 0
  const drop = (number: number) => {
    bytes -= cached.get(number)?.bytes ?? 0
    cached.delete(number)
  }
  return (block, number) => {
    const last = cached.get(number)
    if (last !== undefined && equalBytes(last.hash, block.hash)) {
      cached.delete(number)
      cached.set(number, last)
      return last.block
    }
    drop(number)
    const add = (more: number) => {
      if (cached.get(number) !== entry) return false
      entry.bytes += more
      bytes += more
      for (const oldest of cached.keys()) {
        if (bytes <= limit) break
        drop(oldest)
      }
      return cached.get(number) === entry
    }
    const entry = { hash: block.hash, bytes: 0, block: createProvenBlock(block, number, reader, add) }
    cached.set(number, entry)
    add(block.header.length)
    return entry.block
  }
}

/** The shared parts of the proofs in a block. They are made once, in steps: each caller resumes where the last one stopped. */
export interface ProvenBlock {
  readonly header: Uint8Array
  /** The number of its transactions that its roots commit to. */
  readonly inRoots: number
  transactionNodes(): Steps<NodePicker>
  receipts(): Steps<ProvenReceipts>
}

interface ProvenReceipts {
  readonly nodes: NodePicker
  /** Writes those from one index to another, both included, as JSON strings with commas between, in pieces. Each is made on demand, and shared:
   * do not change it. */
  write(first: number, last: number): Generator<MaybePromise<Uint8Array>, void>
  readonly isReadLater: boolean
}

/** Creates the shared parts of a block; they throw once another block has its number. `add` counts cached bytes, unless it was evicted. */
function createProvenBlock<B extends BlockRecord>(
  block: BlockRecord & BlockParts,
  number: number,
  reader: Reader<B>,
  add: (bytes: number) => boolean,
): ProvenBlock {
  const family = reader.family()
  const inRoots = block.outside ? block.count - 1 : block.count
  return {
    header: block.header,
    inRoots,
    transactionNodes: share(function* () {
      const nodes = yield* pickTrieNodes(yield* settle(readAll(({ bytes }) => bytes)))
      add(NODE_BYTES * block.count)
      return nodes
    }),
    receipts: share(function* () {
      const read = readAll(({ receipt }) => receipt)
      const receipts = yield* settle(read)
      const sizes: number[] = []
      for (const receipt of receipts) {
        sizes.push(2 * dropBloom(receipt, family).length + MARKS)
        yield
      }
      const nodes = yield* pickTrieNodes(receipts)
      add(NODE_BYTES * block.count)
      const write = createReceiptWriter(sizes, writeReceipts, add)
      return { nodes, write, isReadLater: read instanceof Promise }
    }),
  }

  /** Reads from one commit, and throws if the block was replaced. */
  function readAll(pick: (record: TransactionRecord) => Uint8Array, from = 0, to = inRoots) {
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
        concatBytes(
          receipts.map((receipt) => Buffer.from(`"0x${toDigits(dropBloom(receipt, family))}",`, 'latin1')),
        ),
    )
  }
}

const NODE_BYTES = 40 // the bytes of a trie's nodes above its leaves, per item, roughly
const MARKS = 5 // the characters of a receipt in JSON apart from its digits: quotes, 0x, and a comma
const PIECE = 65_536 // the least bytes of a piece: small receipts are not written one by one

const toDigits = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/** Creates what writes receipts in pieces, each rendered on demand, and kept if `add` allows it. */
function createReceiptWriter(
  sizes: readonly number[],
  render: (from: number, to: number) => MaybePromise<Uint8Array>,
  add: (bytes: number) => boolean,
): ProvenReceipts['write'] {
  const kept = new Map<number, Uint8Array>()
  const measure = (from: number, to: number) => sizes.slice(from, to).reduce((sum, size) => sum + size, 0)
  return function* (first, last) {
    for (let from = 0, to = 0; from <= last; from = to) {
      for (let length = 0; to < sizes.length && length < PIECE; to++) length += sizes[to]!
      if (to <= first) continue
      const [begin, end] = [from, to]
      yield when(kept.get(begin) ?? render(begin, end), (bytes) => {
        if (!kept.has(begin) && add(bytes.length)) kept.set(begin, bytes)
        return bytes.subarray(measure(begin, first), end > last ? measure(begin, last + 1) - 1 : bytes.length)
      })
    }
  }
}

/** Makes something once, in steps, for all callers. They all wait for a step that waits. All present callers get an error; the next one begins anew. */
function share<T>(make: () => Steps<T>): () => Steps<T> {
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
  readonly steps: Steps<T>
  end?: () => T
  pending?: Promise<void> | undefined
}
