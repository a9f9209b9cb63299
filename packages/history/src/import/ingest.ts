import { ChainError, type Check, toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import { archiveError, HistoryError } from '../error.ts'
import { createBreather } from '../long-work.ts'
import { bytesOf, readHead, type Store } from '../store/interface.ts'
import { type BlockRange, checkEnd, isInRange, ofRange } from './block-range.ts'
import type { Packed } from '../verify/verdicts.ts'
import type { Verified } from '../verify/verify-blocks.ts'
import { compactStore } from './compact-store.ts'
import { describeTrust, type Forkchoice, trustMet } from './trust.ts'
import { countOf } from '../store/cold/compression.ts'

/** When blocks are written: after this many, or after this many bytes of blocks and receipts. */
export interface BatchLimits {
  readonly blocks: number
  readonly bytes: number
}

/** The default limits of a batch: they bound the memory of an import, and what an interruption loses. */
export const defaultBatchLimits: BatchLimits = { blocks: 256, bytes: 8 * 2 ** 20 }

/** Sums over the blocks so far. */
export interface ImportSums {
  /** Blocks that were added, and blocks of the source that were stored already. */
  readonly added: number
  readonly stored: number
  readonly transactions: number
  readonly gas: bigint
}

export interface ImportResult extends ImportSums {
  /** The source's last block. */
  readonly head: BlockName
  /** The number of the trusted head; null if none was given. */
  readonly anchor: bigint | null
}

/** A verified block of a source, or the name of one that the store must have, and the progress to report. */
export interface SourceBlock<P> extends Packed {
  readonly block: VerifiedBlock | BlockName
  readonly progress: P
}

export async function* withProgress<I, P>(
  blocks: AsyncIterable<Verified<I>>,
  progressAt: (item: I) => P,
): AsyncGenerator<SourceBlock<P>> {
  for await (const { item, ...block } of blocks) yield { ...block, progress: progressAt(item) }
}

export interface IngestOptions<P> extends Forkchoice, BlockRange {
  readonly store: Store
  readonly source: string
  readonly batch?: Partial<BatchLimits> | undefined
  readonly hot?: number | undefined
  /** A block that the source reaches: those that `lastCold` names come with frames. @default unknown */
  readonly end?: bigint | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: P & ImportSums & BlockName) => void) | undefined
  readonly sums?: Mutable<ImportSums>
  /** Whether all stored blocks were executed. */
  readonly isExecuted?: boolean
  /** Whether something confirms each block before it comes. */
  readonly isConfirmed?: boolean
  /** Whether a block is at fault, rather than the one after it, which names another parent. @default it is */
  readonly isBlamed?: (number: bigint) => Promise<boolean>
}

/** Returns the last block that is cold at once, if all but the newest `hot` up to a block are; undefined if none is. */
export const lastCold = (hot: number | undefined, end: bigint | undefined): bigint | undefined =>
  hot === undefined || end === undefined ? undefined : end - BigInt(hot)

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export const createSums = (): Mutable<ImportSums> => ({ added: 0, stored: 0, transactions: 0, gas: 0n })

/** Adds the blocks of a source that are not stored. The next block or the trusted hash confirms one; after an error a doubtful last one is dropped. */
export async function ingest<P extends object>(
  blocks: AsyncIterable<SourceBlock<P>>,
  options: IngestOptions<P>,
): Promise<ImportResult> {
  const { store, source, signal, onProgress, isConfirmed = false, sums = createSums() } = options
  const before = await readHead(store)
  const batch = createBatch(options)
  const breathe = createBreather(signal)
  let last: BlockName | undefined
  let anchor: bigint | null = null
  try {
    for await (const { block, progress, frames } of blocks) {
      const { number, hash } = block
      if (!('transactions' in block) || (before && number <= before.number)) {
        if ((await isStored(store, source, number, hash)) && isInRange(number, options)) sums.stored++
      } else {
        if (before && last === undefined && number > before.number + 1n)
          throw leavesGap(source, number, before.number)
        if (!before && last === undefined && options.from !== undefined && number > options.from)
          throw new HistoryError(
            'range',
            `${source} begins with block ${number}, but the range is${ofRange(options)}; nothing was added.`,
          )
        await batch.add(block, frames)
        sums.added++
        sums.transactions += countOf(block, frames)
        sums.gas += block.header.gasUsed
      }
      last = { number, hash }
      if (isHead(options, hash) && isInRange(number, options)) anchor = number
      onProgress?.({ ...progress, ...sums, number, hash })
      await breathe()
    }
  } catch (error) {
    if (last && !isConfirmed && (await isDoubtful(error, last.number, anchor, options))) batch.drop()
    await batch.end()
    await trustMet(options, anchor).catch(() => {}) // the fault that came first is the one to report
    throw error
  }
  if (last === undefined) throw archiveError(`${source} holds no block${ofRange(options)}.`)
  if (before && last.number < before.lowest)
    throw new HistoryError(
      'parent',
      `${source} ends with block ${last.number}, but the store begins with block ${before.lowest}: earlier blocks cannot be added to it.`,
    )
  if (options.head !== undefined && anchor === null) batch.drop()
  await batch.end()
  return await settleHead({ ...sums, head: last, anchor }, options)
}

