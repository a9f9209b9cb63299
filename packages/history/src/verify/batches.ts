import type { ChainConfig, Parent } from '@lectern/chain'
import { prefetch } from '../long-work.ts'
import { type Sources, verifyTask } from './tasks.ts'
import { toError, type Verdicts } from './verdicts.ts'
import type { Verifiers } from './verifiers.ts'

// Enough for a thread that the transfer costs little, and few enough that those in flight are small.
const BATCH_ITEMS = 128
const BATCH_BYTES = 2 ** 19

/** The threads that verify blocks, and the chain of the blocks. */
export interface VerifyOptions {
  readonly verifiers: Verifiers
  readonly config: ChainConfig
  /** The block before the first; null if the first is trusted. */
  readonly parent: Parent | null
  /** The last block to compress too. @default none is compressed */
  readonly coldTo?: bigint | undefined
}

type BatchSource = Exclude<keyof Sources, 'replies'>
type Item<K extends BatchSource> = Sources[K]['task']['items'][number]
type VerdictOf<K extends BatchSource> = Sources[K]['verdicts']['blocks'][number]

interface BatchOptions<I, K extends BatchSource> extends VerifyOptions {
  readonly source: K
  readonly sizeOf: (item: I) => number
  /** Returns the part of an item that a thread verifies. */
  readonly pick: (item: I) => Item<K>
  /** Returns the part that has the header: the next block is its child. */
  readonly link: (item: I) => Sources[K]['task']['before']
  readonly name: (batch: readonly I[]) => string
  /** Adds a property of the item to the error that it failed with. */
  readonly explain?: (error: Error, item: I) => Error
}

/**
 * Verifies items in batches, at most 2 × threads + 1 in flight, and yields them in order. Throws the fault of the first that fails, or
 * the error of reading, after the items before it.
 */
export async function* verifyBatches<I, K extends BatchSource>(
  items: Iterable<I> | AsyncIterable<I>,
  options: BatchOptions<I, K>,
): AsyncGenerator<{ readonly item: I; readonly verdict: VerdictOf<K> }> {
  const { verifiers, config, parent, coldTo, source, sizeOf, pick, link, name } = options
  const { explain = (error) => error } = options
  let before: Sources[K]['task']['before'] | undefined
  const start = async ({ batch, isFull, failure }: ItemBatch<I>) => {
    if (batch.length === 0) return { batch, blocks: [], failure }
    // Stored blocks were verified before: few of them are safe in this thread.
    const isHere = source === 'stored' && before === undefined && !isFull
    const items = batch.map(pick)
    const task = { config, before: before ?? parent, items, coldTo } as Sources[K]['task']
    before = link(batch.at(-1)!)
    const verdicts = isHere ? verifyTask(source, task) : await verifiers.verify(source, task, name(batch))
    return { batch, failure, ...(verdicts as Verdicts<VerdictOf<K>>) }
  }
  const batches = prefetch(inBatches(items, sizeOf), () => 2 * verifiers.count + 1, start)
  for await (const { batch, blocks, fault, failure } of batches) {
    for (const [index, verdict] of blocks.entries()) yield { item: batch[index]!, verdict }
    if (fault) throw explain(toError(fault), batch[blocks.length]!)
    if (failure) throw failure.cause
  }
}

interface ItemBatch<I> {
  readonly batch: readonly I[]
  readonly isFull: boolean
  readonly failure?: { readonly cause: unknown }
}

async function* inBatches<I>(
  items: Iterable<I> | AsyncIterable<I>,
  sizeOf: (item: I) => number,
): AsyncGenerator<ItemBatch<I>> {
  let batch: I[] = []
  let bytes = 0
  try {
    for await (const item of items) {
      batch.push(item)
      bytes += sizeOf(item)
      if (batch.length < BATCH_ITEMS && bytes < BATCH_BYTES) continue
      yield { batch, isFull: true }
      batch = []
      bytes = 0
    }
  } catch (cause) {
    return yield { batch, isFull: false, failure: { cause } }
  }
  yield { batch, isFull: false }
}
