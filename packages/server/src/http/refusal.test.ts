import { httpCases, protocolCases } from '@lectern/conformance/protocol'
import { LogController } from 'fastify'
import { expect, test } from 'vitest'
import { call, exchange, post, startServer } from '../../test/server.ts'

const question = { method: 'eth_getBlockByNumber', params: ['0x0', false] }
const none = { method: 'eth_getTransactionByHash', params: [`0x${'00'.repeat(31)}01`] }
/** The longest run of the context's own letter that an answer holds. */
const echoed = (answer: string): number =>
  Math.max(0, ...(answer.match(/e{3,}|E{3,}|é{3,}/g) ?? []).map(({ length }) => length))

test('R6 an error is at most 1 KiB, whatever was asked', async () => {
  await using server = await startServer()
  const requests = [
    ...protocolCases(question, none).map(({ request }) => request),
    ...httpCases(question).map(({ body }) => body ?? ''),
  ]
  for (const request of requests) {
    const body = Buffer.from(request)
    const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    const answer = await exchange(server.port, Buffer.concat([Buffer.from(head), body]))
    if (!answer.includes('"error"') || answer.includes('"result"')) continue
    const errors = answer.match(/"error"/g)!.length
    expect(
      Buffer.byteLength(answer.slice(answer.indexOf('\r\n\r\n') + 4)) / errors,
      answer.slice(0, 200),
    ).toBeLessThanOrEqual(1_024)
  }
})

test('R6 nothing of the context is echoed past 256 bytes', async () => {
  await using server = await startServer({ policy: { corsDomains: ['https://a.example'] } })
  const long = 'e'.repeat(5_000)
  const requests = [
    post(call).replace('host: 127.0.0.1', `host: ${long}`),
    post(call, [`origin: https://${long}`]),
    post(call, [`content-encoding: ${long}`]),
    post(call, [`accept-encoding: ${long}`]),
    post(call).replace('application/json', `application/${long}`),
    post(call).replace('POST / ', `POST /${long} `),
    post(call).replace('POST / ', `POST /%${long} `),
    post(call).replace('POST / ', `${long} / `),
    post(call).replace('HTTP/1.1', long),
    post(call, [`x-${long}: 1`]),
    post(call.replace('"id":1', `"id":"${long}"`)),
    post(call.replace('"id":1', `"id":"${'é'.repeat(255)}"`)),
    post(call.replace('eth_getBlockByNumber', long)),
    post(call.replace('eth_getBlockByNumber', 'e'.repeat(64))),
    post(call.replace('"0x0"', `"${long}"`)),
    post(call.replace('["0x0",false]', `{"${long}":1}`)),
    post(call.replace('"id":1', `"id":1,"${long}":1`)),
    post(`{"jsonrpc":"2.0","id":${long}}`),
  ]
  for (const request of requests) {
    const answer = await exchange(server.port, request)
    if (!answer.includes('"result"'))
      expect(Buffer.byteLength(answer), request.slice(0, 80)).toBeLessThanOrEqual(1_200)
    expect(echoed(answer), request.slice(0, 80)).toBeLessThanOrEqual(256)
  }
})

test('what is logged of a refusal holds nothing of the context past 256 bytes', async () => {
  const lines: string[] = []
  const logController = new LogController({ disableRequestLogging: true }) // those are the application's
  const logger = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } }
  await using server = await startServer({ fastify: { logger, logController } })
  for (const request of [
    post(call).replace('host: 127.0.0.1', `host: ${'e'.repeat(5_000)}`),
    post(call, [`origin: https://${'e'.repeat(5_000)}`]),
    post(call).replace('application/json', `application/${'e'.repeat(5_000)}`),
    post('{', ['content-encoding: gzip']),
  ])
    await exchange(server.port, request)
  expect(lines.filter((line) => line.includes('"Refused."')).map((line) => JSON.parse(line).reason)).toEqual([
    'vhost',
    'origin',
    'body',
    'body',
  ])
  for (const line of lines) expect(echoed(line)).toBeLessThanOrEqual(256)
})
