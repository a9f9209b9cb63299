import { toHex } from '@lectern/chain'
import { HistoryError } from '../../error.ts'
import { COLUMN } from './records.ts'
import type { State } from './state.ts'
import type { Tables } from './tables.ts'
import { createView } from './view.ts'

/** Refuses to unwind to a number above the head, or below a trusted or finalized block. Throws HistoryError `contiguity` or `anchor`. */
export function checkUnwind({ head, anchor, finalized }: State, to: bigint): void {
  if (head === null || to > BigInt(head.number))
    throw new HistoryError(
      'contiguity',
      `The store cannot be unwound to ${to}: its head is ${head?.number ?? 'nothing'}.`,
    )
  if (anchor && to < BigInt(anchor.number))
    throw new HistoryError(
      'anchor',
      `The store cannot be unwound to ${to}: block ${anchor.number}, ${toHex(anchor.hash)}, is trusted. Begin a new store to leave it.`,
    )
  if (finalized !== null && to < BigInt(finalized))
    throw new HistoryError(
      'anchor',
      `The store cannot be unwound to ${to}: block ${finalized} is finalized. Begin a new store to leave it.`,
    )
}

/** Takes the blocks above a number away. What the hash index says of them stays behind, and leads nowhere. */
export function removeBlocks(tables: Tables, state: State, to: number): State {
  const view = createView(tables)
  let { transactions } = state
  for (let number = state.head!.number; number > to; number--) {
    const { first, count } = view.place(number)!
    for (let position = first + count - 1; position >= first; position--) tables.records.removeSync(position)
    for (let index = 0; index < count; index += COLUMN) tables.hashes.removeSync(first + index)
    tables.blocks.removeSync(number)
    tables.headers.removeSync(number)
    transactions = first
  }
  const block = view.place(to)
  if (block === undefined) return { ...state, transactions, head: null, safe: null }
  const safe = state.safe !== null && state.safe > to ? to : state.safe // what came before a safe block was safe too
  return { ...state, transactions, head: { number: to, hash: block.hash }, safe }
}
