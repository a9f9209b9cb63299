import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setImmediate } from 'node:timers'
import { turnMilliseconds } from '../rpc/limits.ts'

/** Kinds of jobs, which differ in their usual time. A block is one with full transactions. */
export type Kind = 'call' | 'block' | 'batch' | 'proof'

/** The part of this thread's time that a connection has had. */
export interface Share {
  /** The client of the connection: all of its connections together have one share. */
  readonly client: unknown
  /** Its requests that wait or have their turns. */
  pending: number
  /** The end of its service, on a clock that advances by the time of each waiting client's equal share. */
  servedUntil: number
  /** The milliseconds of its last requests, five at most. */
  readonly last: number[]
  /** The second-lowest of these, of fewer the lowest: noise such as garbage collection only adds time. Undefined before the first. */
  usual: number | undefined
}

/** Creates the share of a connection that has not asked yet. */
export const createShare = (client: unknown = {}): Share => ({
  client,
  pending: 0,
  servedUntil: 0,
  last: [],
  usual: undefined,
})

/** The work of one request, done in one turn or several. */
export interface Job {
  readonly kind: Kind
  readonly share: Share
  /** The end of the job according to its share of the time: the least goes first. */
  key: number
  /** The milliseconds that it may take in that place. */
  limit: number
  /** Whether it cannot begin yet, for want of memory. */
  readonly isBlocked?: (() => boolean) | undefined
  /** Whether its client has left, so that it does not begin. */
  readonly isGone?: (() => boolean) | undefined
  taken: number
  readonly expected: number
  /** The connections of its client that wait, and so divide its share. */
  readonly weight: number
  /** Whether it has had a turn. */
  hasBegun: boolean
  /** Begins its turn. */
  run(): void
}

// The queues are those of all servers of a thread, since they share its event loop. Each class has half of a round, so that neither waits for the other.
const quick: Job[] = [] // by their keys
const slow: Job[] = []
/** The number of connections of each client with requests that wait or have their turns. */
const clients = new Map<unknown, number>()
const usual: Record<Kind, number> = { call: 0.1, block: 1, batch: 1, proof: 1 }
let clock = 0
/** The milliseconds of work in this round of the event loop, as far as they were counted. */
let spent = 0
let hasArrival = false
/** The number of rounds in a row, up to the last one, with a new connection. */
let arrivals = 0
let lastTurns = 0
let round: NodeJS.Immediate | undefined

/** The least milliseconds that are counted for a round and measured. */
const least = 0.1
/** The milliseconds that a job may take beyond its usual time, and that new connections may delay it. */
const patience = 25
/** The factor between the times of requests that are alike. */
const alike = 2
/** The milliseconds below which a call is quick. */
const quickMilliseconds = 1
/** The rounds in a row with a new connection that make a burst: a worker accepts one per round. */
const burst = 8

/** Creates the job of a request, with its place in the queue. */
export function createJob(
  kind: Kind,
  share: Share,
  { isBlocked, isGone }: Pick<Job, 'isBlocked' | 'isGone'> = {},
): Job {
  // Equal for requests that are alike, so that they take turns in a fixed order.
  const own = share.usual ?? usual[kind]
  const expected = own > usual[kind] / alike && own < usual[kind] * alike ? usual[kind] : own
  const weight = (clients.get(share.client) ?? 0) + (share.pending > 0 ? 0 : 1)
  const key = Math.max(clock, share.servedUntil) + expected * weight
  const limit = expected + patience
  return {
    kind,
    share,
    key,
    limit,
    isBlocked,
    isGone,
    taken: 0,
    expected,
    weight,
    hasBegun: false,
    run: noTurn,
  }
}

const noTurn = () => {}

/** Whether a job has to wait: another one is next, the round is spent, or a burst of connections arrives, which may ask for health. */
export function mustWait(job: Job): boolean {
  if (spent >= turnMilliseconds || arrivals >= burst || !canBegin(job)) return true
  const next = queueOf(job).find(canBegin)
  return next !== undefined && next.key <= job.key
}

/** Runs a job that need not wait. */
export function runNow<T>(job: Job, begin: (job: Job) => T): T {
  job.share.servedUntil = job.key
  job.hasBegun = true
  const start = performance.now()
  const result = begin(job)
  const milliseconds = performance.now() - start
  job.taken += milliseconds
  if (milliseconds >= least) {
    spent += milliseconds
    watchRound()
  }
  if (result instanceof Promise) return result.finally(() => settle(job)) as T
  settle(job)
  return result
}

