import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient, bigints } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { JsonRpcProvider, Network } from 'ethers'
import { createPublicClient, formatBlock, http as viemHttp } from 'viem'
import { readArguments } from '@lectern/bench-tools'

// What a client costs: CPU milliseconds of this process, the server in another one. The candidates of a table take turns. The best
// round is reported, because what neighbours on the machine take does not count, and the median, since collecting garbage does: node bench/src/client.ts

readArguments('node bench/src/client.ts', {})

type Hash = `0x${string}`
interface Served {
  readonly url: string
  readonly hashes: readonly Hash[]
  readonly number: Hash
}

const server = spawn(process.execPath, [new URL('client-server.ts', import.meta.url).pathname], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [line] = (await once(server.stdout, 'data')) as [Buffer]
const { url, hashes, number } = JSON.parse(String(line)) as Served

const ours = createClient(url)
const decoding = createClient({ transport: url, decode: bigints })
const proving = createClient({ transport: url, verify: verifier({ level: 'hash' }) })
const viem = createPublicClient({ transport: viemHttp(url) })
const viemBatch = createPublicClient({ transport: viemHttp(url, { batch: true }) })
const ethers = new JsonRpcProvider(url, 1, { staticNetwork: Network.from(1), batchMaxCount: 100 })

let lastId = 0
async function plainFetch(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: (lastId += 1), method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (JSON.parse(await response.text()) as { result: unknown }).result
}

/** Asks one after another. */
async function inTurn(count: number, ask: (hash: Hash) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await ask(hashes[index % hashes.length]!)
}

const atOnce = (ask: (hash: Hash) => Promise<unknown>): Promise<unknown> => Promise.all(hashes.map(ask))

await compare('one receipt after another, 200 of them', 25, {
  'plain fetch and JSON.parse': () => inTurn(200, (hash) => plainFetch('eth_getTransactionReceipt', [hash])),
  '@lectern/client': () => inTurn(200, (hash) => ours.eth_getTransactionReceipt(hash)),
  viem: () => inTurn(200, (hash) => viem.getTransactionReceipt({ hash })),
})

await compare('one transaction after another, 200 of them', 25, {
  'plain fetch and JSON.parse': () => inTurn(200, (hash) => plainFetch('eth_getTransactionByHash', [hash])),
  '@lectern/client': () => inTurn(200, (hash) => ours.eth_getTransactionByHash(hash)),
  '@lectern/client, hash proven': () => inTurn(200, (hash) => proving.eth_getTransactionByHash(hash)),
  viem: () => inTurn(200, (hash) => viem.getTransaction({ hash })),
})

await compare('200 receipts in one tick', 60, {
  'viem, batch: true': () => atOnce((hash) => viemBatch.getTransactionReceipt({ hash })),
  '@lectern/client': () => atOnce((hash) => ours.getReceipt(hash)),
  '@lectern/client, bigints': () => atOnce((hash) => decoding.getReceipt(hash)),
  'plain fetch, each by itself': () => atOnce((hash) => plainFetch('eth_getTransactionReceipt', [hash])),
  ethers: () => atOnce((hash) => ethers.getTransactionReceipt(hash)),
})

const text = JSON.stringify(await ours.eth_getBlockByNumber(number, true))
const network = Network.from(1)
const parsed = (): any[] => Array.from({ length: 20 }, () => JSON.parse(text)) // fresh, as from the wire
await compare(
  'decoding a block of 200 transactions, 20 times',
  40,
  {
    viem: (blocks) => blocks.map((block) => formatBlock(block)),
    '@lectern/client, bigints': (blocks) => blocks.map((block) => bigints.eth_getBlockByNumber(block)),
    // oxlint-disable-next-line no-underscore-dangle -- its own conversion of JSON to a Block
    ethers: (blocks) => blocks.map((block) => ethers._wrapBlock(block, network)),
  },
  parsed,
)

server.stdin.end()
ethers.destroy()

/** Runs each candidate once a round, in turn, and prints the CPU time of each beside the first one's. */
async function compare<T>(
  title: string,
  rounds: number,
  candidates: Readonly<Record<string, (input: T) => unknown>>,
  prepare: () => T = () => undefined as T,
): Promise<void> {
  const times = new Map<string, number[]>(Object.keys(candidates).map((name) => [name, []]))
  for (let round = -5; round < rounds; round++)
    for (const [name, run] of Object.entries(candidates)) {
      const input = prepare()
      const before = process.cpuUsage()
      await run(input)
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) times.get(name)!.push((user + system) / 1_000) // the first rounds warm up
    }
  console.log(`\n${title}: milliseconds of CPU`)
  const rows = [...times].map(([name, all]) => ({ name, best: Math.min(...all), median: median(all) }))
  const [first] = rows as [(typeof rows)[0]]
  console.log(`  ${''.padEnd(32)}     best              median`)
  for (const { name, best, median } of rows)
    console.log(`  ${name.padEnd(32)} ${against(best, first.best)}   ${against(median, first.median)}`)
}

function against(value: number, first: number): string {
  return `${value.toFixed(2).padStart(8)} ${(value / first).toFixed(2)} x`
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
