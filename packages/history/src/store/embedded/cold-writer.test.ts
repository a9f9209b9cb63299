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

test('blocks that a reorg replaces while they are compressed are not moved', async () => {
  await using store = await open()
  const moving = store.compact({ hot: 0 })
  const others = branch(blocks[3]!, 6)
  store.commit({ keepUpTo: 3n, blocks: others })
  expect(await moving).toMatchObject({ blocks: 0 })
  const right = [...blocks.slice(0, 4), ...others].map(toStored)
  expect(contentOf(store)).toEqual(right)
  await compactAll(store, 1)
  expect(contentOf(store)).toEqual(right)
  expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 10 })
})

test('two moves at a time move each block once', async () => {
  await using store = await open()
  const steps = await Promise.all([
    store.compact({ hot: 2, blocks: 3 }),
    store.compact({ hot: 2, blocks: 3 }),
  ])
  expect(steps.map((step) => step!.number)).toEqual([2n, 2n])
  await Promise.all([compactAll(store, 2), compactAll(store, 2)])
  expect(store.report().cold).toBe(6)
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
  await expect(compactStore({}, { hot: 0 })).rejects.toMatchObject({ code: 'location' })
})
