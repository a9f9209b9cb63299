import { toHex } from '@lectern/chain'
import { createRandom } from '@lectern/fixtures'
import { createStore, openStore, type Snapshot, type Store } from '@lectern/history'
import { openRecords, startCluster, syntheticConfig, whyNoCassandra } from '@lectern/history/testing'
import { createRpc, readResponse } from '@lectern/server'
import { makeBlocks } from './chain/chain.ts'
import { call } from './tools/ask.ts'
import { type Bench, readList, UsageError } from './tools/bench.ts'
import { temporaryFolder } from './tools/process.ts'
import { readCpu } from './tools/processes.ts'

const ROUNDS = 5
const IN_FLIGHT = 64

/** CPU per call in microseconds. */
interface Cost {
  readonly client: number
  readonly servers: number
}

/** Figures of a store, by the name of their row. */
type Figures = Readonly<Record<string, number>>

type Open = (readOnly: boolean) => Promise<Store>

/** The blocks, in commits of 20, and how many look-ups a round has. */
interface Setting {
  readonly commits: Awaited<ReturnType<typeof readCommits>>
  readonly gets: number
}

/** Measures a store in Apache Cassandra, on real nodes on this machine, compared with the embedded one. */
export const bench: Bench<{ nodes: string; transactions: number; gets: number }> = {
  flags: { nodes: '1,3', transactions: 15_000, gets: 20_000 },
  async run({ nodes, transactions, gets }) {
    const why = whyNoCassandra()
    if (why !== undefined) throw new UsageError(`No node of Cassandra can be started: ${why}.`)
    const setting = { commits: await readCommits(transactions), gets }
    const chain = { genesisHash: setting.commits[0]![0]!.hash, config: syntheticConfig }
    const datadir = temporaryFolder()
    const open = (readOnly: boolean) => openStore({ datadir }, { chain, readOnly, renderedBytes: 0 })
    const columns = new Map<string, Figures>()
    const measureBoth = async (name: string, open: Open, pids: readonly number[]) => {
      columns.set(name, await measure(setting, open, pids))
      columns.set(`${name}, cold`, await measureCold(setting, open, pids))
    }
    await measureBoth('embedded', open, [])
    for (const count of readList('nodes', nodes)) {
      await using cluster = await startCluster({ nodes: count })
      const location = { url: cluster.url('lectern') }
      await createStore(location, { replication: count })
      const open = (readOnly: boolean) => openStore(location, { chain, readOnly, renderedBytes: 0 })
      const pids = cluster.nodes.map(({ pid }) => pid)
      const name = count === 1 ? '1 node' : `${count} nodes, ${count} copies`
      await measureBoth(name, open, pids)
      const records = await openRecords(location, count > 1 ? 'majority' : 'one')
      const majority = await measureRecords(setting, records.transaction, pids)
      await records[Symbol.asyncDispose]()
      columns.set(name, { ...columns.get(name), ...majority })
    }
    const names = new Set([...columns.values()].flatMap((figures) => Object.keys(figures)))
    return {
      head: ['what', ...columns.keys()],
      rows: [...names].map((name) =>
        [name as string | number].concat([...columns.values()].map((figures) => figures[name] ?? '')),
      ),
    }
  },
}

const readCommits = (transactions: number) => Array.fromAsync(makeBlocks(transactions + 3_000, 20))

async function measureRecords(
  { commits, gets }: Setting,
  find: (hash: Uint8Array) => unknown,
  pids: readonly number[],
): Promise<Figures> {
  const hashes = commits
    .slice(0, -1)
    .flat()
    .flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
  const random = createRandom(1)
  const ask = async () => {
    if ((await find(hashes[random(hashes.length)]!)) === undefined) throw new Error('A record is not found.')
  }
  const cost = await bestOf(pids, gets, () => inParallel(gets, IN_FLIGHT, ask))
  return {
    'record of a hash, by a majority: client CPU, µs': cost.client,
    'nodes’ CPU, µs ': cost.servers,
  }
}

