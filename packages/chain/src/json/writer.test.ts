import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createJsonWriter,
  type JsonWriter,
  putAgain,
  putHex,
  putInteger,
  putNumber,
  putQuantity,
  putText,
  toText,
} from './writer.ts'
import { fromBigInt } from '../internal.ts'

const written = (...puts: ((writer: JsonWriter) => void)[]): string => {
  const writer = createJsonWriter()
  for (const put of puts) put(writer)
  return Buffer.from(writer.bytes.subarray(0, writer.at)).toString()
}

test('what is written is what was given, one after the other, however much it is', () => {
  const part = fc.oneof(
    fc
      .string({ unit: fc.constantFrom(...'{}[]":,0xnullabcdef~ '), maxLength: 40 })
      .map((text) => [(writer: JsonWriter) => putText(writer, toText(text)), text] as const),
    fc.tuple(fc.uint8Array({ maxLength: 70 }), fc.nat(3)).map(([bytes, start]) => {
      const from = Math.min(start, bytes.length)
      const text = Buffer.from(bytes.subarray(from)).toString('hex')
      return [(writer: JsonWriter) => putHex(writer, bytes, from), text] as const
    }),
    fc
      .oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 15, 16, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1))
      .map((value) => [(writer: JsonWriter) => putNumber(writer, value), value.toString(16)] as const),
    fc
      .bigInt({ min: -(2n ** 70n), max: 2n ** 256n - 1n })
      .map((value) => [(writer: JsonWriter) => putQuantity(writer, value), value.toString(16)] as const),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => {
      const bytes = fromBigInt(value)
      return [(writer: JsonWriter) => putInteger(writer, bytes, 0, bytes.length), value.toString(16)] as const
    }),
  )
  fc.assert(
    fc.property(fc.array(part), fc.nat(300), (parts, before) => {
      // The first text fills the writer almost, so that it grows in the midst of any of the others.
      const first = '-'.repeat(0x10000 - before)
      const puts = parts.map(([put]) => put)
      const text = written((writer) => putText(writer, toText(first)), ...puts)
      expect(text.slice(first.length)).toBe(parts.map(([, part]) => part).join(''))
      expect(text.startsWith(first)).toBe(true)
    }),
  )
})

test('what was written is copied, and the copy is not changed by what grows meanwhile', () => {
  const text = written(
    (writer) => putText(writer, toText('abcdef')),
    (writer) => putAgain(writer, 1, 3),
    (writer) => putText(writer, toText('-'.repeat(0x10000))),
    (writer) => putAgain(writer, 4, 5),
  )
  expect(text.slice(0, 9)).toBe('abcdefbcd')
  expect(text.slice(-5)).toBe('efbcd')
})

test("a runtime's own digits are asked for from 2048 bytes on", () => {
  const asked: number[] = []
  const writer = createJsonWriter({
    putLong: (target, at, source, start, end) => {
      asked.push(end - start)
      target.set(Buffer.from(Buffer.from(source.subarray(start, end)).toString('hex')), at)
    },
  })
  for (const length of [2047, 2048, 40_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index)
    writer.at = 0
    putHex(writer, bytes)
    expect(Buffer.from(writer.bytes.subarray(0, writer.at)).toString()).toBe(
      Buffer.from(bytes).toString('hex'),
    )
  }
  expect(asked).toEqual([2048, 40_000])
})
