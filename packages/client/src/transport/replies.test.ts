import type { Hash, Receipt } from '@lectern/spec'
import { expect, test } from 'vitest'
import { rounds } from '@lectern/server/testing'
import { answer, ask, failure, hashes, transactions } from '../../test/faulty.ts'
import { toError } from './replies.ts'
import type { Client } from '../index.ts'

const [A, B] = hashes as [Hash, Hash]
const [a, b] = transactions

const both = (client: Client) =>
  [client.eth_getTransactionByHash(A), client.eth_getTransactionByHash(B)] as const
const rpcError = (code: number, message: string, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

for (const times of [1, Infinity]) {
  test(`fault 1 a reply that a batch lacks is asked for alone, lost ${times === 1 ? 'once' : 'always'}`, async () => {
    await using server = await ask(async ({ requests, isBatch, round, send, sendRight }) => {
      if (!isBatch || round > times) return await sendRight()
      send((await answer(requests)).slice(1))
    })
    expect(await Promise.all(both(server.client))).toEqual([a, b])
    expect(server.bodies.map(({ length }) => length)).toEqual([2, 1])
  })
}

test('fault 2 one error for a whole batch goes to every call, in the words of the server', async () => {
  await using server = await ask(({ send }) => send(rpcError(-32600, 'no batches on Sundays')))
  for (const error of await Promise.all(both(server.client).map(failure))) {
    expect(error).toMatchObject({ code: 'RPC_INVALID_REQUEST', rpcCode: -32600 })
    expect(error.message).toBe('eth_getTransactionByHash: no batches on Sundays')
  }
})

test('fault 3 errors without an id go to the calls without a reply', async () => {
  const limited = rpcError(-32005, 'limit')
  await using server = await ask(({ send }) => send([limited, limited]), { retries: 0 })
  for (const error of await Promise.all(both(server.client).map(failure)))
    expect(error).toMatchObject({ code: 'RATE_LIMITED', rpcCode: -32005 })
})

test('fault 4 a body that stalls ends at the limit', async () => {
  await using server = await ask(({ response }) => void response.writeHead(200).write('{"jsonrpc":'), {
    timeout: 200,
    retries: 0,
  })
  expect(await failure(server.client.eth_getTransactionByHash(A))).toMatchObject({ code: 'TIMEOUT' })
})

test('fault 5 headers that stall end at the limit', async () => {
  await using server = await ask(() => {}, { timeout: 200, retries: 0 })
  expect(await failure(server.client.eth_getTransactionByHash(A))).toMatchObject({ code: 'TIMEOUT' })
})

test.concurrent('fault 6 Retry-After in seconds is waited for', async () => {
  await using server = await ask(({ round, send, sendRight }) =>
    round === 1 ? send({}, 429, { 'retry-after': '1' }) : sendRight(),
  )
  expect(await server.client.eth_getTransactionByHash(A)).toEqual(a)
  expect(server.waits).toEqual([1_000])
})

test.concurrent('fault 7 Retry-After as a date is waited for', async () => {
  await using server = await ask(({ round, send, sendRight }) => {
    if (round > 1) return sendRight()
    const date = new Date('2026-01-01T00:00:00Z') // the server's own clock, whatever ours says
    const later = new Date(date.getTime() + 1_000)
    send({}, 429, { date: date.toUTCString(), 'retry-after': later.toUTCString() })
  })
  expect(await server.client.eth_getTransactionByHash(A)).toEqual(a)
  expect(server.waits).toEqual([1_000])
})

test.concurrent('fault 8 a 429 for ever is an error after four tries', async () => {
  await using server = await ask(({ send }) => send({}, 429))
  const error = await failure(server.client.eth_getTransactionByHash(A))
  expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429, url: server.url })
  expect(error.attempts).toHaveLength(4)
  expect(server.bodies).toHaveLength(4)
})

test.concurrent('fault 9 a 503 with HTML is an error after four tries', async () => {
  await using server = await ask(({ response }) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>'),
  )
  expect(await failure(server.client.eth_getTransactionByHash(A))).toMatchObject({
    code: 'HTTP_RETRYABLE',
    status: 503,
  })
  expect(server.bodies).toHaveLength(4)
})

test('fault 10 an answer without a result is no answer', async () => {
  await using server = await ask(({ requests, send }) => send({ jsonrpc: '2.0', id: requests[0]!.id }))
  expect(await failure(server.client.eth_getTransactionByHash(A))).toMatchObject({ code: 'BAD_RESPONSE' })
})

test('fault 11 an answer with another id is refused', async () => {
  await using server = await ask(async ({ requests, send }) =>
    send({ ...(await answer(requests))[0], id: 999_999 }),
  )
  expect(await failure(server.client.eth_getTransactionByHash(A))).toMatchObject({ code: 'ID_MISMATCH' })
})

test('fault 12 another transaction than the one asked for is refused', async () => {
  await using server = await ask(({ requests, send }) =>
    send({ jsonrpc: '2.0', id: requests[0]!.id, result: b }),
  )
  const error = await failure(server.client.eth_getTransactionByHash(A))
  expect(error).toMatchObject({ code: 'WRONG_ANSWER', url: server.url })
  expect(error.message).toBe(`eth_getTransactionByHash: hash is "${B}", not "${A}".`)
})

