import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setImmediate } from 'node:timers'

/** The milliseconds of work in one round of the event loop, before what else waits for it: new connections, health checks, timers. */
export const turnMilliseconds = 5

/** Kinds of work, which differ in the time that they usually take. */
export type Kind = 'call' | 'batch' | 'proof'

/** What a connection has had of this thread's time. */
export interface Share {
  /** Until when it was served, on a clock that advances by the time of each waiting connection's equal share. */
  servedUntil: number
  /** The milliseconds that its last requests took, five at most. */
  readonly last: number[]
  /** The one in their middle: by chance one may be that in which memory is collected. Undefined before the first. */
  usual: number | undefined
}

/** The share of a connection that has not asked yet. */
export const createShare = (): Share => ({ servedUntil: 0, last: [], usual: undefined })

/** What one request needs to have done, in one turn or several. */
export interface Work {
  readonly kind: Kind
  readonly share: Share
  /** When it would end by its share of the time: the least goes first. */
  key: number
  /** The milliseconds that it may take in that place. */
  limit: number
  /** Whether it cannot begin yet, for want of memory. */
  readonly isHeld?: (() => boolean) | undefined
  /** Whether nobody waits for it any more: then it does not begin. */
  readonly isGone?: (() => boolean) | undefined
  /** The milliseconds that it has taken. */
  taken: number
  /** The milliseconds that are usual for it. */
  readonly expected: number
  /** Whether it has had a turn, and somebody waited for it. */
  hasBegun: boolean
}

// One queue for all servers of a thread, since they share its event loop.
const waiting: { readonly work: Work; run(): void }[] = [] // by their keys
const usual: Record<Kind, number> = { call: 1, batch: 1, proof: 1 }
let clock = 0
/** The milliseconds of work in this round of the event loop, as far as they were counted. */
let spent = 0
let hasArrival = false
/** How many rounds in a row, up to the last one, brought a connection. */
let arrivals = 0
let lastTurns = 0
let cpu = 0
let round: NodeJS.Immediate | undefined

/** Work of fewer milliseconds, as most calls are, is not counted for its round where it runs at once, and is not measured any closer. */
const least = 0.1
/** The milliseconds that work may take beyond what is usual, and that arriving connections may delay it. */
const patience = 25
/** Requests that take less than so many times the time of others are alike. */
const alike = 2
/** How many rounds in a row bring a connection where they arrive in a burst: a worker accepts one a round. */
const burst = 8

/** The work of a request, with its place in the queue. */
export function createWork(
  kind: Kind,
  share: Share,
  { isHeld, isGone }: Pick<Work, 'isHeld' | 'isGone'> = {},
): Work {
  const expected = weigh(kind, share)
  const key = Math.max(clock, share.servedUntil) + expected
  const limit = expected + patience
  return { kind, share, key, limit, isHeld, isGone, taken: 0, expected, hasBegun: false }
}

/** The milliseconds that count for work: as much for all who ask for about as much, so that they take turns in a fixed order, whatever chance adds to each. */
function weigh(kind: Kind, share: Share): number {
  const mean = Math.max(1, usual[kind]) // of a new connection it is not known that it asks for little
  const own = share.usual ?? mean
  return own > mean / alike && own < mean * alike ? mean : own
}

/**
 * Whether work has to wait: where it is not the next one, this round of the event loop has had its share, or connections arrive
 * in a burst, so that those who ask how the server is are let in before it works for those already there.
 */
export function mustWait(work: Work): boolean {
  if (spent >= turnMilliseconds || arrivals >= burst || isBlocked(work)) return true
  const next = findNext()
  return next !== undefined && next.work.key <= work.key
}

/** Runs work that need not wait. */
export function runNow<T>(work: Work, begin: (work: Work) => T): T {
  work.share.servedUntil = work.key
  work.hasBegun = true
  const start = performance.now()
  const result = begin(work)
  const milliseconds = performance.now() - start
  charge(work, milliseconds)
  if (milliseconds >= least) {
    spent += milliseconds
    watchRound()
  }
  if (result instanceof Promise) return result.finally(() => settle(work)) as T
  settle(work)
  return result
}

/**
 * Runs work in its turn. Connections have equal shares of the time (weighted fair queueing): who asks for little goes before who asks
 * for much, and work that is begun before work that is not.
 */
export function runLater<T>(work: Work, begin: () => T): Promise<Awaited<T>> {
  work.share.servedUntil = work.key
  return takeTurn(work)
    .then(begin)
    .finally(() => afterTick(() => settle(work))) as Promise<Awaited<T>> // once its turn is charged
}

/** Waits for the next turn of work, which it has until it waits for something. */
export function takeTurn(work: Work): Promise<void> {
  if (work.taken > work.limit) {
    work.key += work.taken
    work.limit += work.taken
  }
  const { promise, resolve } = Promise.withResolvers<void>()
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
export function estimateWait({ key }: Pick<Work, 'key'>): number {
  let milliseconds = 0
  for (const { work } of waiting) {
    if (work.key > key) break
    if (!isBlocked(work)) milliseconds += Math.max(0, (work.share.usual ?? usual[work.kind]) - work.taken)
  }
  return milliseconds
}

/** Notes that a connection has come. */
export function noteArrival(): void {
  hasArrival = true
  watchRound()
}

/** Looks for work that can begin, now that there is memory. */
export function watchRound(): void {
  round ??= setImmediate(giveTurns)
}

const isBlocked = ({ hasBegun, isHeld, isGone }: Work): boolean =>
  !hasBegun && isHeld !== undefined && isHeld() && isGone?.() !== true

const findNext = () => waiting.find(({ work }) => !isBlocked(work))

/** The next one, unless this round has had its share. */
function takeNext() {
  const at = spent < turnMilliseconds ? waiting.findIndex(({ work }) => !isBlocked(work)) : -1
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
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
        charge(work, end - start)
        spent += end - start
        start = end
      })
    }
    spent = 0
  }
  round = undefined
  if (arrivals > 0 || findNext() !== undefined) watchRound()
}

/** Called where a promise is settled: does something once all is done that follows by promises. */
const afterTick = (act: () => void): Promise<void> =>
  new Promise((resolve) => process.nextTick(() => resolve(act())))

/** Counts what work took, as CPU: its connection does not owe the time that the machine gave to other processes. */
function charge(work: Work, milliseconds: number): void {
  work.taken += milliseconds < least ? milliseconds : Math.min(milliseconds, takeCpu())
}

/** The milliseconds of CPU since it was last asked. */
function takeCpu(): number {
  const { user, system } = process.threadCpuUsage()
  const before = cpu
  cpu = (user + system) / 1_000
  return cpu - before
}

/** Counts work that is done: by what is usual, or by what it took where that is much more. */
function settle({ kind, share, expected, taken, hasBegun }: Work): void {
  if (!hasBegun) return
  const cost = taken > expected + patience ? taken : expected
  share.servedUntil += cost - expected
  clock += cost / (waiting.length + 1)
  if (taken >= least) usual[kind] += (Math.min(taken, 4 * usual[kind]) - usual[kind]) / 32 // the first proof of a block takes as long as twenty others
  if (share.usual! < least && taken < least) return
  const { last } = share
  last.push(taken)
  if (last.length > 5) last.shift()
  share.usual = last.toSorted((one, other) => one - other)[(last.length - 1) >> 1]
}
