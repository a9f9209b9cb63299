import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { HistoryError, type Store } from '@lectern/history'
import {
  type AnswerFact,
  type Caller,
  createServerOptions,
  type HttpPolicy,
  refuseUnknownPaths,
  type HttpLimits,
  lectern,
  proofs,
  type RpcOptions,
} from '@lectern/server'
import type { Fleet } from './server.ts'
import type { Logger } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { operations } from '../observe/operations.ts'
import type { Readiness } from '../observe/readiness.ts'
import { type ServeOptions, toLimits } from '../config/serve-options.ts'
import type { Tracing } from '../observe/tracing.ts'

/** What an application is made of. */
export interface AppParts {
  readonly store: Store
  readonly options: ServeOptions
  readonly log: Logger
  readonly policy: HttpPolicy
  /** Those that hold, which the system may have made less than the flags ask for. */
  readonly httpLimits: HttpLimits
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
  readonly fleet: Fleet
  readiness(): Readiness
}

/** The Fastify application of `lectern serve`: the endpoint, proofs, and what operators ask. */
export function createApp(parts: AppParts): FastifyInstance {
  const { store, options, log, policy, httpLimits, tracing, fleet, readiness } = parts
  const limits = toLimits(options)
  const proxies = options['http.trustedProxies']
  const app = Fastify({
    ...createServerOptions(httpLimits),
    trustProxy: proxies.length > 0 && [...proxies],
    forceCloseConnections: false, // the drain ends them: a request may be on its way on an idle one
    loggerInstance: quieten(log),
    logController: new LogController({ disableRequestLogging: true }), // a call has its line, see tellAnswers
  })
  tracing?.watch(app)
  const hasProofs = options['http.proofs'] === 'on'
  // Debug lines and traces tell of each request by its id, which node:http and Fastify give it.
  const fastLane = options['http.fastlane'] === 'on' && !isLogged(options) && tracing === undefined
  app.register(lectern, { methods: store, limits, policy, fastLane, ...tellAnswers(parts) })
  app.register(operations, {
    store,
    policy,
    limits: { ...limits, ...httpLimits },
    fleet,
    readiness,
    proofs: hasProofs,
    metrics: options.metrics === 'on' && options['metrics.port'] === undefined,
  })
  if (hasProofs) app.register(proofs, { proofs: store.proofs, policy })
  refuseUnknownPaths(app, policy)
  return app
}

/** Fastify tells of each address that it listens on, in each worker; the server has one line for that. */
function quieten(log: Logger): FastifyBaseLogger {
  const quiet = log.child({})
  quiet.info = quiet.debug
  return quiet
}

const isLogged = (options: ServeOptions): boolean => options['log.level'] === 'debug'

/** Who is told of calls: the metrics, the traces, and the log, which has a line for each at debug. */
function tellAnswers({ options, log, metrics, tracing, fleet }: AppParts): Partial<RpcOptions> {
  const listeners = [
    options.metrics === 'on' ? metrics.onAnswer : undefined,
    tracing?.onAnswer,
    isLogged(options) ? logAnswer : undefined,
  ].filter((listener) => listener !== undefined)
  return {
    onBatch: metrics.onBatch,
    onAnswer:
      listeners.length < 2
        ? listeners[0] // called for each item of each batch, so without a detour
        : (fact, caller) => {
            for (const listen of listeners) listen(fact, caller)
          },
    onError(err, method, caller) {
      log.error({ ...describeCaller(caller), err, method }, 'A method failed.')
      if (err instanceof HistoryError && err.code === 'damaged') fleet.reportDamage()
    },
  }

  function logAnswer(fact: AnswerFact, caller?: Caller): void {
    const outcome = fact.code === undefined ? 'call' : 'call failed'
    log.debug({ ...describeCaller(caller), ...fact }, outcome)
  }

  function describeCaller(caller: Caller | undefined): object {
    return {
      ...(caller?.id !== undefined && { reqId: caller.id }),
      ...(tracing && { trace: tracing.traceOf(caller?.id) }),
    }
  }
}
