import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Need, needs } from '@lectern/fixtures/needs'
import { onTestFinished } from 'vitest'

/** A request to a server: the body as hexadecimal digits. */
export interface Sent {
  readonly verb: string
  readonly type: string | undefined
  readonly body: string
}

/** The bytes of a body as hexadecimal digits. */
export const toHex = (body: string | Uint8Array): string => Buffer.from(body).toString('hex')

/** Whether this machine has curl. */
export const needsCurl: Need = needs('curl', spawnSync('curl', ['--version']).status === 0)

/** A server that records what it was sent, until the test ends. */
export async function listenAndRecord(): Promise<{ readonly url: string; readonly received: Sent[] }> {
  const received: Sent[] = []
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request
    received.push({ verb: method, type: headers['content-type'], body: toHex(await buffer(request)) })
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}
