import { createHash } from 'node:crypto'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  config,
  filled,
  parent,
  receiptOf,
  requests,
  seal,
  sender,
  sign,
  transactions,
} from '../../test/sample.ts'
import {
  encodeTransaction,
  hashHeader,
  hashTransaction,
  type LegacyTransaction,
  toHex,
  type VerifiedBlock,
  verify,
} from '../index.ts'
import { encodeBlock, hashRequests } from '../internal.ts'
import type * as chain from '../index.ts'

/** The exports that give a VerifiedBlock. */
type Makers = {
  [K in keyof typeof chain]: (typeof chain)[K] extends (...args: never) => infer R
    ? VerifiedBlock extends R
      ? K
      : never
    : never
}[keyof typeof chain]

test('nothing in the public index makes a verified block but verify', () => {
  expectTypeOf<Makers>().toEqualTypeOf<'verify'>()
  const { number, hash, header, raw, size, transactions } = verify(seal(), { config, parent })
  // @ts-expect-error: what only looks like one is none
  const forged: VerifiedBlock = { number, hash, header, raw, size, transactions }
  expect(forged.number).toBe(100n)
})

const sample = seal()
const legacy = transactions[0] as LegacyTransaction

describe('a block that holds', () => {
  const block = verify(sample, { config, parent })

  test('is given with its hash, number, size and blob gas price', () => {
    expect(block.number).toBe(100n)
    expect(toHex(block.hash)).toBe(toHex(hashHeader(sample.header)))
    expect(block.raw).toBe(sample)
    expect(block.size).toBe(encodeBlock(sample).length)
    expect(block.blobGasPrice).toBe(7n) // e^(10^7 / 5007716) = 7.36
  })

  test('is given with what no root commits to: hash, sender, gas used and first log index of each transaction', () => {
    expect(block.transactions.map(({ hash }) => toHex(hash))).toEqual(
      transactions.map((transaction) => toHex(hashTransaction(encodeTransaction(transaction)))),
    )
    expect(block.transactions.map(({ from }) => toHex(from))).toEqual(transactions.map(() => toHex(sender)))
    expect(block.transactions.map(({ gasUsed }) => gasUsed)).toEqual(transactions.map(() => 21000n))
    expect(block.transactions.map(({ firstLogIndex }) => firstLogIndex)).toEqual([0, 2, 2, 4, 4, 6, 6])
    expect(block.transactions.map(({ bytes }) => bytes)).toEqual(sample.transactions)
    expect(block.transactions.map(({ receipt }) => receipt)).toEqual(sample.receipts)
  })

  test('may be the first of a store, without a parent', () => {
    expect(verify(sample, { config, parent: null }).number).toBe(100n)
  })

  test('may have a parent whose time is not known', () => {
    const { number, hash } = parent
    expect(verify(seal({}, { timestamp: 1n }), { config, parent: { number, hash } }).number).toBe(100n)
  })

  test('may be empty, and of any fork', () => {
    const later = [
      'baseFeePerGas',
      'withdrawalsRoot',
      'blobGasUsed',
      'excessBlobGas',
      'parentBeaconBlockRoot',
      'requestsHash',
    ]
    const absent = Object.fromEntries(later.map((name) => [name, undefined]))
    const none = { transactions: [], receipts: [], uncles: [], withdrawals: undefined, requests: undefined }
    const empty = verify(seal(none, absent), { config, parent })
    expect(empty.transactions).toEqual([])
    expect(empty.header.baseFeePerGas).toBeUndefined()
    expect(empty.blobGasPrice).toBeUndefined()
  })

  test('may come without requests: only execution knows them', () => {
    expect(
      verify(seal({ requests: undefined }, { requestsHash: filled(1) }), { config, parent }).number,
    ).toBe(100n)
  })

  test('may have high s values and receipts with a state root, as Frontier blocks do', () => {
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const first = sign({ ...legacy, v: 27n })
    const high = { ...first, s: n - first.s, v: 55n - first.v }
    const { status: _, ...rest } = receiptOf(0, 0)
    const raw = seal({ transactions: [high], receipts: [{ ...rest, root: filled(3) }] })
    expect(toHex(verify(raw, { config, parent }).transactions[0]!.from)).toBe(toHex(sender))
  })
})

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

test('the requests of a block are hashed as EIP-7685 says, empty ones left out', () => {
  expect(requests.map(({ length }) => length)).toEqual([1, 3, 1])
  expect(toHex(hashRequests(requests))).toBe(toHex(sha256(sha256(requests[1]!))))
  expect(toHex(hashRequests([]))).toBe(toHex(sha256(new Uint8Array())))
})
