import { setImmediate } from 'node:timers/promises'

/** Creates a function to call often in a long loop. Every 50 ms it waits, so that signals and timers are served. */
export function createBreather(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < 50) return
    await setImmediate()
    last = performance.now()
  }
}
