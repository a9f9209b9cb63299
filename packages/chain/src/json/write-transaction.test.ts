import { document } from '@lectern/spec'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultsOf } from '../../test/faults.ts'
import { transaction as anyTransaction } from '../../test/arbitrary.ts'
import { filled, sender, transactions } from '../../test/sample.ts'
import {
  ChainError,
  encodeTransaction,
  hashTransaction,
  type LegacyTransaction,
  toHex,
  type Transaction,
  transactionFromJson,
  transactionToJson,
} from '../index.ts'
import { knownTypes, toQuantity } from '../internal.ts'

const block = { hash: filled(0xb1), number: 100n, timestamp: 1012n, baseFeePerGas: 7n, blobGasPrice: 3n }
const render = (transaction: Transaction, index = 0): ReturnType<typeof transactionToJson> =>
  transactionToJson(transaction, {
    hash: hashTransaction(encodeTransaction(transaction)),
    from: sender,
    index,
    block,
  })

test('the document, the rows of fields and the samples of these tests have the same types', () => {
  const types = knownTypes().map(toQuantity)
  expect(document.components.schemas['TransactionType']!.enum).toEqual(types)
  expect([...new Set(transactions.map(({ type }) => toQuantity(type)))]).toEqual(types)
})

test('S7 an EIP-1559 transaction has the twenty fields of the mission, and the time of its block', () => {
  expect(render(transactions[4]!, 4)).toMatchInlineSnapshot(`
    {
      "accessList": [],
      "blockHash": "0xb1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1",
      "blockNumber": "0x64",
      "blockTimestamp": "0x3f4",
      "chainId": "0x1",
      "from": "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f",
      "gas": "0x5208",
      "gasPrice": "0x8",
      "hash": "0xddd93e136f376e6ee6c93466b36709c89ca637105350cc33470142361dbb52d5",
      "input": "0x",
      "maxFeePerGas": "0x8",
      "maxPriorityFeePerGas": "0x2",
      "nonce": "0x9",
      "r": "0x5f04478b5bf426ac012026592deadd6ea2450064ef5b7a76e9c2ddfad1192a47",
      "s": "0x714cdf3c0c14cbe6e1d8281af1192da94aef788f5abf3070b36240472d700d6b",
      "to": "0x3535353535353535353535353535353535353535",
      "transactionIndex": "0x4",
      "type": "0x2",
      "v": "0x0",
      "value": "0x0",
      "yParity": "0x0",
    }
  `)
})

describe('S7 a transaction has exactly the keys of its type, in the order of geth', () => {
  const start = 'blockHash blockNumber blockTimestamp from gas gasPrice'
  const middle = 'hash input nonce to transactionIndex value type'
  const fees = 'maxFeePerGas maxPriorityFeePerGas'
  test.each([
    [0, 'protected', `${start} ${middle} chainId v r s`],
    [1, 'unprotected', `${start} ${middle} v r s`],
    [2, 'with access list', `${start} ${middle} accessList chainId v r s yParity`],
    [3, 'with fees', `${start} ${fees} ${middle} accessList chainId v r s yParity`],
    [
      5,
      'with blobs',
      `${start} ${fees} maxFeePerBlobGas ${middle} accessList chainId blobVersionedHashes v r s yParity`,
    ],
    [6, 'setting code', `${start} ${fees} ${middle} accessList chainId authorizationList v r s yParity`],
  ])('%i, %s', (index, _, keys) => {
    expect(Object.keys(render(transactions[index]!)).join(' ')).toBe(keys)
  })
})

test('S6 S7 any transaction is rendered as the document says, lower case, and read back', () => {
  fc.assert(
    fc.property(anyTransaction, fc.nat(), (transaction, index) => {
      const json = JSON.parse(JSON.stringify(render(transaction, index)))
      expect(faultsOf('Transaction', json)).toEqual([])
      expect(JSON.stringify(json)).not.toMatch(/"0x[^"]*[A-F]/)
      expect(transactionFromJson(json)).toEqual(transaction)
    }),
  )
})

test('S7 a creation has a null recipient', () => {
  expect(render(transactions[1]!).to).toBeNull()
})

test('S7 the chain id 0 of v 35 and 36 is left out, as geth does', () => {
  expect(render({ ...(transactions[0] as LegacyTransaction), v: 35n })).not.toHaveProperty('chainId')
})

