import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setImmediate } from 'node:timers'
import { turnMilliseconds } from '../rpc/limits.ts'

/** Kinds of work, which differ in the time that they usually take. A block is one with whole transactions. */
export type Kind = 'call' | 'block' | 'batch' | 'proof'

/** What a connection has had of this thread's time. */
export interface Share {
  /** Whose connection it is: those of one client have one share together. */
  readonly client: unknown
  /** Its requests that wait or have their turns. */
  pending: number
  /** Until when it was served, on a clock that advances by the time of each waiting client's equal share. */
  servedUntil: number
  /** The milliseconds that its last requests took, five at most. */
  readonly last: number[]
  /** The least of them, or the least but one of five: chance adds to most, as where memory is collected or other processes run. Undefined before the first. */
  usual: number | undefined
}

/** The share of a connection that has not asked yet. */
export const createShare = (client: unknown = {}): Share => ({
  client,
  pending: 0,
  servedUntil: 0,
  last: [],
  usual: undefined,
})

/** What one request needs to have done, in one turn or several. */
export interface Job {
  readonly kind: Kind
  readonly share: Share
  /** When it would end by its share of the time: the least goes first. */
  key: number
  /** The milliseconds that it may take in that place. */
  limit: number
  /** Whether it cannot begin yet, for want of memory. */
  readonly isBlocked?: (() => boolean) | undefined
  /** Whether nobody waits for it any more: then it does not begin. */
  readonly isGone?: (() => boolean) | undefined
  /** The milliseconds that it has taken. */
  taken: number
  /** The milliseconds that are usual for it. */
  readonly expected: number
  /** The connections of its client that wait, and so divide its share. */
  readonly weight: number
  /** Whether it has had a turn, and somebody waited for it. */
  hasBegun: boolean
}

// For all servers of a thread, since they share its event loop. What is quick has half of each round for itself, so that it does not wait for the rest, nor the rest for it.
const quick: Waiting[] = [] // by their keys
const slow: Waiting[] = []
/** How many connections of each client have requests that wait or have their turns. */
const clients = new Map<unknown, number>()
const usual: Record<Kind, number> = { call: 0.1, block: 1, batch: 1, proof: 1 }
let clock = 0
/** The milliseconds of work in this round of the event loop, as far as they were counted. */
let spent = 0
let hasArrival = false
/** How many rounds in a row, up to the last one, brought a connection. */
let arrivals = 0
let lastTurns = 0
let round: NodeJS.Immediate | undefined

/** Job of fewer milliseconds, as most calls are, is not counted for its round where it runs at once, and is not measured any closer. */
const least = 0.1
/** The milliseconds that work may take beyond what is usual, and that arriving connections may delay it. */
const patience = 25
/** Requests that take less than so many times the time of others are alike. */
const alike = 2
/** The milliseconds below which a call is quick. */
const quickMilliseconds = 1
/** How many rounds in a row bring a connection where they arrive in a burst: a worker accepts one a round. */
const burst = 8

interface Waiting {
  readonly work: Job
  run(): void
}

/** The work of a request, with its place in the queue. */
export function createJob(
  kind: Kind,
  share: Share,
  { isBlocked, isGone }: Pick<Job, 'isBlocked' | 'isGone'> = {},
): Job {
  const expected = weigh(kind, share)
  const weight = (clients.get(share.client) ?? 0) + (share.pending > 0 ? 0 : 1)
  const key = Math.max(clock, share.servedUntil) + expected * weight
  const limit = expected + patience
  return { kind, share, key, limit, isBlocked, isGone, taken: 0, expected, weight, hasBegun: false }
}

/** Counts a connection among those of its client that wait, from the first of its requests to its last one. */
function count(share: Share, requests: 1 | -1): void {
  const before = share.pending
  share.pending += requests
  if (before > 0 && share.pending > 0) return
  const connections = (clients.get(share.client) ?? 0) + requests
  if (connections === 0) clients.delete(share.client)
  else clients.set(share.client, connections)
}

/** The milliseconds that count for work: as much for all who ask for about as much, so that they take turns in a fixed order, whatever chance adds to each. */
function weigh(kind: Kind, share: Share): number {
  const mean = usual[kind]
  const own = share.usual ?? mean
  return own > mean / alike && own < mean * alike ? mean : own
}

/**
 * Whether work has to wait: where it is not the next one, this round of the event loop has had its share, or connections arrive
 * in a burst, so that those who ask how the server is are let in before it works for those already there.
 */
export function mustWait(work: Job): boolean {
  if (spent >= turnMilliseconds || arrivals >= burst || !canBegin(work)) return true
  const next = queueOf(work).find(isReady)
  return next !== undefined && next.work.key <= work.key
}

