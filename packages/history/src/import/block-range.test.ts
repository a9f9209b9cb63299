import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sample } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { writeEraFile, writeEreFile } from '../../test/era-file.ts'
import { MemoryStore } from '../../test/memory-store.ts'
import { makeChain, syntheticConfig, toStored } from '../../test/synthetic.ts'
import { inspectEra } from '../archive/era.ts'
import { ERA_BLOCKS } from '../archive/eras.ts'
import { toJsonBlock } from '../archive/json-block.ts'
import { readHead } from '../store/interface.ts'
import type { BlockRange } from './block-range.ts'
import { importChain } from './import-chain.ts'
import { importEras } from './import-eras.ts'
import { importJson } from './import-json.ts'
import type { Forkchoice } from './trust.ts'

type Options = BlockRange & Forkchoice & { readonly store: MemoryStore }

const blocks = makeChain(12, 2)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const raws = blocks.map(({ raw }) => raw)
const [era1, ere] = [await writeEraFile(raws), await writeEreFile(raws)]
const folder = mkdtempSync(join(tmpdir(), 'lectern-range-'))
const lines = join(folder, 'blocks.jsonl')
writeFileSync(lines, blocks.map((block) => `${JSON.stringify(toJsonBlock(toStored(block)))}\n`).join(''))
const executed = new MemoryStore()
await importChain({ store: executed, source: sample.chain, genesis: sample.genesis })

/** The kinds of sources: the function that imports, the hashes of the blocks, and the name in messages. */
const sources = [
  {
    kind: 'era1',
    from: era1.path,
    hashes: blocks.map(({ hash }) => hash),
    run: (options: Options) => importEras({ chain, sources: [era1.path], workers: 0, ...options }),
  },
  {
    kind: 'ere',
    from: ere.path,
    hashes: blocks.map(({ hash }) => hash),
    run: (options: Options) => importEras({ chain, sources: [ere.path], workers: 0, ...options }),
  },
  {
    kind: 'JSON lines',
    from: lines,
    hashes: blocks.map(({ hash }) => hash),
    run: (options: Options) => importJson({ chain, sources: [lines], workers: 0, ...options }),
  },
  {
    kind: 'chain.rlp',
    from: sample.chain,
    hashes: executed.blocks.map(({ hash }) => hash),
    run: (options: Options) => importChain({ source: sample.chain, genesis: sample.genesis, ...options }),
  },
]

const toHex = (hashes: readonly Uint8Array[]): string[] =>
  hashes.map((hash) => Buffer.from(hash).toString('hex'))

test.each(sources)(
  'of $kind a range has both of its ends, and goes on after them',
  async ({ run, hashes }) => {
    const store = new MemoryStore()
    expect(await run({ store, from: 3n, to: 7n })).toMatchObject({
      added: 5,
      stored: 0,
      head: { number: 7n, hash: hashes[7] },
    })
    expect(store.hashes).toEqual(toHex(hashes.slice(3, 8)))
    expect(await readHead(store)).toMatchObject({ lowest: 3n, number: 7n })
    await using snapshot = await store.snapshot()
    expect(() => snapshot.eth_getBlockByNumber('0x2', false)).toThrow(expect.objectContaining({ code: 4444 }))

    expect(await run({ store, from: 8n, to: 8n })).toMatchObject({ added: 1, stored: 0 })
    expect(await run({ store, from: 5n, to: 10n })).toMatchObject({ added: 2, stored: 4 })
    expect(await run({ store, from: 3n, to: 9n })).toMatchObject({ added: 0, stored: 7 })
    expect(await run({ store, to: 11n })).toMatchObject({ added: 1 })
    expect(store.hashes).toEqual(toHex(hashes.slice(3, 12)))
    const rest = await run({ store, from: 12n - 1n })
    expect(rest).toMatchObject({ added: hashes.length - 12, stored: 1 })
    expect(store.hashes).toEqual(toHex(hashes.slice(3)))
  },
)

test.each(sources)('of $kind a range up to block 0 is block 0', async ({ run, hashes }) => {
  const store = new MemoryStore()
  expect(await run({ store, to: 0n })).toMatchObject({ added: 1, head: { number: 0n } })
  expect(await run({ store, from: 0n, to: 1n })).toMatchObject({ added: 1, stored: 1 })
  expect(store.hashes).toEqual(toHex(hashes.slice(0, 2)))
})

test.each(sources)('of $kind a range that cannot be is refused, and nothing is added', async ({ run }) => {
  const store = new MemoryStore()
  const refuse = (range: BlockRange) =>
    run({ store, ...range }).catch(({ code, message }) => `${code}: ${message}`)
  expect(await refuse({ from: 7n, to: 6n })).toBe('range: The range from block 7 to 6 ends before it begins.')
  expect(store.blocks).toEqual([])
  await run({ store, from: 4n, to: 6n })
  const stored = 'but the store holds blocks 4 to 6'
  expect(await refuse({ from: 8n })).toBe(
    `range: The range from block 8 on leaves a gap, ${stored}: block 7 must come next.`,
  )
  const early = `begins too early, ${stored}: earlier blocks cannot be added to it.`
  expect(await refuse({ from: 3n, to: 9n })).toBe(`range: The range from block 3 to 9 ${early}`)
  expect(await refuse({ to: 3n })).toBe(`range: The range up to block 3 ${early}`)
  expect(store.blocks).toHaveLength(3)
})

