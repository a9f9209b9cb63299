import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions } from 'fastify'
import { refusalBody, refuse } from './refusal.ts'

/**
 * The options to make the Fastify application with. Timeouts in milliseconds end slow and idle clients, which
 * Fastify's defaults hold for ever; kept-alive connections are answered while closing; and what HTTP itself refuses
 * before a route is found has a JSON-RPC error as its body.
 */
export const serverOptions: FastifyHttpOptions<Server> = {
  requestTimeout: 30_000, // the whole request, body included
  connectionTimeout: 120_000, // a socket on which nothing moves, as in geth
  keepAliveTimeout: 65_000, // longer than the minute that load balancers keep a connection
  return503OnClosing: false,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
  frameworkErrors(error, _, reply) {
    refuse(reply, error.statusCode ?? 400)
  },
  clientErrorHandler: endClient,
}

/** The statuses of what Node refuses before it is a request. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

function endClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statuses[error.code ?? ''] ?? 400
  const body = refusalBody(status)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.end(body)
}
