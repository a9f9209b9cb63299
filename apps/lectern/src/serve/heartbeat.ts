/** A process that misses more beats than this hangs. */
const BEATS = 12

/** The milliseconds between two beats, of a timeout in seconds. */
export const beatMilliseconds = (timeout: number): number => (1_000 * timeout) / BEATS

/** Watches the heartbeats of processes. */
export interface HeartbeatWatch<T> {
  /** Records a beat, and expects more from now on. */
  hear(one: T): void
  /** Expects no beats until the next one is recorded. */
  forget(one: T): void
}

/**
 * Calls `onSilent` once for a process that sent a beat and then none for `timeout` seconds; never with 0. It counts beats of its own
 * clock, not time: if this process itself was stopped, by a debugger or a sleeping machine, that is one beat, and messages that came
 * meanwhile are read before the next.
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