describe('the transaction of another node is read', () => {
  const typed = render(transactions[3]!)
  const legacy = render(transactions[0]!)
  const { yParity: _parity, ...withoutParity } = typed as typeof typed & { yParity: string }
  const { type: _type, ...withoutType } = legacy
  const { accessList: _list, ...withoutList } = render(transactions[4]!) as unknown as Record<string, unknown>
  const { input, ...withoutInput } = legacy
  test.each<[string, number, unknown]>([
    ['with members that we do not know', 3, { ...typed, l1Fee: '0x1', isSystemTx: false }],
    [
      'that is not mined',
      3,
      { ...typed, blockHash: null, blockNumber: null, blockTimestamp: null, transactionIndex: null },
    ],
    [
      'with null for what other types have',
      0,
      { ...legacy, accessList: null, maxFeePerGas: null, yParity: null, chainId: null },
    ],
    ['without a type', 0, withoutType],
    ['without yParity', 3, withoutParity],
    [
      'with yParity 27 or 28',
      3,
      {
        ...typed,
        yParity:
          transactions[3]!.type !== 0 && (transactions[3] as { yParity: number }).yParity === 0
            ? '0x1b'
            : '0x1c',
      },
    ],
    ['without an empty access list', 4, withoutList],
    ['with data for input', 0, { ...withoutInput, data: input }],
    ['with an absent recipient', 3, { ...typed, to: undefined }],
    ['with an empty recipient', 3, { ...typed, to: '0x' }],
    [
      'in upper case',
      3,
      JSON.parse(JSON.stringify(typed).replace(/0x[0-9a-f]+/g, (hex) => `0x${hex.slice(2).toUpperCase()}`)),
    ],
    [
      'with zeros before r',
      3,
      { ...typed, r: `0x${transactions[3]!.r.toString(16).padStart(64, '0')}`, nonce: '0x00' },
    ],
  ])('%s', (_, index, json) => {
    expect(transactionFromJson(json)).toEqual(transactions[index])
  })
})

describe('the transaction of another node is refused', () => {
  const json = render(transactions[6]!)
  test.each<[unknown, string]>([
    [null, 'transaction: null must be an object.'],
    ['0x02', 'transaction: "0x02" must be an object.'],
    [[], 'transaction: [] must be an object.'],
    [{ ...json, type: '0x7e' }, 'transaction: the type 0x7e is not known: a newer Lectern is needed.'],
    [{ ...json, type: 2 }, 'transaction: type must be a quantity of at most 8 bytes, not 2.'],
    [{ ...json, nonce: '0x' }, 'transaction: nonce must be a quantity of at most 8 bytes, not "0x".'],
    [
      { ...json, nonce: `0x1${'0'.repeat(16)}` },
      'transaction: nonce must be a quantity of at most 8 bytes, not "0x10000000000000000".',
    ],
    [{ ...json, value: 5 }, 'transaction: value must be a quantity of at most 32 bytes, not 5.'],
    [
      { ...json, value: undefined },
      'transaction: value must be a quantity of at most 32 bytes, not undefined.',
    ],
    [{ ...json, input: '0x0' }, 'transaction: input must be 0x and pairs of digits, not "0x0".'],
    [{ ...json, to: null }, 'transaction: to must be 0x and 20 bytes, not null.'],
    [{ ...json, to: '0xzz' }, 'transaction: to must be 0x and 20 bytes, not "0xzz".'],
    [
      { ...json, to: `0x${'g'.repeat(40)}` },
      `transaction: to must be 0x and 20 bytes, not "0x${'g'.repeat(40)}".`,
    ],
    [{ ...json, yParity: '0x2' }, 'transaction: yParity must be 0x0 or 0x1, not "0x2".'],
    [{ ...json, accessList: {} }, 'transaction: accessList must be an array, not {}.'],
    [
      { ...json, accessList: [{ address: toHex(sender), storageKeys: null }] },
      'transaction: accessList/0/storageKeys must be an array, not null.',
    ],
    [
      { ...json, accessList: [{ address: toHex(sender), storageKeys: ['0x1'] }] },
      'transaction: accessList/0/storageKeys/0 must be 0x and 32 bytes, not "0x1".',
    ],
    [
      { ...json, authorizationList: [{}] },
      'transaction: authorizationList/0/chainId must be a quantity of at most 32 bytes, not undefined.',
    ],
    [{ ...json, authorizationList: null }, 'transaction: authorizationList must be an array, not null.'],
  ])('%j', (value, message) => {
    expect(() => transactionFromJson(value)).toThrow(message)
    expect(() => transactionFromJson(value)).toThrow(ChainError)
  })
})
