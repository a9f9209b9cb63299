import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak256 } from '@lectern/chain'
import { FORMAT } from '../records/identity.ts'
import { FRAME } from './frames.ts'
import { makeDictionary } from './dictionary.ts'
import { compress, createCompress, createDecompress, decompress } from './zstd-internals.ts'

const ways = [
  ['private parts of node:zlib', compress, decompress],
  ['public functions', createCompress(() => null), createDecompress(() => null)],
] as const

test.each(ways)('by %s bytes of any length are decompressed, again and again', (_, compress, decompress) => {
  const inputs = fc.tuple(fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 40 }), fc.nat(99))
  fc.assert(
    fc.property(inputs, inputs, (...twice) => {
      const [first, second] = twice.map(([parts, times]) =>
        Buffer.concat(Array.from({ length: times }, () => parts).flat()),
      ) as [Buffer, Buffer]
      if (first.length === 0) return
      const [packed, more] = compress([first, second]) as [Uint8Array, Uint8Array]
      expect(Buffer.compare(unpack(packed, first.length), first)).toBe(0)
      const all = Buffer.concat([first, second])
      expect(Buffer.compare(unpack(Buffer.concat([packed, more]), all.length), all)).toBe(0)
    }),
    { numRuns: 50 },
  )

  function unpack(packed: Uint8Array, size: number): Uint8Array {
    const target = new Uint8Array(size)
    decompress(packed, target)
    return target
  }
})

test.each(ways)(
  'by %s other bytes and lengths are refused, and the next bytes are not',
  (_, compress, decompress) => {
    const bytes = Buffer.alloc(5_000, 'lectern')
    const [packed] = compress([bytes]) as [Uint8Array]
    for (let time = 0; time < 3; time++) {
      const target = Buffer.alloc(5_000)
      expect(() => decompress(packed, target.subarray(1))).toThrow(Error)
      expect(() => decompress(packed, Buffer.alloc(5_001))).toThrow(Error)
      for (let end = 0; end < packed.length; end++)
        expect(() => decompress(packed.subarray(0, end), target), `${end}`).toThrow(Error)
      expect(() => decompress(Buffer.alloc(50, 7), target)).toThrow(Error)
      expect(() => decompress(Buffer.concat([packed, packed]), target)).toThrow(Error)
      target.fill(0)
      decompress(packed, target)
      expect(Buffer.compare(target, bytes)).toBe(0)
    }
  },
)

test('a frame refers to the dictionary, which changes with the format of stores only', () => {
  const dictionary = makeDictionary()
  const digest = createHash('sha256').update(dictionary).digest('hex')
  expect([FORMAT, FRAME, digest]).toEqual([
    8,
    25,
    '2a70603c90366be9352f9499c682335fbf756f296ce1bae3169a6cf7039c10b8',
  ])
  const transfer = keccak256(new TextEncoder().encode('Transfer(address,address,uint256)'))
  for (const bytes of [transfer, dictionary.slice(0, 20), dictionary.slice(0, 2_000)]) {
    const [packed] = compress([bytes]) as [Uint8Array]
    expect(packed.length).toBeLessThan(20)
    const target = new Uint8Array(bytes.length)
    decompress(packed, target)
    expect(Buffer.compare(target, bytes)).toBe(0)
  }
})

test('bytes are compressed, and refer to those before them', () => {
  const bytes = Buffer.alloc(100_000, createHash('sha512').update('lectern').digest())
  const lengths = compress([bytes, bytes]).map(({ length }) => length)
  expect(Math.max(...lengths)).toBeLessThan(200)
  expect(lengths[1]).toBeLessThan(lengths[0]!)
})
