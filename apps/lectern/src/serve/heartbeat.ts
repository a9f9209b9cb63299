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
 * Calls `onSilent` once for a process that sent a beat and then none for `timeout` seconds; never with 0. It counts the beats of this process, not
 * time: a pause of it is one beat.
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
