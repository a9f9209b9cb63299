import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { decodeHeader, encodeHeader, hashHeader, type RawBlock, toHex } from '@lectern/chain'
import { encodeList } from '@lectern/chain/internal'
import { afterAll, describe, expect, test } from 'vitest'
import { entryBorders, writeEraFile, writeEreFile } from './era-file.ts'
import { MemoryStore } from './memory-store.ts'
import { ENTRY_HEAD, entryTypes } from '../src/archive/e2store.ts'
import { encodeFrame } from '../src/archive/snappy-frame.ts'
import { HistoryError } from '../src/error.ts'
import { importEras } from '../src/import/import-eras.ts'
import { makeChain, syntheticConfig } from './synthetic.ts'

/** How many single bits are flipped in each file, evenly spread; all of them where there are fewer. */
const flips = Number(process.env['LECTERN_FLIPS'] ?? 150)
const folder = mkdtempSync(join(tmpdir(), 'lectern-hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The blocks under proof of work, each with its difficulty. */
function withWork(blocks: readonly RawBlock[]): RawBlock[] {
  let parentHash: Uint8Array = new Uint8Array(32)
  return blocks.map((raw, index) => {
    const header = encodeHeader({
      ...decodeHeader(raw.header),
      parentHash,
      difficulty: 1000n + BigInt(index),
    })
    parentHash = hashHeader(header)
    return { ...raw, header }
  })
}

const blocks = withWork(makeChain(4, 2).map(({ raw }) => raw))
const hashes = blocks.map(({ header }) => toHex(hashHeader(header)).slice(2))
const chain = { genesisHash: hashHeader(blocks[0]!.header), config: syntheticConfig }

/** Imports bytes under a name, and returns the outcome; only true blocks are stored. */
async function attempt(bytes: Uint8Array, name: string): Promise<{ refusal?: string; stored: number }> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const store = new MemoryStore()
  const error: unknown = await importEras({ store, chain, sources: [path], workers: 0 }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  rmSync(path)
  expect(store.hashes).toEqual(hashes.slice(0, store.blocks.length)) // a hash stands for all that was verified under it
  if (error === undefined) return { stored: store.blocks.length }
  expect(error).toBeInstanceOf(HistoryError)
  const { code, message } = error as HistoryError
  expect(code).toBe('archive')
  expect(message).toContain(path)
  return { refusal: message.replace(folder, '…'), stored: store.blocks.length }
}

describe.each([
  ['era1', await writeEraFile(blocks)],
  ['ere', await writeEreFile(blocks)],
])('an %s file', (_, { bytes, path }) => {
  const name = basename(path)
  const refuse = async (changed: Uint8Array, as: string = name) => (await attempt(changed, as)).refusal
  const borders = entryBorders(bytes)
  const edited = (edit: (view: DataView, copy: Uint8Array) => void): Uint8Array => {
    const copy = Uint8Array.from(bytes)
    edit(new DataView(copy.buffer), copy)
    return copy
  }
  /** The file with the data of one entry replaced, and those after it moved. */
  const replaced = (index: number, data: Uint8Array): Uint8Array => {
    const head = Uint8Array.from(bytes.subarray(borders[index]!, borders[index]! + ENTRY_HEAD))
    new DataView(head.buffer).setUint32(2, data.length, true)
    return Buffer.concat([bytes.subarray(0, borders[index]), head, data, bytes.subarray(borders[index + 1])])
  }

  test('is imported as it is', async () => {
    expect(await attempt(bytes, name)).toEqual({ stored: 4 })
  })

  test('with any bit flipped is refused, naming the file, or holds the very same blocks', async () => {
    const bits = 8 * bytes.length
    const step = Math.max(1, Math.floor(bits / flips / 2) * 2 - 1) // odd, so that it meets every bit of a byte
    let [refused, equal] = [0, 0]
    for (let bit = 0; bit < bits; bit += step) {
      const at = bit >> 3
      const { refusal, stored } = await attempt(
        edited((_view, copy) => void (copy[at]! ^= 1 << (bit & 7))),
        name,
      )
      if (refusal !== undefined) refused++
      else if (stored === 4) equal++
      else expect.fail(`bit ${bit & 7} of byte ${at}: no refusal, but ${stored} blocks`)
    }
    // A copy of what repeats may lie elsewhere and give the same bytes.
    expect(equal).toBeLessThanOrEqual(refused / 20)
    if (process.env['LECTERN_FLIPS'])
      console.log(`${name}: ${refused} flips refused, ${equal} without effect`)
  }, 3_600_000)

  test('cut at the border of an entry, a byte before or after it, is refused and nothing of it is stored', async () => {
    for (const border of borders.slice(0, -1))
      for (const length of [border - 1, border, border + 1].filter((length) => length >= 0)) {
        const { refusal, stored } = await attempt(bytes.subarray(0, length), name)
        expect(refusal).toBeDefined()
        expect(stored).toBe(0)
      }
  })

  test('with bytes after its end, or twice in a row, is refused', async () => {
    for (const more of [new Uint8Array(1), new Uint8Array(8), bytes])
      expect(await refuse(Buffer.concat([bytes, more]))).toBeDefined()
  })

  test('with an entry of a huge length is refused', async () => {
    for (const length of [2 ** 32 - 1, 2 ** 31, 50 * 2 ** 20 + 1])
      expect(await refuse(edited((view) => view.setUint32(borders[1]! + 2, length, true)))).toContain(
        `byte ${borders[1]}: the entry has ${length} bytes, but 52428800 are the most that are read`,
      )
  })

  test('with an index of huge counts is refused', async () => {
    for (const count of [2n ** 63n, 2n ** 64n - 1n, 8193n, 0n])
      expect(await refuse(edited((view) => view.setBigUint64(bytes.length - 8, count, true)))).toMatch(
        /the (block )?index /,
      )
  })

  test('with frames that claim or unpack to more than a block may have is refused, and memory stays small', async () => {
    const peak = process.resourceUsage().maxRSS
    const claim = Uint8Array.from(encodeFrame(new Uint8Array(1000)))
    claim.set([0xff, 0xff, 0xff, 0xff, 0x0f], 18) // the varint of 2^32 - 1 bytes
    expect(await refuse(replaced(1, claim))).toContain('a chunk holds more than 65536 bytes')
    const chunk = encodeFrame(new Uint8Array(65_536))
    const bomb = Buffer.concat([
      chunk.subarray(0, 10),
      ...Array.from({ length: 9000 }, () => chunk.subarray(10)),
    ])
    expect(await refuse(replaced(1, bomb))).toContain(
      `byte ${borders[1]}: the header cannot be read: it unpacks to ${9000 * 65_536} bytes, but 131072 are the most`,
    )
    expect(process.resourceUsage().maxRSS - peak).toBeLessThan(300_000) // KiB; unpacked it is 590 MB
  })

  test('with a header of millions of tiny items, or of chunks that hold nothing, is refused, and memory stays small', async () => {
    const peak = process.resourceUsage().maxRSS
    expect(await refuse(replaced(1, encodeFrame(encodeList([new Uint8Array(30e6).fill(0x80)]))))).toMatch(
      /the header cannot be read: it unpacks to 30000005 bytes, but 131072 are the most that are read\.$/,
    )
    expect(await refuse(replaced(1, encodeFrame(encodeList([new Uint8Array(100e3).fill(0x80)]))))).toMatch(
      /a header cannot be read: header: 100004 bytes are more than 131072, or hold more than 64 items\.$/,
    )
    const chunk = encodeFrame(new Uint8Array(100))
    const empty = Uint8Array.of(0, 5, 0, 0, 0xd8, 0xea, 0x82, 0xa2, 0) // the masked checksum of no bytes, and their length
    const chunks = Buffer.alloc(9 * 5e6, empty)
    expect(await refuse(replaced(1, Buffer.concat([chunk.subarray(0, 10), chunks])))).toMatch(
      /a header cannot be read: RLP: an item is missing at byte 0\.$/,
    )
    expect(process.resourceUsage().maxRSS - peak).toBeLessThan(700_000) // KiB; the chunks alone were 1.5 GB
  })

  test('with entries in another order, or of another type, is refused', async () => {
    const [a, b, c] = borders.slice(1) as [number, number, number]
    const swapped = Buffer.concat([
      bytes.subarray(0, a),
      bytes.subarray(b, c),
      bytes.subarray(a, b),
      bytes.subarray(c),
    ])
    expect(await refuse(swapped)).toBeDefined()
    for (const type of Object.values(entryTypes).filter((type) => type !== entryTypes.header))
      expect(await refuse(edited((view) => view.setUint16(a, type, true)))).toBeDefined()
  })

  test('under the name of another era or another hash is refused', async () => {
    expect(await refuse(bytes, name.replace('-00000-', '-00001-'))).toMatch(/the name says era 1/)
    expect(await refuse(bytes, name.replace(/-[0-9a-f]{8}/, '-00000000'))).toMatch(
      /the name says era 0 and 00000000/,
    )
  })
})

test('a body of millions of tiny items ends the thread that verifies it, and is refused', async () => {
  const { bytes, path } = await writeEraFile(blocks)
  const borders = entryBorders(bytes)
  const [start, end] = [borders[2]!, borders[3]!]
  const body = encodeFrame(encodeList([encodeList([new Uint8Array(30e6).fill(1)]), encodeList([])]))
  const head = Uint8Array.from(bytes.subarray(start, start + ENTRY_HEAD))
  new DataView(head.buffer).setUint32(2, body.length, true)
  const grown = Buffer.concat([bytes.subarray(0, start), head, body, bytes.subarray(end)])
  const view = new DataView(grown.buffer, grown.byteOffset)
  const first = grown.length - (bytes.length - borders.at(-2)!) + ENTRY_HEAD + 8 // the offset of block 0 in the index
  const more = BigInt(grown.length - bytes.length)
  view.setBigInt64(first, view.getBigInt64(first, true) - more, true)
  writeFileSync(path, grown)
  const store = new MemoryStore()
  await expect(importEras({ store, chain, sources: [path], workers: 1 })).rejects.toThrow(
    `${path}: to verify blocks 0 to 0 takes more than 256 MiB.`,
  )
  expect(store.blocks).toEqual([])
})

test('a file whose content is that of another network is refused by its genesis', async () => {
  const other = await writeEraFile(withWork(makeChain(3, 1, 7).map(({ raw }) => raw)))
  const store = new MemoryStore()
  await expect(importEras({ store, chain, sources: [other.path], workers: 0 })).rejects.toMatchObject({
    code: 'genesis',
  })
  expect(store.blocks).toEqual([])
})
