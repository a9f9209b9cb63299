import { toHex } from '@lectern/chain'
import { HistoryError } from '../error.ts'
import { type Anchor, type Head, readHead, type Store } from '../store/interface.ts'

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
  store: Store,
  number: bigint,
  { head, safe, finalized }: Forkchoice & { readonly head: Uint8Array },
): Promise<void> {
  const anchor: Anchor = { number, hash: head, grounds: 'stated' }
  if (safe === undefined && finalized === undefined) return trustBlock(store, anchor)
  await using snapshot = await store.snapshot()
  const { lowest } = snapshot.head!
  if (isBelow(snapshot.head!, number)) return
  const find = async (name: string, hash: Uint8Array | null = head) => {
    const found = hash && (await snapshot.blockNumber(hash))
    if (found === null || (found !== undefined && found <= number)) return found
    throw new HistoryError(
      'head',
      `the ${name} block ${toHex(hash!)} is none of the stored blocks ${lowest} to ${number}, so it is no ancestor of the trusted head: no anchor was set.`,
    )
  }
  await store.commit({
    anchor,
    safe: await find('safe', safe),
    finalized: await find('finalized', finalized),
  })
}

/** Trusts the block of a source that has the trusted hash, if one has it and it is stored, whatever becomes of the blocks after it. */
export async function trustMet(
  { store, head, ...said }: Forkchoice & { readonly store: Store },
  number: bigint | null | undefined,
): Promise<void> {
  if (head === undefined || number == null) return
  const stored = await readHead(store)
  if (stored && number >= stored.lowest && number <= stored.number)
    await trustHead(store, number, { ...said, head })
}

/** Trusts a stored block, and so all before it. */
export async function trustBlock(store: Store, anchor: Anchor): Promise<void> {
  const { number, grounds } = anchor
  const head = (await readHead(store))!
  const { safe, finalized, anchor: before } = head
  if (isBelow(head, number) || (before?.number === number && grounds !== 'stated')) return
  if (before?.number === number) return store.commit({ anchor })
  await store.commit({ anchor, safe: highest(safe, number), finalized: highest(finalized, number) })
}

/** How what is stored stands, for a sentence: `unvouched`, or up to which block something vouches for it. */
export async function describeTrust(store: Store): Promise<string> {
  const head = await readHead(store)
  return head?.anchor ? `vouched for up to block ${head.anchor.number}` : 'unvouched'
}

/** The error of a source, of which no block has the trusted hash. */
export async function missedHead(source: string, head: Uint8Array, store: Store): Promise<HistoryError> {
  const trust = await describeTrust(store)
  return new HistoryError(
    'head',
    `no ${source} has the trusted hash ${toHex(head)}; what is stored is ${trust}.`,
  )
}

const isBelow = ({ anchor }: Head, number: bigint): boolean => anchor !== null && anchor.number > number

/** The higher of two block numbers, of which one may not be there. */
export const highest = (a: bigint | null, b: bigint): bigint => (a !== null && a > b ? a : b)