/** Trusts the head that an import met. Throws HistoryError `head` if it met none, `range` if the source ended early. */
export async function settleHead(
  result: ImportResult,
  options: Forkchoice & BlockRange & Pick<IngestOptions<never>, 'store' | 'source'>,
): Promise<ImportResult> {
  const { store, source, head } = options
  const { added, anchor } = result
  const { number, hash } = result.head
  if (head !== undefined && anchor === null)
    throw new HistoryError(
      'head',
      `${source} ends with block ${number} ${toHex(hash)}, and no block of it${ofRange(options)} has the trusted hash ${toHex(head)}; ` +
        (added > 0
          ? `block ${number} was not stored, and the blocks before it are ${await describeTrust(store)}.`
          : 'nothing was added.'),
    )
  await trustMet(options, anchor)
  checkEnd(source, number, options)
  return result
}

/** Creates a batch of blocks: each confirms the one before it, and the last one waits. */
function createBatch({ store, batch, hot, end, isExecuted, signal }: IngestOptions<never>) {
  const limits = { ...defaultBatchLimits, ...batch }
  let blocks: VerifiedBlock[] = []
  let frames: NonNullable<Packed['frames']>[] = []
  let bytes = 0
  let moving: Promise<void> | undefined
  async function write(): Promise<void> {
    const [ready, packed, last] = [blocks, frames, blocks.at(-1)]
    ;[blocks, frames, bytes] = [[], [], 0]
    if (last === undefined) return
    await moving
    await store.commit({
      blocks: ready,
      ...(packed.length > 0 && { frames: packed }),
      ...(isExecuted && { executed: last.number }),
    })
    if (hot === undefined || signal?.aborted) return
    const coming = end === undefined ? 0 : Number(end - last.number)
    moving = compactStore(store, { hot: Math.max(0, hot - coming), signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
    moving.catch(() => {}) // thrown by the next write
  }
  return {
    async end(): Promise<void> {
      await write()
      await moving
    },
    async add(block: VerifiedBlock, own: Packed['frames']): Promise<void> {
      if (blocks.length >= limits.blocks || bytes >= limits.bytes) await write()
      blocks.push(block)
      if (own) frames.push(own) // the oldest blocks have them, if any
      bytes += bytesOf(block, own)
    },
    drop: () => void blocks.pop(),
  }
}

/** Returns whether an error leaves the last block unconfirmed, or contradicts it. */
async function isDoubtful(
  error: unknown,
  number: bigint,
  anchor: bigint | null,
  { head, isBlamed = async () => true }: Pick<IngestOptions<never>, 'head' | 'isBlamed'>,
): Promise<boolean> {
  if (number === anchor) return false
  const isChainError = error instanceof ChainError
  const code = error instanceof HistoryError ? error.code : undefined
  if (isChainError ? links.has(error.check) : code === 'parent') return isBlamed(number)
  if (isChainError || code === 'block') return false // it is of the next block, which names this one as its parent
  return head !== undefined && anchor === null
}

const links: ReadonlySet<Check> = new Set(['number', 'parentHash'])

export function isHead({ head }: Pick<Forkchoice, 'head'>, hash: Uint8Array): boolean {
  return head !== undefined && equalBytes(hash, head)
}

/** Returns whether a block of a source is stored. Throws HistoryError `conflict` if its number has another hash. */
export async function isStored(
  store: Pick<Store, 'snapshot'>,
  source: string,
  number: bigint,
  hash: Uint8Array,
): Promise<boolean> {
  await using snapshot = await store.snapshot() // a source may take hours, so each look has its own
  const stored = await snapshot.blockHash(number)
  if (stored === undefined || equalBytes(stored, hash)) return stored !== undefined
  throw new HistoryError(
    'conflict',
    `block ${number} of ${source} is ${toHex(hash)}, but the store holds ${toHex(stored)} under that number.`,
  )
}

export const leavesGap = (source: string, first: bigint, top: bigint): HistoryError =>
  new HistoryError(
    'parent',
    `${source} begins with block ${first}, but the store holds blocks up to ${top}: block ${top + 1n} must come next.`,
  )
