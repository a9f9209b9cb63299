import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeHeader, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import { ERA_BLOCKS, type EraName, listEraFiles, readEraName } from '../archive/eras.ts'
import { proveByAccumulator, writeEra1, writeEre } from '../archive/era-writers.ts'
import { writeNewFile, type WrittenFile } from '../archive/file-writer.ts'
import { createBreather } from '../long-work.ts'
import type { BlockRange } from '../import/block-range.ts'
import { useFastEngine } from '../engine.ts'
import { openChecksumList } from './checksum-list.ts'
import { renameDurably, makeFolder } from '../folder.ts'
import { archiveError, HistoryError } from '../error.ts'
import { readHead, type Store } from '../store/interface.ts'
import {
  hasBlock,
  type RangeOptions,
  readBlocks,
  readHeaders,
  readHeader,
  readRange,
  replaced,
} from '../store/read-range.ts'

/** Options of an export. */
export interface EraExportOptions extends BlockRange {
  readonly store: Store
  readonly format: EraName['format']
  /** Made if it does not exist. */
  readonly folder: string
  /** The first part of the files' names. */
  readonly network: string
  /** Total difficulty of all blocks before the first. @default their sum, if all are stored */
  readonly difficultyBefore?: bigint
  /** Whether files of the same eras may be replaced. @default false */
  readonly overwrite?: boolean
  /** Whether ere files of full eras before the merge have proofs: 500 B more per block. @default false */
  readonly proofs?: boolean
  readonly signal?: AbortSignal
  /** Called for each block in each pass, of which an ere file takes three. `share` grows from 0 to 1. */
  readonly onProgress?: (progress: { readonly number: bigint; readonly share: number }) => void
}

/** A file that was written. */
export interface ExportedEra extends WrittenFile {
  readonly path: string
  readonly first: bigint
  readonly last: bigint
}

/**
 * Writes the blocks of a store as era files of up to 8,192 blocks, and continues the `checksums.txt` of the folder. A file has its name
 * only when it is complete and on the disk.
 *
 * @throws HistoryError `missing`, or `archive` for an existing file, or blocks that the format cannot express. The files before it stay.
 * @example
 * await exportEras({ store, format: 'ere', folder: './eras', network: 'mainnet' })
 */
export async function exportEras(options: EraExportOptions): Promise<ExportedEra[]> {
  const { store, format, folder, onProgress, signal } = options
  const { family } = store.chain?.config ?? {}
  if (family)
    throw archiveError(
      `Era files hold blocks of Ethereum, and the store is of the family ${family}: its format is jsonl.`,
    )
  await useFastEngine()
  const { from, to } = await findRange(options)
  await makeFolder(folder)
  const present = await findPresent(options, from, to)
  const list = await openChecksumList(folder, options, ({ path }) => !present.includes(path))
  const written: ExportedEra[] = []
  let [total, before] = [await findDifficulty(options, from), await findBlock(store, from - 1n)]
  for (let first = from; first <= to; first = eraEnd(first) + 1n) {
    await checkFollows(store, before)
    const last = eraEnd(first) < to ? eraEnd(first) : to
    const replaced = present.filter((path) => readEraName(path)!.era === Number(eraOf(first)))
    const part = join(folder, `${options.network}-${eraOf(first)}.${format}.part`)
    let pass = 0
    const reading = { store, from: first, to: last, after: before }
    const source = createPasses(reading, (number) => {
      signal?.throwIfAborted()
      const blocks = Number(number - first) + pass * Number(last - first + 1n)
      const done = blocks / passes[format]
      if (number === last) pass++
      const share = (Number(first - from) + done) / Number(to - from + 1n)
      onProgress?.({ number: first + BigInt(Math.floor(done)), share })
    })
    const { name, totalDifficulty, sha256, size } = await writeEra(part, options, source, total)
    const path = join(folder, `${options.network}-${name}`)
    await list.put(path, sha256)
    await renameDurably(part, path)
    const gone = replaced.filter((other) => other !== path)
    for (const other of gone) await rm(other)
    await list.drop(gone)
    written.push({ path, first, last, size, sha256 })
    ;[total, before] = [totalDifficulty, source.last()]
  }
  return written
}

/** How often a format reads its blocks: an ere file has columns of headers, bodies and receipts. */
const passes: Readonly<Record<EraName['format'], number>> = { era1: 1, ere: 3 }

const writeEra = (
  part: string,
  { format, proofs = false }: EraExportOptions,
  source: ReturnType<typeof createPasses>,
  before: bigint,
): Promise<WrittenFile & { name: string; totalDifficulty: bigint }> =>
  writeNewFile(part, async (write) => {
    if (format === 'era1') return writeEra1(source.blocks(), before, write)
    const prove = proofs ? proveByAccumulator : undefined
    const { totalDifficulty, isProven } = await writeEre(source, before, write, prove)
    const { number, hash } = source.last()!
    const name = `${eraOf(number)}-${toHex(hash.subarray(0, 4)).slice(2)}${isProven ? '' : '-noproofs'}.ere`
    return { name, totalDifficulty }
  })

