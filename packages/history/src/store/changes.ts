import { type ChainConfig, toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { HistoryError } from '../error.ts'
import { rulesOf } from '../family.ts'
import type { ChainIdentity, StoreChange } from './interface.ts'
import { type BlockKey, type State } from './records/state.ts'

// The changes that a commit makes to a state, and their checks: the same in every store.

/** Returns the number up to which blocks stay; undefined if all do. Throws HistoryError `contiguity` or `anchor`. */
export function findTop(state: State, keepUpTo: bigint | undefined): number | undefined {
  const { head, anchor, finalized, lowest } = state
  if (keepUpTo === undefined || keepUpTo === BigInt(head?.number ?? -1)) return undefined
  const refuse = (code: 'contiguity' | 'anchor', reason: string) =>
    new HistoryError(code, `The store cannot be unwound to ${keepUpTo}: ${reason}`)
  if (head === null || keepUpTo > head.number)
    throw refuse('contiguity', `its head is ${head?.number ?? 'nothing'}.`)
  const leave = 'Begin a new store to leave it.'
  if (anchor && keepUpTo < anchor.number)
    throw refuse('anchor', `block ${anchor.number}, ${toHex(anchor.hash)}, is trusted. ${leave}`)
  if (finalized !== null && keepUpTo < finalized)
    throw refuse('anchor', `block ${finalized} is finalized. ${leave}`)
  return Math.max(Number(keepUpTo), lowest - 1)
}

/** Returns the state with further blocks. Throws HistoryError `contiguity` for no child of the last one, `chain` for another block 0. */
export function raiseHead(
  state: State,
  blocks: readonly VerifiedBlock[],
  chain: ChainIdentity | null,
): State {
  let { head, lowest } = state
  for (const { number: exact, hash, header } of blocks) {
    const number = Number(exact)
    const refuse = (reason: string) =>
      new HistoryError('contiguity', `Block ${number} cannot be appended: ${reason}.`)
    if (head && number !== head.number + 1) throw refuse(`it must be ${head.number + 1}`)
    if (head && !equalBytes(header.parentHash, head.hash))
      throw refuse(`its parent is ${toHex(header.parentHash)}, not ${toHex(head.hash)}`)
    if (number >= 2 ** 48)
      throw new HistoryError('contiguity', `Block ${number} cannot be stored: it must be below 2^48.`)
    if (number === 0 && chain && !equalBytes(hash, chain.genesisHash))
      throw new HistoryError(
        'chain',
        `Block 0 is ${toHex(hash)}, not ${toHex(chain.genesisHash)}: it is another chain's.`,
      )
    if (head === null) lowest = number
    head = { number, hash }
  }
  return { ...state, head, lowest }
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

/** Returns the state with a change's anchor, whose number has the `stored` hash, and its tags. Throws HistoryError `anchor`. */
export function trustBlocks(state: State, change: StoreChange, stored: Uint8Array | undefined): State {
  const { anchor } = change
  if (anchor) checkAnchor(anchor, stored)
  const isRaised = anchor && Number(anchor.number) >= (state.anchor?.number ?? 0)
  const { head, lowest, ...next } = isRaised ? raiseAnchor(state, anchor) : state
  const safe = change.safe === undefined ? state.safe : toNumber(change.safe)
  const finalized = change.finalized === undefined ? state.finalized : toNumber(change.finalized)
  for (const [name, number] of Object.entries({ safe, finalized }))
    if (number !== null && (head === null || number < lowest || number > head.number))
      throw new HistoryError('anchor', `Block ${number} cannot be ${name}: it is not stored.`)
  if (safe !== null && finalized !== null && finalized > safe)
    throw new HistoryError(
      'anchor',
      `Block ${finalized} cannot be finalized: block ${safe} is the highest safe one.`,
    )
  const executed =
    change.executed === undefined || head === null || change.executed < lowest
      ? undefined
      : Math.max(state.executed ?? 0, Math.min(Number(change.executed), head.number))
  return { ...next, head, lowest, safe, finalized, ...(executed !== undefined && { executed }) }
}

/** Stores the last anchor as an earlier one, unless the new one has the same grounds. */
function raiseAnchor(
  { earlier: before = [], ...state }: State,
  { number: exact, hash, grounds = null }: NonNullable<StoreChange['anchor']>,
): State {
  const last = state.anchor
  const number = Number(exact)
  const isHigher = last !== null && last.number !== number
  const all = isHigher ? [...before, { number: last.number, grounds: last.grounds }] : before
  const earlier = all.at(-1)?.grounds === grounds ? all.slice(0, -1) : all
  return { ...state, anchor: { number, hash, grounds }, ...(earlier.length > 0 && { earlier }) }
}

/** Returns whether a store has an untrusted block 0 alone, and may take the other chain. Throws HistoryError `chain` for any other store. */
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

function checkAnchor({ number, hash }: NonNullable<StoreChange['anchor']>, stored: Uint8Array | undefined) {
  if (stored === undefined)
    throw new HistoryError('anchor', `Block ${number} cannot be trusted: it is not stored.`)
  if (!equalBytes(stored, hash))
    throw new HistoryError(
      'anchor',
      `Block ${number} is ${toHex(stored)}, not ${toHex(hash)}: the store holds another chain than the one trusted.`,
    )
}

/** Throws HistoryError `anchor` unless an expected block is stored under its hash. */
export function checkExpected(
  { number, hash }: NonNullable<StoreChange['expected']>[number],
  stored: Uint8Array | undefined,
): void {
  if (stored === undefined || !equalBytes(stored, hash))
    throw new HistoryError(
      'anchor',
      `Block ${number} is ${stored ? toHex(stored) : 'not stored'}, but ${toHex(hash)} is expected.`,
    )
}

/** Throws HistoryError `chain` for another genesis, chain id, or blob prices up to a time. Later forks may be added. */
export function checkChain(stored: ChainIdentity | null, given: ChainIdentity, until: bigint): void {
  if (stored === null) return
  if (!equalBytes(stored.genesisHash, given.genesisHash))
    throw otherChain('genesis', stored.genesisHash, given.genesisHash)
  if (stored.config.chainId !== given.config.chainId)
    throw otherChain('chain id', stored.config.chainId, given.config.chainId)
  const [was, is] = [stored, given].map(({ config }) => rulesOf(config).name)
  if (was !== is) throw otherChain('family', was, is)
  const [before, now] = [stored, given].map(({ config }) => scheduleUntil(config, until)) as [string, string]
  if (before !== now) throw otherChain('blob schedule', before, now)
}

function otherChain(name: string, stored: unknown, given: unknown): HistoryError {
  const [is, was] = [stored, given].map((value) => (value instanceof Uint8Array ? toHex(value) : value))
  return new HistoryError(
    'chain',
    `The store holds another chain: its ${name} is ${is}, not ${was}. Name another one, or delete this one if it was imported with the wrong genesis.`,
  )
}

/** Writes the changes of the blob price up to a time. A fork that keeps the price is none; of two at one time the later counts. */
function scheduleUntil({ blobSchedule }: ChainConfig, until: bigint): string {
  const changes: (readonly [timestamp: string, updateFraction: string])[] = []
  const stored = blobSchedule.filter(({ timestamp }) => timestamp <= until)
  for (const [index, { timestamp, updateFraction }] of stored.entries())
    if (timestamp !== stored[index + 1]?.timestamp && String(updateFraction) !== changes.at(-1)?.[1])
      changes.push([String(timestamp), String(updateFraction)])
  return JSON.stringify(changes)
}
