/** The beats that a process may miss before it counts as hung. */
const BEATS = 12

/** The milliseconds between two beats, of a timeout in seconds. */
export const beatMilliseconds = (timeout: number): number => (1_000 * timeout) / BEATS

/** Whose beats are waited for. */
export interface HeartbeatWatch<T> {
  /** It lives; from now on its next beats are waited for. */
  hear(one: T): void
  /** Its beats are waited for no more, until it is heard again. */
  forget(one: T): void
}

/**
 * Tells once of whoever was heard and then is silent for `timeout` seconds; 0 never does. Beats of this process's own clock are counted,
 * not time: where it was stopped itself, by a debugger or a machine's sleep, that is one beat, and what was said meanwhile is heard before the next.
 */
export function watchHeartbeats<T>(timeout: number, onSilent: (one: T) => void): HeartbeatWatch<T> {
  const missed = new Map<T, number>()
  if (timeout > 0) setInterval(countBeat, beatMilliseconds(timeout)).unref()
  return {
    hear: (one) => void missed.set(one, 0),
    forget: (one) => void missed.delete(one),
  }

  function countBeat(): void {
    for (const [one, count] of missed)
      if (count < BEATS) missed.set(one, count + 1)
      else {
        missed.delete(one)
        onSilent(one)
      }
  }
}
