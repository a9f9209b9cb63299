import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask, failure, hashes, listen, transactions, type Received } from '../../test/faulty.ts'
import { type ClientEvent, createClient, http, type HttpOptions } from '../index.ts'

const A = hashes[0]!
const right = ({ sendRight }: Received): Promise<void> => sendRight()
const busy = ({ send }: Received): void => send({}, 429, { 'retry-after': '5' })
const codeOf = async (call: Promise<unknown>): Promise<string> => (await failure(call)).code

test('Retry-After is obeyed though the 429 has a JSON-RPC error as its body', async () => {
  await using server = await ask(({ round, send, sendRight }) => {
    if (round > 1) return sendRight()
    send({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'slow down' } }, 429, {
      'retry-after': '1',
    })
  })
  expect(await server.all(1)).toEqual(transactions.slice(0, 1))
  expect(server.waits).toEqual([1_000])
})

test('the next try waits for as long as the server asked', async () => {
  const waited = Promise.withResolvers<number | undefined>()
  await using server = await listen(({ round, send, sendRight }) =>
    round === 1 ? send({}, 429, { 'retry-after': '3600' }) : sendRight(),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = createClient({
    transport: http(server.url, { maxRetryAfter: Infinity }),
    deadline: 2 ** 30,
    onEvent: ({ type, wait }: ClientEvent & { wait?: number }) => type === 'retry' && waited.resolve(wait),
  })
  const call = client.getTransaction(A)
  expect(await waited.promise).toBe(3_600_000)
  await vi.advanceTimersByTimeAsync(3_599_999)
  await (await fetch(server.url, { method: 'POST', body: '[]' })).text() // a request sent before this one would be there
  expect(server.bodies).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(11) // ten for others that wait as long
  expect(await call).toEqual(transactions[0])
  expect(server.bodies).toHaveLength(3)
})

test('a wait longer than allowed, or than the deadline leaves, fails at once', async () => {
  await using patient = await ask(busy, {}, 1_000)
  await using short = await ask(busy, { maxRetryAfter: 4_000 })
  for (const { client, bodies, waits } of [patient, short]) {
    expect(await codeOf(client.eth_getTransactionByHash(A))).toBe('RATE_LIMITED')
    expect([bodies.length, waits]).toEqual([1, []])
  }
})

test('one deadline ends a call over all its tries, and the error lists them', async () => {
  await using server = await ask(() => {}, { timeout: 100, retries: 50 }, 600)
  const error = await failure(server.client.eth_getTransactionByHash(A))
  expect(error).toMatchObject({ code: 'TIMEOUT', method: 'eth_getTransactionByHash', url: server.url })
  expect(error.attempts?.length).toBeGreaterThan(0)
  expect(server.bodies.length).toBeLessThan(50)
})

for (const [title, behave, options, code] of [
  [
    'an array for a single call, without its id,',
    async ({ send }) => send([{ jsonrpc: '2.0', result: null }]),
    {},
    'BAD_RESPONSE',
  ],
  ['an error that is a text', ({ send }) => send({ error: 'out of order' }), {}, 'RPC_ERROR'],
  ['an error without words', ({ send }) => send({ error: {} }), {}, 'BAD_RESPONSE'],
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
  test(`${title} is ${code}, after one try`, async () => {
    await using server = await ask(behave, options)
    expect(await codeOf(server.client.eth_getTransactionByHash(A))).toBe(code)
    expect(server.bodies).toHaveLength(1)
  })
}

test('nobody at the address is NETWORK, with the reason of the platform', async () => {
  const gone = await listen(() => {})
  await gone[Symbol.asyncDispose]()
  const client = createClient(http(gone.url, { retries: 0 }))
  await expect(client.eth_getTransactionByHash(A)).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})

test('a call leaves no listener on its signal, and a signal that is over sends nothing', async () => {
  await using server = await ask(({ round, send, sendRight }) => (round === 1 ? send({}, 500) : sendRight()))
  const controller = new AbortController()
  expect(await server.client.eth_getTransactionByHash(A, { signal: controller.signal })).toEqual(
    transactions[0],
  )
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  controller.abort()
  const sent = server.bodies.length
  await expect(server.client.eth_getTransactionByHash(A, { signal: controller.signal })).rejects.toThrow(
    'aborted',
  )
  expect(server.bodies).toHaveLength(sent)
})

test('a call that is aborted between two tries ends, and so does the timer', async () => {
  await using server = await ask(({ send }) => send({}, 429, { 'retry-after': '20' }))
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  const call = server.client.eth_getTransactionByHash(A, { signal: AbortSignal.timeout(80) })
  await expect(call).rejects.toThrow('timeout')
  const pause = set.mock.calls.findIndex(([, milliseconds]) => milliseconds === 20_000)
  expect(clear).toHaveBeenCalledWith(set.mock.results[pause]?.value)
  vi.restoreAllMocks()
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
      headers: { authorization: 'Bearer a', 'Content-Type': 'text/plain', Accept: '*/*' },
      retries: 0,
      fetch: async (_, request) => {
        headers = request?.headers
        return new Response('{}')
      },
    }),
  )
  expect(await codeOf(client.eth_getTransactionByHash(A))).toBe('BAD_RESPONSE')
  expect(headers).toEqual({
    authorization: 'Bearer a',
    'content-type': 'application/json',
    accept: 'application/json',
  })
})

