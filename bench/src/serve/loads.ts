import { createHash } from 'node:crypto'
import { type Hex, toQuantity } from '@lectern/chain/internal'
import { createRandom } from '@lectern/fixtures'
import { openStore } from '@lectern/history'
import { call } from '../tools/ask.ts'

/** Requests for one kind of answer, about something else each time. */
export interface Question {
  readonly name: string
  /** Bodies of requests, in the order in which they are sent. */
  readonly bodies: readonly string[]
  /** Hashes that do not exist, so that null is right. */
  readonly absent?: ReadonlySet<string>
}

/** A question, and which blocks it is about. */
export interface Load extends Question {
  readonly pattern: 'newest' | 'all' | 'in order' | 'polls'
  /** @default 16 */
  readonly connections?: number
  /** How many requests a figure is about. @default 1 */
  readonly requests?: number
}

/** The blocks that loads are about; each has a transaction. */
interface Blocks {
  readonly last: number
  hashesOf(number: number): Promise<readonly Hex[]>
}

/** Makes the loads on the history of a store, whose first block has no transaction. */
export async function readLoads(datadir: string): Promise<readonly Load[]> {
  await using store = await openStore(datadir, { readOnly: true })
  const blocks: Blocks = {
    last: Number(store.head!.number),
    async hashesOf(number) {
      const json = (await store.eth_getBlockByNumber(`0x${number.toString(16)}`, false)) as Uint8Array
      return (JSON.parse(Buffer.from(json).toString()) as { transactions: Hex[] }).transactions
    },
  }
  const random = createRandom(1)
  const newest = createZipf(Math.min(NEWEST, blocks.last), random)
  const drawNewest = () => blocks.last - newest()
  return [
    ...(await makeCalls('newest', blocks, drawNewest, random)),
    ...(await makeCalls('all', blocks, () => 1 + random(blocks.last), random)),
    makeSweep(blocks),
    await makePolls(blocks, drawNewest, random),
  ]
}

/** Makes a load for each method, about blocks that are drawn. */
async function makeCalls(
  pattern: Load['pattern'],
  { hashesOf }: Blocks,
  draw: () => number,
  random: (limit: number) => number,
): Promise<Load[]> {
  const drawNumbers = (length: number) => Array.from({ length }, draw)
  // Each block is read once, although it may be drawn often.
  const forEach = async (numbers: readonly number[], use: (hashes: readonly Hex[], at: number) => void) => {
    for (const [number, places] of Map.groupBy(numbers.keys(), (at) => numbers[at]!)) {
      const hashes = await hashesOf(number)
      for (const at of places) use(hashes, at)
    }
  }
  const hashes: Hex[] = []
  await forEach(drawNumbers(CALLS), (all, at) => (hashes[at] = all[random(all.length)]!))
  const batches: string[] = []
  await forEach(drawNumbers(BATCHES), (all, at) => (batches[at] = toBatch(all.slice(0, PER_BATCH))))
  const numbers = drawNumbers(20_000)
  return [
    {
      pattern,
      name: 'transaction',
      bodies: hashes.map((hash, id) => call(id, 'eth_getTransactionByHash', hash)),
    },
    { pattern, name: 'receipt', bodies: toReceipts(hashes) },
    { pattern, name: 'block, hashes', bodies: numbers.map((number, id) => toBlock(id, number, false)) },
    { pattern, name: 'block, full', bodies: numbers.map((number, id) => toBlock(id, number, true)) },
    { pattern, name: 'batch of 100 receipts', bodies: batches },
  ]
}

/** Makes the load of an indexer: each block in full, then its receipts, in order. Figures are per block. */
function makeSweep({ last }: Blocks): Load {
  const bodies: string[] = []
  const from = 1 + Math.floor((last - 1) / 4)
  const until = Math.min(last, from + 2_000)
  for (let number = from; number <= until; number++) {
    const receipts = call(number, 'eth_getBlockReceipts', toQuantity(number))
    bodies.push(toBlock(number, number, true), receipts)
  }
  return { pattern: 'in order', name: 'block and its receipts', bodies, connections: 8, requests: 2 }
}

/** Makes the load of wallets that poll for a receipt: null three times, then the receipt. */
async function makePolls(
  { hashesOf }: Blocks,
  draw: () => number,
  random: (limit: number) => number,
): Promise<Load> {
  const bodies: string[] = []
  const absent = new Set<string>()
  for (let wallet = 0; wallet < 3_000; wallet++) {
    const all = await hashesOf(draw())
    const hash = all[random(all.length)]!
    const unknown = toUnknown(hash)
    absent.add(unknown)
    bodies.push(...toReceipts([unknown, unknown, unknown, hash]))
  }
  return { pattern: 'polls', name: 'receipt', bodies, absent }
}

// So many that no list is sent twice during a measurement: an answer that is requested again may be cached.
const [CALLS, BATCHES] = [400_000, 6_000]
/** The newest block is requested most often, the n-th newest 1/n times as often. */
const NEWEST = 1_000
const PER_BATCH = 100

const toReceipts = (hashes: readonly string[]): string[] =>
  hashes.map((hash, id) => call(id, 'eth_getTransactionReceipt', hash))
const toBatch = (hashes: readonly Hex[]): string => `[${toReceipts(hashes).join()}]`
const toBlock = (id: number, number: number, isFull: boolean): string =>
  call(id, 'eth_getBlockByNumber', toQuantity(number), isFull)

/** Returns a hash that belongs to nothing. */
export const toUnknown = (hash: string): Hex => `0x${createHash('sha256').update(hash).digest('hex')}`

/** Returns a function that draws numbers below a limit, n with a weight of 1 / (n + 1): Zipf's law. */
function createZipf(limit: number, random: (limit: number) => number): () => number {
  let sum = 0
  const sums = Array.from({ length: limit }, (_, index) => (sum += 1 / (index + 1)))
  return () => {
    const drawn = (random(2 ** 31) / 2 ** 31) * sum
    return Math.min(
      limit - 1,
      sums.findIndex((below) => drawn < below),
    )
  }
}
