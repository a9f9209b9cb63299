import type { FollowStatus } from '@lectern/follow'
import { HistoryError } from '@lectern/history'
import type { ServerState } from '@lectern/server'
import type { Readiness } from './schemas.ts'

/** The parts that readiness depends on. */
export interface ReadinessSources {
  readonly state: ServerState
  /** The head's timestamp in seconds, null if no block is stored; throws if the store does not answer, or its bytes are damaged. */
  headTime(): Promise<number | null>
  isDamaged(): boolean
  isReplaced(): boolean
  /** The greatest age of the head in seconds; 0 is any. */
  readonly maxAge: number
  /** Whether the head is as near to the tip of the nodes that are followed as the operator wants. */
  isFollowed(): boolean
  isOverloaded(): boolean
}

/** The reason to give for a criterion that is not met. */
const reasons = {
  stored: 'importing', // no block is stored yet
  recent: 'behind', // the head is older, or further behind the nodes that are followed, than the operator allows
  reached: 'unavailable', // the cluster that has the store does not answer
  sound: 'damaged', // the store's bytes are not what was written
  same: 'replaced', // the store was deleted or replaced, and this process still serves the old one
  calm: 'overloaded', // requests wait for too long
  staying: 'draining', // the process is about to end
} as const satisfies Record<keyof Readiness['criteria'], Readiness['reasons'][number]>

export async function checkReadiness(sources: ReadinessSources): Promise<Readiness> {
  const { state, headTime, isDamaged, isReplaced, maxAge } = sources
  const time = await headTime().catch((error: unknown) =>
    error instanceof HistoryError && error.code === 'unavailable' ? 'unavailable' : 'damaged',
  )
  const holds = {
    stored: time !== null,
    recent:
      (maxAge === 0 || typeof time !== 'number' || Date.now() / 1_000 - time <= maxAge) &&
      sources.isFollowed(),
    reached: time !== 'unavailable',
    sound: time !== 'damaged' && !isDamaged(),
    same: !isReplaced(),
    calm: !sources.isOverloaded(),
    staying: !state.draining,
  }
  const names = Object.keys(reasons) as (keyof typeof reasons)[]
  return {
    criteria: Object.fromEntries(names.map((name) => [name, holds[name] ? 1 : 0])) as Readiness['criteria'],
    reasons: names.filter((name) => !holds[name]).map((name) => reasons[name]),
  }
}

/** Whether a follower is at most so many blocks behind; 0 allows any. */
export function isNear(status: FollowStatus | null, most: number): boolean {
  if (most === 0) return true
  const { phase, lagBlocks } = status ?? { phase: 'identify', lagBlocks: null }
  return phase !== 'stalled' && phase !== 'halted' && lagBlocks !== null && lagBlocks <= most
}
