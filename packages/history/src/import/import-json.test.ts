import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { splitBlock, toHex } from '@lectern/chain'
import { encodeList, listItems } from '@lectern/chain/internal'
import { describeCorpus } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { MemoryStore } from '../../test/memory-store.ts'
import { makeChain, syntheticConfig, toStored } from '../../test/synthetic.ts'
import { rawFromJson, toJsonBlock } from '../archive/json-block.ts'
import { exportJson } from '../export/export-json.ts'
import { importJson } from './import-json.ts'

const blocks = makeChain(300, 2)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const lines = blocks.slice(0, 12).map((block) => JSON.stringify(toJsonBlock(toStored(block))))
const folder = mkdtempSync(join(tmpdir(), 'lectern-json-'))
let files = 0

/** A file of these lines. */
function fileOf(content: readonly string[] | Uint8Array, ending = '.jsonl'): string {
  const path = join(folder, `${files++}${ending}`)
  writeFileSync(path, content instanceof Uint8Array ? content : `${content.join('\n')}\n`)
  return path
}

const hashes = (count: number, from = 0) =>
  blocks.slice(from, from + count).map(({ hash }) => toHex(hash).slice(2))

type Options = Partial<Parameters<typeof importJson>[0]>

async function run(sources: readonly string[], options: Options = {}) {
  const store = new MemoryStore()
  const result = await importJson({ store, chain, sources, workers: 0, ...options })
  return { store, result }
}

/** Returns the error of an import, and how many blocks were stored before. */
async function refusal(sources: readonly string[], options: Options = {}) {
  const store = new MemoryStore()
  const error = (await run(sources, { store, ...options }).catch((caught: unknown) => caught)) as Error
  const { code } = error as { code?: string }
  return { code, message: error.message?.replaceAll(`${folder}/`, ''), stored: store.hashes.length }
}

test('an export is imported to the same blocks, by this thread and by others', async () => {
  const store = new MemoryStore(chain)
  await store.commit({ blocks })
  const written = await exportJson({ store, folder, network: 'test' })
  expect(written).toMatchObject({ first: 0n, last: 299n, size: readFileSync(written.path).length })
  for (const workers of [0, 2]) {
    const { store: other, result } = await run([written.path], { workers })
    expect(result).toMatchObject({ added: 300, stored: 0, transactions: 600, head: { number: 299n } })
    expect(other.hashes).toEqual(store.hashes)
  }
})

test('the range of an export is what is asked for, and a file that is there stays', async () => {
  const store = new MemoryStore(chain)
  await store.commit({ blocks })
  const options = { store, folder, network: 'part', from: 5n, to: 7n }
  const { path } = await exportJson(options)
  expect(readFileSync(path, 'utf8')).toBe(`${lines.slice(5, 8).join('\n')}\n`)
  await expect(exportJson(options)).rejects.toMatchObject({ code: 'archive' })
  await exportJson({ ...options, overwrite: true })
  await expect(exportJson({ ...options, to: 300n })).rejects.toMatchObject({ code: 'missing' })
})

test('several files and gzipped ones are read one after the other; empty lines and a missing last newline do not matter', async () => {
  const packed = fileOf(gzipSync(`${lines.slice(0, 5).join('\n')}\n\n`), '.jsonl.gz')
  const rest = fileOf(Buffer.from(lines.slice(5).join('\r\n')))
  const { store } = await run([packed, rest])
  expect(store.hashes).toEqual(hashes(12))
})

test('receipts without a type have that of their transactions', async () => {
  const typeless = lines.map((line) => {
    const block = JSON.parse(line) as { receipts: Record<string, unknown>[] }
    for (const receipt of block.receipts) delete receipt['type']
    return JSON.stringify(block)
  })
  expect(lines.join()).toMatch(/"type":"0x[1-9]"/)
  const { store } = await run([fileOf(typeless)])
  expect(store.hashes).toEqual(hashes(12))
})

test('what is stored is compared and not added again; what follows is', async () => {
  const store = new MemoryStore()
  await run([fileOf(lines.slice(0, 8))], { store })
  const { result } = await run([fileOf(lines)], { store })
  expect(result).toMatchObject({ added: 4, stored: 8 })
  expect(store.hashes).toEqual(hashes(12))
})

test('the first block of an empty store may be any', async () => {
  const { store } = await run([fileOf(lines.slice(4))])
  expect(store.hashes).toEqual(hashes(8, 4))
})

test('a trusted head becomes the anchor; a file without it leaves its last block out', async () => {
  const { result, store } = await run([fileOf(lines)], { head: blocks[9]!.hash })
  expect([result.anchor, store.hashes.length]).toEqual([9n, 12])
  expect(await refusal([fileOf(lines)], { head: blocks[20]!.hash })).toMatchObject({
    code: 'head',
    stored: 11,
  })
})

