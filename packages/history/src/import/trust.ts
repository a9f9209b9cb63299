import { toHex } from '@lectern/chain'
import type { BlockName } from '@lectern/consensus'
import { HistoryError } from '../error.ts'
import { type Grounds, type Head, readHead, type Snapshot, type Store } from '../store/interface.ts'

/** The blocks that an operator vouches for, as in `engine_forkchoiceUpdated`: 32-byte hashes from a trusted source. */
export interface Forkchoice {
  /** A block of the chain: it and all before it are vouched for. */
  readonly head?: Uint8Array
  /** The highest safe block when `head` was the head; null: none was. */
  readonly safe?: Uint8Array | null
  /** The highest finalized block when `head` was the head; null: none was. */
  readonly finalized?: Uint8Array | null
}

/** Trusts the block of a source that has the stated hash, if it is stored; by default it is safe and finalized too. A later anchor stays. */
export async function trustMet(
  { store, head: hash, safe, finalized }: Forkchoice & { readonly store: Store },
  number: bigint | null | undefined,
): Promise<void> {
  if (hash === undefined || number == null) return
  await using snapshot = await store.snapshot()
  const { head } = snapshot
  if (head === null || number < head.lowest || number > head.number) return
  const anchor = { number, hash, grounds: 'stated' } as const
  if (safe === undefined && finalized === undefined) return await trustBlock(store, anchor)
  if (isBelow(head, number)) return
  const find = async (name: string, wanted: Uint8Array | null = hash) => {
    if (wanted === null) return null
    const found = await snapshot.blockNumber(wanted)
    if (found !== undefined && found <= number) return found
    throw new HistoryError(
      'head',
      `the ${name} block ${toHex(wanted)} is none of the stored blocks ${head.lowest} to ${number}, so it is no ancestor of the trusted head: no anchor was set.`,
    )
  }
  await store.commit({
    anchor,
    safe: await find('safe', safe),
    finalized: await find('finalized', finalized),
  })
}

/** Trusts a stored block, and so all before it. */
export async function trustBlock(
  store: Store,
  anchor: BlockName & { readonly grounds: Grounds },
): Promise<void> {
  const { number, grounds } = anchor
  await using snapshot = await store.snapshot()
  const head = requireHead(snapshot)
  const { safe, finalized, anchor: before } = head
  if (isBelow(head, number) || (before?.number === number && grounds !== 'stated')) return
  if (before?.number === number) return store.commit({ anchor })
  await store.commit({ anchor, safe: highest(safe, number), finalized: highest(finalized, number) })
}

export function requireHead({ head }: Pick<Snapshot, 'head'>): Head {
  if (head === null) throw new HistoryError('store', 'The store has no block.')
  return head
}

export async function describeTrust(store: Store): Promise<string> {
  const head = await readHead(store)
  return head?.anchor ? `vouched for up to block ${head.anchor.number}` : 'unvouched'
}

export async function missedHead(source: string, head: Uint8Array, store: Store): Promise<HistoryError> {
  const trust = await describeTrust(store)
  return new HistoryError(
    'head',
    `no ${source} has the trusted hash ${toHex(head)}; what is stored is ${trust}.`,
  )
}

const isBelow = ({ anchor }: Head, number: bigint): boolean => anchor !== null && anchor.number > number

export const highest = (a: bigint | null, b: bigint): bigint => (a !== null && a > b ? a : b)
