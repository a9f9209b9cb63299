import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { type ChainConfig, type Parent, type VerifiedBlock } from '@lectern/chain'
import { splitBody, splitReceipts } from '@lectern/chain/internal'
import { fromVerdict } from '@lectern/chain/internal'
import { Piscina } from 'piscina'
import { keep } from '../archive/e2store.ts'
import type { EraEntries } from '../archive/era.ts'
import { HistoryError } from '../error.ts'
import { gather } from './gather.ts'
import {
  BATCH_BLOCKS,
  BATCH_BYTES,
  proveBatch,
  type Proved,
  proveStoredBatch,
  type StoredProved,
  type StoredToProve,
  toError,
  type ToProve,
} from './verify-batch.ts'

/** What proves blocks: threads, or this one. */
export interface Workers extends AsyncDisposable {
  readonly count: number
  /** Proves a batch whose bytes lie in a buffer, which is given away. */
  prove(task: ToProve, buffer: ArrayBuffer): Promise<Proved>
  /** Proves blocks of a store, likewise. */
  proveStored(task: StoredToProve, buffer: ArrayBuffer): Promise<StoredProved>
}

/** Makes so many threads ready to prove blocks, which start when they are needed; with 0 this thread proves them. */
export function createWorkers(count: number = availableParallelism()): Workers {
  if (count === 0)
    return {
      count,
      prove: async (task) => proveBatch(task),
      proveStored: async (task) => proveStoredBatch(task),
      [Symbol.asyncDispose]: async () => {},
    }
  const file = `./verify-worker${extname(import.meta.url)}`
  const filename = new URL(file, import.meta.url).href
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: 60_000,
    // A block may be of millions of tiny items: such a thread ends alone, not the process.
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: HEAP },
  })
  const run = async <P>(what: string, name: string, task: object, buffer: ArrayBuffer): Promise<P> => {
    try {
      return (await pool.run(task, { transferList: [buffer] as never, name })) as P
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw cause
      throw new HistoryError('archive', `${what} takes more than ${HEAP} MiB.`, { cause })
    }
  }
  return {
    count,
    prove({ path, blocks, ...rest }, buffer) {
      const what = `${path}: to prove blocks ${blocks[0]!.number} to ${blocks.at(-1)!.number}`
      return run(what, 'default', { path, blocks, ...rest }, buffer)
    },
    proveStored: (task, buffer) =>
      run(`to prove ${task.blocks.length} blocks of the store`, 'proveStored', task, buffer),
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/** The most MiB of objects that a thread may hold; the bytes of blocks lie outside. */
const HEAP = 256

/** How the blocks of an era file are proved. */
export interface ProveErasOptions {
  readonly path: string
  readonly config: ChainConfig
  /** Of the first block; null where it stands on trust. */
  readonly parent: Parent | null
  /** The most bytes that a part of a block may have. */
  readonly limit: number
  readonly workers: Workers
}

/** A block that is proved, and how far its file was read up to it. */
export interface ProvedBlock {
  readonly block: VerifiedBlock
  readonly read: number
}

/**
 * Proves blocks in threads, a few batches at a time, and gives them in their order. Throws what is wrong with the first that does not
 * prove, after those before it: HistoryError `archive`, or ChainError.
 */
export async function* proveEras(
  entries: AsyncIterable<EraEntries>,
  { workers, parent, ...options }: ProveErasOptions,
): AsyncGenerator<ProvedBlock> {
  const running: Running[] = []
  let before: ToProve['before'] = parent
  for await (const batch of inBatches(entries)) {
    const { buffer, copy } = gather(
      batch.flatMap(({ header, body, receipts }) => [header.data, body.data, receipts.data]),
    )
    const blocks = batch.map(({ number, header, body, receipts }) => ({
      number,
      header: { ...header, data: copy() },
      body: { ...body, data: copy() },
      receipts: { ...receipts, data: copy() },
    }))
    const proved = workers.prove({ ...options, before, blocks }, buffer)
    proved.catch(() => {}) // it is awaited in its turn
    running.push({ reads: batch.map(({ read }) => read), proved })
    before = keep(batch.at(-1)!.header)
    if (running.length > 2 * workers.count) yield* settle(running.shift()!)
  }
  for (const batch of running) yield* settle(batch)
}

interface Running {
  readonly reads: readonly number[]
  readonly proved: Promise<Proved>
}

async function* settle({ reads, proved }: Running): AsyncGenerator<ProvedBlock> {
  const { blocks, fault } = await proved
  for (const [index, { header, body, receipts, verdict }] of blocks.entries()) {
    const raw = { header, ...splitBody(body), receipts: splitReceipts(receipts) }
    yield { block: fromVerdict(raw, verdict), read: reads[index]! }
  }
  if (fault) throw toError(fault)
}

async function* inBatches(entries: AsyncIterable<EraEntries>): AsyncGenerator<EraEntries[]> {
  let batch: EraEntries[] = []
  let bytes = 0
  for await (const block of entries) {
    batch.push(block)
    bytes += block.header.data.length + block.body.data.length + block.receipts.data.length
    if (batch.length < BATCH_BLOCKS && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}
