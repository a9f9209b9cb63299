import { availableParallelism } from 'node:os'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { encodeHeader, hashHeader, type VerifiedBlock } from '@lectern/chain'
import { syntheticConfig } from '@lectern/history/testing'
import { blobGasPrice, blockSize, fromVerification } from '@lectern/chain/internal'
import type { Body } from './bodies.ts'
import { type Order, type PackedBody, unpackBody } from './bodies-worker.ts'

/** How many transactions each block has. */
export const PER_BLOCK = 152

/** The block before another. */
export type Before = Pick<VerifiedBlock, 'number' | 'hash'>

/**
 * The blocks of one synthetic chain, in batches, from the first, or the one after another, on, with at least so many transactions: a
 * shorter chain is the beginning of a longer one. Threads make them. Their verdicts are what the maker knows, so that to recover 10 million senders does not take 14 minutes.
 */
export async function* makeBlocks(
  transactions: number,
  perBatch: number,
  before: Before | null = null,
): AsyncGenerator<VerifiedBlock[]> {
  const start = before ? Number(before.number) + 1 : 0
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
    let parent = before
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

function chainBody(body: Body, parent: Before | null): VerifiedBlock {
  const number = parent ? parent.number + 1n : 0n
  const header = {
    ...body.header,
    number,
    parentHash: parent?.hash ?? new Uint8Array(32),
    timestamp: 1_700_000_000n + 12n * number,
  }
  const { transactions, receipts, withdrawals } = body
  const raw = { header: encodeHeader(header), transactions, uncles: [], withdrawals, receipts }
  const price = blobGasPrice(header, syntheticConfig)
  return fromVerification(raw, {
    number,
    hash: hashHeader(raw.header),
    size: blockSize(raw),
    ...(price !== undefined && { blobGasPrice: price }),
    transactions: body.rows,
  })
}
