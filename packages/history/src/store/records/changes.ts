import type { StoreChange } from '../interface.ts'
import { earlierAnchors } from '../anchors.ts'
import { checkAnchor, checkFinality } from '../checks.ts'
import { type BlockName, type State, toHead } from './state.ts'

// What a commit makes of a state, but for what its blocks add: the same in every store that keeps one.

/** The state without the blocks above one, which is the head then; null: no block is left. */
export function lowerHead(state: State, head: BlockName | null, transactions: number): State {
  const { executed: before, ...rest } = state
  if (head === null) return { ...rest, transactions, head, safe: null }
  const { number } = head
  const executed = before !== undefined && { executed: Math.min(before, number) }
  const safe = state.safe !== null && state.safe > number ? number : state.safe // what came before a safe block was safe too
  return { ...rest, ...executed, transactions, head, safe }
}

/**
 * The state with a change's anchor, safe and finalized block. Throws HistoryError `anchor`.
 *
 * @param stored - the hash of the stored block of the anchor's number; undefined if there is none
 */
export function trustBlocks(
  state: State,
  { anchor, safe, finalized }: StoreChange,
  stored: Uint8Array | undefined,
): State {
  if (anchor === undefined && safe === undefined && finalized === undefined) return state
  if (anchor) checkAnchor(anchor, stored)
  const isLower = anchor === undefined || Number(anchor.number) < (state.anchor?.number ?? 0)
  const { earlier: before = [], ...rest } = state
  const earlier = isLower ? before : earlierAnchors(state, { ...anchor, number: Number(anchor.number) })
  const next: State = {
    ...rest,
    ...(earlier.length > 0 && { earlier }),
    anchor: isLower
      ? state.anchor
      : { number: Number(anchor.number), hash: anchor.hash, grounds: anchor.grounds ?? null },
    safe: safe === undefined ? state.safe : toNumber(safe),
    finalized: finalized === undefined ? state.finalized : toNumber(finalized),
  }
  checkFinality(toHead(next), { safe: toBigInt(next.safe), finalized: toBigInt(next.finalized) })
  return next
}

/** The state with what a change says was executed: at most the head, at least what it was, and nothing of blocks that are not stored. */
export function markExecuted(state: State, { executed }: StoreChange): State {
  if (executed === undefined || state.head === null || executed < BigInt(state.lowest)) return state
  return { ...state, executed: Math.max(state.executed ?? 0, Math.min(Number(executed), state.head.number)) }
}

const toBigInt = (number: number | null): bigint | null => (number === null ? null : BigInt(number))

const toNumber = (number: bigint | null): number | null => (number === null ? null : Number(number))
