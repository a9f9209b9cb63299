import { readFileSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import type { FastifyInstance } from 'fastify'
import type { FollowStatus } from '@lectern/follow'
import { readHead } from '@lectern/history'
import { createHttpPolicy, createServerState, fitConnections } from '@lectern/server'
import { createApp } from './app.ts'
import { drainServer } from './drain.ts'
import { type Processes, type Server, workerRows } from './server.ts'
import { openStored } from './source.ts'
import { openProxy } from '../proxy/open-proxy.ts'
import { describeRefusal, toPolicyOptions } from '../config/serve-options.ts'
import { Failure, toListenFailure } from '../failure.ts'
import type { Logger } from '../observe/log.ts'
import { type MetricRow, writeMetrics } from '../observe/prometheus.ts'
import { followRows } from '../observe/follow-metrics.ts'
import { createMetrics } from '../observe/metrics.ts'
import { describeHistory, type ReportedStore } from '../observe/history-report.ts'
import { checkReadiness, isNear } from '../observe/readiness.ts'
import type { Readiness } from '../observe/schemas.ts'
import type { ServeOptions } from '../config/serve-options.ts'
import { createTracing } from '../observe/tracing.ts'

export interface ServingProcess extends Omit<Server, 'broken'> {
  rows(): Promise<MetricRow[]>
  /** Makes it not ready, because bytes of the store are damaged. */
  markDamaged(): void
}

/** Returns the policy of the flags, with as many connections as open files allow. */
function fitPolicy(options: ServeOptions, log: Logger): ReturnType<typeof toPolicyOptions> {
  const policy = toPolicyOptions(options)
  const descriptors = readDescriptorLimit()
  const wished = policy.limits.connections
  const connections = fitConnections(wished, descriptors - ownDescriptors)
  if (connections < wished)
    log.warn(
      { wished, connections, descriptors },
      `The system lets this process have ${descriptors} files open (ulimit -n), so at most ${connections} connections are, not ${wished}.`,
    )
  return { ...policy, limits: { ...policy.limits, connections } }
}

/**
 * Opens the store for reading and serves it. Without `processes` this process is the only one. `genesis` is the genesis hash that the other processes
 * serve, as `0x` hex. Throws Failure or HistoryError with a sentence for the operator.
 */
export async function startServing(
  options: ServeOptions,
  {
    log,
    processes,
    genesis,
    follow,
  }: {
    readonly log: Logger
    readonly processes?: Processes
    readonly genesis?: string | null | undefined
    readonly follow?: () => FollowStatus | null
  },
): Promise<ServingProcess> {
  await using parts = new AsyncDisposableStack()
  const tracing = options.otel === 'on' ? await createTracing() : undefined
  const source = await (options.proxy ? openProxy : openStored)(options, log, parts)
  const { store } = source
  if (genesis) await checkGenesis(store, genesis, source.location)
  const state = createServerState()
  let damaged = false
  const markDamaged = () => void (damaged = true)
  const head = () => readHead(store)
  const headTime = async () => {
    const now = await head()
    return now && Number(now.timestamp)
  }
  const readiness = (): Promise<Readiness> =>
    checkReadiness({
      state,
      headTime,
      isDamaged: () => damaged,
      isReplaced: source.isReplaced,
      maxAge: options['ready.age'],
      isFollowed: () => follow === undefined || isNear(follow(), options['ready.lag']),
      isOverloaded: () => policy.isOverloaded(),
    })
  const metrics = parts.use(createMetrics({ state, readiness, head }))
  const { onRefuse, onWait } = metrics
  const fitted = fitPolicy(options, log)
  const policy = parts.use(createHttpPolicy({ ...fitted, describeRefusal, state, onRefuse, onWait }))
  const alone = { asked: 1, serving: 1, restarts: 0 }
  const own: Processes = {
    metrics: async () =>
      writeMetrics([await metrics.rows(), workerRows(alone), followRows(follow?.() ?? null)]),
    workers: async () => alone,
    reportDamage: markDamaged,
  }
  const app = createApp({
    source,
    options,
    log,
    policy,
    httpLimits: fitted.limits,
    readiness,
    metrics,
    tracing,
    processes: processes ?? own,
    follow,
  })
  parts.defer(() => app.close())
  const address = await listen(app, options)
  const history = await describeHistory(store)
  const open = parts.move()
  return {
    address,
    history,
    rows: metrics.rows,
    metrics: own.metrics,
    markDamaged,
    async drain() {
      const { 'shutdown.delay': delay, 'shutdown.limit': limit } = options
      await drainServer(app, { state, delay, limit })
      await open.disposeAsync()
    },
  }
}

/** One port must not answer for two chains. Throws Failure. */
async function checkGenesis(store: ReportedStore, expected: string, location: string): Promise<void> {
  const { genesis } = await describeHistory(store)
  if (genesis !== expected)
    throw new Failure(
      `${location} holds another chain now: its genesis is ${genesis ?? 'unknown'}, but ${expected} is being served. Restart the server to serve that chain.`,
    )
}

async function listen(
  app: FastifyInstance,
  { 'http.addr': host, 'http.port': port }: ServeOptions,
): Promise<string> {
  try {
    // Fastify makes a server for each address of this name; only the first one has the fast lane and the limit of connections, and drains.
    const address = host === 'localhost' ? (await lookup(host)).address : host
    return await app.listen({ host: address, port, backlog })
  } catch (error) {
    throw toListenFailure(error, host, port, '--http.port')
  }
}

/** How many connections may wait to be accepted, while a turn of the event loop lasts. Node's default is 511; each further client would retry after a second. */
const backlog = 4_096

/** How many files, connections among them, this process may have open; Infinity if the system does not say. */
export function readDescriptorLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/** The files that a process has open in addition to its connections: about 25, briefly more. */
export const ownDescriptors = 56
