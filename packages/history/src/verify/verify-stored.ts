import { type ChainConfig, ChainError, type Parent, type RawBlock, type VerifiedBlock } from '@lectern/chain'
import { fromVerdict } from '@lectern/chain/internal'
import { gather } from './gather.ts'
import {
  BATCH_BLOCKS,
  BATCH_BYTES,
  proveStoredBatch,
  type StoredProved,
  type StoredToProve,
  toError,
} from './verify-batch.ts'
import type { Workers } from './verify-eras.ts'
import type { StoredBlock } from '../store/interface.ts'

/** A stored block, and what its parts prove. */
export interface ProvedStored {
  readonly stored: StoredBlock
  readonly block: VerifiedBlock
}

/**
 * Proves stored blocks in threads, a few batches at a time, and gives them in their order; few blocks are proved by this thread. Throws what
 * is wrong with the first that does not prove or cannot be read, after those before it: ChainError with its number, or what reading threw.
 */
export async function* proveStored(
  blocks: Iterable<StoredBlock> | AsyncIterable<StoredBlock>,
  {
    workers,
    parent,
    config,
  }: { readonly workers: Workers; readonly parent: Parent | null; readonly config: ChainConfig },
): AsyncGenerator<ProvedStored> {
  const running: Running[] = []
  let before: StoredToProve['before'] = parent
  const batches = inBatches(blocks)
  for (;;) {
    let step: IteratorResult<StoredBlock[]>
    try {
      step = await batches.next()
    } catch (error) {
      for (const one of running) yield* settle(one)
      throw error
    }
    if (step.done) break
    const batch = step.value
    const task = { config, before, blocks: batch.map(({ raw }) => raw) }
    const isShort = running.length === 0 && batch.length < BATCH_BLOCKS && sizeOf(batch) < BATCH_BYTES
    const proved = isShort ? Promise.resolve(proveStoredBatch(task)) : send(task, workers)
    proved.catch(() => {}) // it is awaited in its turn
    running.push({ batch, proved })
    before = batch.at(-1)!.raw.header
    if (running.length > 2 * workers.count) yield* settle(running.shift()!)
  }
  for (const one of running) yield* settle(one)
}

interface Running {
  readonly batch: readonly StoredBlock[]
  readonly proved: Promise<StoredProved>
}

async function* settle({ batch, proved }: Running): AsyncGenerator<ProvedStored> {
  const { verdicts, fault } = await proved
  for (const [index, verdict] of verdicts.entries()) {
    const stored = batch[index]!
    yield { stored, block: fromVerdict(stored.raw, verdict) }
  }
  if (fault === undefined) return
  const error = toError(fault)
  if (!(error instanceof ChainError) || error.number !== undefined) throw error
  const { number } = batch[verdicts.length]!
  throw new ChainError(error.check, `block ${number}: ${error.message}`, { number })
}

/** The bytes of all blocks in one buffer, which goes over without a copy. */
function send(task: StoredToProve, workers: Workers): Promise<StoredProved> {
  const { buffer, copy } = gather(task.blocks.flatMap(partsOf))
  const blocks = task.blocks.map(({ transactions, uncles, withdrawals, receipts }) => ({
    header: copy(),
    transactions: transactions.map(copy),
    uncles: uncles.map(copy),
    receipts: receipts.map(copy),
    ...(withdrawals && { withdrawals: withdrawals.map(copy) }),
  }))
  return workers.proveStored({ ...task, blocks }, buffer)
}

const partsOf = ({ header, transactions, uncles, withdrawals = [], receipts }: RawBlock) => [
  header,
  ...transactions,
  ...uncles,
  ...receipts,
  ...withdrawals,
]

async function* inBatches(
  blocks: Iterable<StoredBlock> | AsyncIterable<StoredBlock>,
): AsyncGenerator<StoredBlock[]> {
  let batch: StoredBlock[] = []
  let bytes = 0
  try {
    for await (const block of blocks) {
      batch.push(block)
      bytes += sizeOf([block])
      if (batch.length < BATCH_BLOCKS && bytes < BATCH_BYTES) continue
      yield batch
      batch = []
      bytes = 0
    }
  } catch (error) {
    if (batch.length > 0) yield batch // what was read before is proved first
    throw error
  }
  if (batch.length > 0) yield batch
}

const sizeOf = (blocks: readonly StoredBlock[]) =>
  blocks.reduce(
    (sum, { size, transactions }) =>
      sum + size + transactions.reduce((all, { receipt }) => all + receipt.length, 0),
    0,
  )
