import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

/** What is sent to a server on 127.0.0.1; a POST of JSON to `/` unless it says otherwise. */
export interface Sent {
  readonly agent: Agent
  readonly port: number
  readonly method?: string
  readonly path?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What came back, whole. */
export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** One request over a connection of the agent's; rejects with the system's error where that ends before the answer does. */
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
