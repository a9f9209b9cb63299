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

/** Ends a server without losing a request: not ready and `connection: close` at once, no new connections after the delay. It ends with the last response. */
export async function drainServer(
  app: FastifyInstance,
  { state, delay, limit }: DrainOptions,
): Promise<void> {
  state.draining = true
  await wait(1_000 * delay)
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50) // close() would wait for keep-alive sockets
  // A server that is closing applies no time limits.
  const cut = setTimeout(() => app.server.closeAllConnections(), 1_000 * limit)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
