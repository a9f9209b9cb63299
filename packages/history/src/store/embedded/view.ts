import { concatBytes, equalBytes } from '@lectern/chain/internal'
import { findHash } from './hashes.ts'
import {
  COLUMN,
  decodeHashes,
  decodeParts,
  decodePlace,
  decodeTransactionRecord,
  type HeldBlock,
  type HeldPlace,
  type HeldTransaction,
} from './records.ts'
import { damaged } from './seal.ts'
import { commitOf, decodeState, STATE, type State } from './state.ts'
import { beginTurn, onTurn, read, type ReadOptions, type Tables } from './tables.ts'

/** Reads a store, as it is now or at one commit. What it gives stays good. */
export interface View {
  state(): State
  block(number: number): HeldBlock | undefined
  /** What answers about a block's transactions say of it. */
  place(number: number): HeldPlace | undefined
  /** The hashes of a block's transactions, 32 bytes each, one after the other. */
  blockHashes(block: HeldPlace): Uint8Array
  /** The transaction at a position. Throws HistoryError `damaged` where there is none. */
  transactionAt(position: number): HeldTransaction
  transaction(hash: Uint8Array): HeldTransaction | undefined
}

/** The states that views share: at one commit it is one object. Not for a transaction that may yet fail. */
export interface StateCache {
  /** The one last read. */
  state?: State | undefined
  /** That of the event turn, while it lasts. */
  current?: State | undefined
}

/** A cache of the states of tables, which forgets when lmdb begins to read from another commit. */
export function cacheStates(tables: Tables): StateCache {
  const cache: StateCache = {}
  onTurn(tables, () => (cache.current = undefined))
  return cache
}

/** Reads tables as they are in each event turn, or in the transaction of `options`; without a cache, as they are at each read. */
export function createView(tables: Tables, options?: ReadOptions, cache?: StateCache): View {
  let ofTransaction: State | undefined
  // Each call asks two or three times, which took 0.6 µs each.
  function state(): State {
    if (options) return options.transaction && (ofTransaction ??= readState())
    if (cache === undefined) return readState()
    beginTurn(tables)
    return (cache.current ??= readState())
  }
  function readState(): State {
    const value = read(tables.meta, STATE, options)
    if (value === undefined) throw damaged('its state')
    if (cache?.state?.commit === commitOf(value)) return cache.state
    const state = decodeState(value)
    if (cache) cache.state = state
    return state
  }
  function place(number: number): HeldPlace | undefined {
    const row = read(tables.blocks, number, options)
    return row && decodePlace(row, number)
  }
  function transactionAt(position: number): HeldTransaction {
    const record = read(tables.records, position, options)
    if (record === undefined) throw damaged(`transaction ${position}`)
    return decodeTransactionRecord(record, position)
  }
  return {
    state,
    transactionAt,
    place,
    block(number) {
      const row = place(number)
      const parts = row && read(tables.headers, number, options)
      if (row && parts === undefined) throw damaged(`block ${number}`)
      return row && { ...row, ...decodeParts(parts!, number) }
    },
    blockHashes({ first, count }) {
      const columns: Uint8Array[] = []
      for (let index = 0; index < count; index += COLUMN) {
        const column = read(tables.hashes, first + index, options)
        if (column === undefined) throw damaged("a block's hashes")
        columns.push(decodeHashes(column, first + index))
      }
      return concatBytes(columns)
    },
    transaction(hash) {
      return findHash(
        tables,
        state(),
        hash,
        (position) => {
          // An entry may be of another hash that begins the same, or of a transaction that was unwound: the record decides.
          const transaction = transactionAt(position)
          return equalBytes(transaction.hash, hash) ? transaction : undefined
        },
        options,
      )
    },
  }
}
