import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { HistoryError } from '../../error.ts'
import { addHashes } from './hashes.ts'
import type { ChainIdentity } from './identity.ts'
import { COLUMN, encodeHashes, encodeParts, encodePlace, encodeTransactionRecord } from './records.ts'
import { type Anchor, type BlockName, type State, writeState } from './state.ts'
import { checkSpace, writeFault } from './space.ts'
import { append, reserve, type Tables } from './tables.ts'
import { checkUnwind, removeBlocks } from './unwind.ts'
import { createView } from './view.ts'

/** Changes a store, one atomic durable commit a call: it is on the disk when the call returns, or nothing has changed. */
export interface Writer {
  append(blocks: readonly VerifiedBlock[]): void
  unwind(to: bigint): void
  trust(trust: Trust): void
}

/** What is said of stored blocks; what is not given stays as it is. */
export interface Trust {
  /** Its hash must be the stored block's. A lower one than the anchor there is says nothing new. */
  readonly anchor?: Omit<Anchor, 'grounds'> & Partial<Pick<Anchor, 'grounds'>>
  /** The highest safe block; null: none is known. */
  readonly safe?: bigint | null
  /** The highest finalized block, not above the safe one; null: none is known. */
  readonly finalized?: bigint | null
}

export interface WriterOptions {
  readonly chain: ChainIdentity | null
  /** How many hashes stay in the first level of the index. */
  readonly recentHashes: number
}

/** The writer of tables. Its calls throw HistoryError `contiguity`, `chain`, `anchor` or `unwritable`. */
export function createWriter(tables: Tables, { chain, recentHashes }: WriterOptions): Writer {
  function commit(change: (state: State) => State, bytes = 0): void {
    let changes = 0
    try {
      checkSpace(dirname(tables.root.path)) // LMDB's native code writes a line of its own to standard error where it meets a full disk
      reserve(tables, ROOM + 4 * bytes) // what pages that are copied on write and half-filled ones take, and more
      tables.root.transactionSync(() => {
        const state = createView(tables).state() // not a cached one: this transaction may fail
        const next = change(state)
        if (next === state) return
        changes++
        writeState(tables, next)
      })
    } catch (cause) {
      if (cause instanceof Error && cause.name !== 'Error') throw cause // ours, or a programming error
      const { path } = tables.root
      const message = `${path} cannot be written: ${writeFault(dirname(path), cause as Error)}.`
      throw new HistoryError('unwritable', message, { cause })
    }
    // A reader that was killed would pin the pages of its snapshot for ever.
    if (changes > 0 && ++commits % READER_CHECK === 0) tables.root.readerCheck()
  }
  let commits = 0

  return {
    append(blocks) {
      if (blocks.length === 0) return
      commit(
        (state) => {
          checkOrder(state.head, blocks, chain)
          const hashes: Uint8Array[] = []
          for (const block of blocks) {
            writeBlock(tables, block, state.transactions + hashes.length)
            for (const { hash } of block.transactions) hashes.push(hash)
          }
          const lowest = state.head ? state.lowest : Number(blocks[0]!.number)
          return { ...addHashes(tables, state, hashes, recentHashes), head: nameOf(blocks.at(-1)!), lowest }
        },
        blocks.reduce((sum, block) => sum + bytesOf(block), 0),
      )
    },
    unwind(to) {
      commit((state) => {
        if (to === BigInt(state.head?.number ?? -1)) return state
        checkUnwind(state, to)
        return removeBlocks(tables, state, Math.max(Number(to), state.lowest - 1))
      })
    },
    trust({ anchor, safe, finalized }) {
      commit((state) => {
        if (anchor) checkAnchor(tables, anchor)
        const isLower = anchor === undefined || Number(anchor.number) < (state.anchor?.number ?? 0)
        const next: State = {
          ...state,
          anchor: isLower ? state.anchor : { ...nameOf(anchor), grounds: anchor.grounds ?? null },
          safe: safe === undefined ? state.safe : toNumber(safe),
          finalized: finalized === undefined ? state.finalized : toNumber(finalized),
        }
        checkFinality(next)
        return isDeepStrictEqual(next, state) ? state : next
      })
    },
  }
}

