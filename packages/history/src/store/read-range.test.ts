import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MemoryStore } from '../../test/memory-store.ts'
import { createSynthesizer, syntheticConfig } from '../../test/synthetic.ts'
import { HistoryError } from '../error.ts'
import { exportEras } from '../export/export-eras.ts'
import { exportJson } from '../export/export-json.ts'
import { copyStore } from '../import/copy-store.ts'
import type { Snapshot, Store } from './interface.ts'
import { readBlocks, readHeaders, readRange } from './read-range.ts'

const LENGTH = 1_500
const make = createSynthesizer(5)
const grow = (from: readonly VerifiedBlock[]): VerifiedBlock[] => {
  const blocks = [...from]
  while (blocks.length < LENGTH) blocks.push(make(blocks.at(-1) ?? null, 0))
  return blocks
}
const blocks = grow([])
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

// Time passes only as blocks are read: so each snapshot is as old as what was read of it.
const PER_BLOCK = 10
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A store whose snapshots are good for so many milliseconds, as a cluster's; `taken` counts them, `open` those that are open. */
async function createAging(limit: number) {
  const store = new MemoryStore(chain)
  await store.commit({ blocks })
  const counts = { taken: 0, open: 0 }
  const aging: Store = Object.assign(Object.create(store) as Store, {
    async snapshot(): Promise<Snapshot> {
      const snapshot = await MemoryStore.prototype.snapshot.call(store)
      const end = performance.now() + limit
      counts.taken++
      counts.open++
      async function* age<T>(items: Iterable<T> | AsyncIterable<T>) {
        for await (const item of items) {
          if (performance.now() > end) throw new HistoryError('closed', 'The snapshot is too old.')
          vi.advanceTimersByTime(PER_BLOCK)
          yield item
        }
      }
      return {
        ...snapshot,
        headers: (from, to) => age(snapshot.headers(from, to)),
        blocks: (from, to) => age(snapshot.blocks(from, to)),
        async [Symbol.asyncDispose]() {
          counts.open--
        },
      }
    },
  })
  return { store, aging, counts }
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-range-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

describe('what is read for long takes one snapshot after another, none of them for long:', () => {
  test.each<[string, (store: Store) => Promise<unknown>]>([
    ['blocks', (store) => Array.fromAsync(readRange(store, { from: 0n, to: 1_499n, read: readBlocks }))],
    ['headers', (store) => Array.fromAsync(readRange(store, { from: 0n, to: 1_499n, read: readHeaders }))],
    ['JSON', async (store) => exportJson({ store, folder: await newFolder(), network: 'x' })],
    [
      'ere files',
      async (store) => exportEras({ store, format: 'ere', folder: await newFolder(), network: 'x' }),
    ],
    ['a copy', (from) => copyStore({ from, to: new MemoryStore(chain), workers: 0 })],
  ])('%s', async (_, read) => {
    const { aging, counts } = await createAging(2_000)
    await read(aging)
    expect(counts.taken).toBeGreaterThanOrEqual(14) // 15 seconds pass
    expect(counts.open).toBe(0)
  })

  test('also where the process was stopped in between', async () => {
    const { aging } = await createAging(2_000)
    const range = readRange(aging, { from: 0n, to: 99n, read: readBlocks })
    const numbers: bigint[] = []
    for await (const { number } of range) {
      numbers.push(number)
      if (number === 7n) vi.advanceTimersByTime(1_000_000)
    }
    expect(numbers).toEqual(blocks.slice(0, 100).map(({ number }) => number))
  })
})

describe('a range is of one chain:', () => {
  const other = grow(blocks.slice(0, 700))

  test.each([
    [1_400, 'fails'],
    [550, 'is followed'],
  ])('a reorg of block 700 after block %s %s', async (at, outcome) => {
    const { store, aging } = await createAging(1_000_000)
    const read: VerifiedBlock['hash'][] = []
    const reading = (async () => {
      for await (const { number, hash } of readRange(aging, { from: 0n, to: 1_499n, read: readHeaders })) {
        read.push(hash)
        if (number === BigInt(at)) await store.commit({ keepUpTo: 699n, blocks: other.slice(700) })
      }
    })()
    if (outcome === 'fails') await expect(reading).rejects.toMatchObject({ code: 'conflict' })
    else {
      await reading
      expect(read.every((hash, index) => equalBytes(hash, other[index]!.hash))).toBe(true)
    }
  })

  test('blocks that are gone are an error, and so is another block before the first', async () => {
    const { store } = await createAging(1_000_000)
    const read = (from: bigint, to: bigint, after?: VerifiedBlock) =>
      Array.fromAsync(readRange(store, { from, to, after, read: readHeaders }))
    await expect(read(1_490n, 1_510n)).rejects.toThrow(
      'block 1500 was replaced or taken away while it was read.',
    )
    await expect(read(701n, 702n, other[700])).rejects.toThrow('block 700 was replaced or taken away')
    expect(await read(701n, 702n, blocks[700])).toHaveLength(2)
  })
})
