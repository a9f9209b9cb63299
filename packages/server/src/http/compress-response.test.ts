import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type * as zlibModule from 'node:zlib'
import * as zlib from 'node:zlib'
import { beforeEach, expect, test, vi } from 'vitest'
import { compressReply, joinBatch } from './compress-response.ts'
import { type CompressedTail, compressedOf } from './content-coding.ts'
import { createBatchWriter, resultReply } from '../rpc/reply.ts'

/** The bytes of each text that deflate compressed, and whether it fails. */
const deflated: number[] = []
let isFailing = false
beforeEach(() => {
  deflated.length = 0
  isFailing = false
})

vi.mock('node:zlib', async (original) => {
  const real = await original<typeof zlibModule>()
  const count = (name: 'deflateRaw' | 'deflateRawSync') => {
    const compress = real[name] as (...args: unknown[]) => unknown
    return (...args: [Uint8Array, ...unknown[]]) => {
      deflated.push(args[0].length)
      if (isFailing)
        return setImmediate(() => (args.at(-1) as (error: Error) => void)(new Error('no memory')))
      return compress(...args)
    }
  }
  return { ...real, deflateRaw: count('deflateRaw'), deflateRawSync: count('deflateRawSync') }
})

const decompressors = { gzip: zlib.gunzipSync, zstd: zlib.zstdDecompressSync }
/** Bytes in separate memory, as cached results have. */
const own = (bytes: Uint8Array) => Buffer.from(Uint8Array.from(bytes).buffer)
const text = (length: number) =>
  own(
    Buffer.from(
      Array.from({ length }, (_, index) => (index % 7 === 0 ? index.toString(16).at(-1) : 'a')).join(''),
    ),
  )
const heads = [
  '',
  '{"jsonrpc":"2.0","id":1,"result":',
  '{"jsonrpc":"2.0","id":"é😀","result":',
  `{"jsonrpc":"2.0","id":"${'x'.repeat(254)}","result":`,
]

for (const coding of ['gzip', 'zstd'] as const) {
  test(`${coding}: an answer put together decompresses to itself, whatever its head, length and content`, async () => {
    const decompress = decompressors[coding]
    for (const length of [
      0, 1, 2, 255, 256, 257, 1_023, 1_024, 5_000, 65_535, 65_793, 131_071, 131_072, 300_000, 524_287,
      524_288, 1_500_000,
    ])
      for (const json of [text(length), own(randomBytes(length)), own(Buffer.alloc(length, 97))])
        for (const head of heads) {
          const whole = Buffer.concat([Buffer.from(head), json, Buffer.from('}')])
          const first = Buffer.from((await compressReply({ head, json }, coding))!)
          expect(decompress(first).equals(whole), `${length}`).toBe(true)
          expect(first.equals((await compressReply({ head, json }, coding))!)).toBe(true)
        }
  })
}

const unzip = (bytes: Uint8Array) => String(zlib.gunzipSync(bytes))

test('what comes again is not compressed anew, also behind another head', async () => {
  const json = text(400)
  for (const head of [...heads, ...heads])
    expect(unzip((await compressReply({ head, json }, 'gzip'))!)).toBe(`${head}${json}}`)
  expect(deflated).toEqual([401])
  void compressReply({ head: '', json: own(json) }, 'gzip') // another array
  expect(deflated).toHaveLength(2)
})

test('what many ask for while a thread compresses it is compressed once, and again for those who ask after an error', async () => {
  const json = text(131_072)
  const all = await Promise.all(heads.map((head) => compressReply({ head, json }, 'gzip')!))
  expect(all.map(unzip)).toEqual(heads.map((head) => `${head}${json}}`))
  await compressReply({ head: '', json }, 'gzip')
  expect(deflated).toEqual([131_073])

  isFailing = true
  const other = text(131_072)
  for (let time = 0; time < 2; time++)
    await expect(
      Promise.all(heads.map((head) => compressReply({ head, json: other }, 'gzip'))),
    ).rejects.toThrow('no memory')
  expect(deflated).toHaveLength(3)
})

/** A batch of results, as it is written. */
function toBatch(results: readonly Uint8Array[]) {
  const writer = createBatchWriter(results.length)
  results.forEach((json, id) => writer.add(resultReply(`${id}`, json, 'eth_getTransactionReceipt')))
  return writer.close()!
}

const join = (results: readonly Uint8Array[]) => {
  const batch = toBatch(results)
  return joinBatch(batch.write().bytes, batch.results)
}

test('a batch is put together from results that were in one before, beside others', () => {
  const known = Array.from({ length: 6 }, (_, at) => text(1_000 + at))
  known.push(own(Buffer.from(randomBytes(35_000).toString('hex'))))
  expect(join(known)).toBeUndefined()
  for (const length of [0, 1, 900, 1_000, 1_100, 5_000])
    for (const at of [0, 3, known.length])
      for (const other of [text(length), text(length + 1).subarray(1)]) {
        const all = known.toSpliced(at, 0, other)
        const joined = join(all)!
        const { bytes } = toBatch(all).write()
        expect(zlib.gunzipSync(joined).equals(bytes)).toBe(true)
        expect(String(bytes)).toContain(`"result":${other}}`)
      }
})

test('a batch compresses 131,072 bytes of results anew at most, and is left to others where half of it would be', () => {
  const large = [131_072, 100_000, 31_070, 600].map(text)
  for (const expected of [[], [100_001, 31_071], [100_001, 31_071, 601]]) {
    join(large)
    expect(deflated).toEqual(expected) // each with its end; the first is more than all that fits
  }
  expect(join([...large.slice(1), text(140_000)])).toBeUndefined()
})

test('brotli cannot be put together, nor what has a long head', async () => {
  expect(compressReply({ head: '', json: text(10) }, 'br')).toBeUndefined()
  for (const coding of ['gzip', 'zstd'] as const) {
    const compress = (head: string) => compressReply({ head, json: text(1) }, coding) as Buffer
    expect(String(decompressors[coding](compress('é'.repeat(512))))).toBe(`${'é'.repeat(512)}${text(1)}}`)
    expect(compress('a'.repeat(1_025))).toBeUndefined()
  }
})

test('what will not come again, a part of other memory or lent bytes, is left to others', () => {
  expect(compressReply({ head: '', json: text(400).subarray(1) }, 'gzip')).toBeUndefined()
  const lent = Object.assign(text(400), { [Symbol.dispose]: () => {} })
  expect(compressReply({ head: '', json: lent }, 'gzip')).toBeUndefined()
  expect(deflated).toEqual([])
})

test.each(['gzip', 'zstd'] as const)(
  '%s: what is stored is in memory of its own, not a part of more',
  async (coding) => {
    for (const json of [text(2_000), text(600_000)]) {
      await compressReply({ head: '', json }, coding)
      const { bytes: stored } = compressedOf(json)[`${coding} tail`] as CompressedTail
      expect(stored.buffer.byteLength).toBe(stored.length)
    }
  },
)
