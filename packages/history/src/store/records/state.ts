import { fromHex, toHex } from '@lectern/chain'
import { equalBytes, fromBigInt } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import type { Anchor, Head } from '../interface.ts'
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
  /** The highest block that the hash index has with all below it, and the lowest block then; null: it has none. */
  readonly indexed: (BlockName & Pick<State, 'lowest'>) | null
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
  indexed: null,
  transactions: 0,
  levels: [],
}

/** A state as it is stored: its commit as 8 bytes, then JSON, sealed. */
export function encodeState(state: State): Uint8Array {
  const text = Buffer.from(
    JSON.stringify({
      ...state,
      head: state.head && nameToJson(state.head),
      anchor: state.anchor && nameToJson(state.anchor),
      indexed: state.indexed && nameToJson(state.indexed),
    }),
  )
  const bytes = new Uint8Array(8 + text.length + SEAL)
  bytes.set(fromBigInt(BigInt(state.commit), 8))
  bytes.set(text, 8)
  return seal(bytes, 8 + text.length, seed)
}

/** The state of stored bytes. Throws HistoryError `damaged`. */
export function decodeState(sealed: Uint8Array): State {
  const bytes = unseal(sealed, seed, 'its state')
  try {
    const json = JSON.parse(Buffer.from(bytes.subarray(8)).toString()) as StateJson
    const { head, anchor, indexed } = json
    // States that were written before safe and finalized were recorded answered both with the anchor.
    const { safe = anchor?.number ?? null, finalized = anchor?.number ?? null } = json
    return {
      ...json,
      head: head && nameFromJson(head),
      anchor: anchor && { ...nameFromJson(anchor), grounds: anchor.grounds ?? null },
      indexed: indexed ? nameFromJson(indexed) : null, // earlier versions wrote none
      safe,
      finalized,
    }
  } catch {
    throw damaged('its state')
  }
}

/** Whether the hash index has each stored block. It lacks those that a version without it wrote, and then says another head than the store's. */
export function isIndexed({ head, lowest, indexed }: State): boolean {
  if (head === null) return true
  return indexed?.lowest === lowest && indexed.number === head.number && equalBytes(indexed.hash, head.hash)
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

type NameJson<T> = Omit<T, 'hash'> & { readonly hash: string }
interface StateJson
  extends
    Omit<State, 'head' | 'anchor' | 'indexed' | 'safe' | 'finalized'>,
    Partial<Pick<State, 'safe' | 'finalized'>> {
  readonly head: NameJson<BlockName> | null
  readonly anchor: (NameJson<BlockName> & Partial<Pick<Anchor, 'grounds'>>) | null
  readonly indexed?: NameJson<NonNullable<State['indexed']>> | null
}

const nameToJson = <T extends BlockName>(name: T): NameJson<T> => ({ ...name, hash: toHex(name.hash) })
const nameFromJson = <T extends { readonly hash: string }>(json: T): T & { readonly hash: Uint8Array } => ({
  ...json,
  hash: fromHex(json.hash),
})
