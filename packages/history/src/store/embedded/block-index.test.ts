import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import { expect, onTestFinished, test } from 'vitest'
import { toEarlierStore } from '../../../test/earlier-store.ts'
import { createSynthesizer, makeChain, syntheticConfig } from '../../../test/synthetic.ts'
import { verifyHistory } from '../../verify/verify-history.ts'
import type { IndexProgress } from './block-index.ts'
import type { State } from '../records/state.ts'
import { openEmbeddedStore } from './store.ts'
import { openTables } from './tables.ts'
import { createView, writeState } from './view.ts'

const blocks = makeChain(6, 4, 3)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const nameOf = (number: number) => ({ number, hash: blocks[number]!.hash })

/** The folder of a store as an earlier version wrote it. */
async function makeEarlier(indexed?: State['indexed'], stored = blocks): Promise<string> {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(datadir, { recursive: true }))
  {
    await using store = await openEmbeddedStore(datadir, { chain })
    await store.commit({ blocks: stored })
  }
  await toEarlierStore(datadir, indexed)
  return datadir
}

test('a store without block hashes is read: what is not found by its hash is said to be unknown, not absent', async () => {
  const datadir = await makeEarlier()
  await using store = await openEmbeddedStore(datadir, { readOnly: true })
  expect(store.isIndexed()).toBe(false)
  expect(store.eth_getBlockByNumber('0x3', true)).not.toBeNull()
  expect(store.eth_getTransactionByHash(toHex(blocks[3]!.transactions[0]!.hash))).not.toBeNull()
  const unknown = expect.objectContaining({
    code: -32002,
    message: 'The index of block hashes lacks blocks 0 to 5: opening the store for writing completes it.',
  })
  expect(() => store.blockNumber(blocks[3]!.hash)).toThrow(unknown)
  expect(() => store.eth_getBlockByHash(toHex(blocks[3]!.hash), false)).toThrow(unknown)
  expect(() => store.eth_getUncleByBlockHashAndIndex(toHex(blocks[3]!.hash), '0x0')).toThrow(unknown)
  expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 6 })
})

test('to open it for writing completes its index once, with progress', async () => {
  const datadir = await makeEarlier()
  const progress: IndexProgress[] = []
  const onIndex = (each: IndexProgress) => void progress.push(each)
  {
    await using store = await openEmbeddedStore(datadir, { onIndex })
    expect(store.isIndexed()).toBe(true)
    for (const { hash, number } of blocks) expect(store.blockNumber(hash)).toBe(number)
    expect(store.eth_getBlockByHash(toHex(new Uint8Array(32)), false)).toBeNull()
    expect(await verifyHistory(store, { workers: 0 })).toMatchObject({ blocks: 6 })
  }
  await using again = await openEmbeddedStore(datadir, { onIndex })
  expect(again.isIndexed()).toBe(true)
  expect(progress).toEqual([{ indexed: 6, blocks: 6 }])
})

test('an index resumes after the blocks that it has', async () => {
  const datadir = await makeEarlier({ ...nameOf(2), lowest: 0 })
  {
    await using store = await openEmbeddedStore(datadir, { readOnly: true })
    expect(store.blockNumber(blocks[2]!.hash)).toBe(2n)
    expect(() => store.blockNumber(blocks[3]!.hash)).toThrow('lacks blocks 3 to 5')
  }
  await using store = await openEmbeddedStore(datadir)
  for (const { hash, number } of blocks) expect(store.blockNumber(hash)).toBe(number)
})

test.each<[string, State['indexed']]>([
  [
    'of blocks that an earlier version has replaced',
    { number: 4, hash: new Uint8Array(32).fill(7), lowest: 0 },
  ],
  ['from another lowest block on', { ...nameOf(5), lowest: 3 }],
])('an index %s is made anew', async (_, indexed) => {
  const datadir = await makeEarlier()
  const tables = openTables(datadir, { readOnly: false })
  tables.root.transactionSync(() => writeState(tables, { ...createView(tables).state(), indexed }))
  await tables.root.close()
  await using store = await openEmbeddedStore(datadir)
  for (const { hash, number } of blocks) expect(store.blockNumber(hash)).toBe(number)
})

test('more blocks than one part has are indexed in parts', async () => {
  const make = createSynthesizer(5)
  const many = [make(null, 0, 7n)]
  while (many.length < 10_020) many.push(make(many.at(-1)!, 0))
  const datadir = await makeEarlier(undefined, many)
  const progress: number[] = []
  await using store = await openEmbeddedStore(datadir, {
    onIndex: ({ indexed }) => void progress.push(indexed),
  })
  expect(progress).toEqual([10_000, 10_020])
  for (const { hash, number } of many) expect(store.blockNumber(hash)).toBe(number)
})
