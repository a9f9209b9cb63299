import { fromHex, toHex } from '@lectern/chain'
import { equalBytes, fromBigInt } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import type { Anchor, Grounds, Head } from '../interface.ts'
import { seal, SEAL, sealOf, unseal } from './seal.ts'

/** A block's number and hash. */
export interface BlockName {
  readonly number: number
  readonly hash: Uint8Array
}

/** A level of the hash index. */
export interface Level {
  /** How many hashes. */
  readonly count: number
  /** How often a bucket was emptied into the next level: modulo the number of buckets, the one whose turn it is. */
  readonly emptied: number
}

/** What a store is at one commit. */
export interface State {
  /** The number of the commit that wrote it, as the store counts them. */
  readonly commit: number
  readonly head: BlockName | null
  /** The lowest stored block. */
  readonly lowest: number
  readonly anchor: (BlockName & Pick<Anchor, 'grounds'>) | null
  /** Lower anchors of other grounds, the lowest first. */
  readonly earlier?: readonly { readonly number: number; readonly grounds: Anchor['grounds'] }[]
  /** The highest block that was executed with all below it. */
  readonly executed?: number
  /** The highest safe and the highest finalized block. */
  readonly safe: number | null
  readonly finalized: number | null
  /** How many transactions are stored: the next one's position. */
  readonly transactions: number
  /** From the smallest, which hashes come into, to the biggest. */
  readonly levels: readonly Level[]
}

/** The state of a store without a block. */
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

/** A state as it is stored: its commit as 8 bytes, then JSON, sealed. */
export function encodeState(state: State): Uint8Array {
  const { commit, head, lowest, anchor, earlier, executed, safe, finalized, transactions, levels } = state
  const text = Buffer.from(
    JSON.stringify({
      commit,
      head: head && nameToJson(head),
      lowest,
      anchor: anchor && nameToJson(anchor),
      earlier,
      executed,
      safe,
      finalized,
      transactions,
      levels,
    }),
  )
  const bytes = new Uint8Array(8 + text.length + SEAL)
  bytes.set(fromBigInt(BigInt(commit), 8))
  bytes.set(text, 8)
  return seal(bytes, 8 + text.length, seed)
}

/** The state of stored bytes. Throws HistoryError `damaged`, also for bytes that `encodeState` would not write. */
export function decodeState(sealed: Uint8Array): State {
  const bytes = unseal(sealed, seed, 'its state')
  let state: State | undefined
  try {
    state = fromJson(JSON.parse(Buffer.from(bytes.subarray(8)).toString()) as Json<State>)
  } catch {
    // It is no JSON of a state.
  }
  if (state === undefined || !equalBytes(encodeState(state), sealed)) throw damaged('its state')
  return state
}

/** Throws where a member is of another kind: a changed digit may leave a number that counts nothing. */
function fromJson({ head, anchor, earlier, executed, ...json }: Json<State>): State {
  return {
    commit: toCount(json.commit),
    head: head && nameFromJson(head),
    lowest: toCount(json.lowest, head?.number),
    anchor: anchor && { ...nameFromJson(anchor), grounds: toGrounds(anchor.grounds) },
    ...(earlier && {
      earlier: earlier.map((one) => ({ number: toCount(one.number), grounds: toGrounds(one.grounds) })),
    }),
    ...(executed !== undefined && { executed: toCount(executed) }),
    safe: json.safe && toCount(json.safe),
    finalized: json.finalized && toCount(json.finalized),
    transactions: toCount(json.transactions),
    levels: json.levels.map(({ count, emptied }) => ({ count: toCount(count), emptied: toCount(emptied) })),
  }
}

/** What a state says of its head. */
export function toHead(state: State): Omit<Head, 'timestamp'> | null {
  const { head, lowest, anchor, earlier, executed, safe, finalized } = state
  return (
    head && {
      ...head,
      number: BigInt(head.number),
      lowest: BigInt(lowest),
      anchor: anchor && { ...anchor, number: BigInt(anchor.number) },
      ...(earlier && {
        earlier: earlier.map(({ number, grounds }) => ({ number: BigInt(number), grounds })),
      }),
      ...(executed !== undefined && { executed: BigInt(executed) }),
      safe: safe === null ? null : BigInt(safe),
      finalized: finalized === null ? null : BigInt(finalized),
    }
  )
}

/** The commit of a stored state, read without the rest. */
export function commitOf(sealed: Uint8Array): number {
  let commit = 0
  for (let i = 0; i < 8; i++) commit = commit * 256 + sealed[i]!
  return commit
}

const seed = sealOf('meta', 1)

/** The JSON of a value: bytes are `0x` hex. */
type Json<T> = T extends Uint8Array ? string : T extends object ? { readonly [K in keyof T]: Json<T[K]> } : T

const nameToJson = <T extends BlockName>(name: T) => ({ ...name, hash: toHex(name.hash) })
const nameFromJson = ({ number, hash }: Json<BlockName>): BlockName => ({
  number: toCount(number),
  hash: fromHex(hash),
})

function toCount(number: number, most: number = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(number) && number >= 0 && number <= most) return number
  throw new RangeError(`${number} counts nothing.`)
}

const allGrounds: Readonly<Record<Grounds, true>> = {
  stated: true,
  accumulator: true,
  'built-in': true,
  'historical-roots': true,
  summaries: true,
  'sync-committee': true,
}

function toGrounds(grounds: Grounds | null): Grounds | null {
  if (grounds === null || Object.hasOwn(allGrounds, grounds)) return grounds
  throw new TypeError(`${String(grounds)} are no grounds.`)
}
