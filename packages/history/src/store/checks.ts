import { type ChainConfig, toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { HistoryError } from '../error.ts'
import type { ChainIdentity, Head, StoreChange } from './interface.ts'

// The checks of a commit, in their order, each over the state that the steps before have left.

/** Throws HistoryError `contiguity` to keep blocks above the head, `anchor` to remove a trusted or finalized block. */
export function checkKeep(head: Omit<Head, 'timestamp'> | null, keepUpTo: bigint): void {
  const refuse = (code: 'contiguity' | 'anchor', reason: string) =>
    new HistoryError(code, `The store cannot be unwound to ${keepUpTo}: ${reason}`)
  if (head === null || keepUpTo > head.number)
    throw refuse('contiguity', `its head is ${head?.number ?? 'nothing'}.`)
  const { anchor, finalized } = head
  if (anchor && keepUpTo < anchor.number)
    throw refuse(
      'anchor',
      `block ${anchor.number}, ${toHex(anchor.hash)}, is trusted. Begin a new store to leave it.`,
    )
  if (finalized !== null && keepUpTo < finalized)
    throw refuse('anchor', `block ${finalized} is finalized. Begin a new store to leave it.`)
}

/** Throws HistoryError `contiguity` if a block is not the child of the one before it, `chain` for block 0 of another chain. */
export function checkBlocks(
  head: Pick<Head, 'number' | 'hash'> | null,
  blocks: readonly VerifiedBlock[],
  chain: ChainIdentity | null,
): void {
  let parent = head
  for (const { number, hash, header } of blocks) {
    const refuse = (reason: string) =>
      new HistoryError('contiguity', `Block ${number} cannot be appended: ${reason}.`)
    if (parent && number !== parent.number + 1n) throw refuse(`it must be ${parent.number + 1n}`)
    if (parent && !equalBytes(header.parentHash, parent.hash))
      throw refuse(`its parent is ${toHex(header.parentHash)}, not ${toHex(parent.hash)}`)
    if (number >= 2n ** 48n)
      throw new HistoryError('contiguity', `Block ${number} cannot be stored: it must be below 2^48.`)
    if (number === 0n && chain && !equalBytes(hash, chain.genesisHash))
      throw new HistoryError(
        'chain',
        `Block 0 is ${toHex(hash)}, not ${toHex(chain.genesisHash)}: it is another chain's.`,
      )
    parent = { number, hash }
  }
}

/** Throws HistoryError `anchor` unless the block to trust is stored under its hash. */
export function checkAnchor(
  { number, hash }: NonNullable<StoreChange['anchor']>,
  stored: Uint8Array | undefined,
): void {
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

/** Throws HistoryError `anchor` if the safe or finalized block is not stored, or finalized is above safe. */
export function checkFinality(
  head: Pick<Head, 'number' | 'lowest'> | null,
  { safe, finalized }: { readonly safe: number | null; readonly finalized: number | null },
): void {
  for (const [name, number] of Object.entries({ safe, finalized }))
    if (number !== null && (head === null || number < head.lowest || number > head.number))
      throw new HistoryError('anchor', `Block ${number} cannot be ${name}: it is not stored.`)
  if (safe !== null && finalized !== null && finalized > safe)
    throw new HistoryError(
      'anchor',
      `Block ${finalized} cannot be finalized: block ${safe} is the highest safe one.`,
    )
}

/** Throws HistoryError `chain` for another genesis, chain id, or blob prices up to a time. Later forks may be added. */
export function checkChain(stored: ChainIdentity | null, given: ChainIdentity, until: bigint): void {
  if (stored === null) return
  if (!equalBytes(stored.genesisHash, given.genesisHash))
    throw otherChain('genesis', stored.genesisHash, given.genesisHash)
  if (stored.config.chainId !== given.config.chainId)
    throw otherChain('chain id', stored.config.chainId, given.config.chainId)
  const [before, now] = [stored, given].map(({ config }) => scheduleUntil(config, until)) as [string, string]
  if (before !== now) throw otherChain('blob schedule', before, now)
}

export function otherChain(name: string, stored: unknown, given: unknown): HistoryError {
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
