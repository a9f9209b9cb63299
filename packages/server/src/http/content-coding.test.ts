import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as zlib from 'node:zlib'
import { expect, test } from 'vitest'
import {
  chooseCoding,
  codings,
  createCompressor,
  largeBytes,
  compress,
  compressOnce,
  toCoding,
  decompress,
} from './content-coding.ts'

test('the coding is the one that the context likes best, and ours among equals', () => {
  const choices = {
    'gzip, deflate, br, zstd': 'zstd',
    'gzip, deflate, br': 'gzip',
    'gzip, deflate': 'gzip',
    GZIP: 'gzip',
    'x-gzip': 'gzip',
    'br;q=0.5, gzip;q=0.8': 'gzip',
    'br; q=0.5 ,zstd ; q=0.5': 'zstd',
    'zstd;q=0, *': 'gzip',
    '*': 'zstd',
    'gzip;q=0.001': 'gzip',
    'identity;q=0.5, gzip;q=0.5': 'gzip',
  }
  for (const [accept, coding] of Object.entries(choices)) expect(chooseCoding(accept), accept).toBe(coding)
})

test('what no coding suits goes as it is', () => {
  for (const accept of [
    undefined,
    '',
    'identity',
    'deflate',
    'gzip;q=0',
    '*;q=0',
    'identity, gzip;q=0.5',
    'gzip;q=2',
    'gzip;q=-1',
    'gzip;q=',
    'gzip;q=NaN',
    'gzipped',
    'a'.repeat(2_000),
  ])
    expect(chooseCoding(accept), accept).toBeUndefined()
})

test('a thousand inventions change no choice', () => {
  for (let index = 0; index < 1_000; index += 1) expect(chooseCoding(`gzip, x${index}`)).toBe('gzip')
  expect(chooseCoding('br, gzip')).toBe('gzip')
})

test('a request has one coding that we know, or none', () => {
  expect([undefined, '', 'identity', ' GZIP ', 'x-gzip', 'br', 'zstd'].map(toCoding)).toEqual([
    'identity',
    'identity',
    'identity',
    'gzip',
    'gzip',
    'br',
    'zstd',
  ])
  for (const encoding of ['deflate', 'compress', 'gzip, gzip', 'gzip,br', 'gzip;q=1', 'constructor'])
    expect(toCoding(encoding), encoding).toBeUndefined()
})

for (const coding of codings) {
  const most = 10_000
  test(`${coding}: what is compressed is decompressed to the same bytes, up to the limit`, async () => {
    for (const length of [0, 1, 100, most]) {
      const bytes = randomBytes(length)
      expect(Buffer.from(await decompress(await compress(bytes, coding), coding, most)).equals(bytes)).toBe(
        true,
      )
    }
    await expect(
      decompress(await compress(randomBytes(most + 1), coding), coding, most),
    ).rejects.toMatchObject({
      statusCode: 413,
    })
  })

  test(`${coding}: a bomb is refused at the limit`, async () => {
    const bomb = await compress(Buffer.alloc(50_000_000), coding)
    expect(bomb.length).toBeLessThan(300_000)
    await expect(decompress(bomb, coding, most)).rejects.toMatchObject({ statusCode: 413 })
  })

  test(`${coding}: what is cut, continued, or of another kind is refused`, async () => {
    const compressed = Buffer.from(await compress(Buffer.from('[1,2,3]'.repeat(50)), coding))
    const wrong = [
      compressed.subarray(0, -1),
      compressed.subarray(0, 3),
      Buffer.concat([compressed, Buffer.from('x')]),
      Buffer.from('{}'),
      Buffer.alloc(0),
    ]
    for (const bytes of wrong)
      await expect(decompress(bytes, coding, most), bytes.toString('hex')).rejects.toMatchObject({
        statusCode: 400,
      })
  })

  test(`${coding}: many bytes are compressed too, at once or as a stream`, async () => {
    const bytes = Buffer.from('0123456789abcdef'.repeat(20_000))
    const undo = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }[
      coding
    ]
    expect(undo(await compress(bytes, coding)).equals(bytes)).toBe(true)
    const compressor = createCompressor(coding)
    compressor.end(bytes)
    const unpacker = {
      zstd: zlib.createZstdDecompress,
      br: zlib.createBrotliDecompress,
      gzip: zlib.createGunzip,
    }[coding]()
    expect(await text(compressor.pipe(unpacker))).toBe(bytes.toString())
  })
}

test('bytes that are sent again are compressed once for each coding', async () => {
  for (const length of [2_000, largeBytes.gzip + 1]) {
    const bytes = Buffer.alloc(length, 'abc')
    const first = compressOnce(bytes, 'gzip')
    expect(compressOnce(bytes, 'gzip')).toBe(first)
    expect(compressOnce(Buffer.from(bytes), 'gzip')).not.toBe(first)
    expect(compressOnce(bytes, 'zstd')).not.toBe(first)
    expect(await first).toEqual(await compress(bytes, 'gzip'))
  }
})
