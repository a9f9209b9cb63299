import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { document } from '@lectern/spec'
import { expect, onTestFinished, test } from 'vitest'
import { miniServer } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'
import { plan } from '../plan.ts'
import { run } from '../../run.ts'
import { httpTarget } from '../../endpoint/target.ts'

const blocks = makePaperChain()
const json = { 'content-type': 'application/json' }

/** How a server sends a response; `count` is how many questions it has read. */
type Send = (body: Uint8Array, response: ServerResponse, count: number, request: IncomingMessage) => void

async function runChecks(send: Send, only = '*') {
  const rpc = miniServer(blocks)
  let count = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    send(
      (await rpc(body)) ?? new Uint8Array(),
      response.setHeader('content-type', json['content-type']),
      ++count,
      request,
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const target = httpTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { timeout: 2_000 })
  const { results, ended } = await run(plan(document, { blocks: 20 }), target, { only })
  const failed = results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  const reasons = Object.fromEntries(results.map(({ id, reason }) => [id, reason]))
  return { failed, reasons, ended }
}

test('D4 a connection that is cut now and then is reported, with how often, and nothing else is blamed', async () => {
  const { failed, reasons } = await runChecks(
    (body, response, count) => (count % 20 === 0 ? response.destroy() : response.end(body)),
    'sample/*',
  )
  expect(failed).toEqual(['sample/connections'])
  expect(reasons['sample/connections']).toMatch(
    /^\d+ of \d+ requests were cut off and sent again, this one first$/,
  )
})

test('D4 so is one that is cut in the middle of a response', async () => {
  const { failed } = await runChecks((body, response, count) => {
    if (count % 20 > 0) return void response.end(body)
    response.setHeader('content-length', body.length + 1).write(body, () => response.destroy())
  }, 'sample/*')
  expect(failed).toEqual(['sample/connections'])
})

test('D4 connections that are closed after each response, packed answers and a single cut are blamed by none', async () => {
  const { failed } = await runChecks((body, response, count) => {
    if (count === 30) return void response.destroy()
    response.setHeader('connection', 'close').setHeader('content-encoding', 'gzip').end(gzipSync(body))
  }, 'sample/*')
  expect(failed).toEqual([])
})

const unreadable: [what: string, send: Send, reason: RegExp][] = [
  [
    'are no gzip, though they say so',
    (body, response) => response.setHeader('content-encoding', 'gzip').end(body),
    /its body cannot be read: incorrect header check$/,
  ],
  [
    'are gzip that ends too early',
    (body, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(body).subarray(0, -12)),
    /its body cannot be read|not whole JSON/,
  ],
  [
    'end before their length',
    (body, response) =>
      response.setHeader('content-length', body.length + 1).write(body, () => response.destroy()),
    /its body cannot be read: /,
  ],
  [
    'are JSON that ends too early',
    (body, response) => response.end(body.subarray(0, -9)),
    /^the response is not whole JSON: /,
  ],
]

test.each(unreadable)(
  'D4 an endpoint all of whose responses %s is checked: one failure',
  async (_, send, reason) => {
    const { failed, reasons, ended } = await runChecks(send)
    expect(failed).toEqual(['sample/readable'])
    expect(reasons['sample/readable']).toMatch(reason)
    expect(ended).toBe(reasons['sample/readable'])
  },
)

test('D4 some answers that are no gzip, though they say so, fail the checks that asked', async () => {
  const { failed } = await runChecks((body, response, count) =>
    (count % 40 === 0 ? response.setHeader('content-encoding', 'gzip') : response).end(body),
  )
  expect(failed).toContain('sample/answered')
  expect(failed).not.toContain('sample/readable')
})
