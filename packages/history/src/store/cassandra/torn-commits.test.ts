import { setTimeout } from 'node:timers/promises'
import { toHex, type VerifiedBlock } from '@lectern/chain'
import { createRandom } from '@lectern/fixtures'
import { expect, test, vi } from 'vitest'
import { createPaperCluster, type PaperConnection } from '../../../test/cassandra/paper-cluster.ts'
import { createSynthesizer, syntheticConfig, toStored } from '../../../test/synthetic.ts'
import { verifyHistory } from '../../verify/verify-history.ts'
import { compressBlock } from '../cold/compression.ts'
import type { Snapshot, Store, StoreChange } from '../interface.ts'
import { sealIdentity } from '../records/identity.ts'
import { emptyState, encodeState } from '../records/state.ts'
import { createRenderedResults } from '../results/rendered-results.ts'
import { createReadCache } from './reader.ts'
import { createRows } from './rows.ts'
import { createSnapshot } from './snapshot.ts'
import { changeStateRow, readStateRow } from './state-row.ts'
import { type ClusterWriter, createWriter } from './writer.ts'

// `recent` lists few blocks, so that `canon` decides below them.
vi.mock('./state-row.ts', async (original) => ({
  ...(await original<typeof import('./state-row.ts')>()),
  RECENT: 3,
}))

const make = createSynthesizer(3)
const grow = (blocks: readonly VerifiedBlock[], length: number) => {
  const chain = [...blocks]
  for (let n = 0; n < length; n++) chain.push(make(chain.at(-1) ?? null, n % 3))
  return chain
}
const trunk = grow([], 12)
const chains = [trunk, ...[5, 8, 1, 5].map((from, index) => grow(trunk.slice(0, from), 6 - index))]
const everything = [...new Set(chains.flat())]
const chain = { genesisHash: trunk[0]!.hash, config: syntheticConfig }
const RUNS = Number(process.env['LECTERN_RUNS'] ?? 20)
const STEPS = 25

test.each(Array.from({ length: Math.ceil(RUNS / 4) }, (_, seed) => seed))(
  'after commits and moves that fail or end with their process, a cluster has the last chain and verifies: seed %i',
  async (seed) => {
    const below = createRandom(seed)
    const chance = (percent: number) => below(100) < percent
    const cluster = createPaperCluster(() => below(2 ** 30) / 2 ** 30)
    await cluster.connect().update('INSERT', [sealIdentity(chain), encodeState(emptyState), Buffer.alloc(0)])
    let stored: readonly VerifiedBlock[] = []
    let open: { readonly connection: PaperConnection; readonly writer: ClusterWriter } | undefined
    let earlier: readonly (readonly [Snapshot, readonly VerifiedBlock[]])[] = []
    const isCleaned = chance(50)
    for (let step = 0; step < STEPS; step++) {
      const { connection, writer } = (open ??= await openWriter(step))
      const { next: wanted, change } = choose(stored)
      cluster.late = chance(50) ? 0.3 : 0
      const fault = ['fails', 'fails once', 'is killed', 'nothing', 'nothing'][below(5)]!
      cluster.failing = { fails: 0.15, 'fails once': 0.03 }[fault] ?? 0
      // A move changes nothing that is read.
      const isMove = chance(40)
      const next = isMove ? stored : wanted
      const acting = isMove ? writer.compact({ hot: below(5), blocks: 1 + below(4) }) : writer.commit(change)
      const committing = acting.then(
        () => true,
        (error: unknown) => (expect(error).toMatchObject({ code: 'unavailable' }), false),
      )
      if (fault === 'is killed') {
        for (let turns = below(60); turns > 0; turns--) await Promise.resolve()
        connection.kill()
      }
      const isDone = await committing
      cluster.failing = 0
      if (chance(50)) cluster.deliver(0.5)
      if (fault === 'is killed' || chance(10)) open = undefined // another process takes over
      if (chance(30)) await setTimeout(2) // cleaning

      const snapshot = await openSnapshot(cluster.connect())
      const isNext = isSame(snapshot.head, next.at(-1))
      if (isDone) expect(isNext).toBe(true)
      else if (!isNext) expect(isSame(snapshot.head, stored.at(-1))).toBe(true)
      if (isNext) stored = next
      await compare(snapshot, stored)
      for (const [one, blocks] of earlier)
        await compare(one, blocks).catch((error: unknown) =>
          expect(error, 'of an earlier snapshot').toMatchObject({ code: 'unavailable' }),
        )
      earlier = isCleaned ? [] : [...earlier.slice(-2), [snapshot, stored]]
    }

    async function openWriter(step: number) {
      const connection = cluster.connect()
      const row = await readStateRow(connection, 'serial')
      const own = { epoch: row.epoch + 1n, sequence: row.sequence + 1n, writer: `writer ${step}` }
      const acquired = await changeStateRow(connection, row, { ...row, ...own })
      return { connection, writer: createWriter(connection, acquired, isCleaned ? 0 : 2 ** 30) }
    }

    /** Chooses what to store in place of a chain; sometimes some of the same blocks again. */
    function choose(stored: readonly VerifiedBlock[]) {
      const target = chains[below(chains.length)]!
      const fork = target.findIndex((block, index) => block !== stored[index])
      const shared = fork < 0 ? Math.min(target.length, stored.length) : fork
      const keep = Math.max(0, chance(30) ? shared - below(4) : shared)
      const next = target.slice(0, chance(20) ? keep : keep + below(target.length - keep + 1))
      const blocks = next.slice(keep)
      const packed = chance(50) ? blocks.slice(0, below(blocks.length + 1)) : []
      const frames = packed.map(({ transactions }) => compressBlock(transactions))
      const change: StoreChange = {
        frames,
        ...(keep < stored.length && { keepUpTo: BigInt(keep) - 1n }),
        blocks,
      }
      return { next, change }
    }
  },
)

async function openSnapshot(connection: PaperConnection): Promise<Snapshot> {
  const row = await readStateRow(connection, 'serial')
  const readLatest = () => readStateRow(connection, 'serial')
  const parts = { rendered: createRenderedResults(0), known: createReadCache(), limit: Infinity, readLatest }
  return createSnapshot(createRows(connection), row, parts)
}

const isSame = (head: Snapshot['head'], block: VerifiedBlock | undefined) =>
  Buffer.compare(head?.hash ?? Buffer.alloc(0), block?.hash ?? Buffer.alloc(0)) === 0

/** Compares all that can be read with a chain, and verifies it. */
async function compare(snapshot: Snapshot, stored: readonly VerifiedBlock[]): Promise<void> {
  expect(await Array.fromAsync(snapshot.blocks())).toEqual(stored.map(toStored))
  for (const block of everything) {
    const isStored = stored.includes(block)
    expect(await snapshot.blockNumber(block.hash)).toBe(isStored ? block.number : undefined)
    for (const { hash } of block.transactions)
      expect((await snapshot.eth_getTransactionByHash(toHex(hash))) !== null).toBe(isStored)
  }
  if (stored.length === 0) return
  const store = { chain, snapshot: () => snapshot, checkIndex: () => [] } as unknown as Store
  const open = { ...snapshot, async [Symbol.asyncDispose]() {} }
  expect(await verifyHistory({ ...store, snapshot: () => open }, { workers: 0 })).toMatchObject({
    blocks: stored.length,
  })
}
