import { dirname } from 'node:path'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName, ProofKind } from '@lectern/consensus'
import type { ProofRoots } from '../archive/proofs/block-proofs.ts'
import { type Era, inspectEra, readEra } from '../archive/era.ts'
import { type BlockRange, checkEnd, checkRange, isInRange, pickEras } from './block-range.ts'
import { type Checksums, checkSum, readChecksums } from '../archive/checksums.ts'
import { ITEM_LIMIT, showPaths } from '../archive/rlp-file.ts'
import { useFastEngine } from '../engine.ts'
import { verifyEras } from '../verify/verify-blocks.ts'
import { createVerifiers } from '../verify/verifiers.ts'
import { boundsOfEra, type EraFile, findEraFiles } from '../archive/eras.ts'
import { archiveError, HistoryError } from '../error.ts'
import type { ImportOptions, ImportProgress } from './import-chain.ts'
import {
  createSums,
  type ImportResult,
  ingest,
  isHead,
  isStored,
  lastCold,
  leavesGap,
  withProgress,
} from './ingest.ts'
import { knownAccumulators, knownProofRoots } from '../archive/proofs/networks.ts'
import { type ChainIdentity, type Grounds, readHead, type Store } from '../store/interface.ts'
import { type Forkchoice, highest, missedHead, trustBlock, trustMet } from './trust.ts'

export interface EraImportOptions
  extends Forkchoice, BlockRange, Pick<ImportOptions, 'store' | 'batch' | 'hot' | 'signal'> {
  /** Paths of era files, or of folders of them. */
  readonly sources: readonly string[]
  /** The chain of the blocks: its id and blob prices, and its genesis hash for block 0. */
  readonly chain: ChainIdentity
  /** Trusted accumulator roots of eras from 0 on: each vouches for the last block that it counts. @default the chain's built-in ones */
  readonly accumulators?: readonly Uint8Array[]
  /** Roots at the end of proofs in ere files, which vouch for the last proven block. @default accumulators and built-in roots */
  readonly proofs?: ProofRoots
  /** The most bytes of one part of a block. @default 32 MiB */
  readonly limit?: number
  /** The number of threads that verify blocks; 0: this thread alone. @default the number of cores */
  readonly workers?: number
  readonly onProgress?: (progress: Omit<ImportProgress, 'fork'>) => void
}

/**
 * Verifies the blocks of era files, and adds those that are not stored, without execution. An empty store may begin with any block.
 *
 * All parts of a file must agree, and with a `checksums.txt` in its folder, before any of its blocks is written. An interrupted import
 * resumes after the last stored block.
 *
 * @throws HistoryError `archive`, `genesis`, `conflict`, `parent`, `range`, or `head`, also for an untrusted accumulator; ChainError for a block
 * @example
 * await importEras({ store, chain: networks.mainnet, sources: ['./era1'] })
 */
export async function importEras(options: EraImportOptions): Promise<ImportResult> {
  const files = pickEras(await findEraFiles(options.sources), options)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const reaches = boundsOfEra(files.at(-1)!.era).first
  const result = await importEraFiles(files, { ...options, total: () => total, reaches })
  const { head } = options
  if (head !== undefined && result.anchor === null)
    throw await missedHead(`block of ${showPaths(files.map(({ path }) => path))}`, head, options.store)
  return { ...result, head: result.head! }
}

export type EraTerms = Omit<EraImportOptions, 'sources'> & {
  /** Estimates the bytes of all files from the number and bytes of those so far. */
  readonly total: (files: number, bytes: number) => number
  /** A block that the last file reaches. */
  readonly reaches: bigint
}

