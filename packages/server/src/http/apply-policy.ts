import { finished, pipeline, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InFlightRequest } from '../load/in-flight.ts'
import type { RequestHead } from './access.ts'
import { createCompressor, compressOnce } from './content-coding.ts'
import type { HttpPolicy } from './policy.ts'
import { toClient } from './rate.ts'
import { cutOff, logRefusal, type Refusal, refusals } from './refusal.ts'

/** Options of `applyPolicy`. */
export interface ApplyPolicyOptions {
  readonly policy: HttpPolicy
  /** The methods of HTTP that the routes take, for the preflights of CORS: `GET, HEAD`. */
  readonly methods: string
  /** Whether the routes are probes: answered under any load, and not counted as in flight. @default false */
  readonly probes?: boolean | undefined
}

/**
 * Applies a policy to the routes of a Fastify context: refuses requests, adds the headers of CORS, answers preflights and compresses responses.
 *
 * @param app - the context, before its routes
 * @param options - the policy, and what the routes are
 * @example
 * app.register(async (routes) => {
 *   applyPolicy(routes, { policy, methods: 'GET, HEAD' })
 *   routes.get('/about', () => ({ name: 'my server' }))
 * })
 */
export function applyPolicy(
  app: FastifyInstance,
  { policy, methods, probes = false }: ApplyPolicyOptions,
): void {
  const admit = probes ? policy.admitProbe : policy.admit
  addHooks(app, { policy, methods, isFollowed: !probes, admit })
}

/**
 * Refuses requests of unknown paths with 404 before their bodies are read. Fastify alone would collect each body. It replaces `setNotFoundHandler`.
 *
 * @param app - the application
 * @param policy - the policy of the server
 */
export function refuseUnknownPaths(app: FastifyInstance, policy: HttpPolicy): void {
  const admit = (head: RequestHead): Refusal => policy.admit(head) ?? policy.refuse(refusals.path)
  app.register(async (rest) => {
    addHooks(rest, { policy, methods: '', isFollowed: false, admit })
    rest.setNotFoundHandler(() => {}) // never called: each request is refused before
  })
}

export interface PolicyHooks {
  readonly policy: HttpPolicy
  readonly methods: string
  /** Whether each response is counted and timed from its request on. */
  readonly isFollowed: boolean
  /** Why a request is refused; undefined where it is not. */
  admit(head: RequestHead): Refusal | undefined
}

/** Adds the hooks that apply a policy. */
export function addHooks(app: FastifyInstance, { policy, methods, isFollowed, admit }: PolicyHooks): void {
  const { access, vary } = policy
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const refusal = admit(request)
    reply.headers(access.originHeaders(origin, refusal) ?? {})
    if (refusal !== undefined) sendRefusal(request, reply, refusal)
    else if (origin !== undefined && isPreflight(request)) {
      const isPrivate = request.headers['access-control-request-private-network'] === 'true'
      reply
        .code(204)
        .headers(access.preflight(origin, methods, isPrivate))
        .send()
    } else {
      if (isFollowed) followResponse(policy, reply)
      done()
    }
  })
  const ownVary = access.originHeaders(undefined)?.['vary']
  app.addHook('onSend', (request, reply, payload, done) => {
    if (policy.state.draining) reply.header('connection', 'close')
    if (reply.statusCode !== 200) return done(null, payload)
    const isOfRoute = reply.getHeader('vary') !== ownVary
    if (vary !== '' && !isOfRoute) reply.header('vary', vary)
    return compress(policy, reply, payload, (error, sent) => {
      const bytes = typeof sent === 'string' || sent instanceof Uint8Array ? sent.length : 0
      // Also where it is closed already: its client may have left while it was made.
      if (bytes > smallBytes)
        finished(reply.raw, policy.load.responses.hold(bytes, toClient(request.ip))[Symbol.dispose])
      if (error === null) done(null, sent)
      else done(error)
    })
  })
}

/** The largest response that is not counted while it is unread. */
const smallBytes = 16_384

/** Answers a request with its refusal. */
export function sendRefusal({ log }: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  logRefusal(log, refusal)
  const { status, headers, body } = refusal
  return reply.code(status).headers(headers).send(body)
}

/** Counts a response until it is written. Ends it after its time: with 503, or by closing the connection once it has begun. */
export function followResponse({ load, refuse }: HttpPolicy, reply: FastifyReply): void {
  const { raw, request } = reply
  const { socket } = request.raw
  const entry: InFlightRequest = {
    client: toClient(request.ip),
    isGone: () => socket.destroyed,
    cut() {
      logRefusal(request.log, refuse(refusals.time))
      if (raw.headersSent) return void cutOff(socket)
      reply.hijack()
      const { status, headers, body } = refusals.time
      raw.writeHead(status, { ...headers, 'content-length': body.length })
      raw.end(body)
    },
  }
  load.requests.start(entry)
  raw.once('close', () => load.requests.end(entry))
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

function compress(
  policy: HttpPolicy,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : (payload as Uint8Array | Readable | null)
  const isWhole = bytes instanceof Uint8Array
  const coding =
    bytes == null ? undefined : policy.chooseCoding(acceptOf(reply), isWhole ? bytes.length : Infinity)
  if (bytes == null || coding === undefined || reply.hasHeader('content-encoding')) return done(null, payload)
  const send = (compressed: Uint8Array | Readable): void => {
    if (reply.sent) return // its time was over: then it was answered with 503
    reply.header('content-encoding', coding).removeHeader('content-length')
    done(null, compressed)
  }
  if (!isWhole) return send(pipeline(bytes, createCompressor(coding), () => {}))
  const compressed = compressOnce(bytes, coding)
  if (compressed instanceof Uint8Array) return send(compressed)
  compressed.then(send, (error: Error) => void (reply.sent || done(error)))
}

export const acceptOf = ({ request }: FastifyReply): string | undefined =>
  request.headers['accept-encoding'] as string | undefined
