import { everyAnswer } from '@lectern/fixtures/answers'
import { expect, test } from 'vitest'
import {
  encodeHeader,
  encodeReceipt,
  encodeTransaction,
  hashTransaction,
  headerFromJson,
  keccak256,
  receiptFromJson,
  toHex,
  transactionFromJson,
  withdrawalFromJson,
  encodeWithdrawal,
} from '../index.ts'
import {
  encodeRlp,
  envelope,
  headerItems,
  receiptItems,
  transactionItems,
  withdrawalItems,
} from '../internal.ts'

const answers = await everyAnswer()
const of = (method: string): any[] =>
  answers.filter((answer) => answer.method === method).map(({ result }) => result)

test('the items of a transaction in JSON are those that it is hashed from', () => {
  const transactions = of('eth_getTransactionByHash')
  expect(new Set(transactions.map(({ type }) => type)).size).toBe(5)
  for (const json of transactions) {
    const { type, items } = transactionItems(json)
    expect(envelope(type, items)).toEqual(encodeTransaction(transactionFromJson(json)))
    expect(toHex(hashTransaction(envelope(type, items)))).toBe(json.hash)
  }
})

test('the items of a receipt in JSON are those that its root commits to', () => {
  for (const json of of('eth_getTransactionReceipt')) {
    const { type, items } = receiptItems(json)
    expect(envelope(type, items)).toEqual(encodeReceipt(receiptFromJson(json)))
  }
})

test('a receipt without a type has that of its transaction, else 0', () => {
  for (const { type, ...json } of of('eth_getTransactionReceipt')) {
    expect(receiptItems(json, Number(type) as 0)).toEqual(receiptItems({ ...json, type }))
    expect(receiptFromJson(json, Number(type) as 0)).toEqual(receiptFromJson({ ...json, type }))
    expect(receiptItems(json).type).toBe(0)
    expect(receiptItems({ ...json, type }, 3)).toEqual(receiptItems({ ...json, type }))
  }
})

test('the items of a header and of a withdrawal in JSON are those that they are hashed from', () => {
  for (const json of of('eth_getBlockByNumber')) {
    expect(encodeRlp(headerItems(json))).toEqual(encodeHeader(headerFromJson(json)))
    expect(toHex(keccak256(encodeRlp(headerItems(json))))).toBe(json.hash)
    for (const withdrawal of json.withdrawals ?? [])
      expect(encodeRlp(withdrawalItems(withdrawal))).toEqual(encodeWithdrawal(withdrawalFromJson(withdrawal)))
  }
})

test('numbers may be padded and hex may be in upper case: the items are the same', () => {
  const json = of('eth_getTransactionByHash').find(({ type }) => type === '0x2')
  const other = { ...json, r: `0x000${json.r.slice(2)}`, input: `0x${json.input.slice(2).toUpperCase()}` }
  expect(transactionItems(other)).toEqual(transactionItems(json))
})

const dynamic = () => of('eth_getTransactionByHash').find(({ type, to }) => type === '0x2' && to === null)

const without = (json: object, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))

test.each<[form: string, change: (json: any) => object]>([
  ['data for input', (json) => ({ ...without(json, 'input'), data: json.input })],
  ['v for yParity', (json) => ({ ...without(json, 'yParity'), v: json.yParity })],
  ['27 or 28 as v', (json) => ({ ...without(json, 'yParity'), v: json.yParity === '0x0' ? '0x1b' : '0x1c' })],
  ['an empty recipient', (json) => ({ ...json, to: '' })],
  ['0x as recipient', (json) => ({ ...json, to: '0x' })],
  ['no recipient', (json) => without(json, 'to')],
  ['a padded type', (json) => ({ ...json, type: '0x02' })],
  ['no derived members', (json) => without(json, 'hash', 'from', 'gasPrice', 'blockHash', 'blockNumber')],
  ['odd derived members', (json) => ({ ...json, hash: 5, from: [], blockNumber: {} })],
])('a transaction with %s has the same items', (_, change) => {
  expect(transactionItems(change(dynamic()))).toEqual(transactionItems(dynamic()))
})

test('a header that lacks a field of an earlier fork is refused', () => {
  const json = of('eth_getBlockByNumber').find(({ requestsHash }) => requestsHash)
  const { withdrawalsRoot: _, ...rest } = json
  expect(() => headerItems(rest)).toThrow('header: withdrawalsRoot must be 0x and 32 bytes, not undefined.')
})
