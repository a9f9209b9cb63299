import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bitsFor,
  ENTRY,
  findPositions,
  firstBits,
  joinEntries,
  MAX_BITS,
  splitEntries,
  writeEntry,
} from './runs.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** The row of entries of hashes that share their first byte. */
function entriesOf(hashes: readonly Uint8Array[], position = 0): Uint8Array {
  const sorted = hashes
    .map((hash, index) => ({ hash, index }))
    .toSorted((a, b) => Buffer.compare(a.hash, b.hash))
  const entries = new Uint8Array(sorted.length * ENTRY)
  for (const [at, { hash, index }] of sorted.entries())
    writeEntry(entries, at * ENTRY, hash, position + index)
  return entries
}

const sharing = (first: number) =>
  fc.array(
    hash.map((bytes) => Uint8Array.of(first, ...bytes.subarray(1))),
    { maxLength: 50 },
  )

test('each hash of a bucket is found at its position, also far beyond 32 bits', () => {
  fc.assert(
    fc.property(sharing(7), fc.integer({ min: 0, max: 2 ** 40 - 60 }), (hashes, position) => {
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

test('a run has from 256 buckets up, of at most 64 hashes on average', () => {
  expect([1, 16384, 16385, 2 ** 20, 3e9, 1e12].map(bitsFor)).toEqual([8, 8, 9, 14, 26, MAX_BITS])
})
