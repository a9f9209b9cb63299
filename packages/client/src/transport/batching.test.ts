import type { Hash } from '@lectern/spec'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answer, ask, failure, hashes, listen, transactions, type Received } from '../../test/faulty.ts'
import { createClient } from '../index.ts'

const A = hashes[0]!
const right = ({ sendRight }: Received): Promise<void> => sendRight()

test('one call goes as an object, several of a moment as one batch', async () => {
  await using server = await ask(right)
  await server.all(1)
  expect(await server.all(10)).toEqual(transactions.slice(0, 10))
  expect(server.bodies.map(({ length }) => length)).toEqual([1, 10])
  expect(server.bodies[0]).toMatchObject([
    { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [A] },
  ])
})

test('calls made by those who await another call still meet in one batch', async () => {
  await using server = await ask(right)
  const later = Promise.resolve().then(() => server.client.eth_getTransactionReceipt(A))
  await Promise.all([server.client.eth_getTransactionByHash(A), later])
  expect(server.bodies.map(({ length }) => length)).toEqual([2])
})

test('a batch is limited in calls and in characters', async () => {
  await using byCount = await ask(right, { batchItems: 4 })
  expect(await byCount.all(10)).toEqual(transactions.slice(0, 10))
  expect(byCount.bodies.map(({ length }) => length).toSorted()).toEqual([2, 4, 4])
  await using byLength = await ask(right, { batchLength: 500 })
  expect(await byLength.all(10)).toEqual(transactions.slice(0, 10))
  for (const body of byLength.bodies) expect(JSON.stringify(body).length).toBeLessThan(520)
})

test('calls fill as few bodies as the limits allow', async () => {
  const asked = Array.from({ length: 1_000 }, (_, n): Hash => `0x${String(n).padStart(64, '0')}`)
  for (const [options, lengths] of [
    [{ batchItems: 100 }, Array(10).fill(100)],
    [{ batchItems: 1_000, batchLength: 14_600 }, [...Array(9).fill(102), 82]],
    [{ batchItems: 999 }, [999, 1]],
    [{ batchItems: 1_000 }, [1_000]],
  ] as const) {
    await using server = await ask(
      ({ requests, isBatch, send }) => {
        const replies = requests.map(({ id }) => ({ jsonrpc: '2.0', id, result: null }))
        send(isBatch ? replies : replies[0])
      },
      { batchLength: Infinity, ...options },
    )
    expect(await Promise.all(asked.map((hash) => server.client.getTransaction(hash)))).toEqual(
      asked.map(() => null),
    )
    expect(server.bodies.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual(lengths)
  }
})

test.each([0, 0.5, 1])('at batchItems %d each call goes by itself', async (batchItems) => {
  await using server = await ask(right, { batchItems })
  expect(await server.all(3)).toEqual(transactions.slice(0, 3))
  expect(server.bodies.map(({ length }) => length)).toEqual([1, 1, 1])
})

test('replies are found by their id: in other order, doubled, and among those of others', async () => {
  await using server = await ask(async ({ requests, send }) => {
    const replies = await answer(requests)
    const others = replies.map((reply) => ({ ...reply, id: reply.id + 1_000 }))
    const doubled = replies.map((reply) => ({ ...reply, result: null }))
    send([...others, 1, null, ...replies.toReversed(), ...doubled])
  })
  expect(await server.all(10)).toEqual(transactions.slice(0, 10))
  expect(server.bodies).toHaveLength(1)
})

for (const [title, refuse] of [
  ['HTTP 413', ({ send }: Received) => send({}, 413)],
  [
    'an error in words',
    ({ send }: Received) =>
      send({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } }),
  ],
  [
    "geth's array of one error",
    ({ send }: Received) =>
      send([{ jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'batch too large' } }]),
  ],
  [
    'our own limit',
    ({ send }: Received) =>
      send({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32005, message: 'A batch holds at most 3 requests.' },
      }),
  ],
] as const) {
  test(`a batch that is too large, as ${title} says, is halved`, async () => {
    await using server = await ask((received) =>
      received.requests.length > 3 ? refuse(received) : received.sendRight(),
    )
    expect(await server.all(10)).toEqual(transactions.slice(0, 10))
    expect(server.bodies.map(({ length }) => length)).toEqual([10, 5, 3, 2, 3, 2])
  })
}

