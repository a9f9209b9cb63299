import type { ChainConfig } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import { rulesOf } from '../../family.ts'
import type { ChainIdentity, Head, Sync } from '../interface.ts'
import type { BlockParts, Reader, TransactionRecord } from '../results/reader.ts'
import { decodeIdentity, IDENTITY } from '../records/identity.ts'
import { createFrameCache, type FrameCache } from '../cold/frame-cache.ts'
import { type ColdView, createColdView } from './cold-view.ts'
import { findHash, findNumbers } from './hashes.ts'
import {
  allocate,
  type BlockRow,
  COLUMN,
  decodeBlockRow,
  decodeHashes,
  decodeParts,
  decodeTransactionRecord,
} from '../records/records.ts'
import { commitOf, decodeState, encodeState, isWithin, type State, toHead } from '../records/state.ts'
import {
  commitRead,
  internals,
  lastCommit,
  onTurn,
  read,
  type ReadOptions,
  readRange,
} from './lmdb-internals.ts'
import type { Tables } from './tables.ts'

/** Reads tables, as they are now or at one commit. Results stay good, apart from transactions: each until the next one is read. */
export interface View extends Sync<Reader<BlockRow>> {
  state(): State
  readonly cold: ColdView
  /** Returns the row of a stored block. Throws HistoryError `damaged` without one. */
  requireRow(number: number): BlockRow
  requireBlock(number: number): BlockRow & BlockParts
}

/** Returns the chain that a store was made for; undefined if nothing is written yet. Throws HistoryError `newer`, `older` or `damaged`. */
export function readIdentity({ meta }: Tables, options?: ReadOptions): ChainIdentity | null | undefined {
  const value = read(meta, IDENTITY, options)
  return value && decodeIdentity(value)
}

export function readState(tables: Tables, options?: ReadOptions, last?: State): State {
  const value = read(tables.meta, STATE, options)
  if (value === undefined) throw damaged('its state')
  return last?.commit === commitOf(value) ? last : decodeState(value)
}

/** Throws HistoryError `damaged` if LMDB's first pages do not lead to the last commit, as after a flipped bit. */
export function checkCommit(tables: Tables): void {
  // Not `lastCommit`: a writer may have written its next commit, and not yet opened it for readers.
  if (readState(tables).commit % 2 ** 32 !== commitRead()) throw damaged('its last commit')
}

/** Writes the state that the commit in flight makes. */
export function writeState({ root, meta }: Tables, state: State): void {
  meta.putSync(STATE, encodeState({ ...state, commit: lastCommit(root) + 1 }))
}

const STATE = 'state'

/** Returns a function that reads the state of the event turn, one object for one commit. Not for a transaction that may fail. */
export function cacheStates(tables: Tables): () => State {
  let last: State | undefined
  let current: State | undefined
  onTurn(tables, () => (current = undefined))
  return () => {
    internals(tables.meta).ensureReadTxn() // each call reads the state two or three times
    return (current ??= last = readState(tables, undefined, last))
  }
}

