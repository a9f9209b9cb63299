import {
  ChainError,
  decodeHeader,
  equalBytes,
  hashHeader,
  type Header,
  type RawBlock,
  toBigInt,
  toHex,
} from '@lectern/chain'
import { accumulatorRoot } from './accumulator.ts'
import type { ArchiveFile } from './archive-file.ts'
import { type Entry, malformed, unpackEntry } from './e2store.ts'
import { ITEM_LIMIT, type RlpFileOptions } from './rlp-file.ts'

/** What an era file holds, once its headers, difficulties, accumulator, index and name have been found to agree. */
export interface Era {
  readonly path: string
  /** As its name says; undefined where the file has another kind of name. */
  readonly network: string | undefined
  readonly first: bigint
  readonly last: bigint
  /** The 32 bytes that the first header names as its parent. */
  readonly parentHash: Uint8Array
  /** 32 bytes, of the last block. */
  readonly hash: Uint8Array
  /** The accumulator's 32 bytes, where the file has one. */
  readonly root: Uint8Array | undefined
  /** Of all blocks before the first, and of all up to the last; undefined where the file does not say. */
  readonly difficulty: { readonly before: bigint; readonly total: bigint } | undefined
}

/** How an era file is looked into. */
export interface InspectOptions extends RlpFileOptions {
  /** Called for each block, in order, before the file as a whole is judged; what it throws ends the look. */
  readonly onHeader?: (number: bigint, hash: Uint8Array) => void
}

/** How an era file's blocks are read: from a number on. */
export interface ReadOptions extends RlpFileOptions {
  readonly from?: bigint
}

/** A block of an archive: nobody has checked its body or its receipts yet. */
export interface EraBlock extends RawBlock {
  readonly number: bigint
  /** Bytes of the file up to its end, or as much of the whole. */
  readonly read: number
}

/** The headers of an era file that have been read, each of which names the one before it. */
export interface Headers {
  readonly first: Header
  readonly last: { readonly number: bigint; readonly hash: Uint8Array }
  /** Where each stands, its 32-byte hash, its difficulty. */
  readonly rows: readonly { readonly at: number; readonly hash: Uint8Array; readonly difficulty: bigint }[]
}

/** Takes header after header; `end` gives them all. Each throws HistoryError `archive` where one does not follow. */
export function collectHeaders(
  file: ArchiveFile,
  { limit = ITEM_LIMIT, signal, onHeader }: InspectOptions,
): { add(entry: Entry): void; end(): Headers } {
  let first: Header | undefined
  let last: Headers['last'] | undefined
  const rows: Headers['rows'][number][] = []
  return {
    add(entry) {
      signal?.throwIfAborted()
      const { bytes, header } = readHeader(file, entry, limit)
      const { number, parentHash, difficulty } = header
      first ??= header
      if (last && (number !== last.number + 1n || !equalBytes(parentHash, last.hash)))
        throw malformed(
          file,
          entry.at,
          `block ${number} does not follow block ${last.number} ${toHex(last.hash)}`,
        )
      last = { number, hash: hashHeader(bytes) }
      rows.push({ at: entry.at, hash: last.hash, difficulty })
      onHeader?.(number, last.hash)
    },
    end() {
      if (first === undefined || last === undefined) throw malformed(file, 0, 'it holds no block')
      return { first, last, rows }
    },
  }
}

/** What the total difficulties of a file say, of which each adds its block's to the one before. Throws HistoryError `archive`. */
export function readDifficulties(
  file: ArchiveFile,
  { first, rows }: Headers,
  totals: readonly Entry[],
): Era['difficulty'] {
  if (totals.length === 0) return undefined
  let sum: bigint | undefined
  let before = 0n
  for (const [index, entry] of totals.entries()) {
    const { difficulty } = rows[index]!
    const total = readDifficulty(file, entry)
    if (sum === undefined) before = total - difficulty
    sum = sum === undefined ? total : sum + difficulty
    if (total !== sum || before < 0n)
      throw malformed(
        file,
        entry.at,
        `block ${first.number + BigInt(index)} has the total difficulty ${total}, but the blocks add up to ${sum}`,
      )
  }
  return { before, total: sum! }
}

/** Compares an accumulator with the blocks of proof of work, or with all of them. Throws HistoryError `archive`. */
export function checkAccumulator(
  file: ArchiveFile,
  { at, data }: Entry,
  { rows }: Headers,
  totals: readonly Entry[],
): void {
  const records = rows.map(({ hash, difficulty }, index) => ({
    hash,
    difficulty,
    totalDifficulty: totals[index]!.data,
  }))
  const root = accumulatorRoot(records)
  if (equalBytes(root, data)) return
  const work = records.filter(({ difficulty }) => difficulty > 0n) // the era of the merge counts no more than these
  if (work.length < records.length && equalBytes(accumulatorRoot(work), data)) return
  throw malformed(file, at, `the accumulator is ${toHex(data)}, but its blocks give ${toHex(root)}`)
}

/** A header's RLP and what it says. Throws HistoryError `archive`. */
export function readHeader(
  file: ArchiveFile,
  entry: Entry,
  limit: number,
): { bytes: Uint8Array; header: Header } {
  const bytes = unpackEntry(file, entry, limit)
  return { bytes, header: readPart(file, entry, 'its header', () => decodeHeader(bytes)) }
}

/** Reads a part of a block, and says where it lies if it does not decode. */
export function readPart<V>(file: ArchiveFile, entry: Entry, what: string, read: () => V): V {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw malformed(file, entry.at, `${what} cannot be read: ${cause.message.replace(/\.$/, '')}`)
  }
}

function readDifficulty(file: ArchiveFile, { at, data }: Entry): bigint {
  if (data.length !== 32) throw malformed(file, at, `a total difficulty has ${data.length} bytes, not 32`)
  return toBigInt(data.toReversed())
}
