import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeMachine, readArguments, toText, writeSection, writeTable } from '@lectern/bench-tools'
import { fromHex, toHex, type VerifiedBlock } from '@lectern/chain'
import { type ClusterLocation, createStore, openStore, type Snapshot, type Store } from '@lectern/history'
import { createRpc, readResponse } from '@lectern/server'
import { openRecords, startCluster, syntheticConfig, whyNoCassandra } from '@lectern/history/testing'
import { makeBlocks } from './growth/chain.ts'
import { fillPostgres } from './cluster/postgres.ts'
import { readCpu } from './cpu.ts'

// What a store of a cluster costs beside the embedded one: npm run bench:cluster [-- --nodes 1,3 --transactions 15000 --gets 20000 --postgres postgres://user@127.0.0.1/postgres]
// With --growth 1000000,10000000 what its size costs, and nothing else. Real nodes of Apache Cassandra are started from Maven artifacts, and end with it. Each writes
// its part of bench/README.md; with other numbers than these it prints alone.

const { values, count, refuse } = readArguments(
  'npm run bench:cluster -- [--nodes <1,3>] [--transactions <number>] [--gets <number>] [--postgres <url>] | --growth <1000000,10000000> [--gets <number>]',
  {
    nodes: { type: 'string', default: '1,3' },
    transactions: { type: 'string', default: '15000' },
    gets: { type: 'string', default: '20000' },
    growth: { type: 'string' }, // stores of so many transactions each, on one node
    postgres: { type: 'string' }, // a server that runs
  },
)
/** The numbers of a flag, with commas between them. */
function list(flag: string, text: string, limit: number): number[] {
  const numbers = text.split(',').map(Number)
  if (!numbers.every((one) => Number.isSafeInteger(one) && one > 0 && one <= limit))
    refuse(`--${flag} must be numbers from 1 to ${limit} with commas between them, not "${text}".`)
  return numbers
}
const sizes = list('nodes', values.nodes, 9)
const [transactions, gets] = [count('transactions'), count('gets')]
const growth = values.growth === undefined ? [] : list('growth', values.growth, 1e9)
const ROUNDS = 5
const IN_FLIGHT = 64
const why = whyNoCassandra()
if (why !== undefined) refuse(`No node of Cassandra can be started: ${why}.`)

/** Microseconds of CPU. */
interface Cost {
  readonly client: number
  readonly server: number
}

interface Figures {
  readonly name: string
  readonly perSecond: number
  readonly append: Cost
  readonly get: Cost
  readonly block: Cost
  /** A hundred transactions of all blocks. */
  readonly batch: Cost
  /** The receipts of a hundred transactions of one block. */
  readonly receipts: Cost
  /** Milliseconds from the begin of a commit of one block until another connection sees it; the median. */
  readonly visible: number
}

const commits = await Array.fromAsync(makeBlocks(growth.length > 0 ? 1 : transactions + 3000, 20)) // what grows makes its own
const blocks = commits.flat()
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const hashes = blocks.slice(0, -20).flatMap((block) => block.transactions.map(({ hash }) => toHex(hash)))

if (growth.length > 0) await measureGrowth()
else await compareStores()

/** What a get costs as a store grows. */
async function measureGrowth(): Promise<void> {
  await using cluster = await startCluster({ nodes: 1 })
  const cases: Case[] = []
  for (const size of growth) {
    const location = { url: cluster.url(`of_${size}`) }
    const asked = await fillLarge(location, size)
    cases.push({ name: toText(size), location, copies: 'one', atOnce: IN_FLIGHT, asked })
  }
  const costs = await measureGets(
    cases,
    cluster.nodes.map(({ pid }) => pid),
  )
  const [least] = costs as [Cost]
  const rows = costs.map(({ client, server }, index) => [
    cases[index]!.name,
    toText(client),
    ratio(client, least.client),
    toText(server),
    ratio(server, least.server),
  ])
  const head = ['transactions', 'a get: client, µs', 'of the smallest', 'servers, µs', 'of the smallest']
  write(
    'cluster: growth',
    `${writeTable(head, rows)}\n\n${gets} gets, ${IN_FLIGHT} in flight.`,
    growth.join() === '1000000,10000000',
  )
}