test('a trusted head that was met is stored and trusted, whatever follows it', async () => {
  for (let at = 0; at < 10; at++)
    for (let bad = at + 1; bad < 12; bad++) {
      const store = new MemoryStore()
      const sources = [fileOf(lines.with(bad, '{"block":{},"receipts":[]}'))]
      await expect(run(sources, { store, head: blocks[at]!.hash })).rejects.toThrow(`line ${bad + 1} `)
      expect([store.anchor?.number, store.hashes.length]).toEqual([BigInt(at), bad])
    }
})

const edit = (index: number, change: (line: string) => string) => [
  fileOf(lines.with(index, change(lines[index]!))),
]

test.each<[string, () => string[], object]>([
  [
    'no JSON',
    () => edit(6, (line) => line.slice(0, -5)),
    {
      code: 'archive',
      stored: 6,
      message: expect.stringMatching(/jsonl: line 7 is no JSON of a block with its receipts: /),
    },
  ],
  [
    'another JSON',
    () => edit(6, () => '[1]'),
    {
      code: 'archive',
      stored: 6,
      message: expect.stringContaining(
        'line 7 is no JSON of a block with its receipts: it must be an object with the members block and receipts.',
      ),
    },
  ],
  [
    'millions of tiny values',
    () => edit(6, () => `{"block":{},"receipts":[[]${',[]'.repeat(10_000_000)}]}`),
    { code: 'archive', stored: 6, message: expect.stringContaining(': it has too many tiny values.') },
  ],
  [
    'a member that is none',
    () => edit(6, (line) => line.replace('"gasUsed":"0x', '"gasUsed":"')),
    { code: 'archive', message: expect.stringContaining('line 7 is no JSON of a block with its receipts: ') },
  ],
  [
    'an altered value',
    () => edit(6, (line) => line.replace(/"cumulativeGasUsed":"0x.*?"/, '"cumulativeGasUsed":"0x1"')),
    { stored: 6, message: expect.stringContaining('block 6: receiptsRoot is') },
  ],
  [
    'a line that is missing',
    () => [fileOf(lines.toSpliced(6, 1))],
    { stored: 5, message: expect.stringContaining('block 7: number is 7, not 6') },
  ],
  [
    'an empty file',
    () => [fileOf([''])],
    { code: 'archive', message: expect.stringContaining('holds no block.') },
  ],
])('%s ends it with the line or the block; what was confirmed before stays', async (_, sources, expected) => {
  expect(await refusal(sources())).toMatchObject(expected)
})

test('blocks that do not follow the store, or come before it, or are others, are refused', async () => {
  const stored = async (from: number, to: number) => (await run([fileOf(lines.slice(from, to))])).store
  expect(await refusal([fileOf(lines.slice(6))], { store: await stored(0, 4) })).toMatchObject({
    code: 'parent',
  })
  expect(await refusal([fileOf(lines.slice(0, 2))], { store: await stored(4, 6) })).toMatchObject({
    code: 'parent',
  })
  const other = makeChain(3, 1, 7).map((block) => JSON.stringify(toJsonBlock(toStored(block))))
  expect(await refusal([fileOf(other)], { store: await stored(0, 4) })).toMatchObject({ code: 'conflict' })
})

test('a line may have as many bytes as the limit, and not one more', async () => {
  const longest = Math.max(...lines.map((line) => Buffer.byteLength(line)))
  expect((await run([fileOf(lines)], { limit: longest })).store.hashes).toHaveLength(12)
  expect(await refusal([fileOf(lines)], { limit: longest - 1 })).toMatchObject({
    code: 'archive',
    message: expect.stringContaining(`has more than ${longest - 1} bytes.`),
  })
})

describeCorpus('chains/mainnet-1000', 'uncles as JSON', (corpus) => {
  test('come back as the same bytes, in the first thousand blocks of mainnet', () => {
    const items = listItems(encodeList([readFileSync(`${corpus}/chain.rlp`)]))
    const withUncles = items
      .map((rlp) => Object.assign(splitBlock(rlp), { receipts: [] }))
      .filter(({ uncles }) => uncles.length > 0)
    expect(withUncles.length).toBeGreaterThan(100)
    for (const raw of withUncles) {
      const hash = new Uint8Array(32)
      const json = toJsonBlock({ number: 0n, hash, raw, size: 0, transactions: [] })
      expect(rawFromJson(JSON.parse(JSON.stringify(json)))).toEqual(raw)
    }
  })
})
