import { setImmediate } from 'node:timers'

/** The milliseconds that a long answer may hold the event loop before others have their turn. */
export const turnMilliseconds = 5

// One queue for all servers of a thread, since they share its event loop.
const begun: (() => void)[] = []
const fresh: (() => void)[] = []
/** The milliseconds that a batch takes, the late ones weighing most. */
let usual = 1

/**
 * Waits for one turn of the event loop. Of all batches that wait, one has each round of it: a hundred at once hold up a single
 * call by five milliseconds, not by half a second. One that is begun goes before those that are not, as it ends soonest.
 */
export function takeTurn({ isBegun = true }: { readonly isBegun?: boolean } = {}): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const queue = isBegun ? begun : fresh
  queue.push(resolve)
  if (begun.length + fresh.length === 1) setImmediate(giveTurn)
  return promise
}

/** How many batches wait for their turn; where any does, another one has to, too. */
export function countQueued(): number {
  return begun.length + fresh.length
}

/** Tells how many milliseconds of work a batch was, waiting not counted. */
export function reportWork(milliseconds: number): void {
  usual += (milliseconds - usual) / 8
}

/** The milliseconds until a batch that comes now would begin, about. */
export function estimateWait(): number {
  return fresh.length * usual
}

function giveTurn(): void {
  const next = begun.shift() ?? fresh.shift()
  next!()
  if (countQueued() > 0) setImmediate(giveTurn)
}