function createPasses(
  { store, ...range }: Pick<EraExportOptions, 'store'> & Omit<RangeOptions<BlockName>, 'read'>,
  onBlock: (number: bigint) => void,
) {
  let last: BlockName | undefined
  async function* pass<T extends BlockName, U>(read: RangeOptions<T>['read'], pick: (block: T) => U) {
    let end: BlockName | undefined
    for await (const block of readRange(store, { ...range, read })) {
      onBlock(block.number)
      yield pick(block)
      end = { number: block.number, hash: block.hash }
    }
    if (last && !equalBytes(end!.hash, last.hash)) throw replaced(last.number)
    last = end
  }
  return {
    headers: () => pass(readHeaders, ({ header }) => header),
    blocks: () => pass(readBlocks, ({ raw }) => raw),
    last: () => last,
  }
}

export async function findRange({
  store,
  format,
  ...given
}: EraExportOptions): Promise<{ from: bigint; to: bigint }> {
  await using snapshot = await store.snapshot()
  const { head } = snapshot
  if (head === null) throw new HistoryError('missing', 'The store holds no block to export.')
  const { from = head.lowest, to = head.number } = given
  if (from > to)
    throw new HistoryError('missing', `block ${from} comes after block ${to}: nothing lies between.`)
  if (from < head.lowest || to > head.number)
    throw new HistoryError(
      'missing',
      `blocks ${from} to ${to} are asked for, but ${head.lowest} to ${head.number} are stored.`,
    )
  if (format === 'era1' && to > 0n && (await readHeader(snapshot, to)).difficulty === 0n)
    throw archiveError(
      `block ${to} comes after the merge, and era1 files end with it: write ere files instead.`,
    )
  return { from, to }
}

async function findBlock(store: Store, number: bigint) {
  await using snapshot = await store.snapshot()
  const hash = await snapshot.blockHash(number)
  return hash && { number, hash }
}

/** A reorg must not make files of two chains. */
async function checkFollows(store: Store, before: BlockName | undefined): Promise<void> {
  if (before === undefined) return
  await using snapshot = await store.snapshot()
  if (await hasBlock(snapshot, before)) return
  const { number, hash } = before
  throw new HistoryError(
    'conflict',
    `block ${number} was ${toHex(hash)}, and was replaced or taken away meanwhile: export the files up to block ${number} again.`,
  )
}

/** Returns the total difficulty before a block: the sum if all blocks are stored, else the given one. */
async function findDifficulty({ store, format, difficultyBefore, signal }: EraExportOptions, from: bigint) {
  const lowest = (await readHead(store))?.lowest ?? 0n
  if (lowest > 0n) {
    if (difficultyBefore !== undefined) return difficultyBefore
    await using snapshot = await store.snapshot()
    if (format === 'ere' && (await readHeader(snapshot, from)).difficulty === 0n) return 0n // such a file has no difficulty
    throw archiveError(
      `the store begins with block ${lowest}, so the total difficulty before block ${from} must be given.`,
    )
  }
  const breathe = createBreather(signal)
  let sum = 0n
  for await (const { number, header } of readRange(store, { from: 0n, to: from - 1n, read: readHeaders })) {
    await breathe()
    const { difficulty } = decodeHeader(header)
    if (number > 0n && difficulty === 0n) break
    sum += difficulty
  }
  if (difficultyBefore === undefined || difficultyBefore === sum) return sum
  throw archiveError(
    `the total difficulty before block ${from} is ${sum}, not ${difficultyBefore}: all blocks from 0 on are stored.`,
  )
}

/** Returns the existing files of the eras of a range. Throws HistoryError `archive` unless they may be replaced. */
async function findPresent(
  { folder, format, network, overwrite = false }: EraExportOptions,
  from: bigint,
  to: bigint,
): Promise<string[]> {
  const files = await listEraFiles(folder)
  const stranger = files.find((file) => file.format !== format || file.network !== network)
  if (stranger)
    throw archiveError(
      `${stranger.path} is there already: a folder holds one kind of files of one network, or nobody can read its checksums.txt.`,
    )
  const [first, last] = [Number(eraOf(from)), Number(eraOf(to))]
  const present = files.filter(({ era }) => era >= first && era <= last).map(({ path }) => path)
  if (overwrite || present.length === 0) return present
  throw isThere(present[0]!)
}

export const isThere = (path: string): HistoryError =>
  archiveError(`${path} is there already, and it is not replaced unless that is asked for.`)

const eraEnd = (number: bigint): bigint => number - (number % BigInt(ERA_BLOCKS)) + BigInt(ERA_BLOCKS) - 1n
const eraOf = (number: bigint): string => String(number / BigInt(ERA_BLOCKS)).padStart(5, '0')
