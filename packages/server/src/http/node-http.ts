import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpPolicy } from './policy.ts'
import { createRefusal } from './refusal.ts'

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
    policy.report(expectation.reason, expectation.status)
    response.writeHead(expectation.status, {
      ...expectation.headers,
      'content-length': expectation.body.length,
    })
    response.end(expectation.body)
  })
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    policy.report('verb', 405)
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

const expectation = createRefusal('expectation', 417, {
  message: 'The only expectation that is met is 100-continue.',
  headers: { connection: 'close' },
})

/** What the handler of client errors is told of CONNECT. */
const noTunnel: NodeJS.ErrnoException = Object.assign(new Error('No tunnel.'), { code: 'CONNECT' })
