import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bigints, createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { JsonRpcProvider, Network } from 'ethers'
import { createPublicClient, formatBlock, http as viemHttp } from 'viem'
import type { Bench } from '../tools/bench.ts'
import { toRatio } from '../tools/table.ts'

type Hash = `0x${string}`
interface Served {
  readonly url: string
  readonly hashes: readonly Hash[]
  readonly number: Hash
}

const server = spawn(process.execPath, [new URL('server.ts', import.meta.url).pathname], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [line] = (await once(server.stdout, 'data')) as [Buffer]
const { url, hashes, number } = JSON.parse(String(line)) as Served

const ours = createClient(url)
const decoding = createClient({ transport: url, decode: bigints })
const proving = createClient({ transport: url, verify: verifier({ level: 'hash', trust: 'none' }) })
const viem = createPublicClient({ transport: viemHttp(url) })
const viemBatch = createPublicClient({ transport: viemHttp(url, { batch: true }) })
const ethers = new JsonRpcProvider(url, 1, { staticNetwork: Network.from(1), batchMaxCount: 100 })

let lastId = 0
async function plainFetch(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: (lastId += 1), method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (JSON.parse(await response.text()) as { result: unknown }).result
}

/** Sends calls one after another. */
async function inTurn(count: number, ask: (hash: Hash) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await ask(hashes[index % hashes.length]!)
}

const atOnce = (ask: (hash: Hash) => Promise<unknown>): Promise<unknown> => Promise.all(hashes.map(ask))

/** CPU milliseconds of each candidate. */
type Rows = (string | number)[][]

/** Measures CPU milliseconds of this process; the server is another one. Candidates take turns. */
export const bench: Bench = {
  flags: {},
  async run() {
    const rows: Rows = [
      ...(await compare('200 receipts, one after another', 25, {
        'fetch and JSON.parse': () => inTurn(200, (hash) => plainFetch('eth_getTransactionReceipt', [hash])),
        '@lectern/client': () => inTurn(200, (hash) => ours.eth_getTransactionReceipt(hash)),
        viem: () => inTurn(200, (hash) => viem.getTransactionReceipt({ hash })),
      })),
      ...(await compare('200 transactions, one after another', 25, {
        'fetch and JSON.parse': () => inTurn(200, (hash) => plainFetch('eth_getTransactionByHash', [hash])),
        '@lectern/client': () => inTurn(200, (hash) => ours.eth_getTransactionByHash(hash)),
        '@lectern/client, each hash proven': () =>
          inTurn(200, (hash) => proving.eth_getTransactionByHash(hash)),
        viem: () => inTurn(200, (hash) => viem.getTransaction({ hash })),
      })),
      ...(await compare('200 receipts in one tick', 60, {
        'viem, `batch: true`': () => atOnce((hash) => viemBatch.getTransactionReceipt({ hash })),
        '@lectern/client': () => atOnce((hash) => ours.getReceipt(hash)),
        '@lectern/client, as bigints': () => atOnce((hash) => decoding.getReceipt(hash)),
        ethers: () => atOnce((hash) => ethers.getTransactionReceipt(hash)),
      })),
      ...(await compareDecoding()),
    ]
    server.stdin.end()
    ethers.destroy()
    return { head: ['what', 'client', 'best round, ms', 'of the first', 'median, ms'], rows }
  },
}

async function compareDecoding(): Promise<Rows> {
  const text = JSON.stringify(await ours.eth_getBlockByNumber(number, true))
  const network = Network.from(1)
  const parse = (): any[] => Array.from({ length: 20 }, () => JSON.parse(text)) // fresh, as from the wire
  return await compare(
    '20 blocks of 200 transactions decoded',
    40,
    {
      viem: (blocks) => blocks.map((block) => formatBlock(block)),
      '@lectern/client, `bigints`': (blocks) => blocks.map((block) => bigints.eth_getBlockByNumber(block)),
      // oxlint-disable-next-line no-underscore-dangle -- its own conversion of JSON to a Block
      ethers: (blocks) => blocks.map((block) => ethers._wrapBlock(block, network)),
    },
    parse,
  )
}

/** Runs each candidate once per round, in turn, after five rounds that warm up. */
async function compare<T>(
  title: string,
  rounds: number,
  candidates: Readonly<Record<string, (input: T) => unknown>>,
  prepare: () => T = () => undefined as T,
): Promise<Rows> {
  const times = new Map<string, number[]>(Object.keys(candidates).map((name) => [name, []]))
  for (let round = -5; round < rounds; round++)
    for (const [name, run] of Object.entries(candidates)) {
      const input = prepare()
      const before = process.cpuUsage()
      await run(input)
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) times.get(name)!.push((user + system) / 1_000)
    }
  const best = [...times.values()].map((all) => Math.min(...all))
  return [...times].map(([name, all], index) => {
    const median = all.toSorted((a, b) => a - b)[all.length >> 1]!
    return [index === 0 ? title : '', name, best[index]!, toRatio(best[index]! / best[0]!), median]
  })
}
