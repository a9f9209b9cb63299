import { setTimeout as wait } from 'node:timers/promises'
import { HistoryError, type Store } from '@lectern/history'
import { FollowError } from './error.ts'
import type { FollowEvent } from './reducer/reducer.ts'
import type { Source } from './node/source.ts'

/** An execution block that the beacon chain signed. */
export interface SignedBlock {
  readonly hash: Uint8Array
  /** Undefined from Gloas on: the block of this hash has it, from the store or from a node. */
  readonly number: bigint | undefined
}

/** Follows the beacon chain for a follower. */
export interface BeaconFinality {
  /** Returns the newest finalized and attested blocks; undefined before the merge. Throws an error whose message is a sentence. */
  readonly follow: (signal: AbortSignal) => Promise<{
    readonly finalized: SignedBlock | undefined
    readonly attested: SignedBlock | undefined
  }>
  /** Milliseconds between two looks. */
  readonly interval: number
  /** Whether an error of `follow` stays until the operator acts: the follower ends with its sentence and exit code 2. @default none does */
  readonly isFinal?: (error: unknown) => boolean
  /** How far the beacon chain is followed; the follower's status has it. */
  readonly status?: () => BeaconStatus
}

/** How far the beacon chain is followed, for programs. */
export interface BeaconStatus {
  /** The trusted root from which all is proven: 0x hex. */
  readonly checkpoint: string
  /** The number of validators in a sync committee. */
  readonly committee: number
  /** The newest slots that enough of the committee signed; null before the first. */
  readonly finalized: SignedSlot | null
  readonly attested: SignedSlot | null
  readonly apis: readonly {
    readonly name: string
    readonly up: boolean
    /** The reason for its last failure; null while it works. */
    readonly why: string | null
  }[]
}

/** A slot that the sync committee signed. */
export interface SignedSlot {
  readonly slot: number
  /** The number of its execution block; null if it is not signed: from Gloas on, and before the merge. */
  readonly block: number | null
  /** The number of signers; 0 for the checkpoint itself. */
  readonly participants: number
  /** Seconds since the slot began. */
  readonly age: number
}

interface WatchParts {
  readonly store: Pick<Store, 'snapshot'>
  readonly sources: readonly Pick<Source, 'named'>[]
  readonly signal: AbortSignal
  readonly take: (event: FollowEvent) => void
}

/** Looks at the beacon chain again and again until the signal aborts. Throws HistoryError if the store cannot be read. */
export async function watchBeacon(
  { follow, interval, isFinal = () => false }: BeaconFinality,
  parts: WatchParts,
): Promise<void> {
  const { signal, take } = parts
  while (!signal.aborted) {
    try {
      const { finalized, attested } = await follow(signal)
      const names = await Promise.all([findName(parts, finalized), findName(parts, attested)])
      take({ type: 'signed', finalized: names[0], attested: names[1], why: null })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof HistoryError && error.code !== 'unavailable') throw error
      const why = error instanceof Error ? error.message : String(error)
      if (isFinal(error))
        return take({ type: 'broken', halt: { code: 'checkpoint', message: why }, exitCode: 2 })
      take({ type: 'signed', finalized: null, attested: null, why })
    }
    await wait(interval, undefined, { signal }).catch(() => {})
  }
}

/** Names a block by number and hash; null if its number is not signed, and neither the store nor a node has the block. */
async function findName({ store, sources, signal }: WatchParts, block: SignedBlock | undefined) {
  if (block === undefined) return null
  const { hash } = block
  if (block.number !== undefined) return { number: block.number, hash }
  const stored = await findStored(store, hash)
  if (stored !== undefined) return { number: stored, hash }
  for (const source of sources) {
    const found = await source.named(hash, signal).catch((error: unknown) => {
      if (error instanceof FollowError) return null // the next one is asked
      throw error
    })
    if (found) return { number: found.number, hash }
  }
  return null
}

async function findStored(store: Pick<Store, 'snapshot'>, hash: Uint8Array): Promise<bigint | undefined> {
  await using snapshot = await store.snapshot()
  return await snapshot.blockNumber(hash)
}