test.each(sources)('of $kind the end of the source is said, and what was added stays', async (source) => {
  const { run, from: path, hashes } = source
  const top = BigInt(hashes.length) - 1n
  const store = new MemoryStore()
  const [from, to] = [top - 1n, top + 1n]
  await expect(run({ store, from, to })).rejects.toMatchObject({
    code: 'range',
    message: `${path} ends with block ${top}, but the range is from block ${from} to ${to}; what was added stays.`,
  })
  expect(store.blocks.map(({ number }) => number)).toEqual([from, top])
  const none = new MemoryStore()
  for (const range of [{ from: top + 1n }, { from: top + 1n, to: top + 1n }])
    await expect(run({ store: none, ...range })).rejects.toThrow(
      source.kind === 'JSON lines' ? /holds no block from block/ : `ends with block ${top}, but the range is`,
    )
  expect(none.blocks).toEqual([])
})

test.each(sources)('of $kind the trusted hash must be of the range', async ({ run, hashes }) => {
  const store = new MemoryStore()
  for (const number of [2, 8]) {
    const options = { store: new MemoryStore(), from: 3n, to: 7n, head: hashes[number]! }
    await expect(run(options)).rejects.toMatchObject({ code: 'head' })
  }
  expect(await run({ store, from: 3n, to: 7n, head: hashes[6]! })).toMatchObject({ anchor: 6n })
  expect(store.anchor).toEqual({ number: 6n, hash: hashes[6] })
})

test.each(sources)('of $kind blocks of another chain conflict with the stored ones', async ({ run }) => {
  const store = new MemoryStore()
  await store.commit({ blocks: makeChain(12, 1).slice(3, 8) })
  await expect(run({ store, from: 5n, to: 9n })).rejects.toMatchObject({ code: 'conflict' })
  expect(store.blocks).toHaveLength(5)
})

test('a source that begins after the range is refused', async () => {
  const late = join(folder, 'late.jsonl')
  writeFileSync(late, readFileSync(lines, 'utf8').split('\n').slice(5).join('\n'))
  const store = new MemoryStore()
  await expect(importJson({ store, chain, sources: [late], workers: 0, from: 3n, to: 7n })).rejects.toThrow(
    `${late} begins with block 5, but the range is from block 3 to 7; nothing was added.`,
  )
  expect(store.blocks).toEqual([])
})

test('the lines after a range are not read, and those before it are not verified', async () => {
  const text = readFileSync(lines, 'utf8').split('\n')
  const broken = JSON.stringify({ ...(JSON.parse(text[1]!) as object), receipts: [] })
  const path = join(folder, 'broken.jsonl')
  writeFileSync(path, [...text.with(1, broken).slice(0, 9), 'no JSON'].join('\n'))
  const store = new MemoryStore()
  const options = { store, chain, sources: [path], workers: 0 }
  await expect(importJson(options)).rejects.toThrow('block 1')
  expect(await importJson({ ...options, store: new MemoryStore(), from: 3n, to: 7n })).toMatchObject({
    added: 5,
  })
})

test('only the era files of a range are read, and an accumulator vouches for its last block', async () => {
  const made = makeChain(2 * ERA_BLOCKS + 4, 0)
  const raw = made.map((block) => block.raw)
  const first = await writeEraFile(raw.slice(0, ERA_BLOCKS))
  const terms = { difficultyBefore: first.totalDifficulty, folder: first.folder }
  const second = await writeEraFile(raw.slice(ERA_BLOCKS, 2 * ERA_BLOCKS), terms)
  const third = basename(second.path).replace(/-00001-\w+/, '-00002-00000000')
  for (const path of [first.path, join(first.folder, third)]) writeFileSync(path, 'neither is read')
  const { accumulator } = await inspectEra({ path: second.path, format: 'era1' })
  const accumulators = [new Uint8Array(32), accumulator!.root]
  const own = { ...chain, genesisHash: made[0]!.hash }
  const run = (store: MemoryStore, range: BlockRange) =>
    importEras({ store, chain: own, sources: [first.folder], accumulators, workers: 0, ...range })
  const store = new MemoryStore()
  const [from, to] = [BigInt(ERA_BLOCKS + 100), BigInt(ERA_BLOCKS + 104)]
  expect(await run(store, { from, to })).toMatchObject({ added: 5, anchor: to, head: { number: to } })
  expect(store.anchor).toEqual({ number: to, hash: made[Number(to)]!.hash })
  expect((await readHead(store))!.anchor!.grounds).toBe('accumulator')
  const last = BigInt(2 * ERA_BLOCKS - 1)
  expect(await run(store, { from, to: last })).toMatchObject({ anchor: last })
  await expect(run(new MemoryStore(), { from: BigInt(3 * ERA_BLOCKS) })).rejects.toThrow(
    `The files are of the eras 0 to 2, but the range is from block ${3 * ERA_BLOCKS} on.`,
  )
  await expect(run(new MemoryStore(), { from: 0n, to: 1n })).rejects.toThrow(
    /cut off|must begin here|version/,
  )
})
