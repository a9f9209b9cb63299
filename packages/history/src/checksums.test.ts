import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { toHex } from '@lectern/chain'
import { expect, test } from 'vitest'
import { writeEraFile } from '../test/era-file.ts'
import { MemoryStore } from '../test/memory-store.ts'
import { readAccumulators } from './archive/accumulator-file.ts'
import { inspectEra1 } from './archive/era1.ts'
import { findChecksum, parseChecksums } from './checksums.ts'
import { importEras } from './import-eras.ts'
import { makeChain, syntheticConfig } from './synthetic.ts'

const blocks = makeChain(6, 2)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const [a, b] = ['a1'.repeat(32), 'b2'.repeat(32)]
const file = (era: number, format: 'era1' | 'ere' = 'era1') => ({
  path: `/x/n-0000${era}-00000000.${format}`,
  era,
  format,
})

const attempt = async (sources: string[], options = {}) => {
  const store = new MemoryStore()
  const outcome = await importEras({ store, chain, sources, workers: 0, ...options }).catch(
    (error: Error) => error.message,
  )
  return { store, outcome }
}

test('sums are read in both styles, by name or by place', () => {
  const byName = parseChecksums(`${a}  n-00000-00000000.era1\n${b} *n-00001-00000000.era1\n`, 'f')
  const byPlace = parseChecksums(`0x${a}\r\n0x${b}\r\n`, 'f')
  for (const sums of [byName, byPlace]) {
    expect(toHex(findChecksum(sums, file(1), [file(1), file(0)])!)).toBe(`0x${b}`)
    expect(toHex(findChecksum(sums, file(0), [file(1), file(0)])!)).toBe(`0x${a}`)
  }
  expect(findChecksum(byName, file(2), [file(2)])).toBeUndefined()
  expect(toHex(findChecksum(byPlace, file(1), [file(1)])!)).toBe(`0x${b}`) // a line for every era
  expect(() => findChecksum(byPlace, file(7), [file(7)])).toThrow(
    /has 2 sums without names, but the folder has 1/,
  )
})

test('lines that are no sums are refused', () => {
  expect(() => parseChecksums(`${a}\nx\n`, 'f')).toThrow('f: line 2 must be a SHA-256 sum')
  expect(() => parseChecksums(`${a}\n${b}  name\n`, 'f')).toThrow('some lines have a file')
})

test('a file with another sum than its folder says is not imported', async () => {
  const { folder, bytes, path } = await writeEraFile(blocks.map(({ raw }) => raw))
  const sum = createHash('sha256').update(bytes).digest('hex')
  const list = join(folder, 'checksums.txt')
  for (const text of [`0x${sum}\n`, `${sum}  ${basename(path)}\n`]) {
    writeFileSync(list, text)
    expect((await attempt([folder])).outcome).toMatchObject({ added: 6 })
    writeFileSync(list, text.replace(sum, a))
    const { outcome, store } = await attempt([path])
    expect(outcome).toBe(`${path} has the SHA-256 0x${sum}, but checksums.txt beside it says 0x${a}.`)
    expect(store.blocks).toEqual([])
  }
})

test('a trusted accumulator anchors the last block that it counts, and another one is refused', async () => {
  const { path, folder } = await writeEraFile(blocks.map(({ raw }) => raw))
  const { accumulator } = await inspectEra1(path)
  const { outcome, store } = await attempt([folder], { accumulators: [accumulator!.root] })
  expect(outcome).toMatchObject({ anchor: 5n })
  expect(store.anchor).toMatchObject({ number: 5n, hash: blocks[5]!.hash })
  const other = await attempt([folder], { accumulators: [new Uint8Array(32)] })
  expect(other.outcome).toMatch(
    /has the accumulator 0x[0-9a-f]{64}, but 0x0{64} is the trusted one of era 0\.$/,
  )
  expect(other.store.blocks).toEqual([])
  expect((await attempt([folder], { accumulators: [] })).outcome).toMatchObject({ anchor: null })
})

test('accumulators are read from bytes, lines and an SSZ container', async () => {
  const roots = [a, b].map((hex) => Buffer.from(hex, 'hex'))
  const path = join(mkdtempSync(join(tmpdir(), 'lectern-accumulator-')), 'roots')
  const head = Buffer.alloc(8)
  head.writeUInt32LE(8)
  head.writeUInt32LE(72, 4)
  for (const content of [Buffer.concat(roots), `0x${a}\n${b}\n`, Buffer.concat([head, ...roots])]) {
    writeFileSync(path, content)
    expect((await readAccumulators(path)).map(toHex)).toEqual([`0x${a}`, `0x${b}`])
  }
  for (const content of ['', 'text', Buffer.concat(roots).subarray(1), Buffer.concat([head, roots[0]!])]) {
    writeFileSync(path, content)
    await expect(readAccumulators(path)).rejects.toThrow(/must hold accumulator roots/)
  }
  await expect(readAccumulators(join(dirname(path), 'none'))).rejects.toThrow('cannot be read')
  expect(readFileSync(path).length).toBe(40)
})
