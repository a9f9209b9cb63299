import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { replaceLimits } from '../rpc/limits.ts'
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts'
import type { HttpPolicy } from './policy.ts'
import { createRefusal, endWith, logRefusal, refusals, refuse } from './refusal.ts'

/**
 * Returns the options of Fastify for a server with these limits. They end slow and idle clients, which Fastify serves without an end. A request that
 * HTTP refuses gets a JSON-RPC error.
 *
 * @param limits - those that differ from `defaultHttpLimits`
 * @returns options for `Fastify()`
 * @throws RangeError for a limit that is unknown, or no positive integer
 * @example
 * const app = Fastify({ ...createServerOptions(), trustProxy: ['10.0.0.1'] })
 */
export function createServerOptions(limits?: Partial<HttpLimits>): FastifyHttpOptions<Server> {
  const { headerBytes, headerTime, requestTime, responseTime, idleTime } = replaceLimits(
    defaultHttpLimits,
    limits,
  )
  return {
    requestTimeout: requestTime,
    // A socket on which nothing moves, as in geth; the other limits come first.
    connectionTimeout: Math.max(120_000, headerTime + 5_000, requestTime + 5_000, responseTime + 5_000),
    keepAliveTimeout: idleTime,
    return503OnClosing: false,
    http: {
      requestTimeout: requestTime, // Fastify sets it too late: Node has checked the next one by then
      headersTimeout: Math.min(headerTime, requestTime), // Node refuses it to be the longer one
      connectionsCheckingInterval: 25, // so that few of many connections end at once
      keepAliveTimeoutBuffer: 500, // what Node adds to the idle time, so that a client who keeps to it wins the race
      maxHeaderSize: headerBytes,
      requireHostHeader: false, // Node's refusal has no body
    },
    frameworkErrors({ statusCode = 400 }, { log }, reply) {
      logRefusal(log, { reason: 'http', status: statusCode })
      refuse(reply, statusCode)
    },
    clientErrorHandler: endClient,
  }
}

/** The statuses of what Node refuses before it is a request. */
const statuses: Readonly<Record<string, number>> = {
  CONNECT: 405,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Ends a connection in the next round of the event loop, after the responses before it. */
function endClient(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Responding): void {
  setImmediate(() => {
    const isInResponse = socket[written]?.headersSent === true // the refusal would be read as a part of it
    if (error.code === 'ECONNRESET' || !socket.writable || isInResponse) return void socket.destroy()
    const refusal = createRefusal('http', statuses[error.code ?? ''] ?? 400)
    logRefusal(this.log, refusal)
    endWith(socket, refusal)
  })
}

/** The response that node:http is writing to a connection; its types leave it out. */
const written = '_httpMessage'
type Responding = Socket & { readonly [written]?: ServerResponse | null }

/**
 * Mends node:http. An unknown `Expect` and CONNECT get a refusal in the format of this package. A request with `Upgrade` ends its connection:
 * node:http drops the bytes after it. So does an unread body in chunks, which node:http would read without an end.
 */
export function mendNodeHttp(
  server: Pick<Server, 'on' | 'prependListener' | 'emit'>,
  policy: HttpPolicy,
): void {
  if (mended.has(server)) return
  mended.add(server)
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false // the client asks the rest anew (RFC 9112, 9.3.2)
    if (headers['transfer-encoding'] !== undefined)
      response.once('finish', () => void (request.complete || socket.destroy()))
  })
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = policy.refuse(refusals.expectation)
    response.writeHead(status, { ...headers, 'content-length': body.length })
    response.end(body)
  })
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    policy.refuse({ reason: 'verb', status: 405 })
    socket.on('error', () => {}) // node:http no longer times it: else it would stay open for as long as the client likes
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), lingering).unref()
    socket.once('close', () => clearTimeout(timer))
    server.emit('clientError', noTunnel, socket)
  })
}

/** The milliseconds in which a client may take the refusal and end its side of the connection. */
const lingering = 1_000

const mended = new WeakSet<object>()

/** The error of CONNECT, for the handler of client errors. */
const noTunnel: NodeJS.ErrnoException = Object.assign(new Error('No tunnel.'), { code: 'CONNECT' })
