import {
  ChainError,
  decodeHeader,
  equalBytes,
  hashHeader,
  type Header,
  type RawBlock,
  splitBody,
  splitReceipts,
  toBigInt,
  toHex,
} from '@lectern/chain'
import { accumulatorRoot, type AccumulatorRecord } from './accumulator.ts'
import { type ArchiveFile, openArchiveFile } from './archive-file.ts'
import { type Entry, type EntryType, malformed, readEntries, unpackEntry } from './e2store.ts'
import { checkBlockIndex } from './era-index.ts'
import { checkEraName } from './era-name.ts'
import { ITEM_LIMIT, type RlpFileOptions } from './rlp-file.ts'

/** What an era file holds, once its headers, difficulties, accumulator, index and name have been found to agree. */
export interface Era {
  readonly path: string
  /** As its name says; undefined where the file has another name. */
  readonly network: string | undefined
  readonly first: bigint
  readonly last: bigint
  /** The 32 bytes that the first header names as its parent. */
  readonly parentHash: Uint8Array
  /** 32 bytes, of the last block. */
  readonly hash: Uint8Array
  /** Of all blocks before the first; undefined where the file does not say. */
  readonly difficultyBefore: bigint | undefined
  /** Of all blocks up to the last. */
  readonly totalDifficulty: bigint | undefined
  /** The accumulator's 32 bytes, where the file has one. */
  readonly root: Uint8Array | undefined
}

/** How an era file is looked into. */
export interface InspectOptions extends RlpFileOptions {
  /** Called for each block, in order, before the file as a whole is judged; what it throws ends the look. */
  readonly onHeader?: (number: bigint, hash: Uint8Array) => void
}

/** A block of an archive: nobody has checked its body or its receipts yet. */
export interface EraBlock extends RawBlock {
  readonly number: bigint
  /** Bytes of the file up to its end. */
  readonly read: number
}

/**
 * Reads the headers of an era1 file and makes sure that it is one: each header names the one before it, each total difficulty adds up,
 * and accumulator, index and name agree with them. Throws HistoryError `archive` with the byte where it is not so.
 */
export async function inspectEra1(path: string, options: InspectOptions = {}): Promise<Era> {
  await using file = await openArchiveFile(path)
  const { limit = ITEM_LIMIT, signal, onHeader } = options
  const records: AccumulatorRecord[] = []
  const places: number[] = []
  let first: Header | undefined
  let before: { number: bigint; hash: Uint8Array; total: bigint } | undefined
  let difficultyBefore = 0n
  for await (const part of readParts(file)) {
    signal?.throwIfAborted()
    if ('accumulator' in part) {
      if (first === undefined || before === undefined) throw malformed(file, 0, 'it holds no block')
      const root = accumulatorRoot(records)
      if (!equalBytes(root, part.accumulator.data))
        throw malformed(
          file,
          part.accumulator.at,
          `the accumulator is ${toHex(part.accumulator.data)}, but its blocks give ${toHex(root)}`,
        )
      checkBlockIndex(file, part.blockIndex, { first: first.number, places })
      const era = { path, first: first.number, last: before.number, hash: before.hash, root }
      return {
        ...era,
        network: checkEraName(era, root),
        parentHash: first.parentHash,
        difficultyBefore,
        totalDifficulty: before.total,
      }
    }
    const { bytes, header } = readHeader(file, part.header, limit)
    const total = readDifficulty(file, part.totalDifficulty)
    const at = part.header.at
    if (first === undefined) {
      first = header
      difficultyBefore = total - header.difficulty
    }
    const expected = before ? before.total + header.difficulty : total
    if (before && (header.number !== before.number + 1n || !equalBytes(header.parentHash, before.hash)))
      throw malformed(
        file,
        at,
        `block ${header.number} does not follow block ${before.number} ${toHex(before.hash)}`,
      )
    if (total !== expected || difficultyBefore < 0n)
      throw malformed(
        file,
        part.totalDifficulty.at,
        `block ${header.number} has the total difficulty ${total}, but the blocks add up to ${expected}`,
      )
    before = { number: header.number, hash: hashHeader(bytes), total }
    onHeader?.(header.number, before.hash)
    records.push({ hash: before.hash, totalDifficulty: part.totalDifficulty.data })
    places.push(at)
  }
  throw malformed(file, file.size, 'the file is cut off before its accumulator')
}

