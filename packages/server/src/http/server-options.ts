import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { toHttpLimits, type HttpLimits } from './http-limits.ts'
import type { HttpPolicy } from './policy.ts'
import { createRefusal, endWith, logRefusal, refusals, refuse } from './refusal.ts'

/** Those options of a Fastify application that this package sets. */
export type ServerOptions = Pick<
  FastifyHttpOptions<Server>,
  | 'requestTimeout'
  | 'connectionTimeout'
  | 'keepAliveTimeout'
  | 'return503OnClosing'
  | 'http'
  | 'frameworkErrors'
  | 'clientErrorHandler'
>

/**
 * The options to make the Fastify application with. The time limits end slow and idle clients, which Fastify's defaults
 * hold for ever; kept-alive connections are answered while closing; and what HTTP itself refuses before a route is found
 * has a JSON-RPC error as its body. A missing `Host` is refused by the policy. Throws a RangeError for a limit that is unknown, or no positive integer.
 */
export function createServerOptions(limits?: Partial<HttpLimits>): ServerOptions {
  const { headerBytes, headerTime, requestTime, answerTime, idleTime } = toHttpLimits(limits)
  return {
    requestTimeout: requestTime,
    // A socket on which nothing moves, as in geth; the other limits come first.
    connectionTimeout: Math.max(120_000, headerTime + 5_000, requestTime + 5_000, answerTime + 5_000),
    keepAliveTimeout: idleTime,
    return503OnClosing: false,
    http: {
      requestTimeout: requestTime, // Fastify sets it only once Node has held the next one against its own
      headersTimeout: Math.min(headerTime, requestTime), // Node refuses it to be the longer one
      connectionsCheckingInterval: 25, // so that few of many connections end at once, and nobody waits for their endings
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

/** Ends it in the next turn of the event loop: until then the requests before are answered, or one of the answers has ended the connection. */
function endClient(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Answered): void {
  setImmediate(() => {
    const isInAnswer = socket[written]?.headersSent === true // the refusal would be read as a part of it
    if (error.code === 'ECONNRESET' || !socket.writable || isInAnswer) return void socket.destroy()
    const refusal = createRefusal('http', statuses[error.code ?? ''] ?? 400)
    logRefusal(this.log, refusal)
    endWith(socket, refusal)
  })
}

/** The answer that node:http writes to a connection at the moment; its types leave it out. */
const written = '_httpMessage'
type Answered = Socket & { readonly [written]?: ServerResponse | null }

/**
 * Has a server answer in this package's format what node:http answers by itself or not at all: an unknown `Expect` and the method CONNECT.
 * And it ends the connection of a request with `Upgrade` once that is answered: node:http forgets what came behind it in one packet.
 */
export function mendNodeHttp(
  server: Pick<Server, 'on' | 'prependListener' | 'emit'>,
  policy: HttpPolicy,
): void {
  if (mended.has(server)) return
  mended.add(server)
  server.prependListener('request', ({ headers }: IncomingMessage, response: ServerResponse) => {
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false // the client asks the rest anew (RFC 9112, 9.3.2)
  })
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = policy.refuse(refusals.expectation)
    response.writeHead(status, { ...headers, 'content-length': body.length })
    response.end(body)
  })
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    policy.refuse({ reason: 'verb', status: 405 })
    socket.on('error', () => {}) // node:http has let go of it, with its time limits: else it would stay open for as long as the client likes
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), lingering).unref()
    socket.once('close', () => clearTimeout(timer))
    server.emit('clientError', noTunnel, socket)
  })
}

/** The milliseconds in which a client may take the refusal and end its side of the connection. */
const lingering = 1_000

const mended = new WeakSet<object>()

/** What the handler of client errors is told of CONNECT. */
const noTunnel: NodeJS.ErrnoException = Object.assign(new Error('No tunnel.'), { code: 'CONNECT' })
