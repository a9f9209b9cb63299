import type { Hash } from '@lectern/spec'
import { expect, test } from 'vitest'
import { answer, ask, hashes, transactions, type Received } from '../test/faulty.ts'

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
    expect(server.bodies.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual([
      10, 5, 5, 3, 3, 2, 2,
    ])
  })
}

test('what did not fit in the answer of a batch is asked for alone', async () => {
  await using server = await ask(async ({ requests, isBatch, send, sendRight }) => {
    if (!isBatch) return await sendRight()
    const [first, ...rest] = await answer(requests)
    const error = { code: -32005, message: "A batch's answers hold at most 10 bytes." }
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
  await using silent = await ask(once(), { maxWait: 0 })
  expect(await silent.all(1)).toEqual(transactions.slice(0, 1))
  await using asking = await ask(once({ 'retry-after': '1' }), { maxWait: 999 })
  await expect(asking.all(1)).rejects.toMatchObject({ code: 'HTTP_RETRYABLE' })
})
