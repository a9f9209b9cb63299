import { describe, expect, test } from 'vitest'
import { sender, transactions } from '../../test/sample.ts'
import {
  type DynamicFeeTransaction,
  fromHex,
  type LegacyTransaction,
  toHex,
  blobGasPrice,
  createdAddress,
  effectiveGasPrice,
} from '../index.ts'
import { blobGasUsed, fromBigInt } from '../internal.ts'

const dynamic: DynamicFeeTransaction = {
  ...(transactions[4] as DynamicFeeTransaction),
  maxFeePerGas: 100n,
  maxPriorityFeePerGas: 2n,
}

describe('S7 the price that a transaction pays', () => {
  test.each([
    [0n, 2n],
    [50n, 52n],
    [98n, 100n],
    [99n, 100n],
    [100n, 100n],
  ])('at base fee %i is %i, at most the cap', (baseFee, price) => {
    expect(effectiveGasPrice(dynamic, baseFee)).toBe(price)
  })

  test('without a base fee is the cap', () => {
    expect(effectiveGasPrice(dynamic)).toBe(100n)
  })

  test('of types 0 and 1 is the signed one', () => {
    expect(effectiveGasPrice(transactions[0] as LegacyTransaction, 5n)).toBe(20_000_000_000n)
    expect(effectiveGasPrice(transactions[2]!, 5n)).toBe(30n)
  })
})

test('S8 the address of a new contract follows from sender and nonce', () => {
  const from = fromHex('0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0') // the vectors of go-ethereum's TestCreateAddress
  expect([0n, 1n, 2n].map((nonce) => toHex(createdAddress(from, fromBigInt(nonce))))).toEqual([
    '0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d',
    '0x343c43a37d37dff08ae8c4a11544c718abb4fcf8',
    '0xf778b86fa74e846c4f0a1fbd1335fe81c00a0c91',
  ])
  expect(createdAddress(sender, fromBigInt(2n ** 64n - 1n))).toHaveLength(20)
})

test('S8 a blob takes 131072 gas', () => {
  expect(transactions.map(blobGasUsed)).toEqual([0n, 0n, 0n, 0n, 0n, 262144n, 0n])
})

describe('S8 the price of blob gas', () => {
  // The vectors of EIP-4844's fake_exponential in go-ethereum, those with factor 1.
  test.each([
    [0n, 1n, 1n],
    [2n, 1n, 6n],
    [4n, 2n, 6n],
    [3n, 1n, 16n],
    [6n, 2n, 18n],
    [4n, 1n, 49n],
    [8n, 2n, 50n],
    [5n, 1n, 136n],
    [5n, 2n, 11n],
    [50_000_000n, 2_225_652n, 5_709_098_764n],
  ])('at an excess of %i by a fraction of %i is %i wei', (excessBlobGas, updateFraction, price) => {
    const config = { chainId: 1n, blobSchedule: [{ timestamp: 0n, updateFraction }] }
    expect(blobGasPrice({ excessBlobGas, timestamp: 0n, number: 1n }, config)).toBe(price)
  })

  const config = {
    chainId: 1n,
    blobSchedule: [
      { timestamp: 10n, updateFraction: 1n },
      { timestamp: 20n, updateFraction: 2n },
    ],
  }

  const at = (timestamp: bigint, excessBlobGas = 4n): bigint | undefined =>
    blobGasPrice({ excessBlobGas, timestamp, number: 1n }, config)

  test("is by the fork's own fraction, from its first second on", () => {
    expect([10n, 19n, 20n, 99n].map((time) => at(time))).toEqual([49n, 49n, 6n, 6n])
    expect(() => at(9n)).toThrow(
      'config: block 1 prices blobs, but no fork up to its time 9 does (cancunTime is missing).',
    )
  })

  test('has at most 256 bits, and is refused at once where it would have more', () => {
    expect(at(10n, 177n)!.toString(2)).toHaveLength(256)
    for (const excess of [178n, 2n ** 64n - 1n])
      expect(() => at(10n, excess)).toThrow(
        `header: excessBlobGas ${excess} makes a price of more than 256 bits.`,
      )
  })

  test('is undefined before Cancun', () => {
    expect(blobGasPrice({ timestamp: 5n, number: 1n }, config)).toBeUndefined()
  })
})
