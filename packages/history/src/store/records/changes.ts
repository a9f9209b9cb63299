import type { VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { checkAnchor, checkChain, checkFinality, checkKeep, otherChain } from '../checks.ts'
import type { ChainIdentity, StoreChange } from '../interface.ts'
import { type AnchorKey, type BlockKey, type State, toHead } from './state.ts'

// The changes that a commit makes to a state: the same in every store.

/** Returns the number up to which blocks stay; undefined if all do. Throws HistoryError `contiguity` or `anchor`. */
export function findTop(state: State, keepUpTo: bigint | undefined): number | undefined {
  if (keepUpTo === undefined || keepUpTo === BigInt(state.head?.number ?? -1)) return undefined
  checkKeep(toHead(state), keepUpTo)
  return Math.max(Number(keepUpTo), state.lowest - 1)
}

/** Returns the state with further blocks, of which the last is the head. */
export function raiseHead(state: State, blocks: readonly VerifiedBlock[]): State {
  const last = blocks.at(-1)
  if (last === undefined) return state
  const lowest = state.head ? state.lowest : Number(blocks[0]!.number)
  const head = { number: Number(last.number), hash: last.hash }
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, state.transactions)
  return { ...state, lowest, head, transactions }
}

/** Returns the state without the blocks above one, which is the head then; null: no block is left. */
export function lowerHead(state: State, head: BlockKey | null, transactions: number): State {
  const { executed: before, ...rest } = state
  if (head === null) return { ...rest, transactions, head, safe: null }
  const { number } = head
  const executed = before !== undefined && { executed: Math.min(before, number) }
  const safe = state.safe !== null && state.safe > number ? number : state.safe // an ancestor of a safe block is safe
  return { ...rest, ...executed, transactions, head, safe }
}

/** Returns the state with a change's anchor, whose number has the `stored` hash, and its safe and finalized block. */
export function trustBlocks(state: State, change: StoreChange, stored: Uint8Array | undefined): State {
  const { anchor, safe, finalized } = change
  if (anchor === undefined && safe === undefined && finalized === undefined) return state
  if (anchor) checkAnchor(anchor, stored)
  const raised = anchor && Number(anchor.number) >= (state.anchor?.number ?? 0)
  const next: State = {
    ...(raised
      ? raiseAnchor(state, {
          number: Number(anchor.number),
          hash: anchor.hash,
          grounds: anchor.grounds ?? null,
        })
      : state),
    safe: safe === undefined ? state.safe : toNumber(safe),
    finalized: finalized === undefined ? state.finalized : toNumber(finalized),
  }
  checkFinality(toHead(next), next)
  return next
}

/** Stores the last anchor as an earlier one, unless the new one has the same grounds. */
function raiseAnchor({ earlier: before = [], ...state }: State, anchor: AnchorKey): State {
  const last = state.anchor
  const isHigher = last !== null && last.number !== anchor.number
  const all = isHigher ? [...before, { number: last.number, grounds: last.grounds }] : before
  const earlier = all.at(-1)?.grounds === anchor.grounds ? all.slice(0, -1) : all
  return { ...state, anchor, ...(earlier.length > 0 && { earlier }) }
}

/** Returns the state with the last executed block: at most the head, at least what it was. */
export function markExecuted(state: State, { executed }: StoreChange): State {
  if (executed === undefined || state.head === null || executed < state.lowest) return state
  return { ...state, executed: Math.max(state.executed ?? 0, Math.min(Number(executed), state.head.number)) }
}

/**
 * Compares the chain of a store that has blocks with the one that it is opened for. Returns whether the store may take that one: it has
 * only an untrusted block 0, with another hash `genesis`. Throws HistoryError `chain` for any other store.
 */
export function hasOtherGenesis(
  state: State,
  [stored, given]: readonly [ChainIdentity | null, ChainIdentity],
  timestamp: bigint,
  genesis: Uint8Array | undefined,
): boolean {
  try {
    checkChain(stored, given, timestamp)
    if (genesis && !equalBytes(genesis, given.genesisHash))
      throw otherChain('genesis', genesis, given.genesisHash)
    return false
  } catch (error) {
    if (state.head?.number !== 0 || state.anchor !== null || state.finalized !== null) throw error
    return true
  }
}

const toNumber = (number: bigint | null): number | null => (number === null ? null : Number(number))
