import type { Hash } from '@lectern/spec'
import { expect, test } from 'vitest'
import { rounds } from '../../server/test/recorded.ts'
import { failure, hashes, listen, transactions, type Received, type Server } from '../test/faulty.ts'
import {
  createClient,
  failover,
  http,
  type Client,
  type ClientEvent,
  type ClientOptions,
  type FailoverOptions,
} from './index.ts'

const [A, B] = hashes as [Hash, Hash]
const [a, b] = transactions

type Behave = (received: Received) => unknown

const right: Behave = ({ sendRight }) => sendRight()
const silent: Behave = () => {}
const says =
  (result: unknown): Behave =>
  ({ requests, send }) =>
    send({ jsonrpc: '2.0', id: requests[0]!.id, result })
const fails =
  (code: number, message: string): Behave =>
  ({ requests, send }) =>
    send({ jsonrpc: '2.0', id: requests[0]!.id, error: { code, message } })
const lagging = says(null)

interface Nodes extends AsyncDisposable {
  readonly client: Client
  readonly servers: readonly Server[]
  readonly events: ClientEvent[]
  /** How many requests each node got. */
  asked(): number[]
}

/** A client over nodes that behave as they are told. */
async function ask(
  behaviours: readonly Behave[],
  options: FailoverOptions = {},
  more: Partial<ClientOptions> = {},
): Promise<Nodes> {
  const servers = await Promise.all(behaviours.map(listen))
  const events: ClientEvent[] = []
  const transport = failover(
    servers.map(({ url }) => http(url, { retries: 0 })),
    options,
  )
  const client = createClient({ transport, onEvent: (event) => events.push(event), ...more })
  return {
    client,
    servers,
    events,
    asked: () => servers.map(({ bodies }) => bodies.length),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
    },
  }
}

test('the first node answers, and the second is not asked', async () => {
  await using nodes = await ask([right, right])
  expect(await nodes.client.getTransaction(A)).toEqual(a)
  expect(nodes.asked()).toEqual([1, 0])
})

test('fault 17 what the first node does not know is found on the second', async () => {
  await using nodes = await ask([lagging, right])
  expect(await nodes.client.getTransaction(A)).toEqual(a)
  expect(nodes.asked()).toEqual([1, 1])
})

test('null is given only when every node says so, and require names them all', async () => {
  await using nodes = await ask([lagging, lagging])
  expect(await nodes.client.getTransaction(A)).toBeNull()
  const error = await failure(nodes.client.require.getTransaction(A))
  const message = `Nothing is known of ${A}.`
  expect(error).toMatchObject({
    code: 'NOT_FOUND',
    message: `eth_getTransactionByHash: ${message}`,
    url: nodes.servers[1]!.url,
    attempts: nodes.servers.map(({ url }) => ({ url, code: 'NOT_FOUND', message })),
  })
})

test('a null is taken at once where it is accepted', async () => {
  await using nodes = await ask([lagging, right], { onNull: 'accept' })
  expect(await nodes.client.getTransaction(A)).toBeNull()
  expect(nodes.asked()).toEqual([1, 0])
})

for (const behaviours of [
  [lagging, fails(4444, 'pruned')],
  [fails(4444, 'pruned'), lagging],
]) {
  test(`null and a failure, whichever comes first, is that failure: ${behaviours.indexOf(lagging) + 1}`, async () => {
    await using nodes = await ask(behaviours)
    const error = await failure(nodes.client.getTransaction(A))
    expect(error).toMatchObject({ code: 'PRUNED', rpcCode: 4444 })
    expect(error.attempts?.map(({ code }) => code).toSorted()).toEqual(['NOT_FOUND', 'PRUNED'])
  })
}

for (const [title, behave] of [
  ['is pruned', fails(4444, 'pruned history')],
  ['lacks the header', fails(-32000, 'header not found')],
  ['wants a key', ({ send }) => send({}, 401)],
  ['is overloaded', ({ send }) => send({}, 503)],
  ['has not the method', fails(-32601, 'no')],
  ['breaks off', ({ response }) => response.destroy()],
  ['gives no JSON', ({ response }) => response.end('<html>')],
  ['answers another question', says(b)],
  ['answers with the id of another', ({ send }) => send({ jsonrpc: '2.0', id: 999_999, result: a })],
] as const satisfies readonly (readonly [string, Behave])[]) {
  test(`a node that ${title} is passed over`, async () => {
    await using nodes = await ask([behave, right])
    expect(await nodes.client.getTransaction(A)).toEqual(a)
    expect(nodes.asked()).toEqual([1, 1])
    expect(nodes.events.map(({ type }) => type)).toContain('failover')
  })
}

