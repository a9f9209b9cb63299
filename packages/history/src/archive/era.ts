import { decodeHeader, hashHeader, toHex } from '@lectern/chain'
import { equalBytes, toBigInt } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import type { MaybePromise } from '@lectern/spec'
import { type ArchiveFile, openArchiveFile } from './archive-file.ts'
import {
  type Entry,
  type EntryType,
  type EraEntries,
  keep,
  malformed,
  readEntries,
  readEntry,
  readNumbers,
  readPart,
  unpackEntry,
} from './e2store.ts'
import { checkEraName, type EraName } from './eras.ts'
import { accumulatorRoot } from './proofs/accumulator.ts'
import { checkProofs, type ProofRoots, type ProvenBlock } from './proofs/block-proofs.ts'
import { ITEM_LIMIT, type RlpFileOptions } from './rlp-file.ts'

/** An era file whose headers, difficulties, accumulator, index and name agree. */
export interface Era {
  readonly path: string
  readonly format: EraName['format']
  /** As its name says; undefined for another kind of name. */
  readonly network: string | undefined
  readonly first: bigint
  readonly last: bigint
  /** The 32 bytes that the first header names as its parent. */
  readonly parentHash: Uint8Array
  /** 32 bytes, of the last block. */
  readonly hash: Uint8Array
  /** The accumulator that its blocks add up to, and the last block that it counts. Undefined without total difficulties. */
  readonly accumulator: { readonly root: Uint8Array; readonly last: BlockName } | undefined
  /** The last block that the proofs prove; undefined if there are none, or none with a known root. */
  readonly proven: ProvenBlock | undefined
  /** Of all blocks before the first, and up to the last; undefined if the file has none. */
  readonly difficulty: { readonly before: bigint; readonly total: bigint } | undefined
  /** The offsets of the headers, of the bodies and of the receipts. */
  readonly offsets: readonly (readonly number[])[]
}

export interface InspectOptions extends RlpFileOptions {
  /** The roots that its proofs are checked against. @default they are not checked */
  readonly proofs?: ProofRoots | undefined
  /** Called for each block, in order. An error ends the inspection. */
  readonly onHeader?: (number: bigint, hash: Uint8Array) => MaybePromise<void>
}

/** The types of the entries that every block has: header, body and receipts first. */
const required: Readonly<Record<EraName['format'], readonly EntryType[]>> = {
  era1: ['header', 'body', 'receipts', 'totalDifficulty'],
  ere: ['header', 'body', 'slimReceipts'],
}

/** Reads an era file, and checks that all its parts and its name agree. Throws HistoryError `archive` with the byte of a fault. */
export async function inspectEra(
  { path, format }: { readonly path: string; readonly format: EraName['format'] },
  options: InspectOptions = {},
): Promise<Era> {
  await using file = await openArchiveFile(path)
  const entries = await readColumns(file, format, options)
  const { columns, rows, parentHash, totals, index } = entries
  const [{ number: first }, { number: last, hash }] = [rows[0]!, rows.at(-1)!]
  for (const [type, offsets] of columns)
    if (offsets.length !== rows.length && (offsets.length > 0 || required[format].includes(type)))
      throw malformed(
        file,
        index.at,
        `there are ${rows.length} headers, but ${offsets.length} entries of the type ${type}`,
      )
  const difficulty = readDifficulties(file, rows, totals)
  const accumulator =
    entries.accumulator && totals.length > 0
      ? checkAccumulator(file, entries.accumulator, rows, totals)
      : undefined
  checkIndex[format](file, index, first, columns)
  const proven = options.proofs && checkProofs(file, rows, entries.proofs, options.proofs)
  const network = checkEraName({ path, first }, format === 'era1' ? entries.accumulator!.data : hash)
  const offsets = required[format].slice(0, 3).map((type) => columns.get(type)!)
  return { path, format, network, first, last, parentHash, hash, accumulator, proven, difficulty, offsets }
}