/** Imports era files one by one, as `importEras` does. `anchor` is null if no block has the trusted hash, `head` without files. */
export async function importEraFiles(
  files: Iterable<EraFile> | AsyncIterable<EraFile>,
  options: EraTerms,
): Promise<Omit<ImportResult, 'head'> & { readonly head: BlockName | null }> {
  const { store, chain, head, batch, hot, signal, onProgress, limit = ITEM_LIMIT } = options
  checkRange(options, await readHead(store))
  await useFastEngine()
  const sums = createSums()
  let anchor: bigint | null = null
  let proven: bigint | null = null
  let before: Era | undefined
  let end: BlockName | undefined // of the range
  let count = 0
  let read = 0
  const folders = new Map<string, Checksums | undefined>() // thousands of files may lie in one
  const accumulators = options.accumulators ?? (await knownAccumulators(chain))
  const proofs = options.proofs ?? (await knownProofRoots(chain, accumulators))
  const grounds: Grounds = options.accumulators ? 'accumulator' : 'built-in'
  await using verifiers = createVerifiers(options.workers)
  for await (const file of files) {
    const folder = dirname(file.path)
    if (!folders.has(folder)) folders.set(folder, await readChecksums(folder))
    const listed = folders.get(folder)
    if (listed) await checkSum(file.path, listed, signal)
    let met: bigint | undefined
    const onHeader = async (number: bigint, hash: Uint8Array) => {
      if (isHead(options, hash) && isInRange(number, options)) met = number
      if (number === options.to) end = { number, hash }
      await isStored(store, file.path, number, hash)
      if (number === 0n && !equalBytes(hash, chain.genesisHash))
        throw new HistoryError(
          'genesis',
          `block 0 of ${file.path} is ${toHex(hash)}, but the genesis block is ${toHex(chain.genesisHash)}.`,
        )
    }
    const era = await inspectEra(file, { limit, signal, proofs, onHeader })
    await checkFollows(era, before, store)
    const vouched = [
      { block: findVouched(file, era, accumulators), grounds },
      { block: era.proven, grounds: groundsOf(era.proven?.kind, grounds) },
    ]
    const total = options.total((count += 1), read + file.size)
    try {
      await importEra(era, total)
    } catch (error) {
      await trustMet(options, met).catch(() => {}) // the fault that came first is the one to report
      throw error
    }
    await trustMet(options, met)
    anchor = met ?? anchor
    const stored = await readHead(store)
    for (const { block, grounds } of vouched) {
      // The grounds of a block of the file are those of its ancestors, too.
      const top = end && block && end.number < block.number ? end : block
      if (!top || !stored || top.number < stored.lowest || top.number > stored.number) continue
      await trustBlock(store, { number: top.number, hash: top.hash, grounds })
      proven = highest(proven, top.number)
    }
    before = era
    read += file.size
  }
  if (before) checkEnd(before.path, before.last, options)
  const isMissed = head !== undefined && anchor === null
  return {
    ...sums,
    head: before ? (end ?? { number: before.last, hash: before.hash }) : null,
    anchor: isMissed ? null : proven === null ? anchor : highest(anchor, proven),
  }

  async function importEra(era: Era, total: number): Promise<void> {
    const { path } = era
    const [first, last] = [highest(options.from ?? null, era.first), end?.number ?? era.last]
    const stored = await readHead(store)
    const from = stored === null || stored.number < first ? first : stored.number + 1n
    const lowest = stored?.lowest ?? 0n
    sums.stored += Number((from > last ? last + 1n : from) - (first < lowest ? lowest : first))
    if (from > last) return
    const parent = stored?.number === from - 1n ? { number: stored.number, hash: stored.hash } : null
    const reached = highest(options.reaches, era.last)
    const until = options.to !== undefined && options.to < reached ? options.to : reached
    const coldTo = lastCold(hot, until)
    const terms = { path, config: chain.config, parent, coldTo, limit, verifiers }
    const blocks = verifyEras(readEra(era, { from, to: last, signal }), terms)
    // The header after a block confirms it, or the accumulator counts it.
    const before = read
    const found = withProgress(blocks, (entries) => ({ read: before + entries.read, total }))
    await ingest(found, {
      store,
      source: path,
      from: options.from,
      sums,
      isConfirmed: true,
      batch,
      hot,
      end: until,
      signal,
      onProgress,
    })
  }
}

const groundsOf = (kind: ProofKind | undefined, accumulator: Grounds): Grounds =>
  kind === 'historicalRoots' ? 'historical-roots' : kind === 'accumulator' ? accumulator : 'summaries'

/** Returns the last block that a trusted accumulator vouches for; undefined if the era's is not known. */
function findVouched({ path, era }: EraFile, { accumulator }: Era, accumulators: readonly Uint8Array[]) {
  const trusted = accumulators[era]
  if (trusted === undefined || accumulator === undefined) return undefined
  if (equalBytes(trusted, accumulator.root)) return accumulator.last
  throw new HistoryError(
    'head',
    `${path} has the accumulator ${toHex(accumulator.root)}, but ${toHex(trusted)} is the trusted one of era ${era}.`,
  )
}

/** Checks that a file follows the stored blocks, and that its total difficulty continues that of the file before it. */
async function checkFollows(era: Era, before: Era | undefined, store: Store): Promise<void> {
  await using snapshot = await store.snapshot()
  if (snapshot.head === null) return
  const { path, first, last, parentHash, difficulty } = era
  const { number: top, lowest } = snapshot.head
  if (last < lowest)
    throw new HistoryError(
      'parent',
      `${path} holds blocks ${first} to ${last}, but the store begins with block ${lowest}: earlier blocks cannot be added to it.`,
    )
  if (first > top + 1n) throw leavesGap(path, first, top)
  const parent = first > lowest ? await snapshot.blockHash(first - 1n) : undefined
  if (parent && !equalBytes(parentHash, parent))
    throw new HistoryError(
      'parent',
      `${path} begins with block ${first}, which does not follow the stored block ${first - 1n} ${toHex(parent)}.`,
    )
  if (before?.last !== first - 1n || !difficulty || !before.difficulty) return
  if (difficulty.before !== before.difficulty.total)
    throw archiveError(
      `${path} begins with a total difficulty of ${difficulty.before}, but ${before.path} ends with ${before.difficulty.total}.`,
    )
}
