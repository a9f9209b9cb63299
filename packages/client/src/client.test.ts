import { createRpc, jsonRpc, readResponse } from '@lectern/server'
import type {
  Block,
  BlockNumberOrTag,
  BlockWithHashes,
  BlockWithTransactions,
  Hash,
  MethodName,
  Methods,
  Receipt,
  Transaction,
} from '@lectern/spec'
import { fastify } from 'fastify'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { methods, rounds } from '@lectern/server/testing'
import { failure } from '../test/faulty.ts'
import { ClientError, createClient, type Client, type Transport } from './index.ts'

/** A Lectern over HTTP on a free port of 127.0.0.1, closed at the end of the test. */
async function serve(served: Methods) {
  const app = fastify()
  await app.register(jsonRpc, { methods: served })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, client: createClient(url), [Symbol.asyncDispose]: () => app.close() }
}

/** Calls a method by its name, as no typed program would. */
const callUntyped = (client: Client, method: MethodName, ...params: unknown[]): Promise<unknown> =>
  (client[method] as (...params: unknown[]) => Promise<unknown>)(...params)

for (const [row, method] of [
  ['S3', 'eth_getTransactionByHash'],
  ['S4', 'eth_getTransactionReceipt'],
  ['S5', 'eth_getBlockByNumber'],
] as const) {
  test(`${row} D2 ${method} gives each recorded result as it was served`, async () => {
    await using server = await serve(methods)
    const mine = rounds.filter((round) => round.method === method)
    expect(mine.length).toBeGreaterThan(10)
    const results = await Promise.all(mine.map(({ params }) => callUntyped(server.client, method, ...params)))
    expect(results).toEqual(mine.map(({ result }) => result))
  })
}

test('D2 a client is Methods: served again, it answers as what it asks', async () => {
  await using origin = await serve(methods)
  await using proxy = await serve(origin.client)
  for (const { method, params, result } of rounds.slice(0, 40))
    expect(await callUntyped(proxy.client, method, ...params)).toEqual(result)
})

test('an error that the document declares passes through a client that is served again', async () => {
  const pruned = Object.assign(new Error('Block 1 is below 5.'), { code: 4444, data: { earliest: '0x5' } })
  await using origin = await serve({ ...methods, eth_getBlockByNumber: () => Promise.reject(pruned) })
  await using proxy = await serve(origin.client)
  const error = await failure(proxy.client.eth_getBlockByNumber('0x1', false))
  expect(error).toMatchObject({ code: 'PRUNED', rpcCode: 4444, data: { earliest: '0x5' } })
  expect(error.message).toBe('eth_getBlockByNumber: Block 1 is below 5.')
})

test('D2 the functions are typed from the document', () => {
  expectTypeOf<Client>().toExtend<Methods>()
  const client = {} as Client
  const byHash = () => client.eth_getTransactionByHash('0x00', { signal: new AbortController().signal })
  expectTypeOf(byHash).returns.resolves.toEqualTypeOf<Transaction | null>()
  const receipt = () => client.eth_getTransactionReceipt('0x00')
  expectTypeOf(receipt).returns.resolves.toEqualTypeOf<Receipt | null>()
  const hashes = () => client.eth_getBlockByNumber('latest', false)
  expectTypeOf(hashes).returns.resolves.toEqualTypeOf<BlockWithHashes | null>()
  const whole = () => client.eth_getBlockByNumber('0x1', true, {})
  expectTypeOf(whole).returns.resolves.toEqualTypeOf<BlockWithTransactions | null>()
  const either = (number: BlockNumberOrTag, flag: boolean) => client.eth_getBlockByNumber(number, flag)
  expectTypeOf(either).returns.resolves.toEqualTypeOf<Block | null>()
  // @ts-expect-error a hash begins with 0x
  void (() => client.eth_getTransactionByHash('00'))
  // @ts-expect-error the flag is required
  void (() => client.eth_getBlockByNumber('latest'))
})