test('a node that calls the parameters invalid is believed: no other is asked', async () => {
  await using nodes = await ask([fails(-32602, 'unknown tag'), right])
  expect(await failure(nodes.client.getBlock('safe'))).toMatchObject({
    code: 'INVALID_PARAMS',
    rpcCode: -32602,
  })
  expect(nodes.asked()).toEqual([1, 0])
})

test('a result that a plug refuses is asked of the next node, and so is what the proof needs', async () => {
  const asked: (string | undefined)[] = []
  const verify: ClientOptions['verify'] = async (_, { result, url }, ask) => {
    asked.push(url)
    expect(await ask('eth_getTransactionByHash', [B])).toEqual(b)
    if (url === nodes.servers[0]!.url) throw Object.assign(new Error('no proof'), { code: 'UNVERIFIED' })
    expect(result).toEqual(a)
  }
  await using nodes: Nodes = await ask([right, right], {}, { verify })
  expect(await nodes.client.getTransaction(A)).toEqual(a)
  expect(asked).toEqual(nodes.servers.map(({ url }) => url))
  expect(nodes.asked()).toEqual([2, 2])
})

test('a silent node leaves the next one its share of the time', async () => {
  await using nodes = await ask([silent, right], {}, { deadline: 1_000 })
  expect(await nodes.client.getTransaction(A)).toEqual(a)
})

test('nodes that are all silent are told when the time is up', async () => {
  await using nodes = await ask([silent, silent], {}, { deadline: 300 })
  const start = performance.now()
  const error = await failure(nodes.client.getTransaction(A))
  expect(performance.now() - start).toBeLessThan(3_000)
  expect(error).toMatchObject({ code: 'TIMEOUT', message: expect.stringMatching(/No answer within \d+/) })
  expect(error.attempts?.map(({ url }) => url)).toEqual(nodes.servers.map(({ url }) => url))
})

test('fault 18 a caller who gives up inside failover is let go at once, and no further node is asked', async () => {
  await using nodes = await ask([silent, right])
  const start = performance.now()
  const call = nodes.client.getTransaction(A, { signal: AbortSignal.timeout(100) })
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(performance.now() - start).toBeLessThan(3_000)
  expect(nodes.asked()).toEqual([1, 0])
})

test('a quorum asks as many nodes at once, and takes what they agree on', async () => {
  await using nodes = await ask([right, right, right], { quorum: 2 })
  expect(await nodes.client.getTransaction(A)).toEqual(a)
  expect(nodes.asked()).toEqual([1, 1, 0])
})

test('a third node decides where two disagree, or one fails', async () => {
  const { params, result } = rounds.find(
    ({ method, result }) => method === 'eth_getBlockByNumber' && result !== null,
  )!
  const block = params[0] as `0x${string}`
  const other = says({ ...(result as object), hash: `0x${'00'.repeat(32)}`, transactions: [] })
  for (const odd of [other, lagging, fails(-32603, 'no'), silent]) {
    await using nodes = await ask([odd, right, right], { quorum: 2 }, { deadline: 3_000 })
    expect(await nodes.client.eth_getBlockByNumber(block, params[1] as boolean)).toEqual(result)
    expect(nodes.asked()).toEqual([1, 1, 1])
  }
})

test('endpoints that do not agree give no answer', async () => {
  await using nodes = await ask([right, lagging, fails(-32603, 'no')], { quorum: 2 })
  expect(await failure(nodes.client.getTransaction(A))).toMatchObject({
    code: 'UNVERIFIED',
    message: 'eth_getTransactionByHash: 1 of 3 endpoints agree, not 2.',
    check: 'quorum',
    expected: 2,
    actual: 1,
  })
})

test('options that make no sense are refused at once', () => {
  const url = 'http://127.0.0.1/'
  expect(() => failover([])).toThrow('0 endpoints have no quorum of 1.')
  for (const quorum of [0, 3, 1.5, '1' as never])
    expect(() => failover([url, url], { quorum })).toThrow(`2 endpoints have no quorum of ${quorum}.`)
  expect(() => failover([url], { onNull: 'no' as never })).toThrow(
    'onNull must be "next" or "accept", not "no".',
  )
})
