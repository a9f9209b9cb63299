import { openArchiveFile, readContent } from './archive-file.ts'
import { archiveError } from '../error.ts'

/** A line of a file, without its end. */
export interface Line {
  readonly path: string
  /** From 1. */
  readonly number: number
  readonly bytes: Uint8Array
  /** Bytes of the file up to here; of a gzipped file, its packed bytes. */
  readonly read: number
}

export interface LineOptions {
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** Returns whether a path has the ending of JSON lines, gzipped or not. */
export const isJsonLines = (path: string): boolean => /\.(jsonl|ndjson)(\.gz)?$/.test(path)

/** Reads the lines of a file that are not empty. Throws HistoryError `archive` for a line that is too long. */
export async function* readLines(path: string, { limit, signal }: LineOptions): AsyncGenerator<Line> {
  await using file = await openArchiveFile(path)
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1
  let offset = 0
  const take = (): Uint8Array => {
    const line = Buffer.concat(parts)
    ;[parts, length] = [[], 0]
    return line
  }
  const add = (part: Uint8Array) => {
    parts.push(part)
    if ((length += part.length) > limit)
      throw archiveError(`${path}: line ${number} has more than ${limit} bytes.`)
  }
  for await (const { chunk, packed } of readContent(file)) {
    signal?.throwIfAborted()
    offset += chunk.length
    const read = packed ?? offset
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

const NEWLINE = 0x0a
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte <= 0x20)