const dRpc = { message: 'Batch of more than 3 requests are not allowed on free tier', code: 31 }
const noBatch = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

// Each in the words of the provider that sends it.
for (const [title, most, body, status] of [
  ['dRPC and 1RPC', 3, noBatch(dRpc.code, dRpc.message), 500],
  ['a proxy of dRPC', 3, dRpc, 500],
  ['mainnet.base.org', 10, noBatch(-32014, 'maximum 10 calls in 1 batch'), 200],
  ['Ronin', 3, noBatch(-32005, 'too many requests'), 400],
  ['jsonrpsee', 1, noBatch(-32005, 'Batched requests are not supported by this server'), 200],
  ['Besu', 5, noBatch(-32005, 'Number of requests exceeds max batch size'), 200],
  ['Nethermind', 5, noBatch(-32005, 'Batch size limit exceeded'), 200],
  ['a server of single calls, -32600,', 1, noBatch(-32600, 'Invalid Request'), 200],
  ['a server of single calls, -32700,', 1, noBatch(-32700, 'Parse error'), 200],
  ['a server of single calls, an array of it,', 1, [noBatch(-32600, 'Invalid Request')], 200],
  ['a server of single calls, 400,', 1, 'Bad Request', 400],
  ['Tatum', 1, { statusCode: 402, message: 'Batch calls are available for paid plans only' }, 402],
  ['a server of single calls, 405,', 1, {}, 405],
  ['a server of single calls, 415,', 1, {}, 415],
  ['a server of single calls, text,', 1, 'no', 200],
] as const) {
  test(`batches that ${title} refuses become smaller, until they are answered, and stay so`, async () => {
    await using server = await ask((received) =>
      received.requests.length > most ? received.send(body, status) : received.sendRight(),
    )
    expect(await server.all(20)).toEqual(transactions.slice(0, 20))
    const refused = server.bodies.filter(({ length }) => length > most)
    expect(refused.length).toBeLessThanOrEqual(5) // each half of the one before
    expect(server.waits).toEqual([])
    const before = server.bodies.length
    expect(await server.all(20)).toEqual(transactions.slice(0, 20))
    for (const { length } of server.bodies.slice(before)) expect(length).toBeLessThanOrEqual(most)
  })
}

test('a smaller size is kept for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let most = 2
  await using server = await ask((received) =>
    received.requests.length > most ? received.send({}, 400) : received.sendRight(),
  )
  await server.all(4)
  most = 100
  await server.all(4)
  vi.setSystemTime(Date.now() + 60_000)
  await server.all(4)
  expect(server.bodies.map(({ length }) => length)).toEqual([4, 2, 2, 2, 2, 4])
})

test('a server that refuses everything, or is down, is not asked for each call of a batch', async () => {
  for (const [status, bodies] of [
    [404, [20, 10, 5, 3, 2, 1]],
    [503, [20, 10, 5, 3, 2, 1]],
    [429, [20]],
  ] as const) {
    await using server = await ask(({ send }) => send({}, status), { retries: 0 })
    const calls = hashes.slice(0, 20).map((hash) => failure(server.client.getTransaction(hash)))
    for (const error of await Promise.all(calls)) expect(error).toMatchObject({ status })
    expect(server.bodies.map(({ length }) => length)).toEqual(bodies)
  }
})

test('a batch that the server asks to send later goes as it is', async () => {
  await using server = await ask(({ round, send, sendRight }) =>
    round > 1 ? sendRight() : send(noBatch(-32005, 'limit reached, try again in 10ms')),
  )
  await server.all(10)
  expect(server.bodies.map(({ length }) => length)).toEqual([10, 10])
})

test('a call whose batch fails is not asked for once it is aborted', async () => {
  const controller = new AbortController()
  await using server = await ask((received) => {
    if (received.requests.length === 1) return received.sendRight()
    controller.abort('left')
    received.send({}, 400)
  })
  const [first, second] = [hashes[0]!, hashes[1]!].map((hash, index) =>
    server.client
      .getTransaction(hash, index === 0 ? { signal: controller.signal } : {})
      .catch((error) => error),
  )
  expect(await first).toBe('left')
  expect(await second).toEqual(transactions[1])
  expect(server.bodies.map(({ length }) => length)).toEqual([2, 1])
})