/** The blocks of an era1 file from a number on, in order. Throws HistoryError `archive` with the byte where it is malformed. */
export async function* readEra1(
  path: string,
  { limit = ITEM_LIMIT, signal, from = 0n }: RlpFileOptions & { from?: bigint } = {},
): AsyncGenerator<EraBlock> {
  await using file = await openArchiveFile(path)
  for await (const part of readParts(file)) {
    if ('accumulator' in part) return
    signal?.throwIfAborted()
    const { bytes, header } = readHeader(file, part.header, limit)
    if (header.number < from) continue
    const { number } = header
    yield {
      number,
      header: bytes,
      ...readPart(file, part.body, number, (entry) => splitBody(unpackEntry(file, entry, limit))),
      receipts: readPart(file, part.receipts, number, (entry) =>
        splitReceipts(unpackEntry(file, entry, limit)),
      ),
      read: part.end,
    }
  }
}

/** Reads a part of a block, and says where it lies if it does not decode. */
export function readPart<V>(file: ArchiveFile, entry: Entry, number: bigint, read: (entry: Entry) => V): V {
  try {
    return read(entry)
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw malformed(file, entry.at, `block ${number}: ${cause.message.replace(/\.$/, '')}`)
  }
}

/** A header's RLP and what it says. */
export function readHeader(
  file: ArchiveFile,
  entry: Entry,
  limit: number,
): { bytes: Uint8Array; header: Header } {
  const bytes = unpackEntry(file, entry, limit)
  try {
    return { bytes, header: decodeHeader(bytes) }
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw malformed(file, entry.at, cause.message.replace(/\.$/, ''))
  }
}

/** A total difficulty: 32 little-endian bytes. */
export function readDifficulty(file: ArchiveFile, { at, data }: Entry): bigint {
  if (data.length !== 32) throw malformed(file, at, `a total difficulty has ${data.length} bytes, not 32`)
  return toBigInt(data.toReversed())
}

const blockParts = ['header', 'body', 'receipts', 'totalDifficulty'] as const satisfies EntryType[]
type BlockParts = Record<(typeof blockParts)[number], Entry> & { readonly end: number }
type LastParts = Record<'accumulator' | 'blockIndex', Entry>

/** The entries of each block, then the two that end the file. Those of other types may stand between the blocks and the accumulator. */
async function* readParts(file: ArchiveFile): AsyncGenerator<BlockParts | LastParts> {
  let waiting: Partial<Record<EntryType, Entry>> = {}
  let expected: readonly EntryType[] = ['version']
  for await (const entry of readEntries(file)) {
    const { type, at } = entry
    if (type === undefined && !('header' in waiting)) continue
    if (type === undefined || !expected.includes(type))
      throw malformed(file, at, `the entry here must be ${expected.map((name) => words[name]).join(' or ')}`)
    waiting[type] = entry
    expected = next[type]!
    if (type === 'totalDifficulty') {
      yield { ...(waiting as BlockParts), end: at + 8 + entry.data.length }
      waiting = {}
    }
    if (type === 'blockIndex') yield waiting as LastParts
  }
  if (expected.length > 0)
    throw malformed(
      file,
      file.size,
      `the file is cut off: ${expected.map((name) => words[name]).join(' or ')} must follow`,
    )
}

/** What may follow each type. */
const next: Readonly<Partial<Record<EntryType, readonly EntryType[]>>> = {
  version: ['header'],
  header: ['body'],
  body: ['receipts'],
  receipts: ['totalDifficulty'],
  totalDifficulty: ['header', 'accumulator'],
  accumulator: ['blockIndex'],
  blockIndex: [],
}

const words: Readonly<Partial<Record<EntryType, string>>> = {
  version: 'the version',
  header: 'a header',
  body: 'a body',
  receipts: 'receipts',
  totalDifficulty: 'a total difficulty',
  accumulator: 'the accumulator',
  blockIndex: 'the block index',
}
