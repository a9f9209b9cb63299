import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import * as zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { createCompressedResults } from './compressed-results.ts'
import { createBatchWriter, resultReply } from '../rpc/reply.ts'
import { gzipSplicer, zstdSplicer } from './splice.ts'

const decompressors = { gzip: zlib.gunzipSync, zstd: zlib.zstdDecompressSync }
/** Memory of its own, as what comes again has. */
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
    const compressed = createCompressedResults(1_000_000)
    const decompress = decompressors[coding]
    for (const length of [
      0, 1, 2, 255, 256, 257, 1_023, 1_024, 5_000, 65_535, 65_793, 131_071, 131_072, 300_000, 524_287,
      524_288, 1_500_000,
    ])
      for (const json of [text(length), own(randomBytes(length)), own(Buffer.alloc(length, 97))])
        for (const head of heads) {
          const whole = Buffer.concat([Buffer.from(head), json, Buffer.from('}')])
          const first = Buffer.from((await compressed.compress({ head, json }, coding))!)
          expect(decompress(first).equals(whole), `${length}`).toBe(true)
          expect(first.equals((await compressed.compress({ head, json }, coding))!)).toBe(true)
        }
  })
}

/** A splicer that counts what it compresses; a tail is as long as it was. */
function countingSplicer() {
  const compressed: number[] = []
  const compress = (tail: Uint8Array) => {
    compressed.push(tail.length)
    return { bytes: tail, behind: (head: Uint8Array) => Buffer.concat([head, tail]), addTo: () => 0 }
  }
  return {
    compressed,
    splicers: { gzip: { compress, compressLarge: async (tail: Uint8Array) => compress(tail) } },
  }
}

test('what comes again is not compressed anew, also behind another head', () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(1_000, splicers)
  const json = text(400)
  for (const head of [...heads, ...heads])
    expect(String(answers.compress({ head, json }, 'gzip'))).toBe(`${head}${json}}`)
  expect(compressed).toEqual([401])
  answers.compress({ head: '', json: own(json) }, 'gzip') // another array
  expect(compressed).toHaveLength(2)
})

test('what many ask for while a thread compresses it is compressed once, and again for those who ask after an error', async () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(1_000_000, splicers)
  const json = text(131_072)
  const all = await Promise.all(heads.map((head) => answers.compress({ head, json }, 'gzip')))
  expect(all.map(String)).toEqual(heads.map((head) => `${head}${json}}`))
  await answers.compress({ head: '', json }, 'gzip')
  expect(compressed).toEqual([131_073])

  const broken = { ...splicers.gzip, compressLarge: () => Promise.reject(new Error('no memory')) }
  const other = createCompressedResults(1_000_000, { gzip: broken })
  for (let time = 0; time < 2; time++)
    await expect(Promise.all(heads.map((head) => other.compress({ head, json }, 'gzip')))).rejects.toThrow(
      'no memory',
    )
})

/** A batch of results, as it is written. */
function toBatch(results: readonly Uint8Array[]) {
  const writer = createBatchWriter(results.length)
  results.forEach((json, id) => writer.add(resultReply(`${id}`, json, 'eth_getTransactionReceipt')))
  return writer.close()!
}

test('a batch is put together from results that were in one before, beside others', () => {
  const compressed = createCompressedResults(1_000_000)
  const known = Array.from({ length: 6 }, (_, at) => text(1_000 + at))
  known.push(own(Buffer.from(randomBytes(35_000).toString('hex'))))
  expect(compressed.compressBatch(toBatch(known), 'gzip')).toBeUndefined()
  for (const length of [0, 1, 900, 1_000, 1_100, 5_000])
    for (const at of [0, 3, known.length])
      for (const other of [text(length), text(length + 1).subarray(1)]) {
        const all = known.toSpliced(at, 0, other)
        const joined = compressed.compressBatch(toBatch(all), 'gzip')!
        const { bytes } = toBatch(all).write()
        expect(zlib.gunzipSync(joined).equals(bytes)).toBe(true)
        expect(String(bytes)).toContain(`"result":${other}}`)
      }
  for (const coding of ['zstd', 'br'] as const)
    expect(compressed.compressBatch(toBatch(known), coding)).toBeUndefined()
})

