import { getEventListeners } from 'node:events'
import type { Hash } from '@lectern/spec'
import { expect, test } from 'vitest'
import { rounds } from '../../server/test/recorded.ts'
import { answer, failure, listen, type Received } from '../test/faulty.ts'
import { createClient, http, type HttpOptions } from './index.ts'

const found = rounds.filter(({ method, result }) => method === 'eth_getTransactionByHash' && result !== null)
const hashes = found.map(({ params }) => params[0] as Hash)
const results = found.map(({ result }) => result)
const [A] = hashes as [Hash]

/** A client of a server that does what it is told. */
async function ask(behave: (received: Received) => unknown, options: HttpOptions = {}, deadline = 30_000) {
  const server = await listen(behave)
  const client = createClient(http(server.url, options), { deadline })
  const all = (count: number) =>
    Promise.all(hashes.slice(0, count).map((hash) => client.eth_getTransactionByHash(hash)))
  return { ...server, client, all, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

const right = ({ sendRight }: Received): Promise<void> => sendRight()
const busy = ({ send }: Received): void => send({}, 429, { 'retry-after': '5' })
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
const codeOf = async (call: Promise<unknown>) => (await failure(call)).code

test('one call goes as an object, several of a moment as one batch', async () => {
  await using server = await ask(right)
  await server.all(1)
  expect(await server.all(10)).toEqual(results.slice(0, 10))
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
  expect(await byCount.all(10)).toEqual(results.slice(0, 10))
  expect(byCount.bodies.map(({ length }) => length).toSorted()).toEqual([2, 4, 4])
  await using byLength = await ask(right, { batchLength: 500 })
  expect(await byLength.all(10)).toEqual(results.slice(0, 10))
  for (const body of byLength.bodies) expect(JSON.stringify(body).length).toBeLessThan(520)
})

test('replies are found by their id: in other order, doubled, and among those of others', async () => {
  await using server = await ask(async ({ requests, send }) => {
    const replies = await answer(requests)
    const others = replies.map((reply) => ({ ...reply, id: reply.id + 1_000 }))
    const doubled = replies.map((reply) => ({ ...reply, result: null }))
    send([...others, 1, null, ...replies.toReversed(), ...doubled])
  })
  expect(await server.all(10)).toEqual(results.slice(0, 10))
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
  test(`a batch that is too large, told by ${title}, is halved`, async () => {
    await using server = await ask((received) =>
      received.requests.length > 3 ? refuse(received) : received.sendRight(),
    )
    expect(await server.all(10)).toEqual(results.slice(0, 10))
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
  expect(await server.all(3)).toEqual(results.slice(0, 3))
  expect(server.bodies.map(({ length }) => length)).toEqual([3, 1, 1])
})

test('a limit on some calls of a batch is waited for once, and they go together again', async () => {
  await using server = await ask(async ({ requests, round, send, sendRight }) => {
    if (round > 1) return await sendRight()
    const error = { code: -32005, message: 'slow down, try again in 40ms' }
    const replies = await answer(requests)
    send(replies.map((reply, index) => (index % 2 === 0 ? reply : { jsonrpc: '2.0', id: reply.id, error })))
  })
  expect(await server.all(10)).toEqual(results.slice(0, 10))
  expect(server.bodies.map(({ length }) => length)).toEqual([10, 5])
  expect(server.times[1]! - server.times[0]!).toBeGreaterThan(38)
})

test('Retry-After is obeyed though the 429 has a JSON-RPC error as its body', async () => {
  await using server = await ask(({ round, send, sendRight }) => {
    if (round > 1) return sendRight()
    send({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'slow down' } }, 429, {
      'retry-after': '1',
    })
  })
  expect(await server.all(1)).toEqual(results.slice(0, 1))
  expect(server.times[1]! - server.times[0]!).toBeGreaterThan(990)
})

test('a wait longer than allowed, or than the deadline leaves, fails at once', async () => {
  await using patient = await ask(busy, {}, 1_000)
  await using short = await ask(busy, { maxWait: 4_000 })
  const start = performance.now()
  expect(await codeOf(patient.client.eth_getTransactionByHash(A))).toBe('RATE_LIMITED')
  expect(await codeOf(short.client.eth_getTransactionByHash(A))).toBe('RATE_LIMITED')
  expect(performance.now() - start).toBeLessThan(500)
})

test('one deadline ends a call over all its tries, and tells them', async () => {
  await using server = await ask(() => {}, { timeout: 100, retries: 50 }, 600)
  const start = performance.now()
  const error = await failure(server.client.eth_getTransactionByHash(A))
  expect(performance.now() - start).toBeLessThan(700)
  expect(error).toMatchObject({ code: 'TIMEOUT', method: 'eth_getTransactionByHash', url: server.url })
  expect(error.attempts?.length).toBeGreaterThan(0)
})

for (const [title, behave, options, code] of [
  [
    'an array for a single call',
    async ({ requests, send }) => send(await answer(requests)),
    {},
    'BAD_RESPONSE',
  ],
  ['text', ({ response }) => response.end('hello'), {}, 'BAD_RESPONSE'],
  ['nothing', ({ response }) => response.writeHead(204).end(), {}, 'BAD_RESPONSE'],
  ['null', ({ send }) => send(null), {}, 'BAD_RESPONSE'],
  ['an announced body over the limit', right, { maxBytes: 200 }, 'TOO_LARGE'],
  [
    'a body over the limit in pieces',
    ({ response }) => {
      response.write('[')
      response.end(' '.repeat(300))
    },
    { maxBytes: 200 },
    'TOO_LARGE',
  ],
  ['HTTP 401', ({ send }) => send({}, 401), {}, 'UNAUTHORIZED'],
  ['HTTP 403', ({ send }) => send({}, 403), {}, 'UNAUTHORIZED'],
  ['HTTP 404', ({ send }) => send({}, 404), {}, 'HTTP_ERROR'],
  [
    'HTTP 400 with an error',
    ({ send }) => send({ id: null, error: { code: -32602, message: 'no' } }, 400),
    {},
    'INVALID_PARAMS',
  ],
  [
    'HTTP 500 with an error',
    ({ send }) => send({ id: null, error: { code: -32000, message: 'no' } }, 500),
    { retries: 0 },
    'HTTP_RETRYABLE',
  ],
  [
    'HTTP 500 with words',
    ({ send }) => send({ id: null, error: { code: -32000, message: 'header not found' } }, 500),
    {},
    'NOT_AVAILABLE',
  ],
  [
    'an unknown method',
    ({ requests, send }) => send({ id: requests[0]!.id, error: { code: -32601, message: 'no' } }),
    {},
    'METHOD_NOT_FOUND',
  ],
  [
    'a failure inside',
    ({ requests, send }) => send({ id: requests[0]!.id, error: { code: -32603, message: 'no' } }),
    { retries: 0 },
    'RPC_INTERNAL',
  ],
  [
    'an error of its own',
    ({ requests, send }) => send({ id: requests[0]!.id, error: { code: 3, message: 'no' } }),
    {},
    'RPC_ERROR',
  ],
  ['a connection that breaks', ({ response }) => response.destroy(), { retries: 0 }, 'NETWORK'],
] as const satisfies readonly (readonly [string, (received: Received) => unknown, HttpOptions, string])[]) {
  test(`${title} is ${code}, told after one try`, async () => {
    await using server = await ask(behave, options)
    expect(await codeOf(server.client.eth_getTransactionByHash(A))).toBe(code)
    expect(server.bodies).toHaveLength(1)
  })
}

test('a batch whose answer is over the limit is halved', async () => {
  await using server = await ask(right, { maxBytes: 2_500 })
  expect(await server.all(4)).toEqual(results.slice(0, 4))
  expect(server.bodies.length).toBeGreaterThan(1)
})

test('nobody at the address is NETWORK, with the reason of the platform', async () => {
  const gone = await listen(() => {})
  await gone[Symbol.asyncDispose]()
  const client = createClient(http(gone.url, { retries: 0 }))
  await expect(client.eth_getTransactionByHash(A)).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test('a batch goes on while one of its callers waits, and is given up with the last', async () => {
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

test('a call leaves no listener on the signal of its caller, and a signal that is over sends nothing', async () => {
  await using server = await ask(({ round, send, sendRight }) => (round === 1 ? send({}, 500) : sendRight()))
  const controller = new AbortController()
  expect(await server.client.eth_getTransactionByHash(A, { signal: controller.signal })).toEqual(results[0])
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  controller.abort()
  const sent = server.bodies.length
  await expect(server.client.eth_getTransactionByHash(A, { signal: controller.signal })).rejects.toThrow(
    'aborted',
  )
  expect(server.bodies).toHaveLength(sent)
})

test('a caller who gives up between two tries is let go, and no timer is left', async () => {
  await using server = await ask(({ send }) => send({}, 429, { 'retry-after': '20' }))
  const before = timers()
  await expect(
    server.client.eth_getTransactionByHash(A, { signal: AbortSignal.timeout(80) }),
  ).rejects.toThrow('timeout')
  expect(timers()).toBeLessThanOrEqual(before)
})

test('an error names the origin of its endpoint, not the path, which may hold a key', async () => {
  await using server = await ask(({ send }) => send({}, 404))
  const client = createClient(`${server.url}/v2/secret`)
  const error = await failure(client.eth_getTransactionByHash(A))
  expect(error.url).toBe(server.url)
  expect(JSON.stringify(error) + error.stack).not.toContain('secret')
})

test('headers are sent beside those of JSON-RPC', async () => {
  let headers: unknown
  const client = createClient(
    http('http://127.0.0.1/', {
      headers: { authorization: 'Bearer a' },
      retries: 0,
      fetch: async (_, request) => {
        headers = request?.headers
        return new Response('{}')
      },
    }),
  )
  expect(await codeOf(client.eth_getTransactionByHash(A))).toBe('ID_MISMATCH')
  expect(headers).toEqual({
    authorization: 'Bearer a',
    'content-type': 'application/json',
    accept: 'application/json',
  })
})

test('an address that is none is refused at once', () => {
  for (const address of ['', 'localhost:8545', 'ftp://a', 'ws://a'])
    expect(() => http(address)).toThrow(`"${address}" is not an http or https address.`)
})
