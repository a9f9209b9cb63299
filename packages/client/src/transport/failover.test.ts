import type { Hash, Receipt } from '@lectern/spec'
import { afterEach, expect, test, vi } from 'vitest'
import { rounds } from '@lectern/server/testing'
import { failure, hashes, listen, transactions, type Received, type Server } from '../../test/faulty.ts'
import {
  createClient,
  failover,
  http,
  type Client,
  type ClientEvent,
  type ClientOptions,
  type FailoverOptions,
  type Transport,
} from '../index.ts'

afterEach(() => void vi.restoreAllMocks())

const [A, B] = hashes as [Hash, Hash]
const [a, b] = transactions

const block = 'eth_getBlockByNumber'

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

/** A client over nodes with a given behaviour. */
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

test('null is given only when every node says so, and orThrow names them all', async () => {
  await using nodes = await ask([lagging, lagging])
  expect(await nodes.client.getTransaction(A)).toBeNull()
  const error = await failure(nodes.client.orThrow.getTransaction(A))
  const message = `${A} was not found.`
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

test('a node that calls the parameters invalid, which were found right here, is passed over', async () => {
  await using nodes = await ask([fails(-32602, 'unknown tag'), right])
  const { params, result } = rounds.find(({ method, params }) => method === block && params[0] === 'safe')!
  expect(await nodes.client.eth_getBlockByNumber('safe', params[1] as boolean)).toEqual(result)
  expect(nodes.asked()).toEqual([1, 1])
  await using both = await ask([fails(-32602, 'unknown tag'), fails(-32602, 'unknown tag')])
  expect(await failure(both.client.getBlock('safe'))).toMatchObject({
    code: 'INVALID_PARAMS',
    rpcCode: -32602,
    attempts: both.servers.map(({ url }) => ({ url, code: 'INVALID_PARAMS' })),
  })
})

test('a result that an option refuses is asked of the next node, and so is what the proof needs', async () => {
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

test('nodes that are all silent are reported when the time is up', async () => {
  await using nodes = await ask([silent, silent], {}, { deadline: 300 })
  const error = await failure(nodes.client.getTransaction(A))
  expect(error).toMatchObject({ code: 'TIMEOUT', message: expect.stringMatching(/No response within \d+/) })
  expect(error.attempts?.map(({ url }) => url)).toEqual(nodes.servers.map(({ url }) => url))
})

test('fault 18 a call that is aborted inside failover ends at once, and no further node is asked', async () => {
  await using nodes = await ask([silent, right])
  const call = nodes.client.getTransaction(A, { signal: AbortSignal.timeout(100) })
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(nodes.asked()).toEqual([1, 0])
})

test('a quorum asks as many nodes at once, and takes what they agree on', async () => {
  await using nodes = await ask([right, right, right], { quorum: 2 })
  expect(await nodes.client.getTransaction(A)).toEqual(a)
  expect(nodes.asked()).toEqual([1, 1, 0])
})

test('a third node decides where two disagree, or one fails', async () => {
  const { params, result } = rounds.find(({ method, result }) => method === block && result !== null)!
  const number = params[0] as `0x${string}`
  const other = says({ ...(result as object), hash: `0x${'00'.repeat(32)}`, transactions: [] })
  for (const odd of [other, lagging, fails(-32603, 'no'), silent]) {
    await using nodes = await ask([odd, right, right], { quorum: 2 }, { deadline: 3_000 })
    expect(await nodes.client.eth_getBlockByNumber(number, params[1] as boolean)).toEqual(result)
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

const receipt = rounds.find(
  ({ method, result }) =>
    method === 'eth_getTransactionReceipt' &&
    (result as Receipt | null)?.logs.length &&
    'status' in (result as object),
)
const truth = receipt!.result as Receipt & { status: string }

for (const [name, value] of [
  ['status', truth.status === '0x1' ? '0x0' : '0x1'],
  ['gasUsed', '0x1'],
  ['cumulativeGasUsed', '0x1'],
  ['effectiveGasPrice', '0x1'],
  ['from', `0x${'11'.repeat(20)}`],
  ['to', `0x${'11'.repeat(20)}`],
  ['contractAddress', `0x${'11'.repeat(20)}`],
  ['logsBloom', `0x${'00'.repeat(256)}`],
  ['logs', []],
  ['logs', truth.logs.map((log) => ({ ...log, data: '0x11' }))],
  ['logs', truth.logs.map((log) => ({ ...log, topics: [] }))],
] as const) {
  test(`receipts whose ${name} differs do not agree: ${JSON.stringify(value).slice(0, 30)}`, async () => {
    await using nodes = await ask([says({ ...truth, [name]: value }), says(truth)], { quorum: 2 })
    const error = await failure(nodes.client.eth_getTransactionReceipt(receipt!.params[0] as Hash))
    expect(error).toMatchObject({ code: 'UNVERIFIED', check: 'quorum', actual: 1 })
  })
}

test.each(['slotNumber', 'blockAccessListHash'])('blocks whose %s differs do not agree', async (name) => {
  const block = rounds.find(({ method, result }) => method === 'eth_getBlockByNumber' && result)!
  const [one, other] = ['0x1', '0x2'].map((value) => says({ ...(block.result as object), [name]: value }))
  await using nodes = await ask([one!, other!], { quorum: 2 })
  const error = await failure(nodes.client.eth_getBlockByNumber(...(block.params as [never, never])))
  expect(error).toMatchObject({ code: 'UNVERIFIED', check: 'quorum', actual: 1 })
})

test('members that some nodes leave out, and the case of letters, do not keep nodes from agreeing', async () => {
  const { type: _, ...rest } = truth
  const other = { ...rest, to: truth.to?.toUpperCase().replace('X', 'x') ?? null, l1Fee: '0x1', root: null }
  await using nodes = await ask([says(truth), says(other)], { quorum: 2 })
  expect(await nodes.client.eth_getTransactionReceipt(receipt!.params[0] as Hash)).toEqual(truth)
})

test('an origin has one voice in a quorum, however it is given', async () => {
  await using server = await listen(right)
  const options = { quorum: 2 }
  expect(() => failover([server.url, `${server.url}/key`], options)).toThrow(
    `${server.url} is given twice, and would agree with itself.`,
  )
  const transport = http(server.url)
  expect(() => failover([transport, transport], options)).toThrow('A transport is given twice')
  expect(failover([transport, transport])).toBeTypeOf('function') // each may have its own key
  const client = createClient(failover([http(server.url), http(server.url)], options))
  expect(await failure(client.getTransaction(A))).toMatchObject({
    message: 'eth_getTransactionByHash: 1 of 2 endpoints agree, not 2.',
  })
})

/** A client of a dead and a good endpoint whose clock is set by hand, and how often each was asked. */
function withDead(): {
  ask(): Promise<unknown>
  asked(): number[]
  later(milliseconds: number): void
  revive(): void
} {
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const asked = [0, 0]
  let isDead = true
  const node =
    (index: number): Transport =>
    (call, bounds) =>
      http(`http://node${index}.test`, {
        fetch: async (_, init) => {
          asked[index]! += 1
          if (index === 0 && isDead) throw new TypeError('fetch failed')
          const { id } = JSON.parse(String(init!.body)) as { id: number }
          return Response.json({ jsonrpc: '2.0', id, result: a })
        },
      })(call, bounds)
  const client = createClient(failover([node(0), node(1)]))
  return {
    ask: () => client.getTransaction(A),
    asked: () => [...asked],
    later: (milliseconds) => void (now += milliseconds),
    revive: () => void (isDead = false),
  }
}

test('a dead endpoint is asked once, without a retry, and the next calls go to the one that answers', async () => {
  const { ask, asked } = withDead()
  for (let call = 1; call <= 5; call++) {
    expect(await ask()).toEqual(a)
    expect(asked()).toEqual([1, call])
  }
})

test('a dead endpoint is probed beside a call after 1 s, 2 s, 4 s, and is the first again once it answers', async () => {
  const { ask, asked, later, revive } = withDead()
  await ask()
  for (const [pause, dead] of [
    [999, 1],
    [1, 2],
    [1_999, 2],
    [1, 3],
    [3_999, 3],
  ] as const) {
    later(pause)
    expect(await ask()).toEqual(a)
    expect(asked()[0]).toBe(dead)
  }
  revive()
  later(1)
  await ask() // and the probe
  expect(asked()).toEqual([4, 7])
  await expect.poll(async () => (await ask(), asked()[0])).toBeGreaterThan(4)
  const [first, second] = asked()
  await ask()
  expect(asked()).toEqual([first! + 1, second])
})

test('many calls that meet a dead endpoint at once count as one failure', async () => {
  const { ask, asked, later } = withDead()
  await Promise.all(hashes.slice(0, 5).map(ask))
  const [dead] = asked()
  later(1_000)
  await ask()
  expect(asked()[0]).toBe(dead! + 1)
})

test('with all endpoints dead, the last is tried again as ever', async () => {
  let asked = 0
  const dead = (url: string) =>
    http(url, {
      retries: 1,
      fetch: () => {
        asked += 1
        return Promise.reject(new TypeError('fetch failed'))
      },
    })
  const client = createClient(failover([dead('http://a.test'), dead('http://b.test')]))
  expect(await failure(client.getTransaction(A))).toMatchObject({ code: 'NETWORK', url: 'http://b.test' })
  expect(asked).toBe(3)
})

test.each([
  ['what it does not have', lagging],
  ['what it has pruned', fails(4444, 'pruned history')],
])('an endpoint that is asked for %s keeps its rank', async (_, behave) => {
  await using nodes = await ask([behave, right])
  for (let call = 1; call <= 2; call++) {
    await nodes.client.getTransaction(A)
    expect(nodes.asked()).toEqual([call, call])
  }
})