/** Reads the entries of the blocks of an inspected file. Throws HistoryError `archive` with the byte of a fault. */
export async function* readEra(
  { path, format, first, last, offsets }: Era,
  { from = first, to = last, signal }: RlpFileOptions & { readonly from?: bigint; readonly to?: bigint } = {},
): AsyncGenerator<EraEntries> {
  await using file = await openArchiveFile(path)
  const shared = file.cursor() // the entries of a block are adjacent in an era1 file
  const columns = offsets.map((column) => ({ column, read: format === 'era1' ? shared : file.cursor() }))
  const count = Number(last - first) + 1
  for (let index = Number(from - first); index <= Number(to - first); index++) {
    signal?.throwIfAborted()
    const entries: Entry[] = []
    for (const { column, read } of columns) entries.push(await readEntry(file, column[index]!, read))
    const [header, body, receipts] = entries as [Entry, Entry, Entry]
    const read = Math.round((file.size * (index + 1)) / count)
    yield { number: first + BigInt(index), header, body, receipts, read }
  }
}

interface HeaderRow extends BlockName {
  readonly difficulty: bigint
}

async function readColumns(
  file: ArchiveFile,
  format: EraName['format'],
  { limit = ITEM_LIMIT, signal, onHeader }: InspectOptions,
) {
  const columns = new Map<EntryType, number[]>(
    [...required[format], 'proof' as const, 'totalDifficulty' as const].map((type) => [type, []]),
  )
  const [rows, totals, proofs]: [HeaderRow[], Entry[], Entry[]] = [[], [], []]
  const seen = new Set<EntryType>()
  let parentHash: Uint8Array | undefined
  let accumulator: Entry | undefined
  let index: Entry | undefined
  let before: EntryType | undefined
  for await (const entry of readEntries(file)) {
    const { type, at } = entry
    const fail = (reason: string) => malformed(file, at, reason)
    if (index) throw fail('an entry follows the index, which must be the last')
    if (before === undefined && type !== 'version') throw fail('the version must come first')
    if (type === undefined) continue
    const fault = before && findDisorder(format, type, before, seen)
    if (fault) throw fail(fault)
    before = type
    seen.add(type)
    columns.get(type)?.push(at)
    if (type === 'totalDifficulty') totals.push(keep(entry))
    else if (type === 'proof') proofs.push(keep(entry))
    else if (type === 'accumulator') accumulator = keep(entry)
    else if (type === 'blockIndex' || type === 'dynamicBlockIndex') index = entry
    if (type !== 'header') continue
    signal?.throwIfAborted()
    const bytes = unpackEntry(file, entry, limit)
    const header = readPart(file, entry, 'a header', () => decodeHeader(bytes))
    const { number, difficulty } = header
    const last = rows.at(-1)
    if (last && (number !== last.number + 1n || !equalBytes(header.parentHash, last.hash)))
      throw fail(`block ${number} does not follow block ${last.number} ${toHex(last.hash)}`)
    parentHash ??= header.parentHash
    const hash = hashHeader(bytes)
    rows.push({ number, hash, difficulty })
    await onHeader?.(number, hash)
  }
  if (index === undefined) throw malformed(file, file.size, 'the file is cut off before its index')
  if (parentHash === undefined) throw malformed(file, 0, 'it holds no block')
  return { columns, rows, parentHash, totals, proofs, accumulator, index }
}

/** Returns why an entry must not follow another, if so: an era1 file is in the order of blocks, an ere file in columns. */
function findDisorder(
  format: EraName['format'],
  type: EntryType,
  before: EntryType,
  seen: ReadonlySet<EntryType>,
): string | undefined {
  if (format === 'era1' && !followers[before]?.includes(type))
    return `the entry here must be of the type ${followers[before]?.join(' or ')}`
  if (format === 'ere' && seen.has(type) && (type !== before || type === 'version'))
    return `entries of the type ${type} must stand together`
  return undefined
}

/** The types that may follow each type in an era1 file. */
const followers: Readonly<Partial<Record<EntryType, readonly EntryType[]>>> = {
  version: ['header'],
  header: ['body'],
  body: ['receipts'],
  receipts: ['totalDifficulty'],
  totalDifficulty: ['header', 'accumulator'],
  accumulator: ['blockIndex'],
}

