import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ServerState } from '@lectern/server'

/** How a server ends, in seconds. */
export interface DrainOptions {
  readonly state: ServerState
  /** How long requests are still taken, so that whoever asks `/readyz` sends no more before the port closes. */
  readonly delay: number
  /** How long running requests may take after that. */
  readonly limit: number
}

/**
 * Ends a server without losing a call of a client that honours readiness: not ready and `connection: close` at once, no
 * new connections after the delay, the end when the last answer is written. What runs beyond the limit is cut.
 */
export async function drainServer(
  app: FastifyInstance,
  { state, delay, limit }: DrainOptions,
): Promise<void> {
  state.draining = true
  await wait(1_000 * delay)
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50) // kept-alive sockets would hold close() open
  // A server that closes no longer looks at its time limits.
  const cut = setTimeout(() => app.server.closeAllConnections(), 1_000 * limit)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
