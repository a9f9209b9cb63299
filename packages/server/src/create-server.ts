import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { refuseUnknownPaths } from './http/apply-policy.ts'
import { defaultHttpLimits, type HttpLimits } from './http/http-limits.ts'
import { createHttpPolicy, type HttpPolicy, type HttpPolicyOptions } from './http/policy.ts'
import { createServerOptions } from './http/server-options.ts'
import { jsonRpc, type JsonRpcOptions } from './json-rpc.ts'
import { proofs as proofRoutes, type ProofSource } from './proofs/proofs.ts'
import { defaultLimits, type Limits, replaceLimits } from './rpc/limits.ts'

/** Options of `createServer`. */
export interface CreateServerOptions
  extends Omit<JsonRpcOptions, 'limits' | 'policy'>, Omit<HttpPolicyOptions, 'limits'> {
  /**
   * Limits of calls, connections and responses that differ from the default ones.
   *
   * @default { ...defaultLimits, ...defaultHttpLimits }
   */
  readonly limits?: Partial<Limits & HttpLimits> | undefined
  /** Proofs to serve below `/proof/`. @default none */
  readonly proofs?: ProofSource | undefined
  /** A policy that others share; the options of access are then unused. @default a policy made from the options */
  readonly policy?: HttpPolicy | undefined
  /** Options of Fastify, such as `trustProxy` and `logger`. */
  readonly fastify?: FastifyServerOptions | undefined
}

/** A server, which listens once it is told to. */
export interface CreatedServer extends AsyncDisposable {
  /** The Fastify application, for further routes and hooks. */
  readonly app: FastifyInstance
  readonly policy: HttpPolicy
  /** Listens, at 127.0.0.1:8545 unless told otherwise, and returns the URL. */
  listen(where?: { readonly port?: number; readonly host?: string }): Promise<string>
  /** Ends the server: requests in flight get their responses. */
  close(): Promise<void>
}

/**
 * Creates a server of JSON-RPC over HTTP. Unknown paths are refused before their bodies are read.
 *
 * @param options - the methods, limits and access
 * @returns the server; dispose of it, or call `close()`
 * @throws RangeError for a limit or rate that is unknown or not positive
 * @example
 * const server = createServer({ methods, limits: { batchItems: 100 } })
 * console.log(await server.listen({ port: 8545 }))
 */
export function createServer({ limits, proofs, fastify, ...options }: CreateServerOptions): CreatedServer {
  const all = replaceLimits({ ...defaultLimits, ...defaultHttpLimits }, limits)
  const httpLimits = pick(all, defaultHttpLimits)
  const { policy = createHttpPolicy({ ...options, limits: httpLimits }) } = options
  const app: FastifyInstance = Fastify({ ...createServerOptions(httpLimits), ...fastify })
  app.register(jsonRpc, { ...options, limits: pick(all, defaultLimits), policy })
  if (proofs !== undefined) app.register(proofRoutes, { proofs, policy })
  refuseUnknownPaths(app, policy)
  const close = async () => {
    await app.close()
    if (options.policy === undefined) policy[Symbol.dispose]()
  }
  return {
    app,
    policy,
    // One address: Fastify would make a second server for the other one of a name like localhost.
    listen: ({ port = 8545, host = '127.0.0.1' } = {}) => app.listen({ port, host }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const pick = <T extends object>(all: T, like: T): T =>
  Object.fromEntries(Object.keys(like).map((name) => [name, all[name as keyof T]])) as T
