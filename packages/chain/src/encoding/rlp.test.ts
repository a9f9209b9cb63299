import { RLP } from '@ethereumjs/rlp'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concatBytes, fromHex, toHex } from './bytes.ts'
import { ChainError } from '../error.ts'
import {
  countItems,
  decodeRlp,
  encodeList,
  encodeRlp,
  firstItem,
  listItems,
  type RlpInput,
  rlpLength,
  stringContent,
} from './rlp.ts'

const text = (words: string): Uint8Array => new TextEncoder().encode(words)
const deep = (depth: number): Uint8Array => {
  let bytes: Uint8Array = Uint8Array.of(0xc0)
  for (let i = 1; i < depth; i++) bytes = encodeList([bytes])
  return bytes
}
const { item } = fc.letrec<{ item: RlpInput }>((tie) => ({
  item: fc.oneof({ maxDepth: 4 }, fc.uint8Array({ maxLength: 70 }), fc.array(tie('item'), { maxLength: 5 })),
}))

describe('an item is written as in the Yellow Paper', () => {
  test.each<[string, RlpInput, string]>([
    ['no bytes', new Uint8Array(), '0x80'],
    ['the byte 0', Uint8Array.of(0), '0x00'],
    ['the byte 127', Uint8Array.of(127), '0x7f'],
    ['the byte 128', Uint8Array.of(128), '0x8180'],
    ['dog', text('dog'), '0x83646f67'],
    ['55 bytes', new Uint8Array(55), `0xb7${'00'.repeat(55)}`],
    ['56 bytes', new Uint8Array(56), `0xb838${'00'.repeat(56)}`],
    ['256 bytes', new Uint8Array(256), `0xb90100${'00'.repeat(256)}`],
    ['no items', [], '0xc0'],
    ['cat and dog', [text('cat'), text('dog')], '0xc88363617483646f67'],
    ['the set of three', [[], [[]], [[], [[]]]], '0xc7c0c1c0c3c0c1c0'],
  ])('%s', (_, value, hex) => {
    expect(toHex(encodeRlp(value))).toBe(hex)
    expect(decodeRlp(fromHex(hex))).toEqual(value)
  })

  test('as @ethereumjs/rlp writes and reads it', () => {
    fc.assert(
      fc.property(item, (value) => {
        const bytes = encodeRlp(value)
        expect(toHex(bytes)).toBe(toHex(RLP.encode(value as never)))
        expect(decodeRlp(bytes)).toEqual(value)
      }),
    )
  })
})

describe('bytes are refused', () => {
  test.each([
    ['', 'RLP: an item is missing at byte 0.'],
    ['8100', 'RLP: the byte 0 at byte 0 is not written in the shortest form.'],
    ['817f', 'RLP: the byte 127 at byte 0 is not written in the shortest form.'],
    ['81', 'RLP: the item at byte 0 is 1 bytes long, but 0 are left.'],
    ['8080', 'RLP: 1 bytes follow the item of 1 bytes.'],
    ['83646f', 'RLP: the item at byte 0 is 3 bytes long, but 2 are left.'],
    [`b837${'00'.repeat(55)}`, 'RLP: the length 55 at byte 0 is not written in the shortest form.'],
    [`b90038${'00'.repeat(56)}`, 'RLP: the length 56 at byte 0 is not written in the shortest form.'],
    ['b8', 'RLP: the length at byte 0 is cut off.'],
    ['b9ff', 'RLP: the length at byte 0 is cut off.'],
    ['bfffffffffffffffff', 'RLP: the item at byte 0 is 18446744073709552000 bytes long, but 0 are left.'],
    ['f7', 'RLP: the item at byte 0 is 55 bytes long, but 0 are left.'],
    ['f800', 'RLP: the length 0 at byte 0 is not written in the shortest form.'],
    ['c1', 'RLP: the item at byte 0 is 1 bytes long, but 0 are left.'],
    ['c28201', 'RLP: the item at byte 1 is 2 bytes long, but 1 are left.'],
    ['c1c1c0', 'RLP: the item at byte 1 is 1 bytes long, but 0 are left.'],
  ])('%s', (hex, message) => {
    expect(() => decodeRlp(fromHex(`0x${hex}`))).toThrow(new ChainError('rlp', message))
  })

  test('that nest lists without end', () => {
    expect(decodeRlp(deep(32))).toHaveLength(1)
    expect(() => decodeRlp(deep(34))).toThrow('RLP: lists are nested deeper than 32.')
    expect(() => decodeRlp(deep(10_000))).toThrow(ChainError)
  })

  test('unless they are the only encoding of an item', () => {
    let accepted = 0
    fc.assert(
      fc.property(item, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, flip) => {
        const bytes = encodeRlp(value)
        bytes[at % bytes.length]! ^= flip
        let decoded
        try {
          decoded = decodeRlp(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError)
          return
        }
        accepted++
        expect(toHex(encodeRlp(decoded))).toBe(toHex(bytes))
      }),
      { numRuns: 500 },
    )
    expect(accepted).toBeGreaterThan(20)
  })
})