/** The store of a cluster beside the embedded one, and gets beside those of PostgreSQL. */
async function compareStores(): Promise<void> {
  const found: Figures[] = []
  const alone: (string | number)[][] = []
  {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
    const open = (readOnly: boolean) => openStore({ datadir: folder }, { chain, readOnly, renderedBytes: 0 })
    found.push(await measure('embedded', open, []))
    await rm(folder, { recursive: true })
  }
  for (const nodes of sizes) {
    await using cluster = await startCluster({ nodes })
    const location = { url: cluster.url('lectern') }
    await createStore(location, { replication: nodes })
    const open = (readOnly: boolean) => openStore(location, { chain, readOnly, renderedBytes: 0 })
    const pids = cluster.nodes.map(({ pid }) => pid)
    const name = nodes === 1 ? 'one node' : `${nodes} nodes, ${nodes} copies`
    found.push(await measure(name, open, pids))
    const cases: Case[] = []
    for (const atOnce of new Set([IN_FLIGHT, nodes * IN_FLIGHT]))
      for (const copies of nodes > 1 ? (['one', 'majority'] as const) : (['one'] as const))
        cases.push({
          name: `${name}: ${copies === 'one' ? 'one is asked' : 'a majority must agree'}`,
          location,
          copies,
          atOnce,
        })
    if (nodes === 1 && values.postgres !== undefined) {
      const records = commits.flat().flatMap((block) => block.transactions)
      const postgres = await fillPostgres(values.postgres, records)
      cases.push({ name: 'PostgreSQL, a bare get of such a record', postgres, atOnce: IN_FLIGHT })
    }
    const costs = await measureGets(cases, pids)
    alone.push(
      ...cases.map(({ name, atOnce }, index) => {
        const { client, server } = costs[index]!
        return [name, atOnce, toText(client), server > 0 ? toText(server) : '']
      }),
    )
  }

  const [embedded] = found as [Figures]
  const rows = found.map(({ name, perSecond, append, get, block, batch, receipts, visible }) => [
    name,
    toText(get.client),
    name === 'embedded' ? '' : ratio(get.client, embedded.get.client),
    toText(get.server),
    toText(block.client / get.client),
    get.server > 0 ? toText(block.server / get.server) : '',
    toText(batch.client / get.client),
    get.server > 0 ? toText(batch.server / get.server) : '',
    toText(receipts.client / get.client),
    get.server > 0 ? toText(receipts.server / get.server) : '',
    toText(perSecond),
    toText(append.client),
    toText(append.server),
    toText(visible),
  ])
  // oxfmt-ignore
  const head = ['store', 'a get: client, µs', 'of embedded', 'servers, µs', 'a full block: gets of the client', 'gets of the servers', '100 hashes of all blocks: gets of the client', 'gets of the servers', '100 receipts of one block: gets of the client', 'gets of the servers', 'import, tx/s', 'client, µs a tx', 'servers, µs a tx', 'a new block visible, ms']
  write(
    'cluster',
    `${writeTable(head, rows)}\n\n${writeTable(['a record by its hash alone', 'in flight', 'client, µs', 'servers, µs'], alone)}\n\n${hashes.length} transactions in ${blocks.length} blocks; ${gets} gets, of the first table ${IN_FLIGHT} in flight.`,
    values.nodes === '1,3' && values.transactions === '15000',
  )
}

function write(section: string, text: string, isWhole: boolean): void {
  const page = `${text} ${describeMachine()}`
  if (isWhole) writeSection(section, page)
  else process.stdout.write(`${page}\n`)
}

