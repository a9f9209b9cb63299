import { stat } from 'node:fs/promises'
import { archiveError, HistoryError } from '../error.ts'
import { openArchiveFile, readContent } from './archive-file.ts'

export interface FileItem {
  /** The full list, its first bytes included. */
  readonly bytes: Uint8Array
  /** Bytes of the file up to here; of a gzipped file, its packed bytes. */
  readonly read: number
}

export interface RlpFileOptions {
  readonly limit?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** 32 MiB. A block has at most 8 MiB (EIP-7934), and before that 100 million gas of calldata. */
export const ITEM_LIMIT: number = 32 * 2 ** 20

/** The path of a file, or of its parts in order. */
export type FilePaths = string | readonly string[]

export function showPaths(paths: FilePaths): string {
  const [first, ...others] = [paths].flat()
  return others.length === 0 ? first! : `${first} to ${others.at(-1)}`
}

/** Reads the RLP lists of a file or of its parts. No list spans two parts. */
export async function* readRlpFiles(
  paths: FilePaths,
  options: RlpFileOptions = {},
): AsyncGenerator<FileItem> {
  const parts = [paths].flat()
  let before = 0
  for (const path of parts) {
    try {
      for await (const { bytes, read } of readRlpFile(path, options)) yield { bytes, read: before + read }
    } catch (error) {
      const isNamed = parts.length === 1 || !(error instanceof HistoryError) || error.message.includes(path)
      throw isNamed ? error : new HistoryError(error.code, `${path}: ${error.message}`, { cause: error })
    }
    before += (await stat(path)).size
  }
}

export async function* readRlpFile(
  path: string,
  { limit = ITEM_LIMIT, signal }: RlpFileOptions = {},
): AsyncGenerator<FileItem> {
  let rest: Uint8Array = new Uint8Array()
  let offset = 0
  let waiting: Uint8Array[] = [] // joined once the item is complete: piece by piece would be quadratic
  let missing = 0
  await using file = await openArchiveFile(path)
  for await (const { chunk, packed } of readContent(file)) {
    signal?.throwIfAborted()
    waiting.push(chunk)
    missing -= chunk.length
    if (missing > 0) continue
    rest = waiting.length === 1 ? chunk : Buffer.concat(waiting)
    for (;;) {
      const size = itemSize(rest, offset, limit)
      missing = Number.isFinite(size) ? size - rest.length : 0
      if (size > rest.length) break
      offset += size
      yield { bytes: rest.subarray(0, size), read: packed ?? offset }
      rest = rest.subarray(size)
    }
    waiting = rest.length === 0 ? [] : [rest]
  }
  rest = Buffer.concat(waiting)
  if (rest.length > 0) {
    const size = itemSize(rest, offset, limit)
    const missing =
      size === Infinity ? 'its length is cut off' : `${size - rest.length} of its ${size} bytes are missing`
    throw archiveError(`the file is cut off in the item at byte ${offset}: ${missing}.`)
  }
}

/** Returns the size of the list that begins here, first bytes included; Infinity if too few bytes are here. */
const itemSize = (bytes: Uint8Array, offset: number, limit: number): number => {
  const [first] = bytes
  if (first === undefined) return Infinity
  if (first < 0xc0)
    throw archiveError(`the item at byte ${offset} begins with 0x${hex(first)} and so is no RLP list.`)
  const lengthSize = Math.max(0, first - 0xf7)
  if (bytes.length < 1 + lengthSize) return Infinity
  let length = lengthSize === 0 ? first - 0xc0 : 0
  for (const byte of bytes.subarray(1, 1 + lengthSize)) length = length * 256 + byte
  if (lengthSize > 0 && (bytes[1] === 0 || length < 56))
    throw archiveError(`the length of the item at byte ${offset} is not written in the shortest form.`)
  const size = 1 + lengthSize + length
  if (size > limit)
    throw archiveError(
      `the item at byte ${offset} is ${size} bytes long, but ${limit} are the most that are read.`,
    )
  return size
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
