import { dirname } from 'node:path'
import { type Parent, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { ProofKind } from '@lectern/consensus'
import type { ProofRoots } from '../archive/proofs/block-proofs.ts'
import type { Era } from '../archive/era.ts'
import { type Checksums, checkSum, readChecksums } from '../archive/checksums.ts'
import { ITEM_LIMIT } from '../archive/rlp-file.ts'
import { useFastEngine } from '../engine.ts'
import { verifyEras } from '../verify/verify-blocks.ts'
import { createVerifiers, type Verifiers } from '../verify/verifiers.ts'
import { type EraFile, eraFormats, findEraFiles } from '../archive/eras.ts'
import { HistoryError } from '../error.ts'
import type { ImportOptions, ImportProgress } from './import-chain.ts'
import {
  createSums,
  type ImportResult,
  ingest,
  isHead,
  isStored,
  leavesGap,
  type SourceBlock,
} from './ingest.ts'
import { knownAccumulators, knownProofRoots } from '../archive/proofs/networks.ts'
import { type ChainIdentity, type Grounds, readHead, type Store } from '../store/interface.ts'
import { type Forkchoice, highest, missedHead, trustBlock, trustMet } from './trust.ts'

/** Options of an import of era files. */
export interface EraImportOptions extends Forkchoice, Pick<ImportOptions, 'store' | 'batch' | 'signal'> {
  /** Paths of era files, or of folders of them. */
  readonly sources: readonly string[]
  /** The chain of the blocks: its id and blob prices, and its genesis hash for block 0. */
  readonly chain: ChainIdentity
  /**
   * The 32-byte accumulator roots of eras from 0 on, from a source you trust. Each vouches for the last block that it counts.
   * @default mainnet's for mainnet, none for other chains
   */
  readonly accumulators?: readonly Uint8Array[]
  /**
   * The roots that proofs of ere files end at. Each vouches for the last block that they prove.
   * @default the accumulators and, of mainnet, its historical roots
   */
  readonly proofs?: ProofRoots
  /** The most bytes of one part of a block. @default 32 MiB */
  readonly limit?: number
  /** The number of threads that verify blocks; 0: this thread alone. @default the number of cores */
  readonly workers?: number
  /** Called for each block. */
  readonly onProgress?: (progress: Omit<ImportProgress, 'fork'>) => void
}

/**
 * Verifies the blocks of era files, and adds those that are not stored, without executing them.
 *
 * Headers, difficulties, accumulator, index and name of a file must agree before any of its blocks is written. A file must have the
 * SHA-256
 * that a `checksums.txt` in its folder states. An empty store may begin with any file; the next ones must follow. An interrupted import
 * resumes after the last stored block.
 *
 * @throws HistoryError: `archive` naming file and byte, `genesis`, `conflict`, `parent`, `head` also for an untrusted accumulator
 * @throws ChainError for a block that fails verification; the blocks before it stay
 * @example
 * await importEras({ store, chain: networks.mainnet, sources: ['./era1'] })
 */
export async function importEras(options: EraImportOptions): Promise<ImportResult> {
  const files = await findEraFiles(options.sources)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const { anchor, first, last, ...result } = await importEraFiles(files, { ...options, total: () => total })
  const { head } = options
  if (head !== undefined && anchor === null)
    throw await missedHead(`block of ${first}${first === last ? '' : ` to ${last}`}`, head, options.store)
  return { ...result, head: result.head!, anchor }
}

/** Options of an import of era files, without the files. */
export type EraTerms = Omit<EraImportOptions, 'sources'> & {
  /** Estimates the bytes of all files from the number and bytes of those so far. */
  readonly total: (files: number, bytes: number) => number
}

/** The result of an import of era files: also the paths of the first and the last; undefined without files. */
export type EraFilesResult = Omit<ImportResult, 'head'> & {
  readonly head: ImportResult['head'] | undefined
  readonly first: string | undefined
  readonly last: string | undefined
}

/** Imports era files one by one, as `importEras` does. `anchor` is null if no block has the trusted hash. */
export async function importEraFiles(
  files: Iterable<EraFile> | AsyncIterable<EraFile>,
  options: EraTerms,
): Promise<EraFilesResult> {
  const { store, head } = options
  await useFastEngine()
  const sums = createSums()
  let anchor: bigint | null = null
  let proven: bigint | null = null
  let first: string | undefined
  let before: Era | undefined
  let count = 0
  let read = 0
  const folders = new Map<string, Checksums | undefined>() // thousands of files may lie in one
  const accumulators = options.accumulators ?? (await knownAccumulators(options.chain))
  const proofs = options.proofs ?? (await knownProofRoots(options.chain, accumulators))
  const grounds: Grounds = options.accumulators ? 'accumulator' : 'built-in'
  await using verifiers = createVerifiers(options.workers)
  for await (const file of files) {
    const folder = dirname(file.path)
    if (!folders.has(folder)) folders.set(folder, await readChecksums(folder))
    const listed = folders.get(folder)
    if (listed) await checkSum(file.path, listed, options.signal)
    let met: bigint | undefined
    const era = await inspect(file, { ...options, ...(proofs && { proofs }) }, (number) => (met = number))
    await checkFollows(era, before, store)
    const vouched = [
      { block: findVouched(file, era, accumulators), grounds },
      { block: era.proven, grounds: groundsOf(era.proven?.kind, grounds) },
    ]
    const total = options.total((count += 1), read + file.size)
    try {
      await importEra({ file, era, options, verifiers, sums, read, total })
    } catch (error) {
      await trustMet(options, met).catch(() => {}) // the fault that came first is the one to report
      throw error
    }
    await trustMet(options, met)
    anchor = met ?? anchor
    for (const { block, grounds } of vouched)
      if (block) {
        await trustBlock(store, { number: block.number, hash: block.hash, grounds })
        proven = highest(proven, block.number)
      }
    first ??= file.path
    before = era
    read += file.size
  }
  const isMissed = head !== undefined && anchor === null
  return {
    ...sums,
    head: before && { number: before.last, hash: before.hash },
    anchor: isMissed ? null : proven === null ? anchor : highest(anchor, proven),
    first,
    last: before?.path,
  }
}

/** Returns why a proven block is trusted. */
const groundsOf = (kind: ProofKind | undefined, accumulator: Grounds): Grounds =>
  kind === 'historicalRoots' ? 'historical-roots' : kind === 'accumulator' ? accumulator : 'summaries'

/** Returns the last block that a trusted accumulator vouches for; undefined if the era's is not known. */
function findVouched(
  { path, era }: EraFile,
  { accumulator }: Era,
  accumulators: readonly Uint8Array[],
): { number: bigint; hash: Uint8Array } | undefined {
  const trusted = accumulators[era]
  if (trusted === undefined || accumulator === undefined) return undefined
  if (equalBytes(trusted, accumulator.root)) return accumulator.last
  throw new HistoryError(
    'head',
    `${path} has the accumulator ${toHex(accumulator.root)}, but ${toHex(trusted)} is the trusted one of era ${era}.`,
  )
}

interface Part {
  readonly file: EraFile
  readonly era: Era
  readonly options: EraTerms
  readonly verifiers: Verifiers
  readonly sums: ReturnType<typeof createSums>
  readonly read: number
  readonly total: number
}

async function importEra(part: Part): Promise<void> {
  const { era, file, sums } = part
  const { store, batch, signal, onProgress } = part.options
  const head = await readHead(store)
  const from = head === null || head.number < era.first ? era.first : head.number + 1n
  const lowest = head?.lowest ?? 0n
  const start = era.first < lowest ? lowest : era.first
  sums.stored += Number((from > era.last ? era.last + 1n : from) - start)
  if (from > era.last) return
  const parent = head?.number === from - 1n ? { number: head.number, hash: head.hash } : null
  await ingest(readEra(part, from, parent), {
    store,
    source: file.path,
    sums,
    isConfirmed: true, // the header after a block names it, or the accumulator counts it
    batch,
    signal,
    onProgress,
  })
}

/** Verifies the blocks of a file from a number on. */
async function* readEra(
  { file, era, options, verifiers, read, total }: Part,
  from: bigint,
  parent: Parent | null,
): AsyncGenerator<SourceBlock<Pick<ImportProgress, 'read' | 'total'>>> {
  const { chain, signal, limit = ITEM_LIMIT } = options
  const entries = eraFormats[file.format].read(era, { from, signal })
  const terms = { path: file.path, config: chain.config, parent, limit, verifiers }
  for await (const { block, read: blockRead } of verifyEras(entries, terms))
    yield { number: block.number, hash: block.hash, block, progress: { read: read + blockRead, total } }
}

/** Inspects a file, compares it with the store, and calls `found` with the block that has the trusted hash. */
async function inspect(
  { path, format }: EraFile,
  options: EraTerms,
  found: (number: bigint) => void,
): Promise<Era> {
  const { store, limit, signal, proofs } = options
  return await eraFormats[format].inspect(path, {
    ...(limit !== undefined && { limit }),
    ...(signal && { signal }),
    proofs,
    async onHeader(number, hash) {
      if (isHead(options, hash)) found(number)
      await isStored(store, path, number, hash)
      if (number === 0n && !equalBytes(hash, options.chain.genesisHash))
        throw new HistoryError(
          'genesis',
          `block 0 of ${path} is ${toHex(hash)}, but the genesis block is ${toHex(options.chain.genesisHash)}.`,
        )
    },
  })
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
    throw new HistoryError(
      'archive',
      `${path} begins with a total difficulty of ${difficulty.before}, but ${before.path} ends with ${before.difficulty.total}.`,
    )
}
