import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { VerifiedBlock } from '@lectern/chain'
import { createRandom } from '@lectern/fixtures'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPaperCluster, type PaperCluster } from '../../../test/cassandra/paper-cluster.ts'
import { compactAll, compacting } from '../../../test/compacting-store.ts'
import { testStore } from '../../../test/store-contract.ts'
import { digestAnswers } from '../../../test/store-digest.ts'
import { createSynthesizer, makeChain, syntheticConfig, toStored } from '../../../test/synthetic.ts'
import { compactStore } from '../../import/compact-store.ts'
import { copyStore } from '../../import/copy-store.ts'
import { verifyHistory } from '../../verify/verify-history.ts'
import { compressBlock } from '../cold/compression.ts'
import type { Snapshot } from '../interface.ts'
import type { ClusterLocation } from '../location.ts'
import { HistoryError } from '../../error.ts'
import { createStore, openStore } from '../open.ts'
import { seal, SEAL, sealOf } from '../records/seal.ts'
import { FRAME } from '../cold/frames.ts'
import { createBlockStatements } from './block-rows.ts'
import { HASHES, sealKey } from './cells.ts'
import { openCassandraStore } from './open.ts'
import { readStateRow } from './state-row.ts'

// Clusters in memory, by the keyspace of their URL.
const clusters = new Map<string, PaperCluster>()
vi.mock('./connection.ts', async (original) => ({
  ...(await original<typeof import('./connection.ts')>()),
  connect: async ({ url }: { url: string }) => clusterOf(url).connect(),
}))

function clusterOf(url: string): PaperCluster {
  const found = clusters.get(url) ?? createPaperCluster(createRandomShare())
  clusters.set(url, found)
  return found
}

function createRandomShare(): () => number {
  const below = createRandom(1)
  return () => below(2 ** 30) / 2 ** 30
}

async function createLocation(): Promise<ClusterLocation> {
  const location = { url: `cassandra://paper/${randomUUID()}` }
  onTestFinished(() => void clusters.delete(location.url))
  await createStore(location, { replication: 3 })
  return location
}

describe.each([
  ['cold', 0],
  ['hot and cold', 2],
])("a cluster's store of %s blocks", (_, hot) =>
  testStore(async (chain) => {
    const location = await createLocation()
    return async (options = {}) => compacting(await openStore(location, { ...options, chain }), hot)
  }),
)

/** The transactions of a block of three frames. */
const LONG = 2 * FRAME + 2

/** Blocks of up to three frames, one of them without a transaction. */
const blocks = makeLong()
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }

function makeLong(): VerifiedBlock[] {
  const make = createSynthesizer(4)
  const made: VerifiedBlock[] = []
  for (const count of [3, 0, FRAME, FRAME + 1, 1, LONG, 2, 7]) made.push(make(made.at(-1) ?? null, count))
  return made
}

/** Opens a store as a server does, whose snapshots are good for long. */
const openReader = (location: ClusterLocation) => openCassandraStore(location, { readOnly: true })
const contentOf = (snapshot: Snapshot) => Array.fromAsync(snapshot.blocks())
const stored = blocks.map(toStored)

/** Lists the idx of the rows at a height, of one block. */
async function listRows(url: string, { number, hash }: VerifiedBlock): Promise<number[]> {
  const rows = await clusterOf(url)
    .connect()
    .read('SELECT idx, block FROM k.blocks WHERE number = ?', [number], 'all')
  return rows.filter(({ block }) => Buffer.compare(block, hash) === 0).map(({ idx }) => idx as number)
}

const head = [HASHES, -2, -1]

test('a snapshot reads the hot form until it expires; then the rows of that form are removed, and the others have all', async () => {
  const location = await createLocation()
  await using store = await openCassandraStore(location, { chain, grace: 1500 })
  await store.commit({ blocks })
  const own = await digestAnswers(await openReader(location))
  await using before = await store.snapshot()
  await compactAll(store, 2)
  expect(await store.report()).toMatchObject({ blocks: 8, cold: 6 })
  expect(await contentOf(before)).toEqual(stored)
  const both = await listRows(location.url, blocks[5]!)
  expect(both).toEqual([HASHES - 3, HASHES - 2, HASHES - 1, ...head, ...Array(LONG).keys()])
  await compactStore(store, { hot: 2, isComplete: true })
  await expect(contentOf(before)).rejects.toMatchObject({ code: 'closed' })
  expect(await listRows(location.url, blocks[5]!)).toEqual(both.filter((idx) => idx < 0))
  expect(await listRows(location.url, blocks[1]!)).toEqual(head)
  expect(await listRows(location.url, blocks[6]!)).toEqual([...head, 0, 1])
  const reader = await openReader(location)
  expect(await digestAnswers(reader)).toEqual(own)
  expect(await verifyHistory(reader, { workers: 0 })).toMatchObject({ blocks: 8 })
})

