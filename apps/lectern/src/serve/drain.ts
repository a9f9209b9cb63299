import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ServerState } from '@lectern/server'

/** How a server ends, in seconds. */
export interface DrainOptions {
  readonly state: ServerState
  /** How long requests are still accepted, so that a load balancer that asks `/readyz` stops sending before the port closes. */
  readonly delay: number
  /** How long requests in flight may take after that. */
  readonly limit: number
}

/**
 * Ends a server without losing a request of a client that honours readiness: not ready and `connection: close` at once, no
 * new connections after the delay, the end when the last response is written. Connections that stay beyond the limit are closed.
 */
export async function drainServer(
  app: FastifyInstance,
  { state, delay, limit }: DrainOptions,
): Promise<void> {
  state.draining = true
  await wait(1_000 * delay)
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50) // close() would wait for keep-alive sockets
  // A server that is closing no longer applies its time limits.
  const cut = setTimeout(() => app.server.closeAllConnections(), 1_000 * limit)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
