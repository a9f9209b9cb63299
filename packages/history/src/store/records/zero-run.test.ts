import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUnpackTarget, packedLimit, packZeros, unpackZeros } from './zero-run.ts'

const zeroish = fc
  .array(
    fc.oneof(
      fc.constant([0]),
      fc.constant([0, 0, 0, 0]),
      fc.array(fc.nat(255)),
      fc.constant(Array(140).fill(0)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from(parts.flat()))

function pack(bytes: Uint8Array): Uint8Array {
  const target = new Uint8Array(packedLimit(bytes.length) + 8).fill(0xee)
  const end = packZeros(bytes, target, 3)
  expect(end - 3).toBeLessThanOrEqual(packedLimit(bytes.length))
  expect([...target.subarray(0, 3), ...target.subarray(end)]).toEqual(
    Array(3 + target.length - end).fill(0xee),
  )
  return target.slice(3, end)
}

const target = createUnpackTarget(256)

/** Unpacks bytes, from memory with or without other bytes around them. */
function unpack(packed: Uint8Array, around = 0): Uint8Array | undefined {
  const memory = new Uint8Array(packed.length + 2 * around).fill(0xee)
  memory.set(packed, around)
  const length = unpackZeros(memory.subarray(around, around + packed.length), target)
  return length < 0 ? undefined : target.bytes.slice(0, length)
}

test('what is packed is unpacked as it was, and grows by 1/128 at most', () => {
  fc.assert(
    fc.property(zeroish, (bytes) => {
      for (const around of [0, 8, 15, 100]) expect(unpack(pack(bytes), around)).toEqual(bytes)
    }),
  )
})

test('runs of zeros and literals at their limits are packed into the bytes the format says', () => {
  expect([...pack(Uint8Array.of(1, 0, 0, 0, 2))]).toEqual([0, 1, 0x81, 0, 2])
  expect([...pack(Uint8Array.of(1, 0, 0, 2))]).toEqual([3, 1, 0, 0, 2])
  expect([...pack(new Uint8Array(131))]).toEqual([0xff, 0x80])
  expect([...pack(new Uint8Array(130))]).toEqual([0xff, 0, 0])
  expect(pack(new Uint8Array(129).fill(7))).toHaveLength(131)
  expect([...pack(new Uint8Array(0))]).toEqual([])
})

test('a code that is cut off is refused, whatever follows it in memory', () => {
  for (const around of [0, 100]) {
    expect(unpack(Uint8Array.of(2, 1, 1), around)).toBeUndefined()
    expect(unpack(Uint8Array.of(0x80, 0), around)).toBeUndefined()
  }
})

test('a target grows to what is unpacked, to the byte', () => {
  for (const length of [111, 112, 113, 240, 241, 256, 257, 5_000, 2 ** 20 + 5]) {
    const bytes = new Uint8Array(length).map((_, at) => at * at)
    expect(Buffer.compare(unpack(pack(bytes))!, bytes)).toBe(0)
    expect(Buffer.compare(unpack(pack(new Uint8Array(length)))!, new Uint8Array(length))).toBe(0)
  }
})

test('any bytes are unpacked or refused, never read past their end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const unpacked = unpack(bytes)
      if (unpacked) expect(unpack(pack(unpacked))).toEqual(unpacked)
    }),
  )
})
