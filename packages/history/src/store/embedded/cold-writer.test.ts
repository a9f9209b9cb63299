import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VerifiedBlock } from '@lectern/chain'
import { expect, onTestFinished, test } from 'vitest'
import { compactAll } from '../../../test/compacting-store.ts'
import { contentOf } from '../../../test/content.ts'
import { createSynthesizer, makeChain, syntheticConfig, toStored } from '../../../test/synthetic.ts'
import { compactStore } from '../../import/compact-store.ts'
import { verifyHistory } from '../../verify/verify-history.ts'
import { compressBlock } from '../cold/compression.ts'
import { openEmbeddedStore } from './store.ts'

const blocks = makeChain(8, 70, 21) // two frames per block
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

/** Opens a store of the blocks. */
async function open() {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(datadir, { recursive: true }))
  const store = await openEmbeddedStore(datadir, { chain })
  store.commit({ blocks })
  return store
}

function branch(from: VerifiedBlock, length: number): VerifiedBlock[] {
  const make = createSynthesizer(22)
  const others = [make(from, 70)]
  while (others.length < length) others.push(make(others.at(-1)!, 3))
  return others
}

test('a reorg of more blocks than are hot replaces compressed ones', async () => {
  await using store = await open()
  await compactAll(store, 1)
  const others = branch(blocks[3]!, 6)
  store.commit({ keepUpTo: 3n, blocks: others })
  expect(store.report().cold).toBe(4)
  const right = [...blocks.slice(0, 4), ...others].map(toStored)
  expect(contentOf(store)).toEqual(right)
  await compactAll(store, 1)
  expect(contentOf(store)).toEqual(right)
  expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 10 })
})

test('blocks that come with frames are cold at once, after none but cold ones', async () => {
  await using store = await open()
  const others = branch(blocks[5]!, 4)
  const frames = others.slice(0, 3).map(({ transactions }) => compressBlock(transactions))
  store.commit({ keepUpTo: 5n, blocks: others, frames })
  expect(store.report().cold).toBeUndefined()
  store.commit({ keepUpTo: 5n })
  await compactAll(store, 0)
  store.commit({ blocks: others, frames })
  expect(store.report().cold).toBe(9)
  expect(contentOf(store)).toEqual([...blocks.slice(0, 6), ...others].map(toStored))
  expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 10 })
})

test('two moves at a time move each block once', async () => {
  await using store = await open()
  const move = () => store.compact({ hot: 2, blocks: 3 })
  const steps = await Promise.all([move(), move(), move()])
  expect(steps.map((step) => step?.number)).toEqual([2n, 5n, undefined])
  expect(contentOf(store)).toEqual(blocks.map(toStored))
  expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 8 })
})

test('a reader without write access moves nothing, and an aborted move stops after a commit', async () => {
  await using store = await open()
  const abort = new AbortController()
  const moving = compactStore(store, {
    hot: 0,
    blocks: 2,
    signal: abort.signal,
    onProgress: () => abort.abort(),
  })
  await expect(moving).rejects.toMatchObject({ name: 'AbortError' })
  expect(store.report().cold).toBe(2)
})
