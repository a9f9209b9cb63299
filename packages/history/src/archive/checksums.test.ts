import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { toHex } from '@lectern/chain'
import { needs } from '@lectern/fixtures/needs'
import { expect, test } from 'vitest'
import { writeEraFile } from '../../test/era-file.ts'
import { MemoryStore } from '../../test/memory-store.ts'
import { readAccumulators } from './proofs/accumulator.ts'
import { inspectEra } from './era.ts'
import { checkSum, parseChecksums, sumFile } from './checksums.ts'
import { importEras } from '../import/import-eras.ts'
import { makeChain, syntheticConfig } from '../../test/synthetic.ts'

const blocks = makeChain(6, 2)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const [a, b] = ['a1'.repeat(32), 'b2'.repeat(32)]
const sumOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const attempt = async (sources: string[], options = {}) => {
  const store = new MemoryStore()
  const outcome = await importEras({ store, chain, sources, workers: 0, ...options }).catch(
    (error: Error) => error.message,
  )
  return { store, outcome }
}

test('sums are read in both styles, by name or in order', () => {
  const byName = parseChecksums(`${a}  n-00000-00000000.era1\n${b} *n-00001-00000000.era1\n`, 'f')
  expect([...(byName as Map<string, Uint8Array>)].map(([name, sum]) => [name, toHex(sum)])).toEqual([
    ['n-00000-00000000.era1', `0x${a}`],
    ['n-00001-00000000.era1', `0x${b}`],
  ])
  const inOrder = parseChecksums(`0x${a}\r\n0x${b}\r\n`, 'f')
  expect((inOrder as Uint8Array[]).map(toHex)).toEqual([`0x${a}`, `0x${b}`])
})

test('a file is among sums without names, however many and of whichever eras they are, or refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-sums-'))
  const path = join(folder, 'n-00001-00000000.era1')
  writeFileSync(path, 'era 1')
  const right = sumOf('era 1')
  // Nothing assigns these to files.
  for (const lines of [[right, a, b], [a, right], [right]])
    expect(toHex((await checkSum(path, parseChecksums(lines.join('\n'), 'f')))!)).toBe(`0x${right}`)
  await expect(checkSum(path, parseChecksums(`${a}\n${b}\n`, 'f'))).rejects.toMatchObject({
    code: 'archive',
    message: `${path} has the SHA-256 0x${right}, which is none of the 2 sums of checksums.txt beside it.`,
  })
  // A file that the names leave out has no sum.
  await checkSum(path, parseChecksums(`${a}  n-00002-00000000.era1\n`, 'f'))
})

test(
  'a pipe instead of a file or of its list is refused, without waiting for who writes to it',
  needs('pipes', process.platform !== 'win32'),
  async () => {
    const { folder, path } = await writeEraFile(blocks.map(({ raw }) => raw))
    const pipe = path.replace('-00000-', '-00001-')
    execFileSync('mkfifo', [pipe])
    const reason = 'cannot be read: it is a pipe or a device, and a regular file is needed.'
    await expect(sumFile(pipe)).rejects.toMatchObject({ code: 'archive', message: `${pipe} ${reason}` })
    const list = join(folder, 'checksums.txt')
    writeFileSync(list, `${sumOf(readFileSync(path))}\n${a}\n`)
    expect((await attempt([folder])).outcome).toBe(`${pipe} ${reason}`)
    rmSync(list)
    execFileSync('mkfifo', [list])
    expect((await attempt([path])).outcome).toBe(`${list} ${reason}`)
  },
)

test('lines that are no sums are refused', () => {
  expect(() => parseChecksums(`${a}\nx\n`, 'f')).toThrow('f: line 2 must be a SHA-256 sum')
  expect(() => parseChecksums(`${a}\n${b}  name\n`, 'f')).toThrow('some lines have a file')
})

test('a file with another sum than its folder says is not imported', async () => {
  const { folder, bytes, path } = await writeEraFile(blocks.map(({ raw }) => raw))
  const sum = sumOf(bytes)
  const list = join(folder, 'checksums.txt')
  for (const text of [`0x${sum}\n`, `${sum}  ${basename(path)}\n`]) {
    writeFileSync(list, text)
    expect((await attempt([folder])).outcome).toMatchObject({ added: 6 })
    writeFileSync(list, text.replace(sum, a))
    const { outcome, store } = await attempt([path])
    const rule = text.startsWith('0x')
      ? 'which is none of the 1 sums of checksums.txt beside it'
      : `but checksums.txt beside it says 0x${a}`
    expect(outcome).toBe(`${path} has the SHA-256 0x${sum}, ${rule}.`)
    expect(store.blocks).toEqual([])
  }
})

test('a trusted accumulator anchors the last block that it counts, and another one is refused', async () => {
  const { path, folder } = await writeEraFile(blocks.map(({ raw }) => raw))
  const { accumulator } = await inspectEra({ path, format: 'era1' })
  const { outcome, store } = await attempt([folder], { accumulators: [accumulator!.root] })
  expect(outcome).toMatchObject({ anchor: 5n })
  expect(store.anchor).toMatchObject({ number: 5n, hash: blocks[5]!.hash })
  expect(store.grounds).toBe('accumulator')
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