for (const [row, rpcCode, message, code] of [
  [14, -32000, 'header not found', 'NOT_AVAILABLE'],
  [15, 4444, 'pruned history unavailable', 'PRUNED'],
] as const) {
  test(`fault ${row} ${rpcCode} "${message}" is ${code}`, async () => {
    await using server = await ask(({ requests, send }) => send(rpcError(rpcCode, message, requests[0]!.id)))
    const error = await failure(server.client.eth_getTransactionByHash(A))
    expect(error).toMatchObject({ code, rpcCode, message: `eth_getTransactionByHash: ${message}` })
    expect(server.bodies).toHaveLength(1)
  })
}

test.concurrent('fault 16 a node that is still indexing is asked again', async () => {
  await using server = await ask(({ requests, round, send, sendRight }) =>
    round > 2 ? sendRight() : send(rpcError(-32000, 'transaction indexing is in progress', requests[0]!.id)),
  )
  expect(await server.client.eth_getTransactionByHash(A)).toEqual(a)
  expect(server.bodies).toHaveLength(3)
})

test('fault 18 an aborted call ends at once, with the reason', async () => {
  await using server = await ask(() => {})
  const call = server.client.eth_getTransactionByHash(A, { signal: AbortSignal.timeout(100) })
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' }) // the server never answers
})

test('fault 19 of two equal calls one is aborted, and the other has the result', async () => {
  await using server = await ask(async ({ sendRight }) => {
    await wait(50)
    await sendRight()
  })
  const controller = new AbortController()
  const calls = [
    server.client.eth_getTransactionByHash(A, { signal: controller.signal }),
    server.client.eth_getTransactionByHash(A),
    server.client.eth_getTransactionByHash(A),
  ]
  setTimeout(() => controller.abort(), 20)
  expect(await Promise.allSettled(calls)).toMatchObject([
    { status: 'rejected', reason: { name: 'AbortError' } },
    { status: 'fulfilled', value: a },
    { status: 'fulfilled', value: a },
  ])
  expect(server.bodies.map(({ length }) => length)).toEqual([2]) // the two without a signal are one
})

test('fault 20 a receipt from before Byzantium keeps its root and has no status', async () => {
  const old = rounds.find(({ result }) => result !== null && 'root' in (result as object))!
  await using server = await ask(({ sendRight }) => sendRight())
  const receipt = (await server.client.eth_getTransactionReceipt(old.params[0] as Hash)) as Receipt
  expect(receipt).toEqual(old.result)
  expect(receipt).toHaveProperty('root')
  expect(receipt).not.toHaveProperty('status')
})

test('a transient answer is asked for again: Cloudflare’s statuses, and the words of providers', async () => {
  for (const [status, error] of [
    ...[408, 500, 502, 503, 504, 520, 521, 522, 523, 524].map((status) => [status, undefined] as const),
    [200, { code: 30, message: 'Request timeout on the free tier, please upgrade your tier' }],
    [200, { code: -32001, message: 'Unable to complete request at this time.' }],
    [200, { code: -32000, message: 'the request timed out' }],
    [200, 'upstream time out'],
    [200, { message: 'Too Many Requests' }],
  ] as const) {
    await using server = await ask(({ requests, round, send, sendRight }) =>
      round > 1 ? sendRight() : send({ id: requests[0]!.id, error }, status),
    )
    expect(await server.client.eth_getTransactionByHash(A)).toEqual(a)
    expect(server.bodies).toHaveLength(2)
  }
})

test('an error that is a text, or has no code, keeps its words', async () => {
  const words = 'Method, params, and jsonrpc, are all required parameters.'
  for (const [body, status, message] of [
    [{ error: words }, 200, words],
    [{ error: { message: words } }, 200, words],
    [{ error: { code: '7', message: words } }, 200, words],
    [{ message: words, code: 31 }, 400, `HTTP 400: ${words}`],
    [{ error: words }, 404, `HTTP 404: ${words}`],
    [{ error: [words] }, 200, 'The response is not JSON-RPC.'],
  ] as const)
    for (const id of [undefined, 1]) {
      await using server = await ask(({ send }) => send({ id, ...body }, status))
      const error = await failure(server.client.eth_getTransactionByHash(A))
      if (id === undefined || 'error' in body)
        expect(error.message.replace(/ \(http.*/, '')).toBe(`eth_getTransactionByHash: ${message}`)
    }
})

const codeOf = (message: string) => toError(200, undefined, { code: -32600, message }).code

test('only the beginning of a message is searched, however long a server makes it', () => {
  expect(codeOf('batch too large')).toBe('TOO_LARGE')
  expect(codeOf(`${'batch'.repeat(10_000)} too large`)).toBe('RPC_INVALID_REQUEST')
})

test('a wait that is neither a number nor a text is none', () => {
  for (const backoff_seconds of [{ valueOf: 1, toString: 1 }, [[]], null, true, 'soon'])
    expect(
      toError(200, undefined, { code: -32005, message: 'x', data: { rate: { backoff_seconds } } }),
    ).toMatchObject({ code: 'RATE_LIMITED' })
})
