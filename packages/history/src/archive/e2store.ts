import { ChainError, type RawBlock } from '@lectern/chain'
import {
  addBloom,
  concatBytes,
  encodeList,
  HEADER_LIMIT,
  listItems,
  splitBody,
  splitEnvelopes,
} from '@lectern/chain/internal'
import { archiveError, HistoryError } from '../error.ts'
import type { ArchiveFile } from './archive-file.ts'
import { ITEM_LIMIT } from './rlp-file.ts'
import { decodeFrame } from './snappy-frame.ts'

/** The types of entries (e2store-format-specs), as the two bytes read as a little-endian number. */
export const entryTypes = {
  version: 0x3265,
  header: 0x0003,
  body: 0x0004,
  receipts: 0x0005,
  totalDifficulty: 0x0006,
  accumulator: 0x0007,
  slimReceipts: 0x000a,
  proof: 0x000b,
  blockIndex: 0x3266,
  dynamicBlockIndex: 0x3267,
} as const
export type EntryType = keyof typeof entryTypes

/** An entry of an e2store file: 8 bytes at the offset `at`, then its data. */
export interface Entry {
  readonly type: EntryType | undefined
  readonly at: number
  readonly data: Uint8Array
}

const ENTRY_LIMIT = 50 * 2 ** 20 // the most bytes of an entry: geth's limit

/** Reads the entries of a file in order. Throws HistoryError `archive` with the byte of a fault. */
export async function* readEntries(file: ArchiveFile): AsyncGenerator<Entry> {
  const read = file.cursor()
  for (let at = 0; at < file.size;) {
    const entry = await readEntry(file, at, read)
    yield entry
    at += ENTRY_HEAD + entry.data.length
  }
}

export async function readEntry(
  file: ArchiveFile,
  at: number,
  read: ArchiveFile['read'] = file.read,
): Promise<Entry> {
  const fail = (reason: string) => malformed(file, at, reason)
  if (at + ENTRY_HEAD > file.size) throw fail('the file is cut off in the head of an entry')
  const head = await read(at, ENTRY_HEAD)
  const view = new DataView(head.buffer, head.byteOffset)
  const length = view.getUint32(2, true)
  if (view.getUint16(6, true) !== 0)
    throw fail('an entry must begin here, but its reserved bytes are not zero')
  if (length > ENTRY_LIMIT)
    throw fail(`the entry has ${length} bytes, but ${ENTRY_LIMIT} are the most that are read`)
  const missing = at + ENTRY_HEAD + length - file.size
  if (missing > 0) throw fail(`the file is cut off: ${missing} of the entry's ${length} bytes are missing`)
  return { type: typeOf(head), at, data: await read(at + ENTRY_HEAD, length) }
}

/** Returns the type that the first bytes of an entry name; undefined for another type. */
export const typeOf = (head: Uint8Array): EntryType | undefined => names.get(head[0]! + 256 * head[1]!)

/** Copies an entry, so that the window of the file around it can be freed. */
export const keep = (entry: Entry): Entry => ({ ...entry, data: entry.data.slice() })

/** The length of the bytes before an entry's data: its type, its length, and two zeros. */
export const ENTRY_HEAD = 8

export function encodeEntryHead(type: EntryType, length: number): Uint8Array {
  const head = new DataView(new ArrayBuffer(ENTRY_HEAD))
  head.setUint16(0, entryTypes[type], true)
  head.setUint32(2, length, true)
  return new Uint8Array(head.buffer)
}

/** Unpacks the snappy frame of an entry, of at most `limit` bytes, and `HEADER_LIMIT` for a header. */
export function unpackEntry(file: Named, { type, at, data }: Entry, limit: number): Uint8Array {
  try {
    return decodeFrame(data, type === 'header' ? Math.min(limit, HEADER_LIMIT) : limit)
  } catch (cause) {
    const name = type === 'slimReceipts' ? 'slim receipts' : type
    throw malformed(file, at, `the ${name} cannot be read: ${(cause as Error).message}`)
  }
}

type Named = Pick<ArchiveFile, 'path'>

export function malformed({ path }: Named, at: number, reason: string): HistoryError {
  return archiveError(`${path}: byte ${at}: ${reason}.`)
}

/** Reads signed little-endian numbers of 8 bytes each. */
export function readNumbers(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Array.from({ length: bytes.length / 8 }, (_, at) => view.getBigInt64(8 * at, true))
}

const names: ReadonlyMap<number, EntryType> = new Map([
  ...(Object.entries(entryTypes) as [EntryType, number][]).map(([name, type]) => [type, name] as const),
  // geth wrote these two into .ere files until February 2026.
  [0x0008, 'slimReceipts'],
  [0x0009, 'proof'],
])

export interface BlockEntries {
  readonly number: bigint
  readonly header: Entry
  readonly body: Entry
  /** With blooms, or slim. */
  readonly receipts: Entry
}

export interface EraEntries extends BlockEntries {
  /** Bytes from the start of the file, or their share of it. */
  readonly read: number
}

/** Unpacks a block's entries, each of at most `limit` bytes, and adds blooms to slim receipts. */
export function unpackBlock(
  file: Named,
  { number, header, body, receipts }: BlockEntries,
  limit: number = ITEM_LIMIT,
): RawBlock {
  const content = unpackEntry(file, receipts, limit)
  return {
    header: unpackEntry(file, header, limit),
    ...readPart(file, body, `the body of block ${number}`, () => splitBody(unpackEntry(file, body, limit))),
    receipts: readPart(file, receipts, `the receipts of block ${number}`, () =>
      receipts.type === 'slimReceipts' ? listItems(content).map(fromSlim) : splitEnvelopes(content),
    ),
  }
}

/** Reads a part of a block. An error names the byte of its entry. */
export function readPart<V>(file: Named, entry: Entry, what: string, read: () => V): V {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw malformed(file, entry.at, `${what} cannot be read: ${cause.message.replace(/\.$/, '')}`)
  }
}

/** Returns a receipt's EIP-2718 bytes, from a list that begins with the type and has no bloom. */
function fromSlim(slim: Uint8Array): Uint8Array {
  const [type, ...fields] = listItems(slim)
  const isLegacy = type?.[0] === 0x80
  return addBloom(isLegacy ? encodeList(fields) : concatBytes([type ?? new Uint8Array(), encodeList(fields)]))
}
