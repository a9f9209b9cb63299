import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decompress } from './zstd-internals.ts'

const params = { [constants.ZSTD_c_compressionLevel]: 9 }

test('bytes of any length are decompressed as node:zlib does, again and again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 40 }),
      fc.nat(99),
      (parts, times) => {
        const bytes = Buffer.concat(Array.from({ length: times }, () => parts).flat())
        const packed = zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length })
        expect(Buffer.compare(decompress(packed, bytes.length, true), bytes)).toBe(0)
      },
    ),
    { numRuns: 50 },
  )
})

test('other bytes and other lengths are refused, and the next bytes are not', () => {
  const bytes = Buffer.alloc(5_000, 'lectern')
  const packed = zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length })
  for (let time = 0; time < 3; time++) {
    expect(() => decompress(packed, 4_999, true)).toThrow(Error)
    expect(() => decompress(packed, 5_001, true)).toThrow(Error)
    expect(() => decompress(packed.subarray(0, -2), 5_000, true)).toThrow(Error)
    expect(() => decompress(Buffer.alloc(50, 7), 5_000, true)).toThrow(Error)
    expect(() => decompress(Buffer.concat([packed, packed]), 5_000, true)).toThrow(Error)
    expect(Buffer.compare(decompress(packed, 5_000, true), bytes)).toBe(0)
  }
  expect(zstdDecompressSync(packed).length).toBe(5_000)
})
