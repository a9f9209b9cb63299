import cluster, { type Worker } from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Failure } from '../failure.ts'
import type { WorkersReport } from '../observe/schemas.ts'
import { workerRows } from './server.ts'
import { watchHeartbeats } from './heartbeat.ts'
import type { Logger } from '../observe/log.ts'
import type { FollowStatus } from '@lectern/follow'
import type { FollowerProcess } from '../follow/follower-process.ts'
import { followRows } from '../observe/follow-metrics.ts'
import { addRows, type MetricRow, writeMetrics } from '../observe/prometheus.ts'
import type { ServeOptions } from '../config/serve-options.ts'
import type { Served, Server } from './server.ts'
import { createChannel, type Channel } from './channel.ts'

/** The handlers of a worker for the primary. */
export interface WorkerHandlers {
  rows(): Promise<readonly MetricRow[]>
  markDamaged(): void
  /** The last report of the follower. */
  follow(status: FollowStatus): void
  /** Ends the worker with code 0. */
  drain(): void
}

/** The handlers of the primary for a worker. */
export interface PrimaryHandlers {
  ready(served: Served): void
  /** Why the worker cannot serve, before it ends, and whether a restart may succeed. */
  fail(reason: { readonly sentence: string; readonly mayPass: boolean }): void
  metrics(): Promise<string>
  workers(): WorkersReport
  reportDamage(): void
  /** A heartbeat; `debugged` if a debugger may stop the worker, so that silence does not mean that it hangs. */
  beat(debugged: boolean): void
}

interface Slot {
  readonly number: number
  process?: Worker
  channel?: Channel<WorkerHandlers>
  /** When it began to serve; undefined while it does not. */
  servingSince?: number | undefined
  /** The worker's last metrics. */
  rows: readonly MetricRow[]
  /** Consecutive workers of this slot that did not last. */
  failures: number
}

/**
 * Starts workers that answer on one port, and restarts each that ends, after a growing delay. This process only watches. Resolves when
 * each has served or ended once; throws Failure with the sentence of the first that cannot serve.
 */