/** Runs a job in its turn. Clients have equal shares of the time (weighted fair queueing), and so have the connections of each. */
export function runLater<T>(job: Job, begin: () => T): Promise<Awaited<T>> {
  job.share.servedUntil = job.key
  count(job.share, 1)
  return takeTurn(job)
    .then(begin)
    .finally(() =>
      afterTick(() => {
        settle(job) // once its turn is charged
        count(job.share, -1)
      }),
    ) as Promise<Awaited<T>>
}

/** Waits for the next turn of a job, which lasts until the job waits for something. */
export function takeTurn(job: Job): Promise<void> {
  if (job.taken > job.limit) {
    job.key += job.taken * job.weight
    job.limit += job.taken
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  job.run = resolve
  const queue = queueOf(job)
  const isBefore = (other: Job) => other.key < job.key || (other.key === job.key && !job.hasBegun)
  queue.splice(queue.findLastIndex(isBefore) + 1, 0, job) // from the end: most keys are higher than the others
  watchRound()
  return promise
}

/** Estimates the milliseconds until a new job would begin. */
export function estimateWait(job: Pick<Job, 'key' | 'kind' | 'expected'>): number {
  let milliseconds = 0
  for (const other of queueOf(job)) {
    if (other.key > job.key) break
    if (canBegin(other)) milliseconds += Math.max(0, other.expected - other.taken)
  }
  return milliseconds
}

/** Sums the usual milliseconds of all jobs that wait. */
export const sumWaits = (): number =>
  [...quick, ...slow].reduce((sum, job) => sum + (canBegin(job) ? job.expected : 0), 0)

/** Notes that a connection has come. */
export function noteArrival(): void {
  hasArrival = true
  watchRound()
}

/** Looks for jobs that can begin, in the next round of the event loop. */
export function watchRound(): void {
  round ??= setImmediate(giveTurns)
}

const canBegin = ({ hasBegun, isBlocked, isGone }: Job): boolean =>
  hasBegun || isBlocked?.() !== true || isGone?.() === true

const queueOf = ({ kind, expected }: Pick<Job, 'kind' | 'expected'>): Job[] =>
  kind === 'call' && expected < quickMilliseconds ? quick : slow

/** Takes the next job, unless the round is spent. */
function takeNext(): Job | undefined {
  if (spent >= turnMilliseconds) return undefined
  for (const queue of spent < turnMilliseconds / 2 ? [quick, slow] : [slow, quick]) {
    const at = queue.findIndex(canBegin)
    if (at >= 0) return queue.splice(at, 1)[0]
  }
  return undefined
}

async function giveTurns(): Promise<void> {
  const isDelayed = hasArrival && performance.now() - lastTurns < patience
  arrivals = hasArrival ? arrivals + 1 : 0
  hasArrival = false
  spent = 0
  if (!isDelayed) {
    await undefined // from here on ticks come after all that a promise sets going
    let start = (lastTurns = performance.now())
    for (let job = takeNext(); job !== undefined; job = takeNext()) {
      job.hasBegun = true
      job.run()
      await afterTick(() => {
        const end = performance.now() // its synchronous work is done
        job!.taken += end - start
        spent += end - start
        start = end
      })
    }
    spent = 0
  }
  round = undefined
  if (arrivals > 0 || quick.some(canBegin) || slow.some(canBegin)) watchRound()
}

/** Acts once all is done that follows by promises from here. */
const afterTick = (act: () => void): Promise<void> =>
  new Promise((resolve) => process.nextTick(() => resolve(act())))

/** Counts a connection among those of its client that wait, from the first of its requests to the last. */
function count(share: Share, requests: 1 | -1): void {
  const before = share.pending
  share.pending += requests
  if (before > 0 && share.pending > 0) return
  const connections = (clients.get(share.client) ?? 0) + requests
  if (connections === 0) clients.delete(share.client)
  else clients.set(share.client, connections)
}

/** Charges a finished job: its usual time, or its real time if that is much more. */
function settle({ kind, share, expected, weight, taken, hasBegun }: Job): void {
  if (!hasBegun) return
  const cost = taken > expected + patience ? taken : expected
  share.servedUntil += (cost - expected) * weight
  clock += cost / (clients.size + (clients.has(share.client) ? 0 : 1))
  usual[kind] += (Math.min(taken, 4 * usual[kind]) - usual[kind]) / 32 // the first proof of a block takes much longer than others
  if (share.usual! < least && taken < least) return
  const { last } = share
  last.push(taken)
  if (last.length > 5) last.shift()
  share.usual = last.toSorted((one, other) => one - other)[(last.length - 1) >> 2]
}
