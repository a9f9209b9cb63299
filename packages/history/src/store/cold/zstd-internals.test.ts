import { constants, createZstdCompress } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf, createDecompress, decompress } from './zstd-internals.ts'

const ways = [
  ['private parts of node:zlib', decompress],
  ['public functions', createDecompress(() => null)],
] as const
const params = { [constants.ZSTD_c_compressionLevel]: 9 }

/** Returns the blocks of each input, compressed one after the other. */
async function compress(...inputs: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const pledgedSrcSize = inputs.reduce((sum, { length }) => sum + length, 0)
  const stream = createZstdCompress({ params, pledgedSrcSize })
  const outputs: Uint8Array[] = []
  for (const input of inputs) {
    stream.write(input)
    await new Promise<void>((resolve) => stream.flush(constants.ZSTD_e_flush, resolve))
    const packed = (stream.read() ?? Buffer.alloc(0)) as Buffer
    outputs.push(outputs.length === 0 ? blocksOf(packed) : packed)
  }
  return outputs
}

test.each(ways)('by %s bytes of any length are decompressed, again and again', async (_, decompress) => {
  const inputs = fc.tuple(fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 40 }), fc.nat(99))
  await fc.assert(
    fc.asyncProperty(inputs, inputs, async (...twice) => {
      const [first, second] = twice.map(([parts, times]) =>
        Buffer.concat(Array.from({ length: times }, () => parts).flat()),
      ) as [Buffer, Buffer]
      if (first.length === 0) return
      const [packed, more] = (await compress(first, second)) as [Uint8Array, Uint8Array]
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
  async (_, decompress) => {
    const bytes = Buffer.alloc(5_000, 'lectern')
    const [packed] = (await compress(bytes)) as [Uint8Array]
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