test('a batch compresses 131,072 bytes of results anew at most, and is left to others where half of it would be', () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(10_000_000, splicers)
  const large = [131_072, 100_000, 31_070, 600].map(text)
  for (const expected of [[], [100_001, 31_071], [100_001, 31_071, 601]]) {
    answers.compressBatch(toBatch(large), 'gzip')
    expect(compressed).toEqual(expected) // each with its end; the first is more than all that fits
  }
  expect(answers.compressBatch(toBatch([...large.slice(1), text(140_000)]), 'gzip')).toBeUndefined()
})

test('a batch keeps no more compressed bytes than are allowed', () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(1_300, splicers)
  const results = [text(600), text(700)]
  for (let time = 0; time < 3; time++) answers.compressBatch(toBatch(results), 'gzip')
  expect(compressed).toEqual([601, 701, 601, 701])
})

test('at most so many compressed bytes are stored: what came first goes first, but not what was used since', () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(1_000, splicers)
  const ask = (json: Uint8Array): number => {
    const before = compressed.length
    answers.compress({ head: '', json }, 'gzip')
    return compressed.length - before
  }
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => text(499)) // two fit, each with its end
  expect([first!, second!, first!].map(ask)).toEqual([1, 1, 0])
  expect([third!, first!, third!].map(ask)).toEqual([1, 0, 0])
  expect([fourth!, first!, third!].map(ask)).toEqual([1, 1, 1]) // both were used, so the older one went, and then the next
  const large = text(1_000) // more than all
  for (const expected of [1, 1, 1]) expect(ask(large)).toBe(expected)
  expect(ask(third!)).toBe(0)
})

test('of many that were used, some go all the same: nobody waits until all are looked at', () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(200, splicers)
  const ask = (json: Uint8Array) => answers.compress({ head: '', json }, 'gzip')
  const results = Array.from({ length: 100 }, () => text(1))
  for (let time = 0; time < 2; time++) results.forEach(ask)
  expect(compressed).toHaveLength(100)
  ask(text(1))
  results.toReversed().forEach(ask) // so that the first one, which makes room again, comes last
  expect(compressed.length - 101).toBeGreaterThan(0)
  expect(compressed.length - 101).toBeLessThan(40)
})

test('brotli cannot be put together, nor what has a long head', () => {
  const answers = createCompressedResults(1_000)
  expect(answers.compress({ head: '', json: text(10) }, 'br')).toBeUndefined()
  for (const coding of ['gzip', 'zstd'] as const) {
    const compress = (head: string) => answers.compress({ head, json: text(1) }, coding) as Buffer
    expect(String(decompressors[coding](compress('é'.repeat(512))))).toBe(`${'é'.repeat(512)}${text(1)}}`)
    expect(compress('a'.repeat(1_025))).toBeUndefined()
  }
})

test('what will not come again, a part of other memory or lent bytes, is left to others', () => {
  const { compressed, splicers } = countingSplicer()
  const results = createCompressedResults(1_000_000, splicers)
  expect(results.compress({ head: '', json: text(400).subarray(1) }, 'gzip')).toBeUndefined()
  const lent = Object.assign(text(400), { [Symbol.dispose]: () => {} })
  expect(results.compress({ head: '', json: lent }, 'gzip')).toBeUndefined()
  expect(compressed).toEqual([])
})

test.each([['gzip', gzipSplicer] as const, ['zstd', zstdSplicer] as const])(
  '%s: what is stored is in memory of its own, not a part of more',
  async (_, { compress, compressLarge }) => {
    for (const { bytes } of [compress(text(2_000)), await compressLarge(text(200_000))])
      expect(bytes.buffer.byteLength).toBe(bytes.length)
  },
)
