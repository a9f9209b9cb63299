import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { createBreather } from '../breather.ts'
import { HistoryError } from '../error.ts'
import type { ImportStore } from './import-chain.ts'
import type { Anchor } from '../store/embedded/state.ts'

/** What a person says of a chain, as an `engine_forkchoiceUpdated` call does; each a 32-byte hash, from somewhere one trusts. */
export interface Forkchoice {
  /** A block of the chain: it and all before it are vouched for. */
  readonly head?: Uint8Array
  /** The highest safe block when `head` was the head; null: none was. */
  readonly safe?: Uint8Array | null
  /** The highest finalized block when `head` was the head; null: none was. */
  readonly finalized?: Uint8Array | null
}

/**
 * Trusts the stored block of a number for the hash that a person gave. Where nothing is said of safe and finalized, they are at least this
 * block: whoever vouches for a block says that it stays. Nothing changes where a later block is trusted already.
 * Throws HistoryError `head` where the safe or finalized block is none of the stored blocks up to the head.
 */
export async function trustHead(
  store: ImportStore,
  number: bigint,
  { head, safe, finalized }: Forkchoice & { readonly head: Uint8Array },
): Promise<void> {
  const anchor: Anchor = { number, hash: head, grounds: 'stated' }
  if (safe === undefined && finalized === undefined) return trustBlock(store, anchor)
  if (isBelow(store, number)) return
  const find = async (name: string, hash: Uint8Array | null = head) => {
    const found = hash && (await findBlock(store, hash, number))
    if (found !== undefined) return found
    throw new HistoryError(
      'head',
      `the ${name} block ${toHex(hash!)} is none of the stored blocks ${store.head!.lowest ?? 0n} to ${number}, so it is no ancestor of the trusted head: no anchor was set.`,
    )
  }
  await store.trust({
    anchor,
    safe: await find('safe', safe),
    finalized: await find('finalized', finalized),
  })
}

/** Trusts a stored block, and so all before it. */
export async function trustBlock(store: ImportStore, anchor: Anchor): Promise<void> {
  const { number, grounds } = anchor
  const { safe = null, finalized = null, anchor: before } = store.head!
  if (isBelow(store, number) || (before?.number === number && grounds !== 'stated')) return
  if (before?.number === number) return store.trust({ anchor })
  await store.trust({ anchor, safe: highest(safe, number), finalized: highest(finalized, number) })
}

/** How what is stored stands, for a sentence: `unvouched`, or up to which block something vouches for it. */
export function describeTrust({ head }: Pick<ImportStore, 'head'>): string {
  return head?.anchor ? `vouched for up to block ${head.anchor.number}` : 'unvouched'
}

/** The number of the stored block that has a hash, sought from a number down. */
export async function findBlock(
  store: Pick<ImportStore, 'head' | 'blockHash'>,
  hash: Uint8Array,
  from: bigint,
): Promise<bigint | undefined> {
  const breathe = createBreather() // 1.4 µs a block
  for (let number = from; number >= (store.head!.lowest ?? 0n); number--) {
    if (equalBytes(store.blockHash(number)!, hash)) return number
    await breathe()
  }
  return undefined
}

const isBelow = ({ head }: ImportStore, number: bigint): boolean =>
  head?.anchor != null && head.anchor.number > number

/** The higher of two block numbers, of which one may not be there. */
export const highest = (a: bigint | null, b: bigint): bigint => (a !== null && a > b ? a : b)
