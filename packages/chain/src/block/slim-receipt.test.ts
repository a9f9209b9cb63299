import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { receipt as anyReceipt } from '../../test/arbitrary.ts'
import { logs, receiptOf } from '../../test/sample.ts'
import { ChainError, encodeReceipt, fromHex } from '../index.ts'
import { addBloom, decodeRlp, dropBloom } from '../internal.ts'

test('a receipt of any type, with status or root, comes back with its bloom', () => {
  fc.assert(
    fc.property(anyReceipt, (receipt) => {
      const bytes = encodeReceipt(receipt)
      expect(addBloom(dropBloom(bytes))).toEqual(bytes)
    }),
  )
})

test('what is left out is the bloom alone', () => {
  const bytes = encodeReceipt(receiptOf(2, 0, logs))
  const slim = dropBloom(bytes)
  const [status, gas, , its] = decodeRlp(bytes.subarray(1)) as Uint8Array[]
  expect([slim[0], decodeRlp(slim.subarray(1))]).toEqual([2, [status, gas, its]])
})

test('a receipt with its bloom has none to add, one without it none to drop', () => {
  const bytes = encodeReceipt(receiptOf(0, 0, logs))
  expect(() => addBloom(bytes)).toThrow('receipt: a list of 4 fields must have 3.')
  expect(() => dropBloom(dropBloom(bytes))).toThrow('receipt: a list of 3 fields must have 4.')
})

test.each([
  ['0x', 'receipt: there are no bytes.'],
  ['0x7ec3010180', 'receipt: the type 0x7e is not known: a newer Lectern is needed.'],
  ['0x02c2', 'RLP: the item at byte 0 is 2 bytes long, but 0 are left.'],
  ['0xc3018080', 'receipt: logs must be a list, not 0x.'],
  ['0xc40180c180', 'receipt: logs/0 must be a list of an address, topics and data, not 0x.'],
])('%s is refused', (hex, message) => {
  expect(() => addBloom(fromHex(hex))).toThrow(message)
})

test('whatever the bytes are, nothing but a ChainError is thrown', () => {
  const some = fc.tuple(fc.constantFrom([], [1], [2], [0xc3], [0xc8, 1, 0x80]), fc.uint8Array())
  fc.assert(
    fc.property(some, fc.constantFrom(addBloom, dropBloom), ([start, rest], change) => {
      try {
        change(Uint8Array.of(...start, ...rest))
      } catch (error) {
        expect(error).toBeInstanceOf(ChainError)
      }
    }),
  )
})
