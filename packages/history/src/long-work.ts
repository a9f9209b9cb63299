import { setImmediate } from 'node:timers/promises'

/**
 * Lets signals and timers in now and then, where a long loop awaits nothing but resolved promises: those alone
 * never give the event loop a turn. Called often, it waits a turn every 50 ms.
 */
export function createBreather(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < 50) return
    await setImmediate()
    last = performance.now()
  }
}
