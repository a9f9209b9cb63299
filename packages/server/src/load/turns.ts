import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers'

/** The milliseconds of long work before others have their turn of the event loop. */
export const turnMilliseconds = 5

/** What waits for its turn: a call that comes alone, work that is begun, or work that is not. */
export type Waiting = 'call' | 'begun' | 'fresh'

// One queue for all servers of a thread, since they share its event loop.
const queues: Readonly<Record<Waiting, (() => void)[]>> = { call: [], begun: [], fresh: [] }
/** The milliseconds that a piece of work takes, the late ones weighing most. */
let usual = 1
/** The milliseconds of work in this round of the event loop, as far as they were counted. */
let spent = 0
let hasArrival = false
/** How many rounds in a row, up to the last one, brought a connection. */
let arrivals = 0
let lastTurn = 0
let round: NodeJS.Immediate | undefined

/** Less work than this is not counted, in milliseconds, since most calls are less. */
const least = 0.1
/** How many rounds in a row bring a connection where they arrive in a burst: a worker accepts one a round. */
const burst = 8
/** The milliseconds that arriving connections may delay long work. */
const patience = 25

/**
 * Waits for one turn of the event loop. Of all long work that waits, one piece has each round of it: a hundred batches at once delay a
 * single call by five milliseconds, not by half a second. Work that is begun goes before work that is not, as it ends soonest; calls have turns of their own.
 * While connections arrive the turns wait a little, so that those who ask how the server is are let in before it works for those already there.
 */
export function takeTurn(waiting: Waiting = 'begun'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  queues[waiting].push(resolve)
  watchRound()
  return promise
}

/** Whether work has to wait for its turn: where this round of the event loop has had its share, connections arrive in a burst, or other work waits; a call waits for other calls alone. */
export function mustWait(waiting?: 'call'): boolean {
  const isRoundFull = spent >= turnMilliseconds || arrivals >= burst
  return isRoundFull || (waiting === 'call' ? queues.call.length : countQueued()) > 0
}

/** Counts work that was done in this round of the event loop, in milliseconds. */
export function spend(milliseconds: number): void {
  if (milliseconds < least) return
  spent += milliseconds
  watchRound()
}

/** Notes that a connection has come. */
export function noteArrival(): void {
  hasArrival = true
  watchRound()
}

/** How much waits for its turn. */
export function countQueued(): number {
  return queues.call.length + queues.begun.length + queues.fresh.length
}

/** Notes how many milliseconds a piece of work took, waiting not counted. */
export function reportWork(milliseconds: number): void {
  usual += (milliseconds - usual) / 8
}

/** The milliseconds until work that comes now would begin, about. */
export function estimateWait(): number {
  return queues.fresh.length * usual
}

function watchRound(): void {
  round ??= setImmediate(endRound)
}

async function endRound(): Promise<void> {
  const isDelayed = hasArrival && performance.now() - lastTurn < patience
  arrivals = hasArrival ? arrivals + 1 : 0
  hasArrival = false
  if (!isDelayed) {
    lastTurn = performance.now()
    await giveTurns(['call'])
    await giveTurns(['begun', 'fresh'])
  }
  spent = 0
  round = undefined
  if (countQueued() > 0 || arrivals > 0) watchRound()
}

/** Gives turns until they come to as much work as a round may have, at least one. */
async function giveTurns(kinds: readonly Waiting[]): Promise<void> {
  spent = 0
  for (;;) {
    const next = kinds.map((kind) => queues[kind]).find(({ length }) => length > 0)
    if (next === undefined || spent >= turnMilliseconds) return
    next.shift()!()
    await undefined // it runs meanwhile
  }
}
