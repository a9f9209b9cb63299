import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredPart } from './cold-row.ts'
import { createFrameCache } from './frame-cache.ts'

const LIMIT = 1_000

/** Makes a part whose bytes are all the same, and all that follow from its place and checksum. */
const partOf = (at: number, size: number, crc = 0): StoredPart => ({ at, length: size, size, crc })
const fillOf = ({ at, crc }: StoredPart): number => (at + 7 * crc) % 256
const isWhole = (bytes: Uint8Array, part: StoredPart): boolean =>
  bytes.length === part.size && bytes.every((byte) => byte === fillOf(part))

test('a part stays as it was while others of half the bytes are made, also one that was made long ago', () => {
  const reads = fc.array(fc.nat(40), { minLength: 100, maxLength: 400 })
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 251, max: 1_500 })), {
    minLength: 41,
    maxLength: 41,
  })
  fc.assert(
    fc.property(reads, sizes, (reads, sizes) => {
      const cache = createFrameCache(LIMIT)
      let made = 0
      const given: { part: StoredPart; bytes: Uint8Array; made: number }[] = []
      for (const at of reads) {
        const part = partOf(at, sizes[at]!)
        const bytes = cache.get(part, (target) => {
          if (part.size <= LIMIT / 4) made += part.size
          return target.fill(fillOf(part))
        })
        given.push({ part, bytes, made })
        for (const last of given.slice(-8).filter((last) => made - last.made <= LIMIT / 2))
          expect(isWhole(last.bytes, last.part)).toBe(true)
      }
    }),
  )
})

test('neighbours are made once, until others of the limit are made', () => {
  const cache = createFrameCache(LIMIT)
  const made: number[] = []
  const read = (part: StoredPart) =>
    cache.get(part, (target) => {
      made.push(part.at)
      return target.fill(fillOf(part))
    })
  for (const at of [1, 2, 3, 1, 2, 3, 4, 1]) read(partOf(at, 200))
  expect(made).toEqual([1, 2, 3, 4])
  for (const at of [5, 6]) read(partOf(at, 200))
  read(partOf(1, 200))
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 1])
  const other = partOf(6, 200, 1) // after a reorg
  expect(isWhole(read(other), other)).toBe(true)
  for (const at of [9, 9, 1, 8, 9]) read(partOf(at, at === 1 ? 200 : 5_000))
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 1, 6, 9, 8, 9])
})

test('a minor garbage collection frees what is no longer cached', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void
  const cache = createFrameCache(LIMIT)
  const read = (from: number) => {
    for (let at = from; at < from + 1_000; at++)
      cache.get(partOf(at, 200), () => Array.from({ length: 500 }, (_, index) => index + 0.5))
    collect({ type: 'minor' })
  }
  read(0)
  collect({ type: 'major' })
  const { heapUsed } = process.memoryUsage()
  for (let round = 1; round < 20; round++) read(1_000 * round)
  expect(process.memoryUsage().heapUsed - heapUsed).toBeLessThan(2 ** 23)
})
