import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  entryLength,
  findPositions,
  firstBits,
  isBucket,
  joinEntries,
  sortEntries,
  splitEntries,
} from './buckets.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })

const NUMBER = 0xc8_93_a5_70

/** Hashes of one bucket of a level. */
const sharing = (bits: number) =>
  fc.array(
    hash.map((bytes) => {
      const view = new DataView(bytes.buffer)
      const own = 0xffffffff >>> bits
      view.setUint32(0, ((NUMBER & ~own) | (view.getUint32(0) & own)) >>> 0)
      return bytes
    }),
    { maxLength: 50 },
  )

/** The row of entries of hashes of one bucket. */
const entriesOf = (hashes: readonly Uint8Array[], bits: number, position = 0): Uint8Array =>
  sortEntries(hashes, (index) => position + index, bits).get(NUMBER >>> (32 - bits)) ?? new Uint8Array(0)

const levels = [8, 13, 18, 23, 28]

test.each(levels)(
  'each hash of a bucket of %i bits is found at its position, also far beyond 32 bits',
  (bits) => {
    fc.assert(
      fc.property(sharing(bits), fc.integer({ min: 0, max: 2 ** 36 - 60 }), (hashes, position) => {
        const bucket = entriesOf(hashes, bits, position)
        expect(bucket.length).toBe(hashes.length * entryLength(bits))
        for (const [index, hash] of hashes.entries())
          expect(findPositions(bucket, hash, bits)).toContain(position + index)
      }),
    )
  },
)

test('hashes that agree in the bytes an entry keeps are all found', () => {
  const [a, b] = [new Uint8Array(32), new Uint8Array(32).fill(9, 5)]
  const bucket = sortEntries([a, b], (index) => index, 8).get(0)!
  expect(findPositions(bucket, a, 8).toSorted()).toEqual([0, 1])
})

test('an empty bucket holds nothing', () => {
  expect(findPositions(new Uint8Array(0), new Uint8Array(32), 8)).toEqual([])
})

test.each(levels.slice(0, -1))(
  'joined and split entries of %i bits lie in the buckets of their first bits, and are found there',
  (part) => {
    const deeper = fc.integer({ min: part, max: Math.min(part + 5, 28) })
    fc.assert(
      fc.property(sharing(part), sharing(part), deeper, (left, right, bits) => {
        const joined = joinEntries(entriesOf(left, part), entriesOf(right, part, left.length), part)
        const buckets = splitEntries(joined, part, bits)
        expect(buckets).toHaveLength(2 ** (bits - part))
        expect(buckets.reduce((sum, bucket) => sum + bucket.length, 0)).toBe(
          (left.length + right.length) * entryLength(bits),
        )
        const first = (NUMBER >>> (32 - part)) * 2 ** (bits - part)
        for (const [index, bucket] of buckets.entries())
          expect(isBucket(bucket, first + index, bits)).toBe(true)
        for (const [position, hash] of [...left, ...right].entries()) {
          const bucket = buckets[firstBits(hash, bits) - first]!
          expect(findPositions(bucket, hash, bits)).toContain(position)
        }
      }),
    )
  },
)

test('entries of hashes lie in their buckets, sorted', () => {
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 50 }), fc.integer({ min: 8, max: 28 }), (hashes, bits) => {
      const buckets = sortEntries(hashes, (index) => index, bits)
      expect([...buckets.keys()].toSorted()).toEqual(
        [...new Set(hashes.map((hash) => firstBits(hash, bits)))].toSorted(),
      )
      for (const [position, hash] of hashes.entries())
        expect(findPositions(buckets.get(firstBits(hash, bits))!, hash, bits)).toContain(position)
    }),
  )
})

test.each(levels)('an entry that both rows of %i bits have is in the joined one once', (bits) => {
  fc.assert(
    fc.property(sharing(bits), sharing(bits), (left, right) => {
      const [a, b] = [entriesOf(left, bits), entriesOf([...left, ...right], bits)]
      expect(joinEntries(a, b, bits)).toEqual(b)
      expect(joinEntries(b, a, bits)).toEqual(b)
    }),
  )
})
