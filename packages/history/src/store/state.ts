import { fromBigInt, fromHex, toHex } from '@lectern/chain'
import { damaged, seal, SEAL, unseal } from './seal.ts'

/** A block's number and hash. */
export interface BlockName {
  readonly number: number
  readonly hash: Uint8Array
}

/** A sorted part of the hash index: 2^bits buckets. */
export interface Run {
  readonly id: number
  readonly bits: number
  /** How many hashes. */
  readonly count: number
  /** How many times runs of its size have been joined two by two. */
  readonly level: number
  /** The two that it is being made of: their first `done` of 2^(the fewest bits of the three) equal parts are in it, the rest in them. */
  readonly merging?: { readonly from: readonly [Run, Run]; readonly done: number }
}

/** What a store is at one commit. */
export interface State {
  /** Counts the commits. */
  readonly commit: number
  readonly head: BlockName | null
  /** The lowest block held. */
  readonly lowest: number
  readonly anchor: BlockName | null
  /** How many transactions are held: the next one's position. */
  readonly transactions: number
  /** How many hashes are not in a run yet. */
  readonly recent: number
  /** From the biggest to the smallest. */
  readonly runs: readonly Run[]
  readonly nextRun: number
}

/** The state of a store that holds nothing. */
export const emptyState: State = {
  commit: 0,
  head: null,
  lowest: 0,
  anchor: null,
  transactions: 0,
  recent: 0,
  runs: [],
  nextRun: 0,
}

/** A state as it is kept: its commit as 8 bytes, then JSON, sealed. */
export function encodeState(state: State): Uint8Array {
  const text = Buffer.from(
    JSON.stringify({ ...state, head: nameToJson(state.head), anchor: nameToJson(state.anchor) }),
  )
  const bytes = new Uint8Array(8 + text.length + SEAL)
  bytes.set(fromBigInt(BigInt(state.commit), 8))
  bytes.set(text, 8)
  return seal(bytes, 8 + text.length)
}

/** The state that bytes keep. Throws HistoryError `damaged`. */
export function decodeState(sealed: Uint8Array): State {
  const bytes = unseal(sealed, 'its state')
  try {
    const json = JSON.parse(Buffer.from(bytes.subarray(8)).toString()) as StateJson
    return { ...json, head: nameFromJson(json.head), anchor: nameFromJson(json.anchor) }
  } catch {
    throw damaged('its state')
  }
}

/** The commit of a kept state, read without the rest. */
export function commitOf(sealed: Uint8Array): number {
  let commit = 0
  for (let i = 0; i < 8; i++) commit = commit * 256 + sealed[i]!
  return commit
}

interface NameJson {
  readonly number: number
  readonly hash: string
}
interface StateJson extends Omit<State, 'head' | 'anchor'> {
  readonly head: NameJson | null
  readonly anchor: NameJson | null
}

const nameToJson = (name: BlockName | null): NameJson | null => name && { ...name, hash: toHex(name.hash) }
const nameFromJson = (json: NameJson | null): BlockName | null =>
  json && { ...json, hash: fromHex(json.hash) }