/** Runs work that need not wait. */
export function runNow<T>(work: Job, begin: (work: Job) => T): T {
  work.share.servedUntil = work.key
  work.hasBegun = true
  const start = performance.now()
  const result = begin(work)
  const milliseconds = performance.now() - start
  work.taken += milliseconds
  if (milliseconds >= least) {
    spent += milliseconds
    watchRound()
  }
  if (result instanceof Promise) return result.finally(() => settle(work)) as T
  settle(work)
  return result
}

/**
 * Runs work in its turn. Clients have equal shares of the time (weighted fair queueing), and so have the connections of each: who asks for
 * little goes before who asks for much, and work that is begun before work that is not.
 */
export function runLater<T>(work: Job, begin: () => T): Promise<Awaited<T>> {
  work.share.servedUntil = work.key
  count(work.share, 1)
  return takeTurn(work)
    .then(begin)
    .finally(() =>
      afterTick(() => {
        settle(work) // once its turn is charged
        count(work.share, -1)
      }),
    ) as Promise<Awaited<T>>
}

/** Waits for the next turn of work, which it has until it waits for something. */
export function takeTurn(work: Job): Promise<void> {
  if (work.taken > work.limit) {
    work.key += work.taken * work.weight
    work.limit += work.taken
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = queueOf(work)
  let [from, to] = [0, waiting.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const { key } = waiting[middle]!.work
    if (key < work.key || (key === work.key && !work.hasBegun)) from = middle + 1
    else to = middle
  }
  waiting.splice(from, 0, { work, run: resolve })
  watchRound()
  return promise
}

/** The milliseconds until work that comes now would begin, about: what those before it usually take. */
export function estimateWait(work: Pick<Job, 'key' | 'kind' | 'expected'>): number {
  let milliseconds = 0
  for (const one of queueOf(work)) {
    if (one.work.key > work.key) break
    if (isReady(one)) milliseconds += Math.max(0, one.work.expected - one.work.taken)
  }
  return milliseconds
}

/** The milliseconds that all who wait usually take. */
export const sumWaits = (): number =>
  [quick, slow].flat().reduce((sum, one) => sum + (isReady(one) ? one.work.expected : 0), 0)

/** Notes that a connection has come. */
export function noteArrival(): void {
  hasArrival = true
  watchRound()
}

/** Looks for work that can begin, now that there is memory. */
export function watchRound(): void {
  round ??= setImmediate(giveTurns)
}

const canBegin = ({ hasBegun, isBlocked, isGone }: Job): boolean =>
  hasBegun || isBlocked?.() !== true || isGone?.() === true

const isReady = ({ work }: Waiting): boolean => canBegin(work)

const queueOf = ({ kind, expected }: Pick<Job, 'kind' | 'expected'>): Waiting[] =>
  kind === 'call' && expected < quickMilliseconds ? quick : slow

/** The next one, unless this round has had its share. */
function takeNext(): Waiting | undefined {
  if (spent >= turnMilliseconds) return undefined
  const queues = spent < turnMilliseconds / 2 ? [quick, slow] : [slow, quick]
  for (const waiting of queues) {
    const at = waiting.findIndex(isReady)
    if (at >= 0) return waiting.splice(at, 1)[0]
  }
  return undefined
}

async function giveTurns(): Promise<void> {
  const isDelayed = hasArrival && performance.now() - lastTurns < patience
  arrivals = hasArrival ? arrivals + 1 : 0
  hasArrival = false
  spent = 0
  if (!isDelayed) {
    await undefined // from here on ticks come after all that a promise sets going, not before
    let start = (lastTurns = performance.now())
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      const { work, run } = next
      work.hasBegun = true
      run()
      await afterTick(() => {
        const end = performance.now() // it has done all that it does at once
        work.taken += end - start
        spent += end - start
        start = end
      })
    }
    spent = 0
  }
  round = undefined
  if (arrivals > 0 || quick.some(isReady) || slow.some(isReady)) watchRound()
}

/** Called where a promise is settled: does something once all is done that follows by promises. */
const afterTick = (act: () => void): Promise<void> =>
  new Promise((resolve) => process.nextTick(() => resolve(act())))

/** Counts work that is done: by what is usual, or by what it took where that is much more. */
function settle({ kind, share, expected, weight, taken, hasBegun }: Job): void {
  if (!hasBegun) return
  const cost = taken > expected + patience ? taken : expected
  share.servedUntil += (cost - expected) * weight
  clock += cost / (clients.size + (clients.has(share.client) ? 0 : 1))
  usual[kind] += (Math.min(taken, 4 * usual[kind]) - usual[kind]) / 32 // the first proof of a block takes as long as twenty others
  if (share.usual! < least && taken < least) return
  const { last } = share
  last.push(taken)
  if (last.length > 5) last.shift()
  share.usual = last.toSorted((one, other) => one - other)[(last.length - 1) >> 2]
}
