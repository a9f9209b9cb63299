import { availableParallelism } from 'node:os'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  encodeHeader,
  fromHex,
  type Header,
  hashHeader,
  keccak256,
  type VerifiedBlock,
  blobGasPrice,
} from '@lectern/chain'
import { syntheticConfig } from '@lectern/history/testing'
import { blockSize, encodeList, fromVerification } from '@lectern/chain/internal'
import { BASE_FEE, type Body, EMPTY_TRIE, GAS_USED } from './bodies.ts'
import { type Order, type PackedBody, unpackBody } from './bodies-worker.ts'

/** Transactions per block. */
export const PER_BLOCK = 152

/** The block before another. */
export type Before = Pick<VerifiedBlock, 'number' | 'hash'>

/** Returns the first block, which has no transactions. */
export function makeGenesis(): VerifiedBlock {
  const none = { transactions: [], withdrawals: [], receipts: [] }
  return toVerified(genesis, { ...none, rows: new Uint8Array(0) })
}

const ZERO = new Uint8Array(32)

/** The header of the first block. */
export const genesis: Header = {
  number: 0n,
  parentHash: ZERO,
  sha3Uncles: keccak256(encodeList([])),
  miner: new Uint8Array(20),
  stateRoot: EMPTY_TRIE,
  transactionsRoot: EMPTY_TRIE,
  receiptsRoot: EMPTY_TRIE,
  logsBloom: new Uint8Array(256),
  difficulty: 0n,
  gasLimit: 2n * GAS_USED * BigInt(PER_BLOCK),
  gasUsed: 0n,
  timestamp: 1_700_000_000n,
  extraData: new Uint8Array(0),
  mixHash: ZERO,
  nonce: new Uint8Array(8),
  baseFeePerGas: (BASE_FEE * 8n) / 7n, // an empty block lowers it by an eighth
  withdrawalsRoot: EMPTY_TRIE,
  blobGasUsed: 0n,
  excessBlobGas: 0n,
  parentBeaconBlockRoot: ZERO,
  requestsHash: fromHex('0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'), // of no requests: SHA-256 of nothing
}

/**
 * Yields the blocks of one synthetic chain in batches, from the first or after another one, with at least so many transactions.
 * A shorter chain is the beginning of a longer one. Threads make the blocks, with their verification: recovering ten million senders
 * would take minutes.
 */
export async function* makeBlocks(
  transactions: number,
  perBatch: number,
  before: Before | null = null,
): AsyncGenerator<VerifiedBlock[]> {
  const first = before ?? makeGenesis()
  if (before === null) yield [makeGenesis()]
  const start = Number(first.number) + 1
  const batches = Math.ceil(transactions / PER_BLOCK / perBatch)
  const workers = Array.from(
    { length: Math.min(availableParallelism(), batches) },
    () => new Worker(new URL('bodies-worker.ts', import.meta.url)),
  )
  try {
    const order = (batch: number): Promise<PackedBody[]> | undefined => {
      if (batch >= batches) return undefined
      const worker = workers[batch % workers.length]!
      worker.postMessage(
        { first: start + batch * perBatch, blocks: perBatch, count: PER_BLOCK } satisfies Order,
        [],
      )
      return takeNext(worker)
    }
    // Each thread has the next order while its last answer is taken.
    const ahead = 2 * workers.length
    const pending = Array.from({ length: ahead }, (_, batch) => order(batch))
    let parent: Before = first
    for (let batch = 0; batch < batches; batch++) {
      const packed: PackedBody[] = (await pending[batch % ahead])!
      pending[batch % ahead] = order(batch + ahead)
      const blocks: VerifiedBlock[] = []
      for (const body of packed) {
        const block = chainBody(unpackBody(body), parent)
        blocks.push(block)
        parent = block
      }
      yield blocks
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** A thread answers in order; so do those who wait for it. */
function takeNext(worker: Worker): Promise<PackedBody[]> {
  const before = last.get(worker) ?? Promise.resolve()
  const next = before.then(async () => (await once(worker, 'message'))[0] as PackedBody[])
  last.set(worker, next)
  return next
}

const last = new WeakMap<Worker, Promise<unknown>>()

function chainBody(body: Body, { number, hash }: Before): VerifiedBlock {
  const header = {
    ...body.header,
    number: number + 1n,
    parentHash: hash,
    timestamp: genesis.timestamp + 12n * (number + 1n),
  }
  return toVerified(header, body)
}

function toVerified(header: Header, { transactions, receipts, withdrawals, rows }: Omit<Body, 'header'>) {
  const raw = { header: encodeHeader(header), transactions, uncles: [], withdrawals, receipts }
  const price = blobGasPrice(header, syntheticConfig)
  return fromVerification(raw, {
    number: header.number,
    hash: hashHeader(raw.header),
    size: blockSize(raw),
    ...(price !== undefined && { blobGasPrice: price }),
    transactions: rows,
  })
}
