import type { BlockWithTransactions, Hash, MethodName } from '@lectern/spec'
import type { BlockWithHashesValues, ReceiptValues, TransactionValues } from '@lectern/spec/values'
import { expect, expectTypeOf, test } from 'vitest'
import { rounds } from '@lectern/server/testing'
import { failure } from '../test/faulty.ts'
import { createClient, bigints, type Client, type BigintResults } from './index.ts'

const of = (method: MethodName) => rounds.find((round) => round.method === method && round.result !== null)!
const give = (result: unknown) => ({ transport: async () => ({ result }), decode: bigints })
const encode = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `0x${item.toString(16)}` : item)))

test('values are given for each recorded result, and the wire methods stay wire', async () => {
  for (const { method, params, result } of rounds) {
    const client = createClient(give(result))
    const [first, whole] = params as [Hash, boolean]
    const wire = (client[method] as (...params: unknown[]) => Promise<unknown>)(...params)
    const value =
      method === 'eth_getBlockByNumber'
        ? client.getBlock(first, { transactions: whole })
        : method === 'eth_getTransactionByHash'
          ? client.getTransaction(first)
          : client.getReceipt(first)
    expect(await wire).toEqual(result)
    expect(encode(await value)).toEqual(result)
    if (result !== null) expect(await value).not.toEqual(result)
  }
})

test('what is not there is null, or NOT_FOUND, with values as well', async () => {
  const client = createClient(give(null))
  expect(await client.getBlock('latest')).toBeNull()
  expect(await failure(client.orThrow.getBlock(5))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'eth_getBlockByNumber: 0x5 was not found.',
  })
})

test('what is no quantity is INVALID_SHAPE with its path', async () => {
  const { params, result } = of('eth_getTransactionReceipt')
  const broken = { ...(result as object), gasUsed: 21_000 }
  expect(await failure(createClient(give(broken)).getReceipt(params[0] as Hash))).toMatchObject({
    code: 'INVALID_SHAPE',
    path: '/gasUsed',
    method: 'eth_getTransactionReceipt',
    message: 'eth_getTransactionReceipt: result/gasUsed must be a quantity, not 21000.',
  })
})

test('two equal calls get values each', async () => {
  const { params } = of('eth_getTransactionByHash')
  const client = createClient(give(of('eth_getTransactionByHash').result))
  const [one, two] = await Promise.all([0, 1].map(() => client.orThrow.getTransaction(params[0] as Hash)))
  expect(one).toEqual(two)
  expect(one).not.toBe(two)
})

const client = () => createClient({ transport: 'http://127.0.0.1/', decode: bigints })
const wire = () => createClient('http://127.0.0.1/').orThrow.getBlock('latest', { transactions: true })

test('the results are typed by `decode`', () => {
  expectTypeOf(client).returns.toEqualTypeOf<Client<BigintResults>>()
  const transaction = () => client().getTransaction('0x00')
  expectTypeOf(transaction).returns.resolves.toEqualTypeOf<TransactionValues | null>()
  const receipt = () => client().orThrow.getReceipt('0x00')
  expectTypeOf(receipt).returns.resolves.toEqualTypeOf<ReceiptValues>()
  const block = () => client().getBlock(5n)
  expectTypeOf(block).returns.resolves.toEqualTypeOf<BlockWithHashesValues | null>()
  expectTypeOf(wire).returns.resolves.toEqualTypeOf<BlockWithTransactions>()
})
