import type { ServerState } from '@lectern/server'

/** Whether a process should be sent requests: each criterion is 1 where it holds, and each that does not has its reason. */
export interface Readiness {
  readonly criteria: Readonly<Record<keyof typeof reasons, 0 | 1>>
  readonly reasons: readonly string[]
}

/** What readiness is judged by. */
export interface ReadinessSources {
  readonly state: ServerState
  /** The head's timestamp in seconds, null where no block is held; throws where the store's bytes are damaged. */
  headTime(): number | null
  /** Whether bytes of the store were found damaged. */
  isDamaged(): boolean
  /** Whether the store's file is no longer the one that was opened. */
  isReplaced(): boolean
  /** The most seconds that the head may be old; 0: any. */
  readonly maxAge: number
}

/** What is told of a criterion that does not hold. */
const reasons = {
  held: 'importing', // no block is held yet
  recent: 'behind', // the head is older than the operator allows
  sound: 'damaged', // the store's bytes are not what was written
  same: 'replaced', // the store was deleted, or another was put in its place, and this process answers from the one before
  calm: 'overloaded', // requests are refused since the event loop is late
  staying: 'draining', // the process is about to end
} as const

/** Judges now. */
export function judgeReadiness({
  state,
  headTime,
  isDamaged,
  isReplaced,
  maxAge,
}: ReadinessSources): Readiness {
  const time = attempt(headTime)
  const holds = {
    held: time !== null,
    recent: maxAge === 0 || typeof time !== 'number' || Date.now() / 1_000 - time <= maxAge,
    sound: time !== undefined && !isDamaged(),
    same: !isReplaced(),
    calm: !state.overloaded,
    staying: !state.draining,
  }
  const names = Object.keys(reasons) as (keyof typeof reasons)[]
  return {
    criteria: Object.fromEntries(names.map((name) => [name, holds[name] ? 1 : 0])) as Readiness['criteria'],
    reasons: names.filter((name) => !holds[name]).map((name) => reasons[name]),
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