test('the next writer removes what one left that ended after its move', async () => {
  const location = await createLocation()
  {
    await using store = await openCassandraStore(location, { chain })
    await store.commit({ blocks })
    await compactAll(store, 0)
  }
  expect(await listRows(location.url, blocks[3]!)).toContain(FRAME)
  await using _ = await openCassandraStore(location, { chain, grace: 20 })
  await vi.waitFor(async () =>
    expect(await listRows(location.url, blocks[3]!)).toEqual([HASHES - 2, HASHES - 1, ...head]),
  )
})

test('blocks that a reorg made hot, and that are moved again, are read in their hot form for as long as others', async () => {
  const location = await createLocation()
  await using store = await openCassandraStore(location, { chain, grace: 800 })
  await store.commit({ blocks })
  await compactAll(store, 0)
  await setTimeout(500)
  await store.commit({ keepUpTo: 3n })
  await store.commit({ blocks: blocks.slice(4) })
  await using snapshot = await store.snapshot()
  await compactAll(store, 0)
  await setTimeout(400) // the first move is old by now
  expect(await listRows(location.url, blocks[3]!)).not.toContain(0)
  expect(await contentOf(snapshot)).toEqual(stored)
})

test('a block is read with four gets at most, and a transaction or receipt with as many as from the hot form', async () => {
  const location = await createLocation()
  const { connect } = clusterOf(location.url)
  let gets = 0
  clusterOf(location.url).connect = () => {
    const connection = connect()
    const read: typeof connection.read = (...some) => {
      if (!some[0].includes('.state')) gets++
      return connection.read(...some)
    }
    return { ...connection, read }
  }
  const [hash, number] = [blocks[5]!.transactions[FRAME + 6]!.hash, '0x5'] as const
  const name = `0x${Buffer.from(hash).toString('hex')}` as const
  const asks: ((snapshot: Snapshot) => unknown)[] = [
    (snapshot) => snapshot.eth_getTransactionByHash(name),
    (snapshot) => snapshot.eth_getTransactionReceipt(name),
    (snapshot) => snapshot.eth_getBlockByNumber(number, true),
    (snapshot) => snapshot.eth_getBlockByNumber(number, false),
    (snapshot) => snapshot.eth_getBlockReceipts({ blockNumber: number } as never),
  ]
  const count = async () => {
    const counts: number[] = []
    for (const ask of asks) {
      await using store = await openCassandraStore(location, { readOnly: true, renderedBytes: 0 })
      await using snapshot = await store.snapshot()
      gets = 0
      await ask(snapshot)
      counts.push(gets)
    }
    return counts
  }
  await using store = await openCassandraStore(location, { chain, grace: 0 })
  await store.commit({ blocks })
  const hot = await count()
  expect(hot).toEqual([2, 2, 2, 2, 2])
  await compactStore(store, { hot: 0, isComplete: true })
  expect(await count()).toEqual(hot)
})

const framesOf = (some: readonly VerifiedBlock[]) =>
  some.map(({ transactions }) => compressBlock(transactions))

test('blocks that come with frames are cold at once, and have no rows of the hot form', async () => {
  const location = await createLocation()
  await using store = await openCassandraStore(location, { chain })
  await store.commit({ blocks: blocks.slice(0, 4), frames: framesOf(blocks.slice(0, 4)) })
  await store.commit({ blocks: blocks.slice(4, 7), frames: framesOf(blocks.slice(4, 6)) })
  await store.commit({ blocks: blocks.slice(7), frames: framesOf(blocks.slice(7)) }) // after a hot one
  expect(await store.report()).toMatchObject({ blocks: 8, cold: 6 })
  expect(await listRows(location.url, blocks[5]!)).toHaveLength(3 + 3)
  expect(await listRows(location.url, blocks[7]!)).toEqual([...head, ...Array(7).keys()])
  expect(await verifyHistory(await openReader(location), { workers: 0 })).toMatchObject({ blocks: 8 })
  const { cold } = await readStateRow(clusterOf(location.url).connect(), 'serial')
  expect(cold).toEqual({ number: 5, removed: 5 }) // nothing is left to remove
})

