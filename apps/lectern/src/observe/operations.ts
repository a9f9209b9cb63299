import type { FastifyPluginAsync } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type HttpPolicy, applyPolicy, refuse } from '@lectern/server'
import { document } from '@lectern/spec'
import { version } from '../version.ts'
import { deduplicate, type Processes, shareMetrics } from '../serve/server.ts'
import { describeHistory, type ReportedStore } from './history-report.ts'
import { metricsType } from './prometheus.ts'
import {
  type HistoryReport,
  Liveness,
  NotReady,
  type Readiness,
  Ready,
  ServerStatus,
  Status,
} from './schemas.ts'

/** The parts that the routes report. */
export interface OperationsOptions {
  readonly store: ReportedStore
  readonly policy: HttpPolicy
  /** Whether `GET /proof/…` is answered. */
  readonly proofs: boolean
  /** Beacon nodes that the page may ask; `/status` names them. */
  readonly beacons?: readonly string[]
  /** Whether `GET /metrics` is answered. */
  readonly metrics: boolean
  /** Each limit by its name. */
  readonly limits: Readonly<Record<string, number>>
  readonly processes: Processes
  /** The last report of the follower, with the source of finality; `/status` has it. */
  readonly follow?: (() => ServerStatus['follow'] & object) | undefined
  /** The report of the upstream, if there is one. */
  readonly upstream?: (() => ServerStatus['upstream'] & object) | undefined
  readiness(): Promise<Readiness>
}

/** The routes for operators: is it alive, is it ready, what does it store, what does it speak, what has it done. */
export const operations: FastifyPluginAsync<OperationsOptions> = async (app, options) => {
  const { store, policy, proofs, beacons = [], limits, processes, readiness } = options
  const [askWorkers, askMetrics] = [deduplicate(processes.workers), shareMetrics(processes.metrics)]
  app.setErrorHandler<{ statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'A request about the server failed.')
    return refuse(reply, status)
  })
  app.addHook('onSend', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.register(async (probes) => {
    applyPolicy(probes, { policy, methods: 'GET, HEAD', probes: true })
    probes.get('/livez', respond({ 200: Liveness }), async () => ({ status: 'alive' }))
    probes.get('/readyz', respond({ 200: Ready, 503: NotReady }), async (_, reply) => {
      const { criteria, reasons } = await readiness()
      if (reasons.length === 0) return { status: 'ready', criteria } satisfies Static<typeof Ready>
      const body = { status: 'not ready', criteria, reasons } satisfies Static<typeof NotReady>
      return reply.code(503).send(body)
    })
    probes.get('/status', respond({ 200: Status, 503: ServerStatus }), async (request, reply) => {
      const history = await describeHistory(store).catch((err: unknown) => {
        request.log.error({ err }, 'The store cannot be read.')
        reply.code(503)
      })
      return {
        ...history,
        proofs,
        ...(beacons.length > 0 && { beacon: { api: beacons } }),
        versions: { lectern: version, document: document.info.version, node: process.versions.node },
        ...(options.follow && { follow: options.follow() }),
        ...(options.upstream && { upstream: options.upstream() }),
        workers: await askWorkers(),
        limits,
      } satisfies ServerStatus & Partial<HistoryReport>
    })
    if (options.metrics)
      probes.get('/metrics', async (_, reply) =>
        reply.header('content-type', metricsType).send(await askMetrics()),
      )
  })
  // The document is for clients, so their limits apply.
  app.register(async (documents) => {
    applyPolicy(documents, { policy, methods: 'GET, HEAD' })
    documents.get('/openrpc.json', (_, reply) =>
      reply.header('content-type', documentType).send(documentJson),
    )
  })
}

/** The schema of a route: that of each status. */
const respond = (response: Readonly<Record<number, TSchema>>) => ({ schema: { response } })

/** The same bytes for every response, so that clients that do not read take no memory. */
const documentJson = Buffer.from(JSON.stringify(document))
const documentType = 'application/json; charset=utf-8'
