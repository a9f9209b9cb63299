import { decodeHeader } from '@lectern/chain'
import { HistoryError } from '../error.ts'
import { openArchiveFile } from './archive-file.ts'
import { type EntryType, readEntries, unpackEntry } from './e2store.ts'
import { readPart } from './era-block.ts'
import { isGzip, readContent } from './file-content.ts'
import { ITEM_LIMIT } from './rlp-file.ts'

/** The kind of a file by its first bytes. */
export interface FileStart {
  readonly kind: 'e2store' | 'rlp' | 'unknown'
  readonly isGzipped: boolean
  /** Up to 8 bytes, of the content if the file is gzipped. */
  readonly bytes: Uint8Array
}

/** Reads the first bytes of a file. Throws HistoryError `archive` if it cannot be read. */
export async function readFileStart(path: string): Promise<FileStart> {
  await using file = await openArchiveFile(path)
  let bytes = await file.read(0, Math.min(START, file.size))
  const isGzipped = isGzip(bytes)
  if (isGzipped)
    try {
      const { value } = await readContent(file).next()
      bytes = value ? value.chunk.subarray(0, START) : new Uint8Array()
    } catch {
      return { kind: 'rlp', isGzipped, bytes: new Uint8Array() } // what is wrong with it shows when it is read
    }
  const isE2store = bytes.length === START && bytes.every((byte, index) => byte === (VERSION[index] ?? 0))
  const kind = isE2store ? 'e2store' : (bytes[0] ?? 0) >= 0xc0 ? 'rlp' : 'unknown'
  return { kind, isGzipped, bytes }
}

/** Returns the format and first block of an era1 or ere file. */
export async function readEraStart(path: string): Promise<{ format: 'era1' | 'ere'; first: bigint }> {
  await using file = await openArchiveFile(path)
  let first: bigint | undefined
  const types: EntryType[] = []
  for await (const entry of readEntries(file)) {
    const { type } = entry
    if (type === undefined && first === undefined) break
    if (type === undefined) continue
    types.push(type)
    if (type === 'header' && first === undefined) {
      const bytes = unpackEntry(file, entry, ITEM_LIMIT)
      first = readPart(file, entry, 'a header', () => decodeHeader(bytes)).number
    }
    if (types.length === 4) break
  }
  const [, header, second, third] = types
  if (first === undefined || header !== 'header')
    throw new HistoryError(
      'archive',
      `${path} is an e2store file, but neither an era1 nor an ere file: it does not begin with a header of a block.`,
    )
  // Blocks one after the other, or a column of headers, one of bodies and so on.
  return { format: second === 'body' && third === 'receipts' ? 'era1' : 'ere', first }
}

const START = 8
const VERSION = [0x65, 0x32] // an entry of this type and of no bytes
