import { COLUMN } from './records.ts'
import type { State } from './state.ts'
import type { Tables } from './tables.ts'
import { createView } from './view.ts'

/** Removes the blocks above a number. Their entries in the hash index stay, and lead nowhere. */
export function removeBlocks(tables: Tables, state: State, to: number): State {
  const view = createView(tables)
  let { transactions } = state
  for (let number = state.head!.number; number > to; number--) {
    const { first, count } = view.blockRecord(number)!
    for (let position = first + count - 1; position >= first; position--) tables.records.removeSync(position)
    for (let index = 0; index < count; index += COLUMN) tables.hashes.removeSync(first + index)
    tables.blocks.removeSync(number)
    tables.headers.removeSync(number)
    transactions = first
  }
  const block = view.blockRecord(to)
  if (block === undefined) return { ...state, transactions, head: null, safe: null }
  const safe = state.safe !== null && state.safe > to ? to : state.safe // what came before a safe block was safe too
  return { ...state, transactions, head: { number: to, hash: block.hash, timestamp: block.timestamp }, safe }
}
