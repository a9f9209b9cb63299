import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpPolicy } from '@lectern/server'
import { describeRefusal } from '../config/serve-options.ts'
import { toListenFailure } from '../failure.ts'
import { shareMetrics } from '../serve/server.ts'
import { metricsType } from './prometheus.ts'
import type { ServeOptions } from '../config/serve-options.ts'

/** A port that serves `GET /metrics` and nothing else. */
export interface MetricsPort extends Disposable {
  /** `http://127.0.0.1:6060/metrics` */
  readonly address: string
}

/** Serves `GET /metrics` on the port of `--metrics.port`, to the hosts of `--http.vhosts`; undefined without that flag. Throws Failure if it cannot listen. */
export async function openMetricsPort(
  {
    metrics,
    'metrics.addr': host,
    'metrics.port': port,
    'metrics.connections': connections,
    'http.vhosts': vhosts,
  }: ServeOptions,
  write: () => Promise<string>,
): Promise<MetricsPort | undefined> {
  if (metrics === 'off' || port === undefined) return undefined
  const ask = shareMetrics(write)
  const policy = createHttpPolicy({ vhosts, limits: { connections }, describeRefusal })
  const server = createServer(
    { requestTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    async (request, response) => {
      const { headers, url = '', socket } = request
      const refusal = policy.admitProbe({ headers, url, ip: '', socket, raw: request })
      if (refusal !== undefined)
        return void response.writeHead(refusal.status, refusal.headers).end(refusal.body)
      const isAsked = url === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '')
      const text = isAsked ? await ask().catch(() => undefined) : undefined
      if (text === undefined) response.writeHead(isAsked ? 503 : 404).end()
      else response.writeHead(200, { 'content-type': metricsType }).end(text)
    },
  )
  policy.load.connections.watch(server)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw toListenFailure(error, host, port, '--metrics.port')
  }
  const { port: taken } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    [Symbol.dispose]() {
      policy[Symbol.dispose]()
      server.close()
      server.closeAllConnections()
    },
  }
}
