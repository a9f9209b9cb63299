import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import {
  type ChainConfig,
  ChainError,
  type Parent,
  splitBody,
  splitReceipts,
  type VerifiedBlock,
} from '@lectern/chain'
import { fromVerdict } from '@lectern/chain/verdict'
import { Piscina } from 'piscina'
import { keep } from './archive/e2store.ts'
import type { EraEntries } from './archive/era.ts'
import { HistoryError } from './error.ts'
import { gather } from './gather.ts'
import { type Fault, proveBatch, type Proved, type ToProve } from './prove-batch.ts'

/** What proves blocks: threads, or this one. */
export interface Workers extends AsyncDisposable {
  readonly count: number
  /** Proves a batch whose bytes lie in a buffer, which is given away. */
  prove(task: ToProve, buffer: ArrayBuffer): Promise<Proved>
}

/** Makes so many threads ready to prove blocks, which start when they are needed; with 0 this thread proves them. */
export function createWorkers(count: number = availableParallelism()): Workers {
  if (count === 0)
    return { count, prove: async (task) => proveBatch(task), [Symbol.asyncDispose]: async () => {} }
  const file = `./prove-eras-worker${extname(import.meta.url)}`
  const filename = new URL(file, import.meta.url).href
  const pool = new Piscina<ToProve, Proved>({
    filename,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: 60_000,
    // A block may be of millions of tiny items: such a thread ends alone, not the process.
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: HEAP },
  })
  return {
    count,
    prove: (task, buffer) =>
      pool.run(task, { transferList: [buffer] as never }).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw cause
        const { path, blocks } = task
        throw new HistoryError(
          'archive',
          `${path}: to prove blocks ${blocks[0]!.number} to ${blocks.at(-1)!.number} takes more than ${HEAP} MiB.`,
          { cause },
        )
      }),
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

const toError = ({ kind, code, message, number }: Fault): Error =>
  kind === 'chain'
    ? new ChainError(code, message, number === undefined ? {} : { number })
    : new HistoryError(code, message)

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

// What a thread is given at once: enough that the way costs little, and little enough that 2 × the threads of it are small.
const BATCH_BLOCKS = 128
const BATCH_BYTES = 2 ** 19