function readDifficulties(file: ArchiveFile, rows: readonly HeaderRow[], totals: readonly Entry[]) {
  if (totals.length === 0) return undefined
  let sum: bigint | undefined
  let before = 0n
  for (const [index, { at, data }] of totals.entries()) {
    const fail = (reason: string) => malformed(file, at, reason)
    if (data.length !== 32) throw fail(`a total difficulty has ${data.length} bytes, not 32`)
    const { number, difficulty } = rows[index]!
    const total = toBigInt(data.toReversed())
    if (sum === undefined) before = total - difficulty
    sum = sum === undefined ? total : sum + difficulty
    if (total !== sum || before < 0n)
      throw fail(`block ${number} has the total difficulty ${total}, but the blocks add up to ${sum}`)
  }
  return { before, total: sum! }
}

/** Compares an accumulator with the blocks, or with those of proof of work. Throws HistoryError `archive`. */
function checkAccumulator(
  file: ArchiveFile,
  { at, data }: Entry,
  rows: readonly HeaderRow[],
  totals: readonly Entry[],
): Era['accumulator'] {
  const records = rows.map((row, index) => ({ ...row, totalDifficulty: totals[index]!.data }))
  const root = accumulatorRoot(records)
  if (equalBytes(root, data)) return { root, last: records.at(-1)! }
  const work = records.filter(({ difficulty }) => difficulty > 0n) // the era of the merge counts no more than these
  if (work.length > 0 && work.length < records.length && equalBytes(accumulatorRoot(work), data))
    return { root: data, last: work.at(-1)! }
  throw malformed(file, at, `the accumulator is ${toHex(data)}, but its blocks give ${toHex(root)}`)
}

type CheckIndex = (
  file: ArchiveFile,
  index: Entry,
  first: bigint,
  columns: ReadonlyMap<EntryType, readonly number[]>,
) => void

/** Compares the index of a file with the offsets of its entries. Throws HistoryError `archive` for the first difference. */
const checkIndex: Readonly<Record<EraName['format'], CheckIndex>> = {
  era1(file, { at, data }, first, columns) {
    const fail = (reason: string) => malformed(file, at, reason)
    const headers = columns.get('header')!
    const size = 8 * headers.length + 16
    if (data.length !== size)
      throw fail(
        `the block index has ${data.length} bytes, but ${size} are those of ${headers.length} blocks`,
      )
    const [start, ...offsets] = readNumbers(data)
    const count = offsets.pop()
    if (start !== first || count !== BigInt(headers.length))
      throw fail(
        `the block index is of ${count} blocks from ${start} on, but the file has ${headers.length} from ${first} on`,
      )
    const wrong = bases.map((base) =>
      offsets.findIndex((offset, index) => BigInt(headers[index]!) !== BigInt(base(at, index)) + offset),
    )
    if (!wrong.includes(-1))
      throw fail(`the block index does not lead to the header of block ${first + BigInt(Math.max(...wrong))}`)
  },
  // Each slot of a block must lead to an entry of the block: writers order slots differently.
  ere(file, { at, data }, first, columns) {
    const fail = (reason: string) => malformed(file, at, reason)
    const count = columns.get('header')!.length
    const numbers = data.length % 8 === 0 && data.length >= 24 ? readNumbers(data) : [0n, 0n, 0n]
    const [slots, counted] = numbers.slice(-2) as [bigint, bigint]
    const isSized = counted === BigInt(count) && BigInt(data.length) === 24n + 8n * slots * counted
    if (slots < 2n || slots > 5n || !isSized)
      throw fail(
        `the index of ${data.length} bytes counts ${counted} blocks with ${slots} entries each, but the file has ${count} blocks`,
      )
    const [start, ...offsets] = numbers
    if (start !== first) throw fail(`the index begins with block ${start}, but the file with ${first}`)
    for (const [slot, offset] of offsets.slice(0, -2).entries()) {
      const index = Math.floor(slot / Number(slots))
      const target = Number(BigInt(at) + offset)
      if (offset !== 0n && !columns.values().some((column) => column[index] === target))
        throw fail(`the index does not lead to an entry of block ${first + BigInt(index)}`)
    }
  },
}

/** Where offsets count from: the index entry; in files of early geth (until April 2024) the end of each one's own slot. */
const bases: readonly ((at: number, index: number) => number)[] = [
  (at) => at,
  (at, index) => at + 24 + 8 * index,
]
