import { pipeline, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createCompressor, compressOnce } from './content-coding.ts'
import { followResponse } from '../load/follow.ts'
import type { HttpPolicy, RequestHead } from './policy.ts'
import { createRefusal, logRefusal, type Refusal } from './refusal.ts'

/** What is behind the policy. */
export interface ApplyPolicyOptions {
  readonly policy: HttpPolicy
  /** The verbs that its routes take, for the preflights of CORS. */
  readonly verbs: string
  /** Whether its routes are about the server itself: probes are let in whatever the load. */
  readonly probes?: boolean | undefined
  /** Whether each answer is counted and timed from its request on: those of probes are not unless told, all others are. */
  readonly follows?: boolean | undefined
}

/**
 * Puts a policy before the routes of a Fastify context, and of no other: refusals, the headers of CORS, preflights; and
 * compresses what they answer, where the caller accepts it.
 */
export function applyPolicy(
  app: FastifyInstance,
  { policy, verbs, probes = false, follows = !probes }: ApplyPolicyOptions,
): void {
  stand(app, { policy, verbs, follows, judge: probes ? policy.screen : policy.admit })
}

/**
 * Puts a policy before all that no route of a Fastify application takes: what it lets in is 404 with a JSON-RPC error, before any of the
 * request's body is read. Where an application leaves that to Fastify, each connection may have it collect a body. It takes the place of `setNotFoundHandler`.
 */
export function refuseUnknownPaths(app: FastifyInstance, policy: HttpPolicy): void {
  const judge = (knock: RequestHead): Refusal => {
    const refusal = policy.admit(knock)
    if (refusal === undefined) policy.report(unknown.reason, unknown.status)
    return refusal ?? unknown
  }
  app.register(async (rest) => {
    stand(rest, { policy, verbs: '', follows: false, judge })
    rest.setNotFoundHandler(() => {}) // never asked: the policy has answered
  })
}

const unknown = createRefusal('path', 404, { headers: { 'cache-control': 'no-cache' } })

/** Who lets requests in, and with which answer others are sent away. */
interface Guard extends Required<Omit<ApplyPolicyOptions, 'probes'>> {
  judge(knock: RequestHead): Refusal | undefined
}

function stand(app: FastifyInstance, { policy, verbs, follows, judge }: Guard): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const refusal = judge(request)
    reply.headers(policy.originHeaders(origin, refusal) ?? {})
    if (refusal !== undefined) sendRefusal(request, reply, refusal)
    else if (origin !== undefined && isPreflight(request)) {
      const isPrivate = request.headers['access-control-request-private-network'] === 'true'
      reply
        .code(204)
        .headers(policy.cors.preflight(origin, verbs, isPrivate))
        .send()
    } else {
      if (follows) followResponse(policy, reply)
      done()
    }
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (policy.state.draining) reply.header('connection', 'close')
    if (reply.statusCode !== 200) return done(null, payload)
    if (policy.vary !== undefined && (reply.getHeader('vary') ?? 'origin') === 'origin')
      reply.header('vary', policy.vary)
    return compress(policy, request, reply, payload, (sent) => {
      const bytes = typeof sent === 'string' || sent instanceof Uint8Array ? sent.length : 0
      if (bytes > smallBytes) {
        const room = policy.responses.hold(bytes)
        reply.raw.once('close', room[Symbol.dispose])
      }
      done(null, sent)
    })
  })
}

/** Answers a request with its refusal. */
export function sendRefusal({ log }: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  logRefusal(log, refusal)
  const { status, headers, body } = refusal
  reply.code(status).headers(headers).send(body)
}

/** A response up to here is not counted while it is unread: all connections together have less than one large response each. */
const smallBytes = 16_384

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

type Done = (payload: unknown) => void

function compress(
  policy: HttpPolicy,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: Done,
): void {
  const accept = request.headers['accept-encoding']
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  const coding = bytes == null ? undefined : policy.codingOf(accept as string | undefined, sizeOf(bytes))
  if (coding === undefined || reply.hasHeader('content-encoding')) return done(payload)
  reply.header('content-encoding', coding).removeHeader('content-length')
  if (!(bytes instanceof Uint8Array))
    return done(pipeline(bytes as Readable, createCompressor(coding), () => {}))
  const compressed = compressOnce(bytes, coding)
  if (compressed instanceof Uint8Array) return done(compressed)
  // Its time may be over by now: then it was answered with 503.
  const send = (result: Uint8Array) => void (reply.sent || done(result))
  compressed.then(send, done)
}

/** A stream is not begun for what is small. */
const sizeOf = (payload: object): number => (payload instanceof Uint8Array ? payload.length : Infinity)