describe('a list', () => {
  test('is split into the encodings of its items, without a copy', () => {
    fc.assert(
      fc.property(fc.array(item), (values) => {
        const bytes = encodeRlp(values)
        const items = listItems(bytes)
        expect(items.map(toHex)).toEqual(values.map((value) => toHex(encodeRlp(value))))
        expect(items.every(({ buffer }) => buffer === bytes.buffer)).toBe(true)
        expect(toHex(encodeList(items))).toBe(toHex(bytes))
        expect(rlpLength(concatBytes(items).length)).toBe(bytes.length)
      }),
    )
  })

  test('gives its first item alone, whatever is behind', () => {
    fc.assert(
      fc.property(fc.array(item), (values) => {
        expect(firstItem(encodeRlp(values))).toEqual(
          values[0] === undefined ? undefined : encodeRlp(values[0]),
        )
      }),
    )
    expect(toHex(firstItem(fromHex('0xc3018302'))!)).toBe('0x01')
    expect(() => firstItem(fromHex('0x83646f67'))).toThrow('RLP: 0x83646f67 must be a list.')
  })

  test.each([
    ['83646f67', 'RLP: 0x83646f67 must be a list.'],
    ['c0c0', 'RLP: 1 bytes follow the list of 1 bytes.'],
    ['c3018302', 'RLP: the item at byte 2 is 3 bytes long, but 1 are left.'],
  ])('is not %s', (hex, message) => {
    expect(() => listItems(fromHex(`0x${hex}`))).toThrow(message)
  })
})

test('items are counted at any depth, as they would be decoded', () => {
  const count = (value: RlpInput): number =>
    value instanceof Uint8Array ? 1 : value.reduce((sum: number, part) => sum + count(part), 1)
  fc.assert(fc.property(item, (value) => countItems(encodeRlp(value)) === count(value)))
  expect(countItems(new Uint8Array(1000).fill(0x80))).toBe(1000)
  expect(() => countItems(fromHex('0xc2830102'))).toThrow(ChainError)
})

test('a byte string gives its content', () => {
  expect(stringContent(fromHex('0x83646f67'))).toEqual(text('dog'))
  expect(stringContent(Uint8Array.of(5))).toEqual(Uint8Array.of(5))
  expect(() => stringContent(fromHex('0xc0'))).toThrow('RLP: 0xc0 must be a byte string.')
  expect(() => stringContent(fromHex('0x0505'))).toThrow('RLP: 1 bytes follow the byte string of 1 bytes.')
})

test('a length is written with as many bytes as it needs', () => {
  for (const length of [55, 56, 255, 256, 65535, 65536]) {
    expect(encodeRlp(new Uint8Array(length)).length).toBe(rlpLength(length))
    expect(toHex(encodeRlp(new Uint8Array(length)).subarray(0, 4))).toBe(
      toHex(RLP.encode(new Uint8Array(length)).subarray(0, 4)),
    )
  }
})
