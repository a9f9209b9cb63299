import { setTimeout as sleep } from 'node:timers/promises'
import { HistoryError } from '../error.ts'

/** How patiently something is asked for. */
export interface RetryOptions {
  /** How many attempts in a row may come no further; 5 where it is not given. */
  readonly tries?: number
  /** Milliseconds before the first new attempt, twice as many before each next. */
  readonly pause?: number
  readonly signal?: AbortSignal
}

/** Why an attempt failed, and whether it came further than those before all the same. */
export interface Failure {
  readonly reason: string
  readonly isFurther?: boolean
}

/** Attempts something until it succeeds. Throws HistoryError `archive`, beginning with `fault`, when too many attempts in a row come no further; what an attempt throws passes through. */
export async function retry<V extends object | string>(
  fault: string,
  attempt: () => Promise<V | Failure>,
  { tries = 5, pause = 1000, signal }: RetryOptions,
): Promise<V> {
  for (let fruitless = 0; ;) {
    const outcome = await attempt()
    if (!isFailure(outcome)) return outcome
    fruitless = outcome.isFurther ? 0 : fruitless + 1
    if (fruitless >= tries)
      throw new HistoryError('archive', `${fault}, ${tries} tries in a row: ${outcome.reason}.`)
    await sleep(pause * 2 ** Math.max(0, fruitless - 1), undefined, signal ? { signal } : {})
  }
}

const isFailure = (outcome: object | string): outcome is Failure =>
  typeof outcome === 'object' && 'reason' in outcome
