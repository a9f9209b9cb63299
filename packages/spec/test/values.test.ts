import * as fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { arbitrary } from '../src/arbitraries.ts'
import { document, type MethodName, type Transaction } from '../src/index.ts'
import { values, type ReceiptValues, type Refuse, type TransactionValues } from '../src/values.gen.ts'

const seed = Number(process.env['LECTERN_SEED'] ?? Date.now() % 2 ** 31)

const refuse: Refuse = (path, value) => {
  throw new Error(`${path}: ${JSON.stringify(value)}`)
}

/** Decodes by the name of a method, as no typed program would. */
const decode = (method: MethodName, result: unknown): any =>
  (values[method] as (result: unknown, refuse: Refuse) => unknown)(result, refuse)

/** Wire JSON of a decoded value, as far as its names show. */
const encode = (value: object): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `0x${item.toString(16)}` : item)))

for (const [method, component] of [
  ['eth_getTransactionByHash', 'Transaction'],
  ['eth_getTransactionReceipt', 'Receipt'],
  ['eth_getBlockByNumber', 'Block'],
] as const)
  test(`D1 a decoded ${component} is the wire's, with a bigint instead of each quantity`, () => {
    const wire = arbitrary(document, { $ref: `#/components/schemas/${component}` })
    const property = fc.property(wire, (result) => {
      const before = structuredClone(result)
      const decoded = decode(method, result) as object
      expect(encode(decoded)).toEqual(result)
      expect(Object.keys(decoded)).toEqual(Object.keys(result as object))
      expect(result).toEqual(before)
    })
    fc.assert(property, { numRuns: 50, seed })
  })

const transaction = (): Record<string, unknown> => ({
  type: '0x7e',
  gas: '0x5208',
  value: `0x${'f'.repeat(64)}`,
  nonce: null,
  mint: '0x1',
  sourceHash: '0x00',
})

test('D1 unknown types and members stay, and so does what is null or absent', () => {
  expect(decode('eth_getTransactionByHash', transaction())).toEqual({
    ...transaction(),
    gas: 21_000n,
    value: 2n ** 256n - 1n,
  })
})

test('D1 each quantity of every length is read as BigInt reads it', () => {
  for (let digits = 1; digits <= 64; digits++)
    for (const digit of '019af') {
      const gas = `0x${'1'.repeat(digits - 1)}${digit}`
      expect(decode('eth_getTransactionByHash', { gas }).gas).toBe(BigInt(gas))
    }
})

for (const bad of [
  '',
  '0x',
  '12',
  '0x 1',
  '0x1 ',
  '0xg',
  '0x@',
  '0x`',
  '0x1G',
  '-0x1',
  7,
  true,
  {},
  [],
  `0x${'1'.repeat(20)} `,
  `0x${'z'.repeat(20)}`,
])
  test(`D1 ${JSON.stringify(bad)} is no quantity, and its pointer is passed on`, () => {
    const block = { transactions: [transaction(), { authorizationList: [{ nonce: bad }] }] }
    expect(() => decode('eth_getBlockByNumber', block)).toThrow(
      `/transactions/1/authorizationList/0/nonce: ${JSON.stringify(bad)}`,
    )
  })

test('D1 what is no list of objects is left as it is', () => {
  for (const odd of [{ transactions: 5 }, { transactions: ['0x00', null] }, { withdrawals: null }])
    expect(decode('eth_getBlockByNumber', odd)).toEqual(odd)
})

function narrow(value: TransactionValues): void {
  if (value.type === '0x3') expectTypeOf(value.maxFeePerBlobGas).toEqualTypeOf<bigint>()
  if (value.type === '0x0') expectTypeOf(value).not.toHaveProperty('accessList')
}

test('D1 the values are typed from the document, and narrowed by their type', () => {
  expectTypeOf<ReceiptValues['gasUsed']>().toEqualTypeOf<bigint>()
  expectTypeOf<ReceiptValues['status']>().toEqualTypeOf<'0x0' | '0x1' | undefined>()
  expectTypeOf<ReceiptValues['logs'][0]['logIndex']>().toEqualTypeOf<bigint>()
  expect(narrow).toBeTypeOf('function')
  expectTypeOf(values.eth_getTransactionByHash).parameter(0).toEqualTypeOf<Transaction>()
})
