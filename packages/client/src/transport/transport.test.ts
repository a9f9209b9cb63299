import { expect, test } from 'vitest'
import { failure, hashes, listen } from '../../test/faulty.ts'
import { createClient, http, type ClientEvent, type Transport } from '../index.ts'

const [A] = hashes

test('a listener hears what happens, and whatever it throws breaks no call', async () => {
  await using server = await listen(({ round, send, sendRight }) =>
    round === 1 ? send({}, 503) : sendRight(),
  )
  for (const fault of [
    () => undefined,
    () => expect.fail('sync'),
    () => Promise.reject(new Error('async')),
  ]) {
    const events: ClientEvent[] = []
    const client = createClient({
      transport: server.url,
      verify: () => {},
      onEvent: (event) => {
        events.push(event)
        return fault()
      },
    })
    expect(await client.getTransaction(A!)).toHaveProperty('hash', A)
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['request', 'verified'])
    expect(
      events.every(({ url, method }) => url === server.url && method === 'eth_getTransactionByHash'),
    ).toBe(true)
  }
})

test('a retry is reported with its wait, and a last failure as failed', async () => {
  await using server = await listen(({ send }) => send({}, 503))
  const events: ClientEvent[] = []
  const client = createClient({
    transport: http(server.url, { retries: 1 }),
    onEvent: (event) => events.push(event),
  })
  await failure(client.getTransaction(A!))
  expect(events.map(({ type }) => type)).toEqual(['request', 'retry', 'request', 'failed'])
  expect(events[1]).toMatchObject({
    error: { code: 'HTTP_RETRYABLE', message: 'HTTP 503', status: 503 },
    wait: expect.any(Number),
  })
})

test('a block is asked for by bigint, safe integer, hex or tag', async () => {
  const asked: unknown[] = []
  const transport: Transport = async ({ params }) => {
    asked.push(params[0])
    return { result: null }
  }
  const client = createClient(transport)
  for (const block of [21_000_000n, 255, '0x10', 'safe'] as const) await client.getBlock(block)
  expect(asked).toEqual(['0x1406f40', '0xff', '0x10', 'safe'])
  for (const block of [-1n, -1, 1.5, 2 ** 60, Number.NaN, 2n ** 64n, '16' as never, null as never])
    expect(await failure(client.getBlock(block))).toMatchObject({ code: 'INVALID_PARAMS' })
  expect(asked).toHaveLength(4)
})