test('each call of a batch waits for as long as its own error asks', async () => {
  const waited: [wait: number, since: number][] = []
  await using server = await listen(async ({ requests, round, send, sendRight }) => {
    if (round > 1) return await sendRight()
    const words = ['failed', 'try again in 4s', 'failed', 'try again in 4s']
    send(requests.map(({ id }, at) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: words[at] } })))
  })
  const client = createClient({
    transport: server.url,
    onEvent: (event) => event.type === 'retry' && waited.push([event.wait!, server.bodies.length]),
  })
  const calls = hashes.slice(0, 4).map((hash) => client.getTransaction(hash))
  await calls[0]
  expect(server.bodies.map(({ length }) => length)).toEqual([4, 2]) // those with the same wait go together
  expect(await Promise.all(calls)).toEqual(transactions.slice(0, 4))
  expect(server.bodies.map(({ length }) => length)).toEqual([4, 2, 2])
  expect(waited.map(([wait]) => wait >= 4_000)).toEqual([false, true, false, true])
})

test('what did not fit in the answer of a batch is asked for alone', async () => {
  await using server = await ask(async ({ requests, isBatch, send, sendRight }) => {
    if (!isBatch) return await sendRight()
    const [first, ...rest] = await answer(requests)
    const error = { code: -32005, message: 'The replies of a batch hold at most 10 bytes.' }
    send([first, ...rest.map(({ id }) => ({ jsonrpc: '2.0', id, error }))])
  })
  expect(await server.all(3)).toEqual(transactions.slice(0, 3))
  expect(server.bodies.map(({ length }) => length)).toEqual([3, 1, 1])
})

test('a limit on some calls of a batch is waited for once, and they go together again', async () => {
  await using server = await ask(async ({ requests, round, send, sendRight }) => {
    if (round > 1) return await sendRight()
    const error = { code: -32005, message: 'slow down, try again in 40ms' }
    const replies = await answer(requests)
    send(replies.map((reply, index) => (index % 2 === 0 ? reply : { jsonrpc: '2.0', id: reply.id, error })))
  })
  expect(await server.all(10)).toEqual(transactions.slice(0, 10))
  expect(server.bodies.map(({ length }) => length)).toEqual([10, 5])
  expect(Math.min(...server.waits)).toBeGreaterThanOrEqual(40)
})

test('a batch whose answer is over the limit is halved', async () => {
  await using server = await ask(right, { maxBytes: 2_500 })
  expect(await server.all(4)).toEqual(transactions.slice(0, 4))
  expect(server.bodies.length).toBeGreaterThan(1)
})

test('a batch continues while one of its calls waits, and is aborted with the last', async () => {
  const closed: string[] = []
  await using server = await ask(({ response }) => void response.on('close', () => closed.push('closed')))
  const [first, second] = [new AbortController(), new AbortController()]
  const calls = [first, second].map(({ signal }) => server.client.eth_getTransactionByHash(A, { signal }))
  const ends = calls.map((call) => call.catch(() => 'given up'))
  await expect.poll(() => server.bodies.length).toBe(1)
  first.abort()
  expect(await ends[0]).toBe('given up')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(closed).toEqual([])
  second.abort()
  expect(await ends[1]).toBe('given up')
  await expect.poll(() => closed).toEqual(['closed'])
})

test('a call may be aborted for any reason, and rejects with it', async () => {
  const stuck = Promise.withResolvers<void>()
  await using server = await ask(() => stuck.promise)
  for (const reason of ['the page was left', 7, false, { result: 'nothing' }, { code: 'TOO_LARGE' }]) {
    const controller = new AbortController()
    const calls = [A, hashes[1]!].map((hash) =>
      server.client.getTransaction(hash, { signal: controller.signal }).catch((error: unknown) => error),
    )
    setTimeout(() => controller.abort(reason), 20)
    expect(await Promise.all(calls)).toEqual([reason, reason])
  }
  stuck.resolve()
})

const once = (headers?: Record<string, string>) => (received: Received) =>
  received.round === 1 ? received.send('', 503, headers) : received.sendRight()

test('the longest wait is that which a server asks for, not the one between two tries', async () => {
  await using silent = await ask(once(), { maxRetryAfter: 0 })
  expect(await silent.all(1)).toEqual(transactions.slice(0, 1))
  await using asking = await ask(once({ 'retry-after': '1' }), { maxRetryAfter: 999 })
  await expect(asking.all(1)).rejects.toMatchObject({ code: 'HTTP_RETRYABLE' })
})
