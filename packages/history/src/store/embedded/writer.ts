import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ABORT } from 'lmdb'
import type { BlockName } from '@lectern/consensus'
import { HistoryError } from '../../error.ts'
import { checkExpected, findTop, hasOtherGenesis, lowerHead, raiseHead, trustBlocks } from '../changes.ts'
import { addHashes } from './hashes.ts'
import { bytesOf, type ChainIdentity, type StoreChange } from '../interface.ts'
import { COLUMN } from '../records/records.ts'
import { IDENTITY, sealIdentity } from '../records/identity.ts'
import { emptyState, isWithin, type State } from '../records/state.ts'
import { encodeBlock } from './block-rows.ts'
import { addCold, type NewColdBlock, removeCold } from './cold-stream.ts'
import { checkSpace, writeFault } from './lock.ts'
import { append } from './lmdb-internals.ts'
import { reserve, type Tables } from './tables.ts'
import { createView, readIdentity, readState, writeState } from './view.ts'
import { hashesOf } from '../cold/compression.ts'

interface WriterOptions {
  readonly chain: ChainIdentity | null
  readonly recentHashes: number
}

export function createWriter(tables: Tables, options: WriterOptions): (change: StoreChange) => void {
  let commits = 0
  return (change) => {
    const { blocks = [], frames } = change
    const bytes = blocks.reduce((sum, block, index) => sum + bytesOf(block, frames?.[index]), 0)
    const isChanged = commitState(tables, bytes, (state) => {
      const top = findTop(state, change.keepUpTo)
      const lower = top === undefined ? state : removeBlocks(tables, state, top)
      const added = addBlocks(tables, lower, change, options)
      for (const block of change.expected ?? []) checkExpected(block, storedHash(tables, added, block))
      const trusted = change.anchor && storedHash(tables, added, change.anchor)
      return trustBlocks(added, change, trusted)
    })
    // A killed reader would pin the pages of its snapshot for ever.
    if (isChanged && ++commits % READER_CHECK === 0) tables.root.readerCheck()
  }
}

/** Writes the changed state, with up to so many bytes, in one commit. Returns false, and writes nothing, if it is the same. */
export function commitState(tables: Tables, bytes: number, change: (state: State) => State): boolean {
  const { path } = tables.root
  let isChanged = false
  try {
    checkSpace(dirname(path)) // LMDB's native code writes to standard error if the disk is full
    reserve(tables, ROOM + 4 * bytes) // more than copied and half-filled pages take
    tables.root.transactionSync(() => {
      const state = readState(tables) // not a cached one: this transaction may fail
      const next = change(state)
      isChanged = !isDeepStrictEqual(next, state)
      if (!isChanged) return ABORT // pages of a commit without its state would look like damage
      return writeState(tables, next)
    })
  } catch (cause) {
    if (cause instanceof Error && cause.name !== 'Error') throw cause // ours, or a programming error
    const message = `${path} cannot be written: ${writeFault(dirname(path), cause as Error)}.`
    throw new HistoryError('unwritable', message, { cause })
  }
  return isChanged
}

function addBlocks(
  tables: Tables,
  state: State,
  { blocks = [], frames = [] }: StoreChange,
  { chain, recentHashes }: WriterOptions,
): State {
  if (blocks.length === 0) return state
  const { head, lowest } = raiseHead(state, blocks, chain)
  const number = Number(blocks[0]!.number)
  const isNextCold = nextCold({ ...state, lowest }) === number
  const transactions: Uint8Array[] = []
  const cold: NewColdBlock[] = []
  for (const [index, block] of blocks.entries()) {
    const first = state.transactions + transactions.length
    const own = isNextCold ? frames[index] : undefined
    const hashes = hashesOf(block, own)
    for (const { table, key, value } of encodeBlock(block, { first, hashes, isCold: own !== undefined }))
      append(tables[table], key, value)
    if (own) cold.push({ number: number + index, first, count: hashes.length, frames: own })
    for (const hash of hashes) transactions.push(hash)
  }
  const coldState = addCold(tables, state.cold, cold)
  const hashes = { transactions, blocks: blocks.map(({ hash }) => hash), number }
  const added = addHashes(tables, { ...state, lowest }, hashes, recentHashes)
  return { ...added, head, ...(coldState && { cold: coldState }) }
}

export const nextCold = ({ cold, lowest }: State): number => (cold === undefined ? lowest : cold.number + 1)

/** Removes the hot form of a block's transactions, in the transaction in flight. */
export function removeHot(tables: Tables, first: number, count: number): void {
  for (let position = first + count - 1; position >= first; position--) tables.records.removeSync(position)
  for (let index = 0; index < count; index += COLUMN) tables.hashes.removeSync(first + index)
}

function storedHash(tables: Tables, state: State, { number }: BlockName): Uint8Array | undefined {
  const view = createView(tables, { state: () => state })
  return isWithin(state, number) ? view.requireRow(Number(number)).hash : undefined
}

const READER_CHECK = 100
const ROOM = 2 ** 24

/** Removes the blocks above a number. Their entries stay in the hash index, and lead nowhere. */
export function removeBlocks(tables: Tables, state: State, to: number): State {
  const view = createView(tables, { state: () => state })
  let { transactions, cold } = state
  for (let number = state.head!.number; number > to; number--) {
    const { first, count } = view.requireRow(number)
    if (number === cold?.number) cold = removeCold(tables, cold, { first, count }, state.lowest)
    else removeHot(tables, first, count)
    tables.blocks.removeSync(number)
    tables.headers.removeSync(number)
    transactions = first
  }
  const head = isWithin(state, to) ? { number: to, hash: view.requireRow(to).hash } : null
  const { cold: _, ...rest } = state
  return lowerHead({ ...rest, ...(cold && { cold }) }, head, transactions)
}

/** Makes the tables a store of a chain, or checks that they are one, and returns its chain. Throws HistoryError `chain`, `newer`, `older` or `damaged`. */
export function settleIdentity(tables: Tables, given: ChainIdentity | undefined): ChainIdentity | null {
  return tables.root.transactionSync(() => {
    const stored = readIdentity(tables)
    let state = stored === undefined ? emptyState : readState(tables)
    if (stored !== undefined && given && state.head) {
      const { requireRow } = createView(tables)
      const { timestamp } = requireRow(state.head.number)
      const genesis = state.lowest === 0 ? requireRow(0).hash : undefined
      if (hasOtherGenesis(state, [stored, given], timestamp, genesis)) state = removeBlocks(tables, state, -1)
    }
    const chain = given ?? stored ?? null
    if (stored === undefined || given) {
      tables.meta.putSync(IDENTITY, sealIdentity(chain))
      writeState(tables, state) // it says which commit is the last
    }
    return chain
  })
}
