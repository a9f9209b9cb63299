import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { FollowStatus } from '@lectern/follow'
import { HistoryError } from '@lectern/history'
import {
  type CallOutcome,
  type RequestContext,
  createServer,
  type HttpLimits,
  type HttpPolicy,
  type RpcOptions,
} from '@lectern/server'
import { createSyncStatus } from '../follow/sync-status.ts'
import type { Processes } from './server.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { operations } from '../observe/operations.ts'
import type { Readiness } from '../observe/schemas.ts'
import { toLimits } from '../config/limit-options.ts'
import type { ServeOptions } from '../config/serve-options.ts'
import { openPage } from './page.ts'
import type { Source } from './source.ts'
import type { Tracing } from '../observe/tracing.ts'
import { clientVersion } from '../version.ts'

interface AppParts {
  readonly source: Source
  readonly options: ServeOptions
  readonly log: Logger
  readonly policy: HttpPolicy
  /** The limits of HTTP; fewer connections than the flags ask for if the system has too few file descriptors. */
  readonly httpLimits: HttpLimits
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
  readonly processes: Processes
  readonly follow: (() => FollowStatus | null) | undefined
  readiness(): Promise<Readiness>
}

/** Creates the server of `lectern serve`: the endpoint, proofs, and the routes for operators. */
export function createApp(parts: AppParts): FastifyInstance {
  const { source, options, log, policy, httpLimits, tracing, processes, readiness, follow } = parts
  const { store, methods, proofs, upstream } = source
  const limits = { ...toLimits(options), ...httpLimits }
  const proxies = options['http.trustedProxies']
  const beacons = options['http.siteBeacon']
  const connect = [...options['http.siteConnect'], ...beacons.map((url) => new URL(url).origin)]
  const page = options['http.site'] === 'on' ? openPage(policy, connect) : null
  if (page === undefined)
    log.warn('The page for browsers is not served, since it is not built: npm run build.')
  const { app } = createServer({
    methods,
    companions: options['http.companions'] === 'on' && {
      web3_clientVersion: () => clientVersion,
      ...(follow && { eth_syncing: createSyncStatus(follow) }),
    },
    upstream: upstream?.options,
    limits,
    policy,
    // Debug lines and traces need the id that node:http and Fastify give each request.
    fastLane: options['http.fastlane'] === 'on' && !isLogged(options) && tracing === undefined,
    page: page?.send,
    proofs,
    ...callListeners(parts),
    fastify: {
      trustProxy: proxies.length > 0 && [...proxies],
      forceCloseConnections: false, // the drain closes them: an idle connection may be about to send a request
      loggerInstance: quieten(log),
      logController: new LogController({ disableRequestLogging: true }), // a call has its line, see callListeners
    },
  })
  tracing?.watch(app)
  if (page) app.register(async (files) => page.addFiles(files))
  app.register(operations, {
    store,
    policy,
    limits,
    processes,
    readiness,
    follow: follow && (() => ({ finality: options['follow.finality'], ...follow() })),
    proofs: proofs !== undefined,
    beacons,
    upstream: upstream?.report,
    metrics: options.metrics === 'on' && options['metrics.port'] === undefined,
  })
  return app
}

/** Fastify logs each address that it listens on, in each worker; the server has one line for that. */
function quieten(log: Logger): FastifyBaseLogger {
  const quiet = log.child({})
  quiet.info = quiet.debug
  return quiet
}

const isLogged = (options: ServeOptions): boolean => options['log.level'] === 'debug'

/** The listeners of calls: metrics, traces, and the log, which has a line for each call at level debug. */
function callListeners({ options, log, metrics, tracing, processes }: AppParts): Partial<RpcOptions> {
  const listeners = [
    options.metrics === 'on' ? metrics.onReply : undefined,
    tracing?.onReply,
    isLogged(options) ? logAnswer : undefined,
  ].filter((listener) => listener !== undefined)
  return {
    onBatch: metrics.onBatch,
    onReply:
      listeners.length < 2
        ? listeners[0] // called for each item of each batch, so without a detour
        : (fact, context) => {
            for (const listen of listeners) listen(fact, context)
          },
    onError(err, method, context) {
      log.error({ ...describeContext(context), err, method }, 'A method failed.')
      if (err instanceof HistoryError && err.code === 'damaged') processes.reportDamage()
    },
  }

  function logAnswer(fact: CallOutcome, context?: RequestContext): void {
    const outcome = fact.code === undefined ? 'call' : 'call failed'
    log.debug({ ...describeContext(context), ...fact }, outcome)
  }

  function describeContext(context: RequestContext | undefined): object {
    return {
      ...(context?.id !== undefined && { reqId: context.id }),
      ...(tracing && { trace: tracing.traceOf(context?.id) }),
    }
  }
}
