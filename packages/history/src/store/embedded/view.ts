import { equalBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import type { Head } from '../interface.ts'
import type { SyncReader, TransactionRecord } from '../results/reader.ts'
import { decodeIdentity, IDENTITY } from '../records/identity.ts'
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
import { commitOf, decodeState, encodeState, type State, toHead } from '../records/state.ts'
import { beginTurn, lastCommit, onTurn, read, readRange, type ReadOptions, type Tables } from './tables.ts'

/** Reads tables, as they are now or at one commit. What it gives stays good, but for transactions: each until the next one is read. */
export interface View extends SyncReader<BlockRow> {
  state(): State
  /** The row of a block; undefined if the state has none of that number. Throws HistoryError `damaged` if it has one and the row is missing. */
  blockRecord(number: number): BlockRow | undefined
  /** A transaction that the index of hashes leads to. */
  find(hash: Uint8Array): TransactionRecord | undefined
}

/** The state in tables now. */
export function readState(tables: Tables, options?: ReadOptions, last?: State): State {
  const value = read(tables.meta, STATE, options)
  if (value === undefined) throw damaged('its state')
  return last?.commit === commitOf(value) ? last : decodeState(value)
}

/** Writes what a store will be with the commit that is in flight. */
export function writeState({ root, meta }: Tables, state: State): void {
  meta.putSync(STATE, encodeState({ ...state, commit: lastCommit(root) + 1 }))
}

/** The key of the state in the table `meta`. */
const STATE = 'state'

/** Gives the state of each event turn, one object at one commit. Not for a transaction that may yet fail. */
export function cacheStates(tables: Tables): () => State {
  let last: State | undefined
  let current: State | undefined
  onTurn(tables, () => (current = undefined))
  return () => {
    beginTurn(tables) // each call asks for the state two or three times, which took 0.6 µs each
    return (current ??= last = readState(tables, undefined, last))
  }
}

/** Reads tables as they are in each event turn, or in the transaction of `options`. */
export function createView(
  tables: Tables,
  { state = () => readState(tables), options }: { state?: () => State; options?: ReadOptions } = {},
): View {
  function blockRecord(number: number): BlockRow | undefined {
    const row = read(tables.blocks, number, options)
    if (row !== undefined) return decodeBlockRow(row, number)
    const { head, lowest } = state()
    if (head !== null && number >= lowest && number <= head.number) throw damaged(`block ${number}`)
    return undefined
  }
  function transactionAt(position: number): TransactionRecord {
    const record = read(tables.records, position, options)
    if (record === undefined) throw damaged(`transaction ${position}`)
    return decodeTransactionRecord(record, position)
  }
  /** The transaction at a position if it has that hash: an entry of the index may be of another one that begins the same, or was unwound. */
  function transactionIf(position: number, hash: Uint8Array): TransactionRecord | undefined {
    const transaction = transactionAt(position)
    return equalBytes(transaction.hash, hash) ? transaction : undefined
  }
  let next = 0 // behind the transaction that was found last
  let isRun = false // whether that one followed the one before it
  function find(hash: Uint8Array): TransactionRecord | undefined {
    const from = next
    isRun = false
    const look = (position: number) => {
      const transaction = transactionIf(position, hash)
      if (transaction === undefined) return undefined
      isRun = position === from
      next = position + 1
      return transaction
    }
    return findHash(tables, state(), hash, look, options)
  }
  return {
    state,
    head() {
      const now = state()
      const last = heads.get(now)
      if (last !== undefined || now.head === null) return last ?? null
      const { number } = now.head
      const head = withTimestamp(
        toHead(now)!,
        attempt(() => blockRecord(number)?.timestamp),
      )
      heads.set(now, head)
      return head
    },
    chainId() {
      const now = state()
      let id = chainIds.get(now)
      if (id === undefined) {
        const identity = read(tables.meta, IDENTITY, options)
        chainIds.set(now, (id = (identity && decodeIdentity(identity)?.config.chainId) ?? null))
      }
      return id
    },
    blockNumber(hash) {
      const now = state()
      const { head } = now
      if (head === null) return undefined
      // An entry may be of another hash that begins the same, or of a block that was unwound: the row decides.
      for (const number of findNumbers(tables, now, hash, options)) {
        const row = number <= head.number ? blockRecord(number) : undefined
        if (row && equalBytes(row.hash, hash)) return number
      }
      return undefined
    },
    blockRecord,
    block(number) {
      const row = blockRecord(number)
      const parts = row && read(tables.headers, number, options)
      if (row && parts === undefined) throw damaged(`block ${number}`)
      return row && { ...row, ...decodeParts(parts!, number) }
    },
    blockHashes({ first, count }) {
      if (count > MOST) throw damaged("a block's hashes")
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
      let position = first + from
      for (const record of readRange(tables.records, position, first + to, options))
        yield decodeTransactionRecord(record, position++, hasReceipt)
      if (position < first + to) throw damaged(`transaction ${position}`)
    },
    transaction(hash) {
      // Who asks for a block's transactions one after the other has the next one without the index.
      const following =
        isRun && next < state().transactions ? attempt(() => transactionIf(next, hash)) : undefined
      if (following === undefined) return find(hash)
      next += 1
      return following
    },
    find,
  }
}

/** No block has as many transactions as this: its row is damaged, and no memory is taken for it. */
const MOST = 2 ** 24

/** A head that holds nothing of the view that read it: cached results hold heads for long. */
function withTimestamp(head: Omit<Head, 'timestamp'>, timestamp: bigint | undefined): Head {
  if (timestamp !== undefined) return { ...head, timestamp }
  return {
    ...head,
    // Damage of this block is no reason to refuse the others: who asks for it gets the error.
    get timestamp(): never {
      throw damaged(`block ${head.number}`)
    },
  }
}

/** What a function gives; undefined where it throws. */
function attempt<T>(get: () => T): T | undefined {
  try {
    return get()
  } catch {
    return undefined
  }
}

const chainIds = new WeakMap<State, bigint | null>()
const heads = new WeakMap<State, Head>() // one object for each state: caches compare it
