import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toListenFailure } from './listen.ts'
import { metricsType } from './metric-row.ts'
import type { ServeOptions } from './serve-options.ts'

/** A port that answers `GET /metrics` and nothing else. */
export interface MetricsPort extends Disposable {
  /** `http://127.0.0.1:6060/metrics` */
  readonly address: string
}

/** Answers `GET /metrics` where the operator wants it apart from the endpoint; undefined where not. Throws Failure where the port cannot be had. */
export async function openMetricsPort(
  { metrics, 'metrics.addr': host, 'metrics.port': port }: ServeOptions,
  write: () => Promise<string>,
): Promise<MetricsPort | undefined> {
  if (metrics === 'off' || port === undefined) return undefined
  const server = createServer(
    { requestTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    async (request, response) => {
      const isAsked = request.url === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '')
      const text = isAsked ? await write().catch(() => undefined) : undefined
      if (text === undefined) response.writeHead(isAsked ? 503 : 404).end()
      else response.writeHead(200, { 'content-type': metricsType }).end(text)
    },
  )
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw toListenFailure(error, { host, port, flag: '--metrics.port' })
  }
  const { port: taken } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
