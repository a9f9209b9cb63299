import { equalBytes, fromBigInt } from '@lectern/chain/internal'
import type { Grounds, Head } from '../interface.ts'
import { readJson, writeJson } from './json.ts'
import { readSound, sealAll, sealOf, unseal } from './seal.ts'

/** A block's number, as tables count, and its hash. */
export interface BlockKey {
  readonly number: number
  readonly hash: Uint8Array
}

export interface IndexLevel {
  readonly count: number
  /** How often a bucket was emptied into the next level: modulo the number of buckets, the next one to empty. */
  readonly emptied: number
}

export interface AnchorKey extends BlockKey {
  readonly grounds: Grounds | null
}

/** The state of a store at one commit. The members that Head has too mean the same. */
export interface State {
  /** The number of the commit that wrote it, as the store counts them. */
  readonly commit: number
  readonly head: BlockKey | null
  readonly lowest: number
  readonly anchor: AnchorKey | null
  readonly earlier?: readonly Omit<AnchorKey, 'hash'>[]
  readonly executed?: number
  readonly safe: number | null
  readonly finalized: number | null
  /** The number of stored transactions: the next one's position. */
  readonly transactions: number
  /** From the smallest, which new hashes go into, to the biggest. */
  readonly levels: readonly IndexLevel[]
  /** The blocks in the cold form; absent if there are none. */
  readonly cold?: ColdState
}

/** The blocks in the cold form: all from the lowest stored one on, up to one. */
export interface ColdState {
  /** The number of the last one. */
  readonly number: number
  /** The number of transactions in them: the position of the first one after them. */
  readonly transactions: number
  /** The length of their compressed bytes. */
  readonly bytes: number
}

export const emptyState: State = {
  commit: 0,
  head: null,
  lowest: 0,
  anchor: null,
  safe: null,
  finalized: null,
  transactions: 0,
  levels: [],
}

/** Encodes a state: its commit as 8 bytes, then JSON, sealed. */
export function encodeState(state: State): Uint8Array {
  const { commit, head, lowest, anchor, earlier, executed, safe, finalized } = state
  const { transactions, levels, cold } = state
  const marks = { commit, head, lowest, anchor, earlier, executed, safe, finalized }
  const text = Buffer.from(writeJson({ ...marks, transactions, levels, cold }))
  return sealAll([fromBigInt(BigInt(commit), 8), text], seed)
}

/** Returns the state of stored bytes. Throws HistoryError `damaged`, also for bytes that `encodeState` would not write. */
export function decodeState(sealed: Uint8Array): State {
  const bytes = unseal(sealed, seed, 'its state')
  return readSound('its state', () => {
    const state = readJson(Buffer.from(bytes.subarray(8)).toString()) as State
    return isState(state) && equalBytes(encodeState(state), sealed) ? state : undefined
  })
}

/** Returns what a state says of its head; null without one. */
export function toHead(state: State): Omit<Head, 'timestamp'> | null {
  const { head, lowest, anchor, earlier, executed, safe, finalized } = state
  return (
    head && {
      ...toBig(head),
      lowest: BigInt(lowest),
      anchor: anchor && toBig(anchor),
      ...(earlier && { earlier: earlier.map(toBig) }),
      ...(executed !== undefined && { executed: BigInt(executed) }),
      safe: safe === null ? null : BigInt(safe),
      finalized: finalized === null ? null : BigInt(finalized),
    }
  )
}

/** Whether a state has a block of that number. */
export const isWithin = ({ head, lowest }: State, number: number | bigint): boolean =>
  head !== null && number >= lowest && number <= head.number

export const countBlocks = ({ head, lowest }: State): number => (head ? head.number - lowest + 1 : 0)

/** Yields the numbers of the stored blocks from one to another, both included, by default all. */
export function* storedNumbers({ head, lowest }: State, from?: bigint, to?: bigint): Generator<number> {
  if (head === null) return
  const first = from === undefined || from < lowest ? lowest : Number(from)
  const last = to === undefined || to > head.number ? head.number : Number(to)
  for (let number = first; number <= last; number++) yield number
}

/** Returns the commit of a stored state, read without the rest. */
export function commitOf(sealed: Uint8Array): number {
  let commit = 0
  for (let i = 0; i < 8; i++) commit = commit * 256 + sealed[i]!
  return commit
}

const seed = sealOf('meta', 1)

const toBig = <T extends { readonly number: number }>(name: T) => ({ ...name, number: BigInt(name.number) })

/** Whether each member is of its kind: a changed digit may leave a number that counts nothing. */
function isState(state: State): boolean {
  const { commit, head, lowest, anchor, earlier = [], executed = 0, safe, finalized, transactions } = state
  const { cold = { number: lowest, transactions: 0, bytes: 0 } } = state
  const blocks = [head, anchor].filter((name) => name !== null)
  const marks = anchor === null ? earlier : [anchor, ...earlier]
  const numbers = [commit, lowest, executed, safe ?? 0, finalized ?? 0, transactions]
  const others = [...blocks, ...marks].map(({ number }) => number)
  const counts = state.levels.flatMap(({ count, emptied }) => [count, emptied])
  return (
    [...numbers, ...others, ...counts, ...Object.values(cold)].every(
      (number) => Number.isSafeInteger(number) && number >= 0,
    ) &&
    blocks.every(({ hash }) => hash instanceof Uint8Array) &&
    marks.every(({ grounds }) => grounds === null || Object.hasOwn(allGrounds, grounds)) &&
    lowest <= (head?.number ?? lowest) &&
    lowest <= cold.number &&
    cold.number <= (head?.number ?? lowest) &&
    cold.transactions <= transactions
  )
}

const allGrounds: Readonly<Record<Grounds, true>> = {
  stated: true,
  accumulator: true,
  'built-in': true,
  'historical-roots': true,
  summaries: true,
  'sync-committee': true,
}