test('what breaks the document is refused before it is sent', async () => {
  const transport = vi.fn<Transport>()
  const client = createClient(transport)
  const questions: [MethodName, ...unknown[]][] = [
    ['eth_getTransactionByHash', '0x12'],
    ['eth_getTransactionReceipt', undefined],
    ['eth_getBlockByNumber', 12n, false],
    ['eth_getBlockByNumber', '0x01', false],
    ['eth_getBlockByNumber', 'latest', 'true'],
  ]
  for (const question of questions)
    expect(await failure(callUntyped(client, ...question))).toMatchObject({
      code: 'INVALID_PARAMS',
      method: question[0],
    })
  expect((await failure(callUntyped(client, 'eth_getTransactionByHash', '0x12'))).message).toBe(
    'eth_getTransactionByHash: tx_hash must be 0x and 64 hex digits, not "0x12".',
  )
  expect(transport).not.toHaveBeenCalled()
})

test('a hash may be asked for in upper case', async () => {
  await using server = await serve({
    ...methods,
    eth_getTransactionByHash: (hash) => methods.eth_getTransactionByHash(hash.toLowerCase() as Hash),
  })
  const { params, result } = rounds.find(
    (round) => round.method === 'eth_getTransactionByHash' && round.result !== null,
  )!
  const hash = `0x${String(params[0]).slice(2).toUpperCase()}` as const
  expect(await server.client.eth_getTransactionByHash(hash)).toEqual(result)
})

test('calls that are the same and run at the same time are one, and the next is new', async () => {
  const transport = vi.fn<Transport>(async () => ({ result: null }))
  const client = createClient(transport)
  await Promise.all([1, 2, 3].map(() => client.eth_getBlockByNumber('latest', false)))
  expect(transport).toHaveBeenCalledTimes(1)
  await Promise.all([
    client.eth_getBlockByNumber('latest', false),
    client.eth_getBlockByNumber('latest', true),
  ])
  expect(transport).toHaveBeenCalledTimes(3)
})

test('calls that share an answer get a copy each', async () => {
  const { params, result } = rounds.find(({ params }) => params[1] === true)!
  const client = createClient(async () => ({ result: structuredClone(result) }))
  const ask = () => client.eth_getBlockByNumber(params[0] as BlockNumberOrTag, true)
  const [first, second] = await Promise.all([
    ask().then((block) => Object.assign(block!, { transactions: [] })),
    ask(),
  ])
  expect(first.transactions).toEqual([])
  expect(second).toEqual(result)
})

const late: Transport = (_, { signal }) =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    setTimeout(() => resolve({ result: null }), 50)
  })

test('a deadline that is no number is refused, and Infinity is none', async () => {
  for (const deadline of [-1, Number.NaN, '5' as never])
    expect(() => createClient({ transport: late, deadline })).toThrow(
      `deadline must be 0 or more, not ${deadline}.`,
    )
  expect(
    await createClient({ transport: late, deadline: Infinity }).eth_getBlockByNumber('latest', false),
  ).toBeNull()
})

test('any function of its shape can be a transport', async () => {
  const rpc = createRpc({ methods })
  const transport: Transport = async (call) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
    const bytes = await readResponse(await rpc(new TextEncoder().encode(body)))
    return JSON.parse(new TextDecoder().decode(bytes))
  }
  const { params, result } = rounds.find(({ method }) => method === 'eth_getBlockByNumber')!
  expect(await callUntyped(createClient(transport), 'eth_getBlockByNumber', ...params)).toEqual(result)
})

test('an answer that is nested deeper than the stack is a BAD_RESPONSE', async () => {
  const { result: truth } = rounds.find(
    ({ method, result }) => method === 'eth_getTransactionByHash' && result,
  )!
  const { hash } = truth as Transaction
  const result = Object.assign({}, truth, { toJSON: (): unknown => result.toJSON() }) // as deep as any engine's stack
  const client = createClient(async () => ({ result }))
  const [one, other] = [client.getTransaction(hash), client.getTransaction(hash)]
  expect(await one).toMatchObject({ hash })
  expect((await failure(other)).code).toBe('BAD_RESPONSE')
})

test('a reason to leave is given back as it is, be it a ClientError of another call', async () => {
  const reason = new ClientError('NOT_FOUND', 'eth_getTransactionReceipt: It was not found.')
  const controller = new AbortController()
  const client = createClient(() => new Promise(() => {}))
  const call = client.getBlock('latest', { signal: controller.signal }).catch((error: unknown) => error)
  controller.abort(reason)
  expect(await call).toBe(reason)
})
