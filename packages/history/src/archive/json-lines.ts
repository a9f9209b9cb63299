import { HistoryError } from '../error.ts'
import { isGzip, readGzip } from './gzip.ts'
import { type ArchiveFile, openArchiveFile } from './archive-file.ts'

/** A line of a file, without its end. */
export interface Line {
  readonly path: string
  /** From 1. */
  readonly number: number
  readonly bytes: Uint8Array
  /** Bytes of the file, compressed if it is, up to here. */
  readonly read: number
}

/** How lines are read. */
export interface LineOptions {
  /** The most bytes of a line. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** Whether a path is that of a file of JSON lines, gzipped or not. */
export const isJsonLines = (path: string): boolean => /\.(jsonl|ndjson)(\.gz)?$/.test(path)

/** Reads the lines of a file that are not empty. Throws HistoryError `archive` where it cannot be read, or a line is longer than the limit. */
export async function* readLines(path: string, { limit, signal }: LineOptions): AsyncGenerator<Line> {
  await using file = await openArchiveFile(path)
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1
  const take = (): Uint8Array => {
    const line = Buffer.concat(parts)
    ;[parts, length] = [[], 0]
    return line
  }
  const add = (part: Uint8Array) => {
    parts.push(part)
    if ((length += part.length) > limit)
      throw new HistoryError('archive', `${path}: line ${number} has more than ${limit} bytes.`)
  }
  for await (const { chunk, read } of readChunks(file)) {
    signal?.throwIfAborted()
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end))
      const bytes = take()
      if (!isBlank(bytes)) yield { path, number, bytes, read }
      number++
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  const bytes = take()
  if (!isBlank(bytes)) yield { path, number, bytes, read: file.size }
}

async function* readChunks(file: ArchiveFile): AsyncGenerator<{ chunk: Uint8Array; read: number }> {
  if (!(await isGzip(file))) {
    for (let at = 0; at < file.size; at += CHUNK) {
      const length = Math.min(CHUNK, file.size - at)
      yield { chunk: await file.read(at, length), read: at + length }
    }
    return
  }
  try {
    for await (const { chunk, packed } of readGzip(file)) yield { chunk, read: packed }
  } catch (cause) {
    throw new HistoryError('archive', `${file.path}: ${(cause as Error).message}.`, { cause })
  }
}

const CHUNK = 2 ** 20
const NEWLINE = 0x0a
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte <= 0x20)
