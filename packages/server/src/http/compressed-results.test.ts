import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import * as zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { createCompressedResults } from './compressed-results.ts'

const decompressors = { gzip: zlib.gunzipSync, zstd: zlib.zstdDecompressSync }
const text = (length: number) =>
  Buffer.from(
    Array.from({ length }, (_, index) => (index % 7 === 0 ? index.toString(16).at(-1) : 'a')).join(''),
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
      0, 1, 2, 255, 256, 257, 1_023, 1_024, 5_000, 65_535, 65_793, 131_071, 131_072, 300_000, 1_500_000,
    ])
      for (const json of [
        text(length),
        Buffer.from(randomBytes(length).toString('latin1'), 'latin1'),
        Buffer.alloc(length, 97),
      ])
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
    return { bytes: tail, behind: (head: Uint8Array) => Buffer.concat([head, tail]) }
  }
  return {
    compressed,
    splicers: { gzip: { compress, compressLarge: async (tail: Uint8Array) => compress(tail) } },
  }
}

test('what comes a third time is not compressed anew, also behind another head', () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(1_000, splicers)
  const json = text(400)
  for (const head of [...heads, ...heads])
    expect(String(answers.compress({ head, json }, 'gzip'))).toBe(`${head}${json}}`)
  expect(compressed).toEqual([401, 401])
  answers.compress({ head: '', json: Buffer.from(json) }, 'gzip') // another array
  expect(compressed).toHaveLength(3)
})

test('at most so many compressed bytes are stored: what was not asked for goes first', () => {
  const { compressed, splicers } = countingSplicer()
  const answers = createCompressedResults(1_000, splicers)
  const ask = (json: Uint8Array): number => {
    const before = compressed.length
    answers.compress({ head: '', json }, 'gzip')
    return compressed.length - before
  }
  const results = Array.from({ length: 4 }, () => text(499)) // two fit, each with its end
  for (const json of results.slice(0, 2)) for (const expected of [1, 1, 0]) expect(ask(json)).toBe(expected)
  expect(ask(results[0]!)).toBe(0) // and so it is newer than the other
  for (const expected of [1, 1, 0]) expect(ask(results[2]!)).toBe(expected)
  expect([results[0]!, results[2]!, results[1]!].map(ask)).toEqual([0, 0, 1])
  const large = text(500) // more than half of all
  for (const expected of [1, 1, 1]) expect(ask(large)).toBe(expected)
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