/** Reads tables as they are in each event turn, or in the transaction of `options`. */
export function createView(
  tables: Tables,
  {
    state = () => readState(tables),
    options,
    frames = createFrameCache(2 ** 20),
  }: { state?: () => State; options?: ReadOptions; frames?: FrameCache } = {},
): View {
  const cold = createColdView(tables, frames, options)
  function config(): ChainConfig | null {
    const now = state()
    let known = configs.get(now)
    if (known === undefined) configs.set(now, (known = readIdentity(tables, options)?.config ?? null))
    return known
  }
  function blockRecord(number: number): BlockRow | undefined {
    const row = read(tables.blocks, number, options)
    if (row !== undefined) return decodeBlockRow(row, number)
    if (isWithin(state(), number)) throw damaged(`block ${number}`)
    return undefined
  }
  function requireRow(number: number): BlockRow {
    const row = blockRecord(number)
    if (row === undefined) throw damaged(`block ${number}`)
    return row
  }
  function requireBlock(number: number): BlockRow & BlockParts {
    const row = requireRow(number)
    const parts = read(tables.headers, number, options)
    if (parts === undefined) throw damaged(`block ${number}`)
    return { ...row, ...decodeParts(parts, number) }
  }
  /** Returns the transaction at a position if it has that hash. An entry may be of a similar hash, or of a removed block. */
  function transactionIf(now: State, position: number, hash: Uint8Array, hasReceipt: boolean) {
    if (isCold(now, position)) return cold.transactionIf(now, position, hash, hasReceipt)
    const record = read(tables.records, position, options)
    if (record === undefined) throw damaged(`transaction ${position}`)
    const transaction = decodeTransactionRecord(record, position)
    return equalBytes(transaction.hash, hash) ? transaction : undefined
  }
  let next = 0 // the position after the transaction that was found last
  let isRun = false // whether that one followed the one before it
  function find(hash: Uint8Array, hasReceipt: boolean): TransactionRecord | undefined {
    const from = next
    isRun = false
    const now = state()
    const look = (position: number) => {
      const transaction = transactionIf(now, position, hash, hasReceipt)
      if (transaction === undefined) return undefined
      isRun = position === from
      next = position + 1
      return transaction
    }
    return findHash(tables, now, hash, look, options)
  }
  return {
    state,
    cold,
    head() {
      const now = state()
      const last = heads.get(now)
      if (last !== undefined || now.head === null) return last ?? null
      const { number } = now.head
      const head = withTimestamp(
        toHead(now)!,
        attempt(() => requireRow(number).timestamp),
      )
      heads.set(now, head)
      return head
    },
    chainId: () => config()?.chainId ?? null,
    family: () => rulesOf(config() ?? {}),
    blockNumber(hash) {
      const now = state()
      const { head } = now
      if (head === null) return undefined
      // An entry may be of a hash that begins the same, or of a removed block: the row decides.
      for (const number of findNumbers(tables, now, hash, options))
        if (number <= head.number && equalBytes(requireRow(number).hash, hash)) return number
      return undefined
    },
    blockRecord,
    requireRow,
    requireBlock,
    block: (number) => (isWithin(state(), number) ? requireBlock(number) : undefined),
    blockHashes({ first, count }) {
      if (count > MOST) throw damaged("a block's hashes")
      if (count > 0 && isCold(state(), first)) return cold.hashesOf({ first, count })
      const hashes = allocate(32 * count)
      for (let index = 0; index < count; index += COLUMN) {
        const column = read(tables.hashes, first + index, options)
        const some = column && decodeHashes(column, first + index)
        if (some?.length !== 32 * Math.min(COLUMN, count - index)) throw damaged("a block's hashes")
        hashes.set(some, 32 * index)
      }
      return hashes
    },
    *transactions({ first, count }, from = 0, to = count, hasReceipt = true) {
      if (from < to && isCold(state(), first))
        return yield* cold.transactions({ first, count }, from, to, hasReceipt)
      let position = first + from
      for (const record of readRange(tables.records, position, first + to, options)) {
        if (position === first + to) throw damaged('the keys of transactions')
        yield decodeTransactionRecord(record, position++, hasReceipt)
      }
      if (position < first + to) throw damaged(`transaction ${position}`)
    },
    transaction(hash, hasReceipt = true) {
      // A client that reads a block's transactions in order gets the next one without the index.
      const now = isRun ? state() : undefined
      const following =
        now && next < now.transactions ? attempt(() => transactionIf(now, next, hash, hasReceipt)) : undefined
      if (following === undefined) return find(hash, hasReceipt)
      next += 1
      return following
    },
  }
}

const isCold = ({ cold }: State, position: number): boolean =>
  cold !== undefined && position < cold.transactions

const MOST = 2 ** 24 // no block has as many transactions: a row that says so is damaged

/** Creates a head without a reference to its view: cached results refer to heads for long. */
function withTimestamp(head: Omit<Head, 'timestamp'>, timestamp: bigint | undefined): Head {
  if (timestamp !== undefined) return { ...head, timestamp }
  return {
    ...head,
    // Damage of this block is no reason to refuse the others.
    get timestamp(): never {
      throw damaged(`block ${head.number}`)
    },
  }
}

function attempt<T>(get: () => T): T | undefined {
  try {
    return get()
  } catch {
    return undefined
  }
}

const configs = new WeakMap<State, ChainConfig | null>()
const heads = new WeakMap<State, Head>() // one object for each state: caches compare it
