import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../test/faults.ts'
import { receipt as anyReceipt } from '../../test/arbitrary.ts'
import { filled, receipts, sender, transactions } from '../../test/sample.ts'
import {
  ChainError,
  encodeReceipt,
  type Receipt,
  receiptFromJson,
  receiptToJson,
  toHex,
  createdAddress,
} from '../index.ts'
import { fromBigInt } from '../internal.ts'

const block = { hash: filled(0xb1), number: 100n, timestamp: 1012n, baseFeePerGas: 7n, blobGasPrice: 3n }
const contextAt = (index: number): Parameters<typeof receiptToJson>[1] => ({
  transaction: transactions[index]!,
  hash: filled(0x7a),
  from: sender,
  gasUsed: 21000n,
  firstLogIndex: 5,
  index,
  block,
})
const render = (index: number, receipt: Receipt = receipts[index]!): ReturnType<typeof receiptToJson> =>
  receiptToJson(receipt, contextAt(index))
const { status: _status, ...withoutStatus } = receipts[0]!
const early: Receipt = { ...withoutStatus, root: filled(3) }

test('S8 S9 a receipt has the fields of the mission, and its logs the context of block and transaction', () => {
  expect({ ...render(0), logsBloom: '0x…' }).toMatchInlineSnapshot(`
    {
      "blockHash": "0xb1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1",
      "blockNumber": "0x64",
      "contractAddress": null,
      "cumulativeGasUsed": "0x5208",
      "effectiveGasPrice": "0x4a817c800",
      "from": "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f",
      "gasUsed": "0x5208",
      "logs": [
        {
          "address": "0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "blockHash": "0xb1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1",
          "blockNumber": "0x64",
          "blockTimestamp": "0x3f4",
          "data": "0x00ff",
          "logIndex": "0x5",
          "removed": false,
          "topics": [
            "0x0101010101010101010101010101010101010101010101010101010101010101",
            "0x0202020202020202020202020202020202020202020202020202020202020202",
            "0x0303030303030303030303030303030303030303030303030303030303030303",
            "0x0404040404040404040404040404040404040404040404040404040404040404",
          ],
          "transactionHash": "0x7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a",
          "transactionIndex": "0x0",
        },
        {
          "address": "0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "blockHash": "0xb1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1",
          "blockNumber": "0x64",
          "blockTimestamp": "0x3f4",
          "data": "0x",
          "logIndex": "0x6",
          "removed": false,
          "topics": [],
          "transactionHash": "0x7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a",
          "transactionIndex": "0x0",
        },
      ],
      "logsBloom": "0x…",
      "status": "0x1",
      "to": "0x3535353535353535353535353535353535353535",
      "transactionHash": "0x7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a",
      "transactionIndex": "0x0",
      "type": "0x0",
    }
  `)
})

describe('S8 a receipt has exactly the keys of its type and fork, in the order of geth', () => {
  const start =
    'blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom'
  const end = 'to transactionHash transactionIndex type'
  test.each<[string, number, Receipt, string]>([
    ['before Byzantium', 0, early, `${start} root ${end}`],
    ['from Byzantium on', 0, receipts[0]!, `${start} status ${end}`],
    ['with fees', 4, receipts[4]!, `${start} status ${end}`],
    ['with blobs', 5, receipts[5]!, `blobGasPrice blobGasUsed ${start} status ${end}`],
    ['setting code', 6, receipts[6]!, `${start} status ${end}`],
  ])('%s', (_, index, receipt, keys) => {
    expect(Object.keys(render(index, receipt)).join(' ')).toBe(keys)
  })
})

test('S8 a creation has the address of the contract and no recipient, even where it failed; others have null', () => {
  const failed = render(3, { ...receipts[3]!, status: 0 })
  expect([failed.contractAddress, failed.to, failed.status]).toEqual([
    toHex(createdAddress(sender, fromBigInt(0n))),
    null,
    '0x0',
  ])
  expect(render(4).contractAddress).toBeNull()
})

test('S8 the price is what was paid in the block, of gas and of blob gas', () => {
  expect(render(3).effectiveGasPrice).toBe('0x9') // base fee 7 and tip 2
  expect(render(4).effectiveGasPrice).toBe('0x8') // the cap
  expect([render(5).blobGasPrice, render(5).blobGasUsed]).toEqual(['0x3', '0x40000'])
  expect(() =>
    receiptToJson(receipts[5]!, { ...contextAt(5), block: { ...block, blobGasPrice: undefined } }),
  ).toThrow('receipt: block 100 has a blob transaction, but no blobGasPrice is given.')
})

test('S9 the index of a log counts in the block', () => {
  expect(render(2).logs.map(({ logIndex }) => logIndex)).toEqual(['0x5', '0x6'])
})

test('S9 a log has exactly the keys of the document, in the order of geth', () => {
  expect(Object.keys(render(0).logs[0]!).join(' ')).toBe(
    'address topics data blockNumber transactionHash transactionIndex blockHash blockTimestamp logIndex removed',
  )
})

test('S6 S8 S9 any receipt is rendered as the document says, and read back', () => {
  fc.assert(
    fc.property(anyReceipt, (receipt) => {
      const sample = transactions.findIndex(({ type }) => type === receipt.type)
      const json = JSON.parse(JSON.stringify(render(sample, receipt)))
      expect(faultsOf('Receipt', json)).toEqual([])
      expect(receiptFromJson(json)).toEqual(receipt)
      expect(toHex(encodeReceipt(receiptFromJson(json)))).toBe(toHex(encodeReceipt(receipt)))
    }),
  )
})

describe('the receipt of another node is read', () => {
  const { type: _type, ...withoutType } = render(0)
  test.each<[string, Receipt, unknown]>([
    [
      'with members that we do not know',
      receipts[4]!,
      { ...render(4), l1Fee: '0x1', depositNonce: '0x0', error: null },
    ],
    ['without a type', receipts[0]!, withoutType],
    ['with a null root', receipts[0]!, { ...render(0), root: null }],
    ['with a null status', early, { ...render(0, early), status: null }],
  ])('%s', (_, receipt, json) => {
    expect(receiptFromJson(json)).toEqual(receipt)
  })
})

describe('the receipt of another node is refused', () => {
  const json = render(0)
  test.each<[unknown, string]>([
    [undefined, 'receipt: undefined must be an object.'],
    [{ ...json, type: '0x7e' }, 'receipt: the type 0x7e is not known: a newer Lectern is needed.'],
    [{ ...json, status: '0x2' }, 'receipt: status must be 0x0 or 0x1, not "0x2".'],
    [{ ...json, status: null }, 'receipt: root must be 0x and 32 bytes, not undefined.'],
    [
      { ...json, cumulativeGasUsed: 21000 },
      'receipt: cumulativeGasUsed must be a quantity of at most 8 bytes, not 21000.',
    ],
    [{ ...json, logsBloom: '0x00' }, 'receipt: logsBloom must be 0x and 256 bytes, not "0x00".'],
    [{ ...json, logs: null }, 'receipt: logs must be an array, not null.'],
    [{ ...json, logs: [null] }, 'receipt: null must be an object.'],
    [
      { ...json, logs: [{ ...json.logs[0]!, topics: ['0x1'] }] },
      'receipt: logs/0/topics/0 must be 0x and 32 bytes, not "0x1".',
    ],
  ])('%j', (value, message) => {
    expect(() => receiptFromJson(value)).toThrow(message)
    expect(() => receiptFromJson(value)).toThrow(ChainError)
  })
})
