import { setImmediate } from 'node:timers'

/** The milliseconds that a long answer may hold the event loop before others have their turn. */
export const turnMilliseconds = 5

// One queue for all servers of a thread, since they share its event loop.
const waiting: (() => void)[] = []

/**
 * Waits for one turn of the event loop. Of all who wait, one has each round of it, in their order: so a hundred batches at
 * once hold up a single call by five milliseconds, not by half a second.
 */
export function takeTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(giveTurn)
  return promise
}

/** How many wait for their turn. */
export function countWaiting(): number {
  return waiting.length
}

function giveTurn(): void {
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(giveTurn)
}
