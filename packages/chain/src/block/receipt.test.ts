import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receipt as anyReceipt } from '../../test/arbitrary.ts'
import { filled, logs, receiptOf, receipts } from '../../test/sample.ts'
import { ChainError, decodeReceipt, encodeReceipt, fromHex, type Receipt, toHex } from '../index.ts'
import { decodeRlp, encodeRlp, type RlpItem } from '../internal.ts'

test('a receipt of any type, with status or root, comes back from its bytes', () => {
  fc.assert(
    fc.property(anyReceipt, (receipt) => {
      const bytes = encodeReceipt(receipt)
      expect(decodeReceipt(bytes)).toEqual(receipt)
      expect(receipt.type === 0 ? bytes[0]! >= 0xc0 : bytes[0] === receipt.type).toBe(true)
    }),
  )
})

test('a receipt is written as EIP-2718 and EIP-658 say', () => {
  const plain = { ...receiptOf(0, 0), logsBloom: filled(0, 256) }
  expect(toHex(encodeReceipt(plain))).toBe(`0xf901080182520${'8'}b90100${'00'.repeat(256)}c0`)
  expect(toHex(encodeReceipt({ ...plain, type: 2, status: 0 }))).toBe(
    `0x02f9010880825208b90100${'00'.repeat(256)}c0`,
  )
  const { status: _none, ...early } = plain
  expect(toHex(encodeReceipt({ ...early, root: filled(3) })).slice(0, 14)).toBe('0xf90128a00303')
})

test('a receipt has either a status or a root', () => {
  const { status: _none, ...neither } = receipts[0]!
  for (const receipt of [neither, { ...receipts[0]!, root: filled(1) }])
    expect(() => encodeReceipt(receipt as Receipt)).toThrow(
      'receipt: it must have either a status or a root.',
    )
})

describe('bytes of a receipt are refused', () => {
  const bytes = encodeReceipt(receiptOf(2, 0, logs))
  const items = decodeRlp(bytes.subarray(1)) as RlpItem[]
  const changed = (at: number, item: RlpItem): Uint8Array =>
    Uint8Array.of(2, ...encodeRlp(items.with(at, item)))
  test.each<[string, Uint8Array, string, string]>([
    ['of no length', fromHex('0x'), 'receipt', 'receipt: there are no bytes.'],
    [
      'of an unknown type',
      fromHex('0x6ac0'),
      'unsupported',
      'receipt: the type 0x6a is not known: a newer Lectern is needed.',
    ],
    ['with too few fields', fromHex('0xc0'), 'receipt', 'receipt: it must be a list of 4 fields.'],
    [
      'with a status of 2',
      changed(0, Uint8Array.of(2)),
      'receipt',
      'receipt: its first field must be a status of 0 or 1, or a state root of 32 bytes, not 0x02.',
    ],
    [
      'with a status of 00',
      changed(0, Uint8Array.of(0)),
      'receipt',
      'or a state root of 32 bytes, not 0x00.',
    ],
    [
      'with a root of 31 bytes',
      changed(0, filled(1, 31)),
      'receipt',
      'or a state root of 32 bytes, not 0x01',
    ],
    [
      'with gas that begins with 0',
      changed(1, Uint8Array.of(0, 5)),
      'receipt',
      'receipt: cumulativeGasUsed must be an integer',
    ],
    ['with a short bloom', changed(2, filled(0, 255)), 'receipt', 'receipt: logsBloom must be 256 bytes'],
    ['with logs of bytes', changed(3, filled(0)), 'receipt', 'receipt: logs must be a list'],
    [
      'with a log of two',
      changed(3, [[filled(1, 20), []]]),
      'receipt',
      'receipt: logs/0 must be a list of an address, topics and data',
    ],
    [
      'with a short topic',
      changed(3, [[filled(1, 20), [filled(1, 20)], filled(1)]]),
      'receipt',
      'receipt: logs/0/topics/0 must be 32 bytes',
    ],
    [
      'with a short address',
      changed(3, [[filled(1, 2), [], filled(1)]]),
      'receipt',
      'receipt: logs/0/address must be 20 bytes',
    ],
    [
      'with data that is a list',
      changed(3, [[filled(1, 20), [], []]]),
      'receipt',
      'receipt: logs/0/data must be a byte string',
    ],
    ['with a byte too many', Uint8Array.of(...bytes, 0), 'rlp', 'RLP: 1 bytes follow the item'],
  ])('%s', (_, value, check, message) => {
    expect(() => decodeReceipt(value)).toThrow(message)
    expect(() => decodeReceipt(value)).toThrow(expect.objectContaining({ check }))
    expect(() => decodeReceipt(value)).toThrow(ChainError)
  })
})
