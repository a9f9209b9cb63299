import {
  type ChainConfig,
  ChainError,
  hashHeader,
  type Parent,
  toHex,
  type VerifiedBlock,
} from '@lectern/chain'
import { equalBytes, fromVerification } from '@lectern/chain/internal'
import { type EraEntries, keep } from '../archive/e2store.ts'
import type { Line } from '../archive/json-lines.ts'
import { rulesOf } from '../family.ts'
import { prefetch } from '../long-work.ts'
import { bytesOf, type StoredBlock } from '../store/interface.ts'
import { type Sources, verifyTask } from './tasks.ts'
import { fromVerdict, type Packed, toError, type Verdicts } from './verdicts.ts'
import type { Verifiers } from './verifiers.ts'

/** The threads that verify blocks, and the chain of the blocks. */
export interface VerifyOptions {
  readonly verifiers: Verifiers
  readonly config: ChainConfig
  /** The block before the first; null if the first is trusted. */
  readonly parent: Parent | null
  /** The last block to compress too. @default none is compressed */
  readonly coldTo?: bigint | undefined
}

/** A verified block, and what it was read from. */
export interface Verified<I> extends Packed {
  readonly item: I
  readonly block: VerifiedBlock
}

// Each of these verifies blocks in threads and yields them in order. It throws the first fault after the blocks before it.

/** Verifies the blocks of an era file, of at most `limit` bytes per part. */
export const verifyEras = (
  entries: AsyncIterable<EraEntries>,
  { path, limit, ...options }: VerifyOptions & { readonly path: string; readonly limit: number },
): AsyncGenerator<Verified<EraEntries>> =>
  verifyBatches(entries, options, {
    source: 'era',
    sizeOf: ({ header, body, receipts }) => header.data.length + body.data.length + receipts.data.length,
    pick: ({ number, header, body, receipts }) => ({ path, limit, number, header, body, receipts }),
    link: ({ header }) => ({ path, limit, header: keep(header) }),
    name: (batch) => `${path}: to verify blocks ${batch[0]!.number} to ${batch.at(-1)!.number}`,
    toBlock: (verdict) => fromVerdict(verdict, options.config),
  })

export const verifyLines = (
  lines: AsyncIterable<Line>,
  options: Omit<VerifyOptions, 'parent'>,
): AsyncGenerator<Verified<Line>> =>
  verifyBatches(
    lines,
    { ...options, parent: null },
    {
      source: 'lines',
      sizeOf: ({ bytes }) => bytes.length,
      pick: (line) => line,
      link: (line) => line,
      name: (batch) => `${batch.at(-1)!.path}: to verify ${batch.length} lines`,
      toBlock: (verdict) => fromVerdict(verdict, options.config),
    },
  )

/** Verifies stored blocks; this thread verifies a few. A ChainError has the number of its block. */
export const verifyStored = (
  blocks: Iterable<StoredBlock> | AsyncIterable<StoredBlock>,
  options: VerifyOptions,
): AsyncGenerator<Verified<StoredBlock>> =>
  verifyBatches(blocks, options, {
    source: 'stored',
    sizeOf: bytesOf,
    pick: ({ raw }) => raw,
    link: ({ raw }) => raw.header,
    name: (batch) => `to verify ${batch.length} blocks of the store`,
    toBlock: (verdict, { raw }) => fromVerification(raw, verdict, rulesOf(options.config)),
    explain,
  })

/** Adds a block's number to the error that it failed with. */
function explain(error: Error, { number, hash, raw }: StoredBlock): Error {
  if (!(error instanceof ChainError)) return error
  const found = hashHeader(raw.header) // a damaged header may have a further field
  if (error.check === 'unsupported' && !equalBytes(found, hash)) {
    const message = `block ${number}: its header hashes to ${toHex(found)}, not ${toHex(hash)}.`
    return new ChainError('header', message, { number })
  }
  if (error.number !== undefined) return error
  return new ChainError(error.check, `block ${number}: ${error.message}`, { number })
}

type BatchSource = Exclude<keyof Sources, 'replies'>
type VerdictOf<K extends BatchSource> = Sources[K]['verdicts']['blocks'][number]

interface BatchRules<I, K extends BatchSource> {
  readonly source: K
  readonly sizeOf: (item: I) => number
  /** Returns the part of an item that a thread verifies. */
  readonly pick: (item: I) => Sources[K]['task']['items'][number]
  /** Returns the part that has the header: the next block is its child. */
  readonly link: (item: I) => Sources[K]['task']['before']
  readonly name: (batch: readonly I[]) => string
  readonly toBlock: (verdict: VerdictOf<K>, item: I) => VerifiedBlock
  /** Adds a property of the item to the error that it failed with. */
  readonly explain?: (error: Error, item: I) => Error
}

/** Verifies items in batches, at most 2 × threads + 1 in flight. Throws the error of reading after the items before it. */
async function* verifyBatches<I, K extends BatchSource>(
  items: Iterable<I> | AsyncIterable<I>,
  { verifiers, config, parent, coldTo }: VerifyOptions,
  { source, sizeOf, pick, link, name, toBlock, explain = (error) => error }: BatchRules<I, K>,
): AsyncGenerator<Verified<I>> {
  let before: Sources[K]['task']['before'] | undefined
  const start = async ({ batch, isFull, failure }: Batch<I>) => {
    if (batch.length === 0) return { batch, blocks: [], failure }
    // Stored blocks were verified before: few of them are safe in this thread.
    const isHere = source === 'stored' && before === undefined && !isFull
    const task = { config, before: before ?? parent, items: batch.map(pick), coldTo } as Sources[K]['task']
    before = link(batch.at(-1)!)
    const verdicts = isHere ? verifyTask(source, task) : await verifiers.verify(source, task, name(batch))
    return { batch, failure, ...(verdicts as Verdicts<VerdictOf<K>>) }
  }
  const batches = prefetch(inBatches(items, sizeOf), () => 2 * verifiers.count + 1, start)
  for await (const { batch, blocks, fault, failure } of batches) {
    for (const [index, verdict] of blocks.entries()) {
      const [item, { frames }] = [batch[index]!, verdict]
      yield { item, block: toBlock(verdict, item), ...(frames && { frames }) }
    }
    if (fault) throw explain(toError(fault), batch[blocks.length]!)
    if (failure) throw failure.cause
  }
}

interface Batch<I> {
  readonly batch: readonly I[]
  readonly isFull: boolean
  readonly failure?: { readonly cause: unknown }
}

async function* inBatches<I>(items: Iterable<I> | AsyncIterable<I>, sizeOf: (item: I) => number) {
  let batch: I[] = []
  let bytes = 0
  let failure: Batch<I>['failure']
  try {
    for await (const item of items) {
      batch.push(item)
      bytes += sizeOf(item)
      if (batch.length < BATCH_ITEMS && bytes < BATCH_BYTES) continue
      yield { batch, isFull: true }
      ;[batch, bytes] = [[], 0]
    }
  } catch (cause) {
    failure = { cause }
  }
  yield { batch, isFull: false, ...(failure && { failure }) }
}

// Enough for a thread that the transfer costs little, and few enough that those in flight are small.
const BATCH_ITEMS = 128
const BATCH_BYTES = 2 ** 19
