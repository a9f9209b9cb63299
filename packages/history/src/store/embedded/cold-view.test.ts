import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compactAll } from '../../../test/compacting-store.ts'
import { makeChain, syntheticConfig } from '../../../test/synthetic.ts'
import { createFrameCache, type FrameCache } from '../cold/frame-cache.ts'
import { FRAME } from '../cold/frames.ts'
import type { TransactionRecord } from '../results/reader.ts'
import { openEmbeddedStore } from './store.ts'
import { closeTables, openTables } from './tables.ts'
import { createView } from './view.ts'

const blocks = makeChain(30, FRAME + 6, 21) // two frames per block

type Parts = Pick<TransactionRecord, 'bytes' | 'receipt'>

const copyOf = (record: Parts, hasReceipts: boolean): Uint8Array[] =>
  hasReceipts ? [record.bytes.slice(), record.receipt.slice()] : [record.bytes.slice()]

/** Opens a view of the blocks, and returns a function that counts the frames it decompresses to read some. */
async function open() {
  const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(datadir, { recursive: true }))
  const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
  {
    await using store = await openEmbeddedStore(datadir, { chain })
    store.commit({ blocks })
    await compactAll(store, 0)
  }
  const tables = openTables(datadir, { readOnly: true })
  onTestFinished(() => closeTables(tables))
  const cache = createFrameCache(2 ** 21)
  let made = 0
  const get: FrameCache['get'] = (part, make) =>
    cache.get(part, (target) => {
      made++
      return make(target)
    })
  const view = createView(tables, { frames: Object.assign(Object.create(cache), { get }) as FrameCache })
  return (number: number, hasReceipts: boolean): number => {
    made = 0
    const row = view.requireRow(number)
    const records = view.transactions(row, 0, row.count, hasReceipts) as Iterable<TransactionRecord>
    const read = Array.from(records, (record) => copyOf(record, hasReceipts))
    expect(read).toEqual(blocks[number]!.transactions.map((record) => copyOf(record, hasReceipts)))
    return made
  }
}

test('receipts that are read after their blocks are decompressed with them', async () => {
  const read = await open()
  expect([read(1, false), read(1, true), read(1, false)]).toEqual([2, 2, 0])
  for (const number of [2, 3, 4]) expect([read(number, false), read(number, true)]).toEqual([2, 0])
})

test('receipts that are not read after their blocks are soon not decompressed', async () => {
  const read = await open()
  expect([read(1, false), read(1, true)]).toEqual([2, 2])
  for (let number = 2; number < 10; number++) read(number, false)
  expect([read(20, false), read(20, true)]).toEqual([2, 2])
})
