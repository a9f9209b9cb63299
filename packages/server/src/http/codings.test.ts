import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as zlib from 'node:zlib'
import { expect, test } from 'vitest'
import {
  chooseCoding,
  codings,
  createPacker,
  largeBytes,
  pack,
  packOnce,
  toCoding,
  unpack,
} from './codings.ts'

test('the coding is the one that the caller likes best, and ours among equals', () => {
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
  test(`${coding}: what is packed is unpacked to the same bytes, up to the limit`, async () => {
    for (const length of [0, 1, 100, most]) {
      const bytes = randomBytes(length)
      expect(Buffer.from(await unpack(await pack(bytes, coding), coding, most)).equals(bytes)).toBe(true)
    }
    await expect(unpack(await pack(randomBytes(most + 1), coding), coding, most)).rejects.toMatchObject({
      statusCode: 413,
    })
  })

  test(`${coding}: a bomb is refused at the limit`, async () => {
    const bomb = await pack(Buffer.alloc(50_000_000), coding)
    expect(bomb.length).toBeLessThan(300_000)
    await expect(unpack(bomb, coding, most)).rejects.toMatchObject({ statusCode: 413 })
  })

  test(`${coding}: what is cut, continued, or of another kind is refused`, async () => {
    const packed = Buffer.from(await pack(Buffer.from('[1,2,3]'.repeat(50)), coding))
    const wrong = [
      packed.subarray(0, -1),
      packed.subarray(0, 3),
      Buffer.concat([packed, Buffer.from('x')]),
      Buffer.from('{}'),
      Buffer.alloc(0),
    ]
    for (const bytes of wrong)
      await expect(unpack(bytes, coding, most), bytes.toString('hex')).rejects.toMatchObject({
        statusCode: 400,
      })
  })

  test(`${coding}: many bytes are packed too, at once or as a stream`, async () => {
    const bytes = Buffer.from('0123456789abcdef'.repeat(20_000))
    const undo = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }[
      coding
    ]
    expect(undo(await pack(bytes, coding)).equals(bytes)).toBe(true)
    const packer = createPacker(coding)
    packer.end(bytes)
    const unpacker = {
      zstd: zlib.createZstdDecompress,
      br: zlib.createBrotliDecompress,
      gzip: zlib.createGunzip,
    }[coding]()
    expect(await text(packer.pipe(unpacker))).toBe(bytes.toString())
  })
}

test('bytes that are sent again are packed once for each coding', async () => {
  for (const length of [2_000, largeBytes + 1]) {
    const bytes = Buffer.alloc(length, 'abc')
    const first = packOnce(bytes, 'gzip')
    expect(packOnce(bytes, 'gzip')).toBe(first)
    expect(packOnce(Buffer.from(bytes), 'gzip')).not.toBe(first)
    expect(packOnce(bytes, 'zstd')).not.toBe(first)
    expect(await first).toEqual(await pack(bytes, 'gzip'))
  }
})
