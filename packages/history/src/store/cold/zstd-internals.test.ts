import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDecompress, decompress } from './zstd-internals.ts'

const ways = [
  ['private parts of node:zlib', decompress],
  ['public functions', createDecompress(() => null)],
] as const
const params = { [constants.ZSTD_c_compressionLevel]: 9 }

test.each(ways)('by %s bytes of any length are decompressed, again and again', (_, decompress) => {
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

test.each(ways)('by %s other bytes and lengths are refused, and the next bytes are not', (_, decompress) => {
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

test.each(ways)('by %s the bytes before a flush are decompressed alone', async (_, decompress) => {
  const stream = createZstdCompress({ params })
  stream.write(Buffer.alloc(5_000, 'lectern'))
  await new Promise<void>((resolve) => stream.flush(constants.ZSTD_e_flush, resolve))
  const packed = stream.read() as Buffer
  stream.end('more')
  expect(Buffer.compare(decompress(packed, 5_000, false), Buffer.alloc(5_000, 'lectern'))).toBe(0)
})

test('this Node has the private parts', () => {
  const opened: unknown = createZstdDecompress()
  expect(opened).toMatchObject({
    _writeState: expect.any(Uint32Array),
    _handle: { reset: expect.any(Function), writeSync: expect.any(Function) },
  })
})
