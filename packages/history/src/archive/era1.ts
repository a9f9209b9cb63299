import { type ArchiveFile, openArchiveFile } from './archive-file.ts'
import { ENTRY_HEAD, type Entry, type EntryType, keep, malformed, readEntries } from './e2store.ts'
import {
  checkAccumulator,
  collectHeaders,
  type Era,
  type InspectOptions,
  readDifficulties,
  type EraReadOptions,
  summarize,
} from './era.ts'
import type { EraEntries } from './era-block.ts'
import { checkBlockIndex } from './era-index.ts'
import { checkEraName } from './era-name.ts'

/** Reads an era1 file, and checks that headers, difficulties, accumulator, index and name agree. */
export async function inspectEra1(path: string, options: InspectOptions = {}): Promise<Era> {
  await using file = await openArchiveFile(path)
  const { add, end } = collectHeaders(file, options)
  const totals: Entry[] = []
  let era: Era | undefined
  for await (const part of readParts(file)) {
    if (!('accumulator' in part)) {
      await add(part.header)
      totals.push(keep(part.totalDifficulty))
      continue
    }
    const headers = end()
    const difficulty = readDifficulties(file, headers, totals)
    const accumulator = checkAccumulator(file, part.accumulator, headers, totals)
    checkBlockIndex(file, part.blockIndex, headers)
    const summary = summarize(path, headers)
    const network = checkEraName(summary, part.accumulator.data)
    era = { ...summary, network, accumulator, difficulty }
  }
  return era! // `readParts` ends behind the index, or throws
}

/** Reads the entries of the blocks of an inspected file. Throws HistoryError `archive` with the byte of a fault. */
export async function* readEra1(
  { path, first }: Era,
  { from = first, signal }: EraReadOptions = {},
): AsyncGenerator<EraEntries> {
  await using file = await openArchiveFile(path)
  let number = first
  for await (const part of readParts(file)) {
    if ('accumulator' in part) return
    signal?.throwIfAborted()
    if (number >= from) yield { ...part, number }
    number++
  }
}

const blockParts = ['header', 'body', 'receipts', 'totalDifficulty'] as const satisfies EntryType[]
type BlockParts = Record<(typeof blockParts)[number], Entry> & { readonly read: number }
type LastParts = Record<'accumulator' | 'blockIndex', Entry>

/** Reads the entries of each block, then the two that end the file. Entries of other types may stand between. */
async function* readParts(file: ArchiveFile): AsyncGenerator<BlockParts | LastParts> {
  let waiting: Partial<Record<EntryType, Entry>> = {}
  let expected: readonly EntryType[] = ['version']
  for await (const entry of readEntries(file)) {
    const { type, at } = entry
    if (expected.length === 0) throw malformed(file, at, 'an entry follows the index, which must be the last')
    if (type === undefined && !('header' in waiting)) continue
    if (type === undefined || !expected.includes(type))
      throw malformed(file, at, `the entry here must be ${expected.map((name) => words[name]).join(' or ')}`)
    waiting[type] = entry
    expected = next[type]!
    if (type === 'totalDifficulty') {
      yield { ...(waiting as BlockParts), read: at + ENTRY_HEAD + entry.data.length }
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

/** The types that may follow each type. */
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