test('an address that is none is refused at once', () => {
  for (const address of ['', 'localhost:8545', 'ftp://a', 'ws://a'])
    expect(() => http(address)).toThrow(`"${address}" must be an http or https URL without a password.`)
  for (const [address, shown] of [
    ['https://user:secret@a.example/', 'https://a.example'],
    ['wss://a.example/v3/secret', 'wss://a.example'],
    ['a.example/v3/secret', 'a.example'],
    ['a.example?key=secret', 'a.example'],
  ] as const)
    expect(() => http(address)).toThrow(
      new RegExp(`^"${shown}" must be an http or https URL without a password.$`),
    )
})

test('headers that HTTP does not allow are refused at once, and no message repeats them', () => {
  for (const value of ['Bearer sk-secret\n1', 'ü𝔘'])
    expect(() => http('http://a.example', { headers: { authorization: value } })).toThrow(
      /^headers must be names and values that HTTP allows.$/,
    )
})

test('what is undefined is as usual', async () => {
  await using server = await listen(({ sendRight }) => sendRight())
  const none = { timeout: undefined, retries: undefined, fetch: undefined, headers: undefined }
  const transport = http(server.url, none as unknown as HttpOptions)
  const client = createClient({ transport, deadline: undefined })
  expect(await client.eth_getTransactionByHash(A)).toEqual(transactions[0])
})

test('a number that is none, or below what makes sense, is refused at once', () => {
  for (const name of ['timeout', 'retries', 'maxRetryAfter', 'maxBytes', 'batchItems', 'batchLength'])
    for (const value of [-1, Number.NaN, '5'])
      expect(() => http('http://127.0.0.1/', { [name]: value })).toThrow(`${name} must be 0 or more`)
})

test('a time limit may be Infinity', async () => {
  await using server = await ask(right, { timeout: Infinity, retries: 0 })
  expect(await server.all(1)).toEqual(transactions.slice(0, 1))
})

for (const [title, retryAfter] of [
  ['of 0 seconds', '0'],
  ['that is past', 'Wed, 21 Oct 2015 07:28:00 GMT'],
  ['that is none', '-5'],
] as const) {
  test(`a Retry-After ${title} keeps the pause`, async () => {
    await using server = await ask(
      ({ round, send, sendRight }) =>
        round === 1 ? send({}, 429, { 'retry-after': retryAfter }) : sendRight(),
      { retries: 1 },
    )
    await server.all(1)
    expect(server.waits).toEqual([expect.toSatisfy((wait: number) => wait >= 75)])
  })
}

test('a redirect is not followed: no header goes where it leads', async () => {
  await using elsewhere = await listen(right)
  for (const status of [302, 308]) {
    await using server = await ask(({ send }) => send({}, status, { location: elsewhere.url }), {
      headers: { 'x-api-key': 'secret' },
    })
    const error = await failure(server.client.eth_getTransactionByHash(A))
    expect(error).toMatchObject({ code: 'HTTP_ERROR', status })
    expect(server.bodies).toHaveLength(1)
  }
  expect(elsewhere.bodies).toEqual([])
})

test('whatever fetch throws is NETWORK, with its innermost reason', async () => {
  const round = new Error('round')
  round.cause = round
  const everyAddress = new AggregateError([new Error('connect ECONNREFUSED ::1:8545')], '')
  for (const [thrown, reason] of [
    [new TypeError('fetch failed', { cause: everyAddress }), 'connect ECONNREFUSED ::1:8545'],
    [round, 'round'],
    [new TypeError(''), 'TypeError'],
    [null, 'null'],
    ['text', 'text'],
  ] as const) {
    const client = createClient(
      http('http://127.0.0.1/', { retries: 0, fetch: () => Promise.reject(thrown) }),
    )
    expect(await failure(client.eth_getTransactionByHash(A))).toMatchObject({
      code: 'NETWORK',
      message: `eth_getTransactionByHash: ${reason}`,
    })
  }
})

test('a status without a reply is an error with the address, but not with its path, which may be a key', async () => {
  await using server = await listen(({ send }) =>
    send({ message: 'Route not found', error: 'Not Found' }, 404),
  )
  const error = await failure(createClient(`${server.url}/secret`).getBlock('latest'))
  expect(error.message).toBe(`eth_getBlockByNumber: HTTP 404: Not Found (${server.url})`)
  const words = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No route here.' } }
  await using lectern = await listen(({ send }) => send(words, 404))
  expect(await failure(createClient(`${lectern.url}/secret`).getBlock('latest'))).toMatchObject({
    message: `eth_getBlockByNumber: HTTP 404: No route here. (${lectern.url})`,
    status: 404,
    rpcCode: -32600,
  })
})

test('an https address of a server that speaks http is explained in our words, not in those of OpenSSL', async () => {
  await using server = await listen(() => {})
  const transport = http(server.url.replace('http:', 'https:'), { retries: 0 })
  expect(await failure(createClient(transport).getBlock('latest'))).toMatchObject({
    code: 'NETWORK',
    message: 'eth_getBlockByNumber: TLS failed; is it http?',
  })
})

test.each([
  [1.5, '1.5'],
  [-1, '-1'],
  [-1n, '-1'],
  [2 ** 53, '9007199254740992'],
  ['latestt', '"latestt"'],
  [{}, 'an object'],
])('getBlock(%s) is refused by a sentence that says what a block may be', async (block, shown) => {
  const error = await failure(createClient('http://127.0.0.1:9').getBlock(block as never))
  expect(error.message).toBe(
    `eth_getBlockByNumber: block_number must be a hex quantity, or earliest, latest, safe, finalized or pending, not ${shown}.`,
  )
})