const READER_CHECK = 100
const ROOM = 2 ** 24

function checkOrder(
  head: BlockName | null,
  blocks: readonly VerifiedBlock[],
  chain: ChainIdentity | null,
): void {
  let parent = head && { number: BigInt(head.number), hash: head.hash }
  for (const { number, hash, header } of blocks) {
    if (parent && number !== parent.number + 1n)
      throw new HistoryError(
        'contiguity',
        `Block ${number} cannot be appended: it must be ${parent.number + 1n}.`,
      )
    if (parent && !equalBytes(header.parentHash, parent.hash))
      throw new HistoryError(
        'contiguity',
        `Block ${number} cannot be appended: its parent is ${toHex(header.parentHash)}, not ${toHex(parent.hash)}.`,
      )
    if (number >= 2n ** 48n)
      throw new HistoryError('contiguity', `Block ${number} cannot be kept: it must be below 2^48.`)
    if (number === 0n && chain && !equalBytes(hash, chain.genesisHash))
      throw new HistoryError(
        'chain',
        `Block 0 is ${toHex(hash)}, not ${toHex(chain.genesisHash)}: it is another chain's.`,
      )
    parent = { number, hash }
  }
}

function checkAnchor(tables: Tables, { number, hash }: NonNullable<Trust['anchor']>): void {
  const block = number < 2n ** 48n ? createView(tables).place(Number(number)) : undefined
  if (block === undefined)
    throw new HistoryError('anchor', `Block ${number} cannot be trusted: the store does not hold it.`)
  if (!equalBytes(block.hash, hash))
    throw new HistoryError(
      'anchor',
      `Block ${number} is ${toHex(block.hash)}, not ${toHex(hash)}: the store holds another chain than the one trusted.`,
    )
}

function checkFinality({ head, lowest, safe, finalized }: State): void {
  for (const [name, number] of Object.entries({ safe, finalized }))
    if (number !== null && (head === null || number < lowest || number > head.number))
      throw new HistoryError('anchor', `Block ${number} cannot be ${name}: the store does not hold it.`)
  if (safe !== null && finalized !== null && finalized > safe)
    throw new HistoryError(
      'anchor',
      `Block ${finalized} cannot be finalized where block ${safe} is the highest safe one.`,
    )
}

function writeBlock(tables: Tables, block: VerifiedBlock, first: number): void {
  const { hash, header, raw, size, blobGasPrice, transactions } = block
  const number = Number(block.number)
  const place = {
    hash,
    first,
    count: transactions.length,
    timestamp: header.timestamp,
    baseFeePerGas: header.baseFeePerGas,
    blobGasPrice,
    size,
  }
  append(tables.blocks, number, encodePlace(place, number))
  append(tables.headers, number, encodeParts(raw, number))
  for (const [index, { hash, from, firstLogIndex, gasUsed, bytes, receipt }] of transactions.entries()) {
    const record = { hash, from, number, index, firstLogIndex, gasUsed, bytes, receipt }
    append(tables.records, first + index, encodeTransactionRecord(record, first + index))
  }
  const hashes = transactions.map(({ hash }) => hash)
  for (const [index, column] of encodeHashes(hashes, first).entries())
    append(tables.hashes, first + index * COLUMN, column)
}

const bytesOf = ({ size, transactions }: VerifiedBlock): number =>
  transactions.reduce((sum, { receipt }) => sum + receipt.length, size)

const toNumber = (number: bigint | null): number | null => (number === null ? null : Number(number))

const nameOf = ({ number, hash }: Pick<VerifiedBlock, 'number' | 'hash'>): BlockName => ({
  number: Number(number),
  hash,
})