test('hot blocks that come again with frames lose their rows of the hot form', async () => {
  const location = await createLocation()
  await using store = await openCassandraStore(location, { chain, grace: 0 })
  await store.commit({ blocks })
  await compactStore(store, { hot: 6, isComplete: true })
  const again = blocks.slice(2, 7)
  await store.commit({ keepUpTo: 1n, blocks: again, frames: framesOf(again) })
  expect(await store.report()).toMatchObject({ blocks: 7, cold: 7 })
  await vi.waitFor(async () => expect(await listRows(location.url, blocks[5]!)).toHaveLength(3 + 3))
  expect(await verifyHistory(await openReader(location), { workers: 0 })).toMatchObject({ blocks: 7 })
})

test('a reorg below the newest cold block leaves it hot again, also if the same blocks come back', async () => {
  const location = await createLocation()
  await using store = await openCassandraStore(location, { chain, grace: 0 })
  const check = async (cold: number, all: readonly VerifiedBlock[]) => {
    expect(await store.report()).toMatchObject({ blocks: all.length, cold })
    const reader = await openReader(location)
    expect(await contentOf(await reader.snapshot())).toEqual(all.map(toStored))
    expect(await verifyHistory(reader, { workers: 0 })).toMatchObject({ blocks: all.length })
  }
  await store.commit({ blocks })
  await compactStore(store, { hot: 0, isComplete: true })
  await check(8, blocks)
  await store.commit({ keepUpTo: 3n })
  await check(4, blocks.slice(0, 4))
  await store.commit({ blocks: blocks.slice(4) })
  await check(4, blocks)
  await compactStore(store, { hot: 0, isComplete: true })
  await check(8, blocks)
  await store.commit({ keepUpTo: 3n, blocks: blocks.slice(4, 7) })
  await vi.waitFor(async () => expect(await listRows(location.url, blocks[5]!)).toHaveLength(3 + LONG))
  await check(4, blocks.slice(0, 7))
  const make = createSynthesizer(9)
  const other = make(blocks[2]!, 70)
  const last = make(other, 1)
  await store.commit({ keepUpTo: 2n, blocks: [other, last] })
  await setTimeout(5)
  expect(await listRows(location.url, blocks[3]!)).toEqual([])
  await check(3, [...blocks.slice(0, 3), other, last])
  await compactStore(store, { hot: 1, isComplete: true })
  expect(await store.report()).toMatchObject({ cold: 4 })
  await store.commit({ keepUpTo: -1n })
  expect(await store.report()).not.toHaveProperty('cold')
})

function fail(): never {
  throw new HistoryError('unavailable', 'No node answers.')
}

test('a move that fails changes nothing; of one whose outcome was unknown the next call removes the rest', async () => {
  const location = await createLocation()
  const { connect } = clusterOf(location.url)
  let [isDown, isDeaf] = [false, false]
  clusterOf(location.url).connect = () => {
    const connection = connect()
    return {
      ...connection,
      write: async (...some) => (isDown ? fail() : await connection.write(...some)),
      read: async (...some) => (isDeaf && some[2] === 'serial' ? fail() : await connection.read(...some)),
      update: async (...some) => ((await connection.update(...some)) && !isDeaf) || undefined,
    }
  }
  await using store = await openCassandraStore(location, { chain, grace: 20 })
  await store.commit({ blocks })
  isDown = true
  await expect(compactAll(store, 0)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await store.report()).not.toHaveProperty('cold')
  ;[isDown, isDeaf] = [false, true]
  await expect(store.compact({ hot: 0 })).rejects.toMatchObject({ code: 'unavailable' })
  isDeaf = false
  expect(await store.compact({ hot: 0 })).toBeNull()
  await vi.waitFor(async () => expect(await listRows(location.url, blocks[5]!)).toHaveLength(3 + 3))
})

