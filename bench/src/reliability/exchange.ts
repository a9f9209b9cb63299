import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A request to a server on 127.0.0.1; by default a POST of JSON to `/`. */
export interface Sent {
  readonly agent: Agent
  readonly port: number
  readonly method?: string
  readonly path?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A complete response. */
export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Sends a request over a connection of the agent. Rejects with the system's error if the connection ends first. */
export function exchange({
  agent,
  port,
  method = 'POST',
  path = '/',
  body,
  headers,
}: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const all = {
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...headers,
    }
    request({ agent, port, host: '127.0.0.1', method, path, headers: all }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end(body)
  })
}
