import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VerifiedBlock } from '@lectern/chain'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acknowledging } from '../../test/acknowledging-store.ts'
import { MemoryStore } from '../../test/memory-store.ts'
import { createSynthesizer, makeChain, syntheticConfig, toStored } from '../../test/synthetic.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../store/embedded/store.ts'
import type { ChainIdentity, Store, StoreChange } from '../store/interface.ts'
import { copyStore } from './copy-store.ts'

const blocks = makeChain(40, 3, 7)
const chain: ChainIdentity = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const trust: StoreChange = { safe: 30n, finalized: 20n, executed: 12n }

const kinds: Record<string, () => Promise<Store>> = {
  async embedded() {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return openEmbeddedStore(folder, { chain })
  },
  memory: async () => new MemoryStore(chain),
}

/** A store of blocks, with anchors of two grounds. */
async function fill(store: Store, stored: readonly VerifiedBlock[] = blocks): Promise<Store> {
  await store.commit({ blocks: stored, anchor: { ...stored[5]!, grounds: 'built-in' } })
  await store.commit({ anchor: { ...stored[9]!, grounds: 'stated' }, ...trust })
  return store
}

async function contentOf(store: Store) {
  await using snapshot = await store.snapshot()
  return { head: snapshot.head, blocks: await Array.fromAsync(snapshot.blocks()) }
}

const grow = (parent: VerifiedBlock, length: number): VerifiedBlock[] => {
  const make = createSynthesizer(99)
  const grown = [parent]
  while (grown.length <= length) grown.push(make(grown.at(-1)!, 2))
  return grown.slice(1)
}

test('a copy commits all but the newest blocks in the cold form', async () => {
  await using from = await fill(await kinds['memory']!())
  await using to = (await kinds['embedded']!()) as EmbeddedStore
  const compressed: number[] = []
  const listening = acknowledging(to, () => {
    compressed.push(to.report().cold ?? 0)
  })
  await copyStore({ from, to: listening, workers: 0, batch: { blocks: 16 }, hot: 5 })
  expect(compressed).toEqual([16, 32, 35])
  expect((await contentOf(to)).blocks).toEqual(blocks.map(toStored))
})

describe.each([
  ['embedded', 'embedded'],
  ['embedded', 'memory'],
  ['memory', 'embedded'],
] as const)('a copy of one that is %s into one that is %s', (source, target) => {
  const open = async () => {
    const from = await fill(await kinds[source]!())
    onTestFinished(() => from[Symbol.asyncDispose]())
    const to = await kinds[target]!()
    onTestFinished(() => to[Symbol.asyncDispose]())
    return { from, to }
  }

  test('has the same blocks, and all that is said of them', async () => {
    const { from, to } = await open()
    const shares: number[] = []
    const result = await copyStore({ from, to, workers: 0, onProgress: ({ share }) => shares.push(share) })
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(result).toEqual({ head: (await contentOf(from)).head, added: 40, transactions: 120 })
    expect([shares.length, shares.at(-1)]).toEqual([40, 1])
    expect(await copyStore({ from, to, workers: 0 })).toMatchObject({ added: 0 })
  })

  test('resumes where it was interrupted', async () => {
    const { from, to } = await open()
    const abort = new AbortController()
    const options = { from, to, workers: 0, batch: { blocks: 4 } }
    const copying = copyStore({
      ...options,
      signal: abort.signal,
      onProgress: ({ number }) => number === 17n && abort.abort(new Error('Enough.')),
    })
    await expect(copying).rejects.toThrow('Enough.')
    expect((await contentOf(to)).head).toMatchObject({ number: 17n, anchor: null })
    expect(await copyStore(options)).toMatchObject({ added: 22 })
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })

  test('follows a reorg, and what was stored meanwhile', async () => {
    const { from, to } = await open()
    await copyStore({ from, to, workers: 0 })
    const other = grow(blocks[33]!, 9)
    await from.commit({ keepUpTo: 33n, blocks: other })
    expect(await copyStore({ from, to, workers: 0 })).toMatchObject({ added: 9 })
    expect((await contentOf(to)).blocks).toEqual([...blocks.slice(0, 34), ...other].map(toStored))
  })

  test('names safe and finalized what the source does, up to its own head, however far the source is by then', async () => {
    const { from, to } = await open()
    await to.commit({ blocks: blocks.slice(0, 36), safe: 22n, finalized: 21n })
    const more = grow(blocks[39]!, 30)
    let isGrown = false
    const copying = copyStore({
      from,
      to,
      workers: 0,
      onProgress() {
        if (isGrown) return
        isGrown = true
        void from.commit({ blocks: more, safe: 60n, finalized: 38n })
      },
    })
    expect((await copying).head).toMatchObject({ number: 39n, safe: 39n, finalized: 38n })
  })

  test('leaves what it has beyond, and lowers nothing', async () => {
    const { from, to } = await open()
    await to.commit({ blocks: [...blocks, ...grow(blocks[39]!, 3)], safe: 41n, finalized: 25n })
    expect(await copyStore({ from, to, workers: 0 })).toMatchObject({ added: 0 })
    expect((await contentOf(to)).head).toMatchObject({
      number: 42n,
      safe: 41n,
      finalized: 25n,
      anchor: { number: 9n },
    })
  })
})

describe('a copy is refused', () => {
  const copyInto = async (into: readonly VerifiedBlock[], of: readonly VerifiedBlock[] = blocks) => {
    const [from, to] = [new MemoryStore(chain), new MemoryStore(chain)]
    if (of.length > 0) await from.commit({ blocks: of })
    if (into.length > 0) await to.commit({ blocks: into })
    return copyStore({ from, to, workers: 0 })
  }

  test('of a store without blocks', async () => {
    await expect(copyInto([], [])).rejects.toMatchObject({ code: 'store' })
  })

  test.each<[string, readonly VerifiedBlock[], readonly VerifiedBlock[], RegExp]>([
    ['begins later', blocks.slice(3, 5), blocks, /begins with block 3, so blocks 0 to 2 cannot be added/],
    [
      'ends before the first block',
      blocks.slice(0, 3),
      blocks.slice(5),
      /ends with block 2, but .* begins with block 5/,
    ],
    ['has no block of it', grow(blocks[3]!, 5), blocks.slice(4), /has 0x[0-9a-f]{64} as block 4, but/],
  ])('into one that %s', async (_, into, of, sentence) => {
    await expect(copyInto(into, of)).rejects.toMatchObject({ code: 'conflict' })
    await expect(copyInto(into, of)).rejects.toThrow(sentence)
  })

  test('where a block is not what its header says; those before it are copied', async () => {
    const [from, to] = [new MemoryStore(chain), new MemoryStore(chain)]
    await from.commit({ blocks })
    const spoilt = { ...blocks[8]!, raw: { ...blocks[8]!.raw, receipts: blocks[7]!.raw.receipts } }
    from.blocks = blocks.with(8, spoilt as VerifiedBlock)
    await expect(copyStore({ from, to, workers: 0 })).rejects.toMatchObject({
      name: 'ChainError',
      number: 8n,
    })
    expect(to.head!.number).toBe(7n)
  })
})

test('a copy into one that ends right before the first block goes on from there', async () => {
  const [from, to] = [new MemoryStore(chain), new MemoryStore(chain)]
  await from.commit({ blocks: blocks.slice(5) })
  await to.commit({ blocks: blocks.slice(0, 5) })
  expect(await copyStore({ from, to, workers: 2 })).toMatchObject({ added: 35 })
  expect(to.hashes).toHaveLength(40)
})
