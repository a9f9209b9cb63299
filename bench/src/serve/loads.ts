import { createHash } from 'node:crypto'
import { fromHex, keccak256, toHex } from '@lectern/chain'
import type { Hex } from '@lectern/chain/internal'
import { openStore } from '@lectern/history'

/** A question that is put to a server again and again, about something else each time. */
export interface Question {
  readonly name: string
  /** Bodies of requests, in the order in which they are sent. */
  readonly bodies: readonly string[]
  /** The hashes that are asked for and nowhere, so that null is right. */
  readonly absent?: ReadonlySet<string>
  /** 16 where it is not said. */
  readonly connections?: number
  /** Of how many requests the figures are; one where it is not said. */
  readonly requests?: number
}

/** Which blocks and transactions are asked for. */
export const patterns = ['newest', 'all', 'sweep', 'wallet'] as const

/** A question, and which blocks it is about. */
export interface Load extends Question {
  readonly pattern: (typeof patterns)[number]
}

/** The blocks of a chain that has at least one transaction in each of them. */
export interface Blocks {
  readonly first: number
  readonly last: number
  hashesOf(number: number): Promise<readonly Hex[]>
}

/** The loads on the history of a store, whose first block has no transaction. */
export async function readLoads(datadir: string): Promise<readonly Load[]> {
  await using store = await openStore(datadir, { readOnly: true })
  const hashesOf = async (number: number): Promise<readonly Hex[]> => {
    const json = (await store.eth_getBlockByNumber(toNumber(number), false)) as Uint8Array
    return (JSON.parse(Buffer.from(json).toString()) as { transactions: Hex[] }).transactions
  }
  return await makeLoads({ first: 1, last: Number(store.head!.number), hashesOf })
}

/** The loads on a chain of signed transactions; the first block is left out. */
export function readSigned(blocks: readonly (readonly Hex[])[]): Promise<readonly Load[]> {
  const hashes = blocks.map((signed) => signed.map((raw) => toHex(keccak256(fromHex(raw)))))
  return makeLoads({ first: 2, last: blocks.length, hashesOf: async (number) => hashes[number - 1]! })
}

/** A call of each method on the newest blocks and on all of them, then the sweep of an indexer and the polls of wallets. */
async function makeLoads(blocks: Blocks): Promise<readonly Load[]> {
  const { first, last, hashesOf } = blocks
  const draw = createDraw()
  const count = last - first + 1
  const newest = createZipf(Math.min(NEWEST, count), draw)
  const places = { newest: () => last - newest(), all: () => first + draw(count) }
  /** The hashes of each of the blocks, and where it is among them; each block is read once. */
  const readEach = async (numbers: readonly number[]): Promise<(readonly [readonly Hex[], number])[]> => {
    const places = Map.groupBy(numbers.keys(), (at) => numbers[at]!)
    const read: (readonly [readonly Hex[], number])[] = []
    for (const [number, all] of places) {
      const hashes = await hashesOf(number)
      for (const at of all) read.push([hashes, at])
    }
    return read
  }
  const loads: Load[] = []
  for (const pattern of ['newest', 'all'] as const) {
    const drawNumbers = (length: number) => Array.from({ length }, places[pattern])
    const hashes: Hex[] = []
    for (const [all, at] of await readEach(drawNumbers(CALLS))) hashes[at] = all[draw(all.length)]!
    const batches: string[] = []
    for (const [all, at] of await readEach(drawNumbers(BATCHES)))
      batches[at] = toBatch(all.slice(0, PER_BATCH))
    const numbers = drawNumbers(20_000)
    loads.push(
      {
        pattern,
        name: 'transaction',
        bodies: hashes.map((hash, id) => call(id, 'eth_getTransactionByHash', hash)),
      },
      { pattern, name: 'receipt', bodies: receipts(hashes) },
      { pattern, name: 'block, hashes', bodies: numbers.map((number, id) => toBlock(id, number, false)) },
      { pattern, name: 'block, full', bodies: numbers.map((number, id) => toBlock(id, number, true)) },
      { pattern, name: 'batch of 100 receipts', bodies: batches },
    )
  }
  return [...loads, await sweep(blocks), await poll(blocks, places.newest, draw)]
}

/** Each block in full and the receipts of all its transactions, in order, eight requests in flight; figures are of a block. */
async function sweep({ first, last, hashesOf }: Blocks): Promise<Load> {
  const bodies: string[] = []
  const from = first + Math.floor((last - first) / 4)
  const until = Math.min(last, from + 2_000)
  for (let number = from; number <= until; number++) {
    const hashes = await hashesOf(number)
    bodies.push(toBlock(number, number, true))
    for (let at = 0; at < hashes.length; at += PER_BATCH)
      bodies.push(toBatch(hashes.slice(at, at + PER_BATCH)))
  }
  const requests = bodies.length / (until - from + 1)
  return { pattern: 'sweep', name: 'indexer, a block', bodies, connections: 8, requests }
}

/** One receipt polled until it appears: on a chain that stands still, three times a hash that is nowhere, then one of the newest. */
async function poll(
  { hashesOf }: Blocks,
  drawNumber: () => number,
  draw: (limit: number) => number,
): Promise<Load> {
  const bodies: string[] = []
  const absent = new Set<string>()
  for (let wallet = 0; wallet < 3_000; wallet++) {
    const all = await hashesOf(drawNumber())
    const hash = all[draw(all.length)]!
    const nowhere = `0x${digest(hash)}`
    absent.add(nowhere)
    bodies.push(...receipts([nowhere, nowhere, nowhere, hash]))
  }
  return { pattern: 'wallet', name: 'wallet, a poll', bodies, absent }
}

/** So many that a server is not sent the same list again while it is measured: what comes again is cached, and who reads a history asks for each once. */
const [CALLS, BATCHES] = [400_000, 6_000]
/** How many of the newest blocks are asked for, the newest one most often, the n-th newest 1/n times as often. */
const NEWEST = 1_000
const PER_BATCH = 100

const receipts = (hashes: readonly string[]): string[] =>
  hashes.map((hash, id) => call(id, 'eth_getTransactionReceipt', hash))
const toBatch = (hashes: readonly Hex[]): string => `[${receipts(hashes).join()}]`
const toNumber = (number: number): Hex => `0x${number.toString(16)}`
const toBlock = (id: number, number: number, isFull: boolean): string =>
  call(id, 'eth_getBlockByNumber', toNumber(number), isFull)

/** The body of a call, its members in the order in which viem and web3 write them. */
export const call = (id: number, method: string, ...params: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** Items in a random order that is the same each time. */
export function shuffle<T>(items: readonly T[]): T[] {
  const keyed = items.map((item, index) => ({ item, key: Math.imul(index + 1, 0x9e3779b1) >>> 0 }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ item }) => item)
}

/** A hash, as hexadecimal digits, that belongs to nothing. */
export const digest = (hash: string): string => createHash('sha256').update(hash).digest('hex')

/** Numbers below a limit that look random: a linear congruence modulo 2^32 (Numerical Recipes), its high bits. */
export function createDraw(): (limit: number) => number {
  let state = 1
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Numbers from 0 on, below a limit, n with a weight of 1 / (n + 1): Zipf's law. */
function createZipf(limit: number, draw: (limit: number) => number): () => number {
  let sum = 0
  const sums = Array.from({ length: limit }, (_, index) => (sum += 1 / (index + 1)))
  return () => {
    const drawn = (draw(2 ** 32) / 2 ** 32) * sum
    return Math.min(
      limit - 1,
      sums.findIndex((below) => drawn < below),
    )
  }
}