/** Performs calls, at most so many at once. */
async function inParallel(total: number, atOnce: number, run: () => Promise<void>): Promise<void> {
  let left = total
  const work = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function measure({ commits, gets }: Setting, open: Open, pids: readonly number[]): Promise<Figures> {
  await using writer = await open(false)
  const filled = commits.slice(0, -1)
  const count = filled.flat().reduce((sum, { transactions }) => sum + transactions.length, 0)
  const start = performance.now()
  const append = await costOf(pids, count, async () => {
    for (const blocks of filled) await writer.commit({ blocks })
  })
  const seconds = (performance.now() - start) / 1000
  await using store = await open(true)
  return {
    ...(await measureRequests({ commits, gets }, store, pids)),
    'import, transactions per second': count / seconds,
    'import: nodes’ CPU per transaction, µs': append.servers,
    'new block visible to a reader, ms': await measureVisibility(writer, store, commits.at(-1)!),
  }
}

/** Moves all blocks into the cold form, then requests them. */
async function measureCold(setting: Setting, open: Open, pids: readonly number[]): Promise<Figures> {
  await using writer = await open(false)
  const count = setting.commits.flat().reduce((sum, { transactions }) => sum + transactions.length, 0)
  const compact = await costOf(pids, count, async () => {
    while ((await writer.compact({ hot: 0 })) !== null);
  })
  await using store = await open(true)
  return {
    ...(await measureRequests(setting, store, pids)),
    'compression: client CPU per transaction, µs': compact.client,
    'compression: nodes’ CPU per transaction, µs': compact.servers,
  }
}

async function measureRequests(
  { commits, gets }: Setting,
  store: Store,
  pids: readonly number[],
): Promise<Figures> {
  const blocks = commits.slice(0, -1).flat()
  const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => toHex(hash)))
  const random = createRandom(1)
  const run = async (total: number, atOnce: number, one: (snapshot: Snapshot) => unknown) => {
    await using snapshot = await store.snapshot()
    await inParallel(total, atOnce, async () => {
      if ((await one(snapshot)) === null) throw new Error('The store gave a wrong answer.')
    })
  }
  const get = await bestOf(pids, gets, () =>
    run(gets, IN_FLIGHT, (snapshot) => snapshot.eth_getTransactionByHash(hashes[random(hashes.length)]!)),
  )
  const block = await bestOf(pids, 200, () =>
    run(200, 4, (snapshot) => snapshot.eth_getBlockByNumber(`0x${random(blocks.length).toString(16)}`, true)),
  )
  const rpc = createRpc({ methods: store })
  const batch = await bestOf(pids, 100, async () => {
    for (let left = 100; left > 0; left--) {
      const asked = Array.from({ length: 100 }, (_, id) =>
        call(id, 'eth_getTransactionByHash', hashes[random(hashes.length)]!),
      )
      const response = await rpc(Buffer.from(`[${asked.join()}]`))
      const text = Buffer.from((await readResponse(response))!).toString()
      if (/"error"|"result":null/.test(text)) throw new Error('The store gave a wrong answer.')
    }
  })
  return {
    'transaction by hash: client CPU, µs': get.client,
    'nodes’ CPU, µs': get.servers,
    'full block: client CPU, µs': block.client,
    'batch of 100 hashes: client CPU, µs': batch.client,
  }
}

/** Returns the median time from a commit of one block until another connection sees it, in milliseconds. */
async function measureVisibility(
  writer: Store,
  reader: Store,
  blocks: Setting['commits'][0],
): Promise<number> {
  const seen: number[] = []
  for (const block of blocks) {
    const begin = performance.now()
    await writer.commit({ blocks: [block] })
    for (;;) {
      await using snapshot = await reader.snapshot()
      if (snapshot.head?.number === block.number) break
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    seen.push(performance.now() - begin)
  }
  return seen.toSorted((a, b) => a - b)[seen.length >> 1]!
}

/** Returns the least cost of some rounds, after one that warms up. */
async function bestOf(pids: readonly number[], count: number, run: () => Promise<void>): Promise<Cost> {
  await run()
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await costOf(pids, count, run))
  const least = (of: (cost: Cost) => number) => Math.min(...costs.map(of))
  return { client: least(({ client }) => client), servers: least(({ servers }) => servers) }
}

async function costOf(pids: readonly number[], count: number, run: () => Promise<void>): Promise<Cost> {
  const servers = () => pids.reduce((sum, pid) => sum + readCpu(pid), 0)
  const [before, own] = [servers(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(own)
  return { client: (user + system) / count, servers: (servers() - before) / count }
}