async function measure(
  name: string,
  open: (readOnly: boolean) => Promise<Store>,
  pids: readonly number[],
): Promise<Figures> {
  await using writer = await open(false)
  const start = performance.now()
  const append = await costOf(pids, async () => {
    for (const some of commits.slice(0, -1)) await writer.commit({ blocks: some })
  })
  const seconds = (performance.now() - start) / 1000
  const appended = commits.slice(0, -1).flat()
  const imported = appended.reduce((sum, block) => sum + block.transactions.length, 0)
  await using store = await open(true)
  const asked = hashes.slice(0, imported)
  const draw = createDraw(asked.length)
  const ask = (snapshot: Snapshot) => snapshot.eth_getTransactionByHash(asked[draw()]!)
  const run = async (total: number, at: number, one: (snapshot: Snapshot) => unknown) => {
    await using snapshot = await store.snapshot()
    let left = total
    const work = async () => {
      while (left-- > 0) if ((await one(snapshot)) === null) throw new Error('The store gave a wrong answer.')
    }
    await Promise.all(Array.from({ length: at }, work))
  }
  const get = await bestOf(pids, () => run(gets, IN_FLIGHT, ask))
  const fulls = 200
  const number = (): `0x${string}` => `0x${(draw() % appended.length).toString(16)}`
  const block = await bestOf(pids, () =>
    run(fulls, 4, (snapshot) => snapshot.eth_getBlockByNumber(number(), true)),
  )
  const batches = 100
  // As a server runs them.
  const rpc = createRpc({ methods: store })
  const runBatches = async (method: string, hashesOf: () => readonly string[]) => {
    for (let left = batches; left > 0; left--) {
      const calls = hashesOf().map((hash, id) => ({ jsonrpc: '2.0', id, method, params: [hash] }))
      const response = await rpc(Buffer.from(JSON.stringify(calls)))
      const text = Buffer.from((await readResponse(response))!).toString()
      if (/"error"|"result":null/.test(text)) throw new Error('The store gave a wrong answer.')
    }
  }
  const batch = await bestOf(pids, () =>
    runBatches('eth_getTransactionByHash', () => Array.from({ length: 100 }, () => asked[draw()]!)),
  )
  const receipts = await bestOf(pids, () =>
    runBatches('eth_getTransactionReceipt', () => {
      const { transactions } = appended[1 + (draw() % (appended.length - 1))]!
      return transactions.slice(0, 100).map(({ hash }) => toHex(hash))
    }),
  )
  const seen: number[] = []
  for (const one of commits.at(-1)!) {
    const begin = performance.now()
    await writer.commit({ blocks: [one] })
    for (;;) {
      await using snapshot = await store.snapshot()
      if (snapshot.head?.number === one.number) break
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    seen.push(performance.now() - begin)
  }
  return {
    name,
    perSecond: imported / seconds,
    append: share(append, imported),
    get: share(get, gets),
    block: share(block, fulls),
    batch: share(batch, batches),
    receipts: share(receipts, batches),
    visible: seen.toSorted((a, b) => a - b)[seen.length >> 1]!,
  }
}

/** What finds a record by its hash, and how many are asked for at once. */
type Case = { readonly name: string; readonly atOnce: number; readonly asked?: readonly string[] } & (
  | { readonly location: ClusterLocation; readonly copies: 'one' | 'majority' }
  | { readonly postgres: (hash: Uint8Array) => Promise<unknown> }
)

/** What a get costs in each case. */
async function measureGets(cases: readonly Case[], pids: readonly number[]): Promise<Cost[]> {
  await using stack = new AsyncDisposableStack()
  const runs: (() => Promise<void>)[] = []
  for (const one of cases) {
    const find =
      'postgres' in one ? one.postgres : stack.use(await openRecords(one.location, one.copies)).transaction
    const asked = (one.asked ?? hashes.slice(0, transactions)).map((hash) => fromHex(hash as `0x${string}`))
    const draw = createDraw(asked.length)
    runs.push(async () => {
      let left = gets
      const work = async () => {
        while (left-- > 0)
          if ((await find(asked[draw()]!)) === undefined) throw new Error('A record is not found.')
      }
      await Promise.all(Array.from({ length: one.atOnce }, work))
    })
  }
  const costs = await bestInTurn(pids, runs)
  return costs.map((cost, index) => {
    const { client, server } = share(cost, gets)
    return { client, server: 'postgres' in cases[index]! ? 0 : server }
  })
}

/** Fills a store; gives some of its hashes, of all its parts. */
async function fillLarge(location: ClusterLocation, total: number): Promise<readonly string[]> {
  await createStore(location, { replication: 1 })
  await using store = await openStore(location, { chain })
  const asked: string[] = []
  const every = Math.ceil(total / gets)
  let written = 0
  for await (const some of makeBlocks(total, 20)) {
    await store.commit({ blocks: some })
    for (const { hash } of some.flatMap((block: VerifiedBlock) => block.transactions))
      if (written++ % every === 0) asked.push(toHex(hash))
    if (written % 100_000 < 20 * 152) process.stderr.write(`${toText(written)} transactions\n`)
  }
  return asked
}

async function bestOf(pids: readonly number[], run: () => Promise<void>): Promise<Cost> {
  return (await bestInTurn(pids, [run]))[0]!
}

/** The cheapest of some rounds of each, each member by itself, after one that warms; they take turns. */
async function bestInTurn(pids: readonly number[], runs: readonly (() => Promise<void>)[]): Promise<Cost[]> {
  const best = runs.map((): Cost => ({ client: Infinity, server: Infinity }))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, run] of runs.entries()) {
      const { client, server } = await costOf(pids, run)
      const least = best[index]!
      if (round > 0)
        best[index] = { client: Math.min(least.client, client), server: Math.min(least.server, server) }
    }
  return best
}

async function costOf(pids: readonly number[], run: () => Promise<void>): Promise<Cost> {
  const servers = () => pids.reduce((sum, pid) => sum + readCpu(pid), 0)
  const [before, own] = [servers(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(own)
  return { client: user + system, server: servers() - before }
}

/** Draws numbers below a limit, the same ones each time. */
function createDraw(limit: number): () => number {
  let state = 1
  return () => (state = (Math.imul(state, 48271) >>> 0) % 2147483647 || 1) % limit
}

function ratio(cost: number, unit: number): string {
  return `**${toText(cost / unit)}×**`
}

function share({ client, server }: Cost, by: number): Cost {
  return { client: client / by, server: server / by }
}
