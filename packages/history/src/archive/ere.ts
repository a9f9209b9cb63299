import { type ArchiveFile, openArchiveFile } from './archive-file.ts'
import { checkProofs } from './proofs/block-proofs.ts'
import { type Entry, type EntryType, keep, malformed, readEntries, readEntry } from './e2store.ts'
import {
  checkAccumulator,
  collectHeaders,
  type Era,
  type Headers,
  type InspectOptions,
  readDifficulties,
  type EraReadOptions,
  summarize,
} from './era.ts'
import type { EraEntries } from './era-block.ts'
import { checkDynamicIndex } from './era-index.ts'
import { checkEraName } from './era-name.ts'

/** Reads an ere file, and checks that headers, columns, difficulties, accumulator, index, name and proofs agree. */
export async function inspectEre(path: string, options: InspectOptions = {}): Promise<Era> {
  await using file = await openArchiveFile(path)
  const { columns, headers, totals, proofs, accumulator: entry, index } = await readColumns(file, options)
  const { rows } = headers
  for (const [type, offsets] of columns)
    if (offsets.length !== rows.length && (offsets.length > 0 || required.includes(type)))
      throw malformed(
        file,
        index.at,
        `there are ${rows.length} headers, but ${offsets.length} entries of the type ${type}`,
      )
  const difficulty = readDifficulties(file, headers, totals)
  const accumulator = entry && totals.length > 0 ? checkAccumulator(file, entry, headers, totals) : undefined
  const summary = summarize(path, headers)
  checkDynamicIndex(file, index, summary.first, columns)
  const proven = options.proofs && checkProofs(file, headers, proofs, options.proofs)
  const network = checkEraName(summary, summary.hash)
  return { ...summary, network, accumulator, proven, difficulty }
}

/** Reads the entries of the blocks of an inspected file. Throws HistoryError `archive` with the byte of a fault. */
export async function* readEre(
  { path, first }: Era,
  { from = first, signal }: EraReadOptions = {},
): AsyncGenerator<EraEntries> {
  await using file = await openArchiveFile(path)
  const { columns } = await readColumns(file, { signal })
  const count = columns.get('header')!.length
  const readers = required.map((type) => ({ offsets: columns.get(type)!, read: file.cursor() }))
  for (let index = Number(from - first); index < count; index++) {
    signal?.throwIfAborted()
    const entries = await Promise.all(
      readers.map(({ offsets, read }) => readEntry(file, offsets[index]!, read)),
    )
    const [header, body, receipts] = entries as [Entry, Entry, Entry]
    const number = first + BigInt(index)
    yield { number, header, body, receipts, read: Math.round((file.size * (index + 1)) / count) }
  }
}

/** The columns that every file has. */
const required: readonly EntryType[] = ['header', 'body', 'slimReceipts']

interface Columns {
  /** The offsets of the entries of each type. */
  readonly columns: ReadonlyMap<EntryType, readonly number[]>
  readonly headers: Headers
  readonly totals: readonly Entry[]
  readonly proofs: readonly Entry[]
  readonly accumulator: Entry | undefined
  readonly index: Entry
}

/** Reads a file by its columns: version, headers, bodies, then the others, and the index last. */
async function readColumns(file: ArchiveFile, options: InspectOptions): Promise<Columns> {
  const columns = new Map<EntryType, number[]>(columnTypes.map((type) => [type, []]))
  const { add, end } = collectHeaders(file, options)
  const isSeen = (type: EntryType) => (columns.get(type)?.length ?? 0) > 0
  const totals: Entry[] = []
  const proofs: Entry[] = []
  let accumulator: Entry | undefined
  let index: Entry | undefined
  let before: EntryType | undefined
  for await (const entry of readEntries(file)) {
    const { type, at } = entry
    if (index) throw malformed(file, at, 'an entry follows the index, which must be the last')
    if (before === undefined && type !== 'version') throw malformed(file, at, 'the version must come first')
    if (type === undefined) continue
    if (type !== before && (type === 'version' ? before !== undefined : isSeen(type)))
      throw malformed(file, at, `entries of the type ${type} must stand together`)
    before = type
    columns.get(type)?.push(at)
    if (type === 'header') await add(entry)
    else if (type === 'totalDifficulty') totals.push(keep(entry))
    else if (type === 'proof') proofs.push(keep(entry))
    else if (type === 'accumulator') accumulator = entry
    else if (type === 'dynamicBlockIndex') index = entry
  }
  if (index === undefined) throw malformed(file, file.size, 'the file is cut off before its index')
  return { columns, headers: end(), totals, proofs, accumulator, index }
}

const columnTypes: readonly EntryType[] = ['header', 'body', 'slimReceipts', 'proof', 'totalDifficulty']