test('of a commit that fails while it writes cold blocks again nothing is left', async () => {
  const location = await createLocation()
  const { connect } = clusterOf(location.url)
  let writes = Infinity
  clusterOf(location.url).connect = () => {
    const connection = connect()
    const write: typeof connection.write = async (...some) => {
      if (writes-- <= 0) fail()
      await connection.write(...some)
    }
    return { ...connection, write }
  }
  await using store = await openCassandraStore(location, { chain, grace: 0 })
  await store.commit({ blocks })
  await compactStore(store, { hot: 0, isComplete: true })
  writes = 10
  const again = store.commit({ keepUpTo: 3n, blocks: blocks.slice(4, 7) })
  await expect(again).rejects.toMatchObject({ code: 'unavailable' })
  expect(await listRows(location.url, blocks[5]!)).toContain(0)
  const reader = await openReader(location)
  expect(await contentOf(await reader.snapshot())).toEqual(stored)
  expect(await verifyHistory(reader, { workers: 0 })).toMatchObject({ blocks: 8 })
  writes = Infinity
  await store.commit({ safe: 1n })
  await vi.waitFor(async () => expect(await listRows(location.url, blocks[5]!)).not.toContain(0))
  expect(await listRows(location.url, blocks[5]!)).toHaveLength(3 + 3)
  expect(await verifyHistory(reader, { workers: 0 })).toMatchObject({ blocks: 8 })
})

test('each flipped bit of a frame is found when it is read; under a right checksum, a verification finds each that changes what is read', async () => {
  const location = await createLocation()
  await using store = await openCassandraStore(location, { chain, grace: 0 })
  await store.commit({ blocks })
  await compactStore(store, { hot: 0, isComplete: true })
  const connection = clusterOf(location.url).connect()
  const statements = createBlockStatements(connection)
  const block = blocks[3]!
  const rows = await connection.read('SELECT * FROM k.blocks WHERE number = ?', [block.number], 'all')
  const cells = rows
    .filter(({ idx }) => idx < HASHES)
    .map(({ idx, body, receipt }) => ({
      idx: idx as number,
      body: body as Buffer,
      receipt: receipt as Buffer,
    }))
  expect(cells).toHaveLength(2)
  let stamp = 2n ** 50n
  const write = async (cell: (typeof cells)[0]) => {
    for (const some of statements.frames(block, [cell], stamp++)) await connection.write(some, 'all')
  }
  const readAll = async () => {
    const snapshot = await (await openReader(location)).snapshot()
    return await Array.fromAsync(snapshot.blocks(3n, 3n))
  }
  const checkBlock = async () => (await (await openReader(location)).snapshot()).checkBlock(block, 0)
  await checkBlock()
  for (const cell of cells)
    for (const column of ['body', 'receipt'] as const) {
      const right = cell[column]
      const key = sealKey(3, HASHES - 1 - cell.idx)
      const seed = sealOf(column === 'body' ? 'cold' : 'receipts', key)
      for (let at = 0; at < right.length; at += 1 + Math.floor(right.length / 60)) {
        const wrong = Uint8Array.from(right)
        wrong[at]! ^= 1 << (at % 8)
        await write({ ...cell, [column]: Buffer.from(wrong) })
        await expect(readAll(), `${column} of ${cell.idx}, byte ${at}`).rejects.toMatchObject({
          code: 'damaged',
        })
        if (at >= right.length - SEAL) continue
        seal(wrong, wrong.length - SEAL, seed)
        await write({ ...cell, [column]: Buffer.from(wrong) })
        const fault = await checkBlock().catch((error: HistoryError) => error.code)
        const name = `${column} of ${cell.idx}, byte ${at}, sealed`
        // zstd has bits that mean nothing.
        if (fault === undefined) expect(await readAll(), name).toEqual([stored[3]])
        else expect(fault, name).toMatch(/^(block|damaged)$/)
      }
      await write(cell)
    }
  expect(await readAll()).toEqual([stored[3]])
  await checkBlock()
})

test('a cold store is copied into a cluster and out of it', async () => {
  const [one, two] = [await createLocation(), await createLocation()]
  const source = makeChain(30, 4, 3)
  const own = { ...chain, genesisHash: source[0]!.hash }
  await using from = await openCassandraStore(one, { chain: own, grace: 0 })
  await from.commit({ blocks: source })
  await compactStore(from, { hot: 3, isComplete: true })
  await using to = await openCassandraStore(two, { chain: own })
  await copyStore({ from: await openReader(one), to, workers: 0, hot: 1, batch: { blocks: 4 } })
  expect(await to.report()).toMatchObject({ blocks: 30, cold: 29 })
  expect(await digestAnswers(await openReader(two))).toEqual(await digestAnswers(await openReader(one)))
})
