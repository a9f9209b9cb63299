import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorName } from '@lectern/spec'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { errorReply, writeReply } from '../rpc/reply.ts'
import { RpcError } from '../error.ts'

export type Headers = Readonly<Record<string, string>>

/** Why a request is refused, and the response that it gets. */
export interface Refusal {
  /** One of a few words, for metrics and logs. */
  readonly reason: string
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Refuses a request by HTTP status, with a JSON-RPC error with id null as body.
 *
 * @param reply - Fastify's reply
 * @param status - the HTTP status
 * @param sentence - the error's message; that of the status by default
 * @returns the reply, sent
 */
export function refuse(reply: FastifyReply, status: number, sentence?: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json').send(refusalBody(status, sentence))
}

/** A refusal by HTTP status; the sentence is that of the status unless given, and cut to 256 bytes. */
export function createRefusal(
  reason: string,
  status: number,
  { message, headers }: { readonly message?: string; readonly headers?: Headers } = {},
): Refusal {
  return {
    reason,
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: refusalBody(status, message),
  }
}

/** The body of a refusal by HTTP status: a JSON-RPC error with id null, its sentence that of the status unless given. */
export function refusalBody(status: number, sentence?: string): Uint8Array<ArrayBuffer> {
  const { kind, message } = texts[status] ?? {
    kind: status >= 500 ? 'InternalError' : 'InvalidRequest',
    message: `${STATUS_CODES[status] ?? 'Refused'}.`,
  }
  return writeReply(errorReply('null', new RpcError(kind, sentence ?? message))).bytes
}

export function logRefusal(
  log: FastifyBaseLogger,
  { reason, status }: Pick<Refusal, 'reason' | 'status'>,
): void {
  log.debug({ reason, status }, 'Refused.')
}

/** Writes a refusal to a connection without a request, and ends it; what still comes in is read and dropped, so that the refusal arrives. */
export function endWith(socket: Socket, { status, headers, body }: Refusal): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'connection: close', ...lines]
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n`)
  socket.end(body)
}

/** Resets the connection of a client that does not read: a plain end would wait for up to 4 MB of unread bytes. */
export function cutOff(socket: Socket): void {
  socket.resetAndDestroy()
}

const texts: Readonly<Record<number, { readonly kind: ErrorName; readonly message: string }>> = {
  405: { kind: 'InvalidRequest', message: 'The endpoint takes POST only.' },
  413: { kind: 'LimitExceeded', message: 'The body is too large.' },
  414: { kind: 'LimitExceeded', message: 'The URL is too long.' },
  415: { kind: 'InvalidRequest', message: 'The body must be application/json.' },
  429: { kind: 'LimitExceeded', message: 'Too many requests.' },
  431: { kind: 'LimitExceeded', message: 'The headers are too many or too large.' },
  503: { kind: 'LimitExceeded', message: 'The server is busy: try again later.' },
}

const busy = (reason: string, headers: Headers = {}, message?: string): Refusal =>
  createRefusal(reason, 503, { headers: { 'retry-after': '1', ...headers }, ...(message && { message }) })

const closing: Headers = { connection: 'close' }

/** The refusals that are the same for all requests. */
export const refusals: Readonly<Record<StandardReason, Refusal>> = {
  url: createRefusal('url', 414),
  headers: createRefusal('headers', 431),
  host: createRefusal('host', 400, {
    message: 'A request names one host.',
    headers: closing,
  }),
  path: createRefusal('path', 404, { headers: { 'cache-control': 'no-cache' } }),
  expectation: createRefusal('expectation', 417, {
    message: 'The only expectation that is met is 100-continue.',
    headers: closing,
  }),
  connections: busy('connections', closing, 'The server has too many connections: try again later.'),
  inflight: busy('inflight'),
  client: busy('client', closing, 'This client asks for too much at once: try again later.'),
  responses: busy('responses'),
  uploads: busy('uploads', closing),
  overload: busy('overload'),
  time: createRefusal('time', 503, {
    message: 'The response took too long.',
    headers: closing,
  }),
}

/** Why a request is refused without regard to what it says. */
type StandardReason =
  | 'url'
  | 'headers'
  | 'host'
  | 'path'
  | 'expectation'
  | 'connections'
  | 'inflight'
  | 'client'
  | 'responses'
  | 'uploads'
  | 'time'
  | 'overload'
