import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENTRY, findPositions, firstBits, joinEntries, sortEntries, splitEntries } from './buckets.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** The row of entries of hashes that share their first byte. */
const entriesOf = (hashes: readonly Uint8Array[], position = 0): Uint8Array =>
  sortEntries(hashes, (index) => position + index, 8).get(hashes[0]?.[0] ?? 0) ?? new Uint8Array(0)

const sharing = (first: number) =>
  fc.array(
    hash.map((bytes) => Uint8Array.of(first, ...bytes.subarray(1))),
    { maxLength: 50 },
  )

test('each hash of a bucket is found at its position, also far beyond 32 bits', () => {
  fc.assert(
    fc.property(sharing(7), fc.integer({ min: 0, max: 2 ** 36 - 60 }), (hashes, position) => {
      const bucket = entriesOf(hashes, position)
      for (const [index, hash] of hashes.entries())
        expect(findPositions(bucket, hash)).toContain(position + index)
    }),
  )
})

test('hashes that agree in the bytes an entry keeps are all found', () => {
  const [a, b] = [new Uint8Array(32), new Uint8Array(32).fill(9, 5)]
  expect(findPositions(entriesOf([a, b]), a).toSorted()).toEqual([0, 1])
})

test('an empty bucket holds nothing', () => {
  expect(findPositions(new Uint8Array(0), new Uint8Array(32))).toEqual([])
})

test('joined and split entries lie in the buckets of their first bits, and are found there', () => {
  fc.assert(
    fc.property(sharing(200), sharing(200), fc.integer({ min: 8, max: 12 }), (left, right, bits) => {
      const joined = joinEntries(entriesOf(left), entriesOf(right, left.length))
      const buckets = splitEntries(joined, 8, bits)
      expect(buckets).toHaveLength(2 ** (bits - 8))
      expect(buckets.reduce((sum, bucket) => sum + bucket.length, 0)).toBe(
        (left.length + right.length) * ENTRY,
      )
      for (const [position, hash] of [...left, ...right].entries()) {
        const bucket = buckets[firstBits(hash, bits) - (200 << (bits - 8))]!
        expect(findPositions(bucket, hash)).toContain(position)
      }
    }),
  )
})

test('entries of hashes lie in their buckets, sorted', () => {
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 50 }), fc.integer({ min: 8, max: 28 }), (hashes, bits) => {
      const buckets = sortEntries(hashes, (index) => index, bits)
      expect([...buckets.keys()].toSorted()).toEqual(
        [...new Set(hashes.map((hash) => firstBits(hash, bits)))].toSorted(),
      )
      for (const [position, hash] of hashes.entries())
        expect(findPositions(buckets.get(firstBits(hash, bits))!, hash)).toContain(position)
    }),
  )
})

test('an entry that both rows have is in the joined one once', () => {
  fc.assert(
    fc.property(sharing(3), sharing(3), (left, right) => {
      const [a, b] = [entriesOf(left), entriesOf([...left, ...right])]
      expect(joinEntries(a, b)).toEqual(b)
      expect(joinEntries(b, a)).toEqual(b)
    }),
  )
})
