import { Server, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { codings, decompress, readWeights, toCoding } from './http/content-coding.ts'
import { createHttpPolicy, type HttpPolicy } from './http/policy.ts'
import { acceptOf, addHooks, followResponse, sendRefusal } from './http/apply-policy.ts'
import { defaultLimits, replaceLimits } from './rpc/limits.ts'
import { BodyError, isolate } from './error.ts'
import { toClient } from './http/rate.ts'
import { logRefusal, refusals, refuse } from './http/refusal.ts'
import { mendNodeHttp } from './http/server-options.ts'
import { respond, type ResponseWriter } from './http/respond.ts'
import { createRpc, type RpcOptions } from './rpc/rpc.ts'

/** Options of the plugin. */
export interface JsonRpcOptions extends RpcOptions {
  /** The path of the endpoint, below the prefix that the plugin is registered with. @default '/' */
  readonly path?: string | undefined
  /** The policy that the plugins of a server share. @default createHttpPolicy() */
  readonly policy?: HttpPolicy | undefined
  /**
   * Whether plain requests are read from the socket, if the server is HTTP/1.1 without TLS. Hooks and logs of the application do not see them.
   *
   * @default false
   */
  readonly fastLane?: boolean | undefined
  /**
   * Answers a GET or HEAD of the path that accepts `text/html`, as browsers send it. `vary` is set by then.
   *
   * @default undefined, which answers it with 405
   */
  readonly page?:
    | ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>)
    | undefined
}

/** The media types of a request; a charset may follow. geth takes the same three. */
const mediaTypes = ['application/json', 'application/json-rpc', 'application/jsonrequest']

/**
 * The Fastify plugin: strict JSON-RPC 2.0 over POST at one path. Replies have status 200, notifications alone 204. A GET or HEAD, as of a load
 * balancer, is an empty 200. Each refusal has a JSON-RPC error as its body. Other paths are not affected.
 *
 * @example
 * const app = Fastify(createServerOptions())
 * await app.register(jsonRpc, { methods, limits: { batchItems: 100 } })
 */
export const jsonRpc: FastifyPluginAsync<JsonRpcOptions> = fp(serve, {
  name: '@lectern/server',
  fastify: '5.x',
  encapsulate: true,
})

async function serve(
  app: FastifyInstance,
  { path = '/', policy = createHttpPolicy(), fastLane = false, page, ...options }: JsonRpcOptions,
): Promise<void> {
  const { bodyBytes } = replaceLimits(defaultLimits, options.limits)
  const onError = isolate(
    'onError',
    options.onError ?? ((err, method) => app.log.error({ err, method }, 'A method failed.')),
  )
  const rpc = createRpc({ ...options, onError })

  const { access, load } = policy
  load.connections.watch(app.server)
  mendNodeHttp(app.server, policy)
  if (fastLane && app.server instanceof Server) {
    const { openFastLane } = await import('./fast-lane/fast-lane.ts') // which nothing else knows
    const close = openFastLane({
      server: app.server,
      path: app.prefix + path,
      bodyBytes,
      isForwarded: access.rate.isLimited && app.hasRequestDecorator('ips'), // which only an application that trusts proxies has
      rpc,
      policy,
      onError,
    })
    app.addHook('preClose', async () => close())
  }
  addHooks(app, { policy, methods: 'POST', isFollowed: false, admit: policy.admit }) // its responses are, where they take time
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(mediaTypes, policy.createBodyReader(bodyBytes))
  app.setErrorHandler<{ statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (error instanceof BodyError && status === 503) return refuseUpload(request, reply)
    if (status >= 500) onError(error, 'http')
    else reject(request, 'body', status)
    return refuse(reply, status, error instanceof BodyError ? error.message : undefined)
  })

  app.post<{ Body: Uint8Array | undefined }>(path, (request, reply) => {
    const { body, headers } = request
    const coding = toCoding(headers['content-encoding'])
    if (coding === undefined) {
      reject(request, 'coding', 415)
      const known = codings.join(', ')
      return refuse(
        reply.header('accept-encoding', known),
        415,
        `The content-encoding must be ${known} or none.`,
      ) // RFC 7694
    }
    if (body === undefined) return refuse(reply, 415) // without content and content type
    if (coding === 'identity') return respondTo(body, request, reply)
    // Each takes room for the most that it may come to: one connection could have thousands decompressed at once (pipelining).
    const room = load.uploads.hold(bodyBytes, toClient(request.ip))
    if (room === undefined) return refuseUpload(request, reply)
    return decompress(body, coding, bodyBytes)
      .finally(room[Symbol.dispose])
      .then((bytes) => respondTo(bytes, request, reply) ?? reply)
  })
  app.route({
    method: app.supportedMethods.filter((verb) => verb !== 'POST'),
    url: path,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (/^(GET|HEAD)$/.test(request.method)) {
        const isBrowser = acceptsHtml(request.headers.accept)
        reply.header('vary', ['accept', policy.vary].filter(Boolean).join(', '))
        if (isBrowser && page !== undefined) return followResponse(policy, reply)
        // As in geth: load balancers ask so whether a server is there.
        if (!isBrowser && !request.url.includes('?')) return reply.send()
      }
      reject(request, 'verb', 405)
      return refuse(reply.header('allow', 'POST'), 405) // before the body is read
    },
    handler: (request, reply) => page!(request, reply),
  })

  function refuseUpload(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendRefusal(request, reply, policy.refuse(refusals.uploads))
  }

  function reject({ log }: FastifyRequest, reason: string, status: number): void {
    logRefusal(log, policy.refuse({ reason, status }))
  }

  /** Responds at once if the methods do, without a promise, and without following what the socket takes at once. */
  function respondTo(
    body: Uint8Array,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> | undefined {
    const { raw } = reply
    const { id, ip } = request
    const { socket } = request.raw
    const isGone = () => socket.destroyed || reply.sent // its time was over
    const asked = { socket, ip, client: toClient(ip), accept: acceptOf(reply), id, body, isGone }
    const waiting = respond(rpc, policy, asked, createResponseWriter(request, reply))
    if (waiting instanceof Promise || !isTaken(raw)) followResponse(policy, reply)
    return waiting?.then(() => reply) // Fastify waits for it, and would send another value
  }
}

const createResponseWriter = (request: FastifyRequest, reply: FastifyReply): ResponseWriter => ({
  send: (status, headers, body) => void reply.code(status).headers(headers).send(body),
  sendWhole(headers, response) {
    const { bytes, release } = response.write()
    reply.headers(headers).send(bytes)
    if (isTaken(reply.raw)) release()
    else reply.raw.once('finish', release) // not 'close': then the socket may still read it
  },
  stream: (headers, pieces) => void reply.headers(headers).send(pieces),
  refuse: (refusal) => void sendRefusal(request, reply, refusal),
})

/** Whether an `Accept` header names `text/html`, as that of a browser does. */
const acceptsHtml = (accept = ''): boolean => (readWeights(accept).get('text/html') ?? 0) > 0

/** Whether all of a response has gone to the system already. */
const isTaken = ({ writableEnded, socket }: ServerResponse): boolean =>
  writableEnded && socket !== null && socket.writableLength === 0