export async function startWorkers(
  options: ServeOptions,
  log: Logger,
  follower?: FollowerProcess,
): Promise<Server> {
  // Workers accept by themselves: through the primary a new connection costs three times as much, and a burst delays /livez.
  // A worker that hangs gets none.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: workerFile, args: [] })
  const slots = Array.from({ length: options.workers }, makeSlot)
  const ending = new AbortController()
  const started = Promise.withResolvers<Served>()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(started.reject)
  let served: Served | undefined
  let untried = slots.length
  let deathsAtStart = 0
  let restarts = 0
  let isDamaged = false
  let retired: readonly MetricRow[] = []
  const heartbeats = watchHeartbeats(options['workers.timeout'], end)

  follower?.listen((status) => {
    for (const { channel } of serving()) channel?.tell('follow', status)
  })
  process.once('exit', kill) // a worker that is starting would notice only later that the primary has ended
  const cores = availableParallelism()
  const waiting = slots.values() // of 64 at once on two cores, the first would be as late as the last
  for (let core = 0; core < cores; core++) startNext()
  if (slots.length > CROWD * cores)
    log.warn(
      { workers: slots.length, cores },
      `${slots.length} workers start ${cores} at a time. As many workers as cores answer as much, and start at once.`,
    )
  try {
    const first = await started.promise
    return { ...first, metrics: gatherMetrics, broken: broken.promise, drain }
  } catch (error) {
    kill()
    throw error
  }

  function startNext(): void {
    const { value: slot } = waiting.next()
    if (slot && !ending.signal.aborted) start(slot)
  }

  function start(slot: Slot): void {
    // A store without blocks may still become that of another chain.
    const genesis = served?.history.head && served.history.genesis
    const about = JSON.stringify({ worker: slot.number, options, genesis })
    const worker = cluster.fork({ LECTERN_WORKER: about, NODE_COMPILE_CACHE: getCompileCacheDir() })
    slot.process = worker
    slot.channel = createChannel<WorkerHandlers>(worker, handlersFor(slot), { milliseconds: 1_000 })
    worker.once('exit', (code, signal) => void replace(slot, signal ?? code))
  }

  function handlersFor(slot: Slot): PrimaryHandlers {
    return {
      ready(said) {
        slot.servingSince = Date.now()
        deathsAtStart = 0
        if (served !== undefined && served.address !== said.address)
          log.warn({ address: said.address }, 'All workers had ended; the free port is another one now.')
        served = said
        if (isDamaged) slot.channel?.tell('markDamaged')
        const status = follower?.status()
        if (status) slot.channel?.tell('follow', status)
        countTry()
      },
      fail({ sentence, mayPass }) {
        if (served === undefined) started.reject(new Failure(sentence, { mayPass }))
        else log.error({ worker: slot.number }, sentence)
      },
      metrics: gatherMetrics,
      workers: report,
      reportDamage() {
        isDamaged = true
        for (const { channel } of serving()) channel!.tell('markDamaged')
      },
      beat(debugged) {
        if (debugged) heartbeats.forget(slot)
        else heartbeats.hear(slot)
      },
    }
  }

  /** Kills a worker that hangs: it would not handle SIGTERM. */
  function end({ number, process }: Slot): void {
    if (ending.signal.aborted) return
    const seconds = options['workers.timeout']
    log.error({ worker: number, seconds }, `A worker hangs: it sent nothing for ${seconds} s. It is killed.`)
    process?.process.kill('SIGKILL')
  }

  async function replace(slot: Slot, end: string | number): Promise<void> {
    const lasted = slot.servingSince !== undefined && Date.now() - slot.servingSince >= LASTING
    if (slot.servingSince === undefined) deathsAtStart++
    heartbeats.forget(slot)
    slot.failures = lasted ? 0 : slot.failures + 1
    slot.servingSince = undefined
    retired = await addRows([retired, slot.rows.filter(({ type }) => type !== 'gauge')])
    slot.rows = []
    if (ending.signal.aborted) return
    if (deathsAtStart >= ENOUGH && serving().length === 0)
      return broken.reject(
        new Failure(
          `${deathsAtStart} workers in a row ended before they served, the last one by ${describeEnd(end)}.`,
        ),
      )
    countTry()
    const milliseconds = lasted ? 0 : Math.min(50 * 2 ** slot.failures, LONGEST_WAIT)
    log.error(
      { worker: slot.number, milliseconds },
      `A worker ended by ${describeEnd(end)}; it is restarted.`,
    )
    await wait(milliseconds, undefined, { signal: ending.signal }).catch(() => {})
    if (ending.signal.aborted) return
    restarts++
    start(slot)
  }

  function countTry(): void {
    untried--
    startNext()
    if (untried <= 0 && served !== undefined) started.resolve(served)
  }

  function serving(): Slot[] {
    return slots.filter(({ servingSince }) => servingSince !== undefined)
  }

  function report(): WorkersReport {
    return { asked: slots.length, serving: serving().length, restarts }
  }

  async function gatherMetrics(): Promise<string> {
    const rows = await Promise.all(
      serving().map(async (slot) => {
        slot.rows = await slot.channel!.ask('rows').catch(() => slot.rows)
        return slot.rows
      }),
    )
    return writeMetrics([...rows, retired, workerRows(report()), followRows(follower?.status() ?? null)])
  }

  async function drain(): Promise<void> {
    ending.abort()
    const left = slots.flatMap(({ process }) => (process && !process.isDead() ? [process] : []))
    const ended = left.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    for (const { process, channel, servingSince } of slots) {
      if (servingSince === undefined) process?.process.kill('SIGKILL')
      else channel!.tell('drain')
    }
    const seconds = options['shutdown.delay'] + options['shutdown.limit'] + 1
    const late = setTimeout(kill, 1_000 * seconds)
    await Promise.all(ended)
    clearTimeout(late)
  }

  function kill(): void {
    ending.abort()
    for (const { process } of slots) process?.process.kill('SIGKILL')
  }
}

const workerFile = fileURLToPath(new URL(`./serve-worker${extname(import.meta.url)}`, import.meta.url))

const makeSlot = (_: unknown, index: number): Slot => ({ number: index + 1, rows: [], failures: 0 })

/** More workers a core than this log a warning; gunicorn advises two to four. */
const CROWD = 4

/** A worker that served for fewer milliseconds counts as one that failed to start. */
const LASTING = 10_000

/** The longest delay before a restart, in milliseconds. */
const LONGEST_WAIT = 10_000

/** After so many consecutive workers that end before they serve, no more are started. */
const ENOUGH = 5

const describeEnd = (end: string | number): string => (typeof end === 'number' ? `exit code ${end}` : end)
