import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gzipSync } from 'node:zlib'
import { encodeRlp } from '@lectern/chain/internal'
import { needs } from '@lectern/fixtures/needs'
import { describe, expect, test } from 'vitest'
import { writeTemporary } from '../../test/chain-file.ts'
import { ITEM_LIMIT, readRlpFile, type RlpFileOptions } from './rlp-file.ts'

// Lists with a length in the first byte, and in one, two and three bytes after it.
const items = [0, 1, 50, 60, 300, 70_000].map((size) => encodeRlp([new Uint8Array(size).fill(7)]))
const file = Buffer.concat(items)

const read = async (bytes: Uint8Array, options?: RlpFileOptions) => {
  const found: Uint8Array[] = []
  for await (const item of readRlpFile(writeTemporary(bytes), options)) found.push(item.bytes)
  return found.map((item) => Buffer.from(item).toString('hex'))
}
const hex = items.map((item) => Buffer.from(item).toString('hex'))

describe('a file of RLP lists', () => {
  test('is read item by item, plain or gzipped', async () => {
    expect(await read(file)).toEqual(hex)
    expect(await read(gzipSync(file))).toEqual(hex)
    expect(await read(new Uint8Array())).toEqual([])
  })

  test('longer than what is read at once comes whole', async () => {
    const long = encodeRlp([new Uint8Array(3 * 2 ** 20).fill(9)])
    const found = await read(Buffer.concat([file, long, file]))
    expect(found).toEqual([...hex, Buffer.from(long).toString('hex'), ...hex])
  })

  test('reports how much of it has been read', async () => {
    const reads: number[] = []
    for await (const item of readRlpFile(writeTemporary(file))) reads.push(item.read)
    expect(reads).toEqual(items.map((_, index) => Buffer.concat(items.slice(0, index + 1)).length))
    const packed: number[] = []
    for await (const item of readRlpFile(writeTemporary(gzipSync(file)))) packed.push(item.read)
    expect(packed.at(-1)).toBe(gzipSync(file).length)
  })

  test('cut off at any byte gives the whole items before, then says what is missing', async () => {
    const ends = items.map((_, index) => Buffer.concat(items.slice(0, index + 1)).length)
    const cuts = [...Array(500).keys(), ends.at(-1)! - 1].filter((cut) => cut > 0 && !ends.includes(cut))
    for (const cut of cuts) {
      const whole = ends.filter((end) => end < cut).length
      const found: unknown[] = []
      const attempt = async () => {
        for await (const item of readRlpFile(writeTemporary(file.subarray(0, cut)))) found.push(item)
      }
      await expect(attempt()).rejects.toMatchObject({
        code: 'archive',
        message: expect.stringMatching(
          new RegExp(
            `^the file is cut off in the item at byte ${ends[whole - 1] ?? 0}: (its length is cut off|\\d+ of its \\d+ bytes are missing)\\.$`,
          ),
        ),
      })
      expect(found).toHaveLength(whole)
    }
  })

  test('gzipped and cut off gives the whole items that are left, then fails', async () => {
    const packed = gzipSync(file, { level: 0 }) // stored, so that what is left is plain
    for (const cut of [1, 8, 20, 60_000]) {
      const found: unknown[] = []
      const attempt = async () => {
        for await (const item of readRlpFile(writeTemporary(packed.subarray(0, packed.length - cut))))
          found.push(item)
      }
      await expect(attempt()).rejects.toThrow(
        /cannot be read: unexpected end of file\.$|^the file is cut off in the item at byte/,
      )
      expect(found.length).toBe(cut <= 8 ? items.length : items.length - 1)
    }
  })

  test('gzipped in several members is read on, and zeros may follow the last', async () => {
    const member = gzipSync(file)
    expect(await read(Buffer.concat([member, gzipSync(''), member, new Uint8Array(70_000)]))).toEqual([
      ...hex,
      ...hex,
    ])
  })

  test('gzipped with a name, a comment, more fields and a sum of its head is read', async () => {
    const packed = gzipSync(file)
    const head = Buffer.from([...packed.subarray(0, 3), 2 + 4 + 8 + 16, ...packed.subarray(4, 10)])
    const fields = Buffer.from('\x03\0abcchain.rlp\0what it is\0', 'latin1')
    const sum = crc32(Buffer.concat([head, fields]))
    const more = Buffer.concat([fields, Buffer.of(sum & 255, (sum >> 8) & 255)])
    expect(await read(Buffer.concat([head, more, packed.subarray(10)]))).toEqual(hex)
    for (const cut of [5, 11, 13, 20, 40])
      await expect(read(Buffer.concat([head, more]).subarray(0, cut))).rejects.toThrow(
        'unexpected end of file',
      )
    await expect(read(Buffer.from(packed).fill(0x20, 3, 4))).rejects.toThrow(
      'cannot be read: unknown header flags set.',
    )
  })

  const member = gzipSync(file)
  const spoilt = (at: number) =>
    Buffer.from(member).fill(~member.at(at)!, member.length + at, member.length + at + 1)
  test.each([
    [
      'zeros and another member',
      Buffer.concat([member, new Uint8Array(512), member]),
      1,
      'other bytes follow',
    ],
    ['what is no gzip', Buffer.concat([member, Buffer.from('garbage')]), 1, 'incorrect header check'],
    [
      'what is no gzip, and another member',
      Buffer.concat([member, member, Buffer.from('\x1fx'), member]),
      2,
      'incorrect header check',
    ],
    ['one whose checksum does not fit', Buffer.concat([member, spoilt(-8)]), 2, 'incorrect data check'],
    [
      'one whose length does not fit',
      Buffer.concat([member, spoilt(-4), member]),
      2,
      'incorrect length check',
    ],
    ['one that is cut off', Buffer.concat([member, member.subarray(0, -3)]), 2, 'unexpected end of file'],
  ])(
    'of a gzip member and %s gives all that is whole but the last 64 KiB, then fails',
    async (_, bytes, times, reason) => {
      const found: unknown[] = []
      const attempt = async () => {
        for await (const item of readRlpFile(writeTemporary(bytes))) found.push(item)
      }
      await expect(attempt()).rejects.toMatchObject({
        code: 'archive',
        message: expect.stringContaining(reason),
      })

      expect(found.length).toBeGreaterThanOrEqual(times * items.length - 1)
    },
  )

  test('gzipped with a fault inside loses no more before it than the 64 KiB that are unpacked at once', async () => {
    const many = Buffer.concat(Array.from({ length: 400 }, () => encodeRlp([new Uint8Array(5000)])))
    const packed = gzipSync(many, { level: 0 })
    let at = 10
    while (at < 1_500_000) at += 5 + packed.readUInt16LE(at + 1) // a stored block begins with its length, twice
    packed[at + 3]! ^= 1
    let found = 0
    const attempt = async () => {
      for await (const { bytes } of readRlpFile(writeTemporary(packed))) found += bytes.length
    }
    await expect(attempt()).rejects.toThrow('cannot be read: invalid stored block lengths.')
    expect(found).toBeLessThanOrEqual(at)
    expect(found).toBeGreaterThan(at - 2 ** 16 - 5100)
  })

  test.each([
    ['a byte string', '83010203', 'the item at byte 0 begins with 0x83 and so is no RLP list.'],
    ['text', '5b5d', 'the item at byte 0 begins with 0x5b and so is no RLP list.'],
    [
      'a length with a leading zero',
      `f90040${'00'.repeat(64)}`,
      'the length of the item at byte 0 is not written in the shortest form.',
    ],
    [
      'a length that fits into the first byte',
      `f801c0`,
      'the length of the item at byte 0 is not written in the shortest form.',
    ],
    [
      'a length beyond all reason',
      'ffffffffffffffffff',
      `the item at byte 0 is 18446744073709552000 bytes long, but ${ITEM_LIMIT} are the most that are read.`,
    ],
  ])('that holds %s is refused', async (_, bytes, message) => {
    await expect(read(Buffer.from(bytes, 'hex'))).rejects.toMatchObject({ code: 'archive', message })
  })

  test('may have items of the limit, not of a byte more', async () => {
    const size = items.at(-1)!.length
    expect(await read(file, { limit: size })).toEqual(hex)
    await expect(read(file, { limit: size - 1 })).rejects.toThrow(
      `the item at byte ${file.length - size} is ${size} bytes long, but ${size - 1} are the most that are read.`,
    )
  })

  test('that is not there, or is a folder, or is not what its first bytes say, is refused in a sentence', async () => {
    await expect(readRlpFile('/nowhere/chain.rlp').next()).rejects.toMatchObject({
      code: 'archive',
      message: '/nowhere/chain.rlp cannot be read: no such file or directory.',
    })
    await expect(readRlpFile(import.meta.dirname).next()).rejects.toThrow(
      `${import.meta.dirname} cannot be read: illegal operation on a directory.`,
    )
    const damaged = gzipSync(file).fill(0xff, 12, 30)
    await expect(read(damaged)).rejects.toThrow(/cannot be read: .*invalid/)
  })

  test(
    'that is a pipe or a device is refused, without waiting for who writes to it',
    needs('pipes', process.platform !== 'win32'),
    async () => {
      const pipe = join(mkdtempSync(join(tmpdir(), 'lectern-')), 'pipe')
      execFileSync('mkfifo', [pipe])
      for (const path of [pipe, '/dev/null'])
        await expect(readRlpFile(path).next()).rejects.toMatchObject({
          code: 'archive',
          message: `${path} cannot be read: it is a pipe or a device, and a regular file is needed.`,
        })
    },
  )

  test('stops when it is aborted', async () => {
    const reading = readRlpFile(writeTemporary(file), { signal: AbortSignal.abort() })
    await expect(reading.next()).rejects.toThrow('aborted')
  })
})
