import type { Stats } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { archiveError, failToRead } from '../error.ts'

/** A file that is read in pieces, from any offset. */
export interface ArchiveFile extends AsyncDisposable {
  readonly path: string
  readonly size: number
  /** Reads bytes from an offset on. Throws HistoryError `archive` if the file ends before. */
  read(at: number, length: number): Promise<Uint8Array>
  /** Returns a reader that reads ahead. */
  cursor(): ArchiveFile['read']
}

export async function openArchiveFile(path: string): Promise<ArchiveFile> {
  const fail = failToRead(path)
  await requireRegular(path).catch(fail)
  const handle = await open(path).catch(fail)
  const { size } = await handle.stat().catch(fail)
  const read: ArchiveFile['read'] = async (at, length) => {
    if (at < 0 || at + length > size)
      throw archiveError(`${path}: byte ${at}: ${length} bytes are missing: the file has ${size}.`)
    const bytes = new Uint8Array(length)
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await handle.read(bytes, filled, length - filled, at + filled).catch(fail)
      if (bytesRead === 0) fail(new Error(`it became shorter than ${size} bytes`))
      filled += bytesRead
    }
    return bytes
  }
  return {
    path,
    size,
    read,
    cursor() {
      let window = new Uint8Array()
      let start = 0
      return async (at, length) => {
        if (at < start || at + length > start + window.length) {
          window = (await read(at, Math.max(length, Math.min(PIECE, size - at)))) as Uint8Array<ArrayBuffer>
          start = at
        }
        return window.subarray(at - start, at - start + length)
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** Reads a small file. Throws HistoryError `archive` if it cannot be read. */
export const readWhole = (path: string): Promise<Buffer> => readFile(path).catch(failToRead(path))

export const statFile = (path: string): Promise<Stats> => stat(path).catch(failToRead(path))

export async function sumSizes(paths: readonly string[]): Promise<number> {
  const stats = await Promise.all(paths.map(statFile))
  return stats.reduce((sum, { size }) => sum + size, 0)
}

/** Throws for a pipe, a socket or a device: an archive is read more than once, and from any offset. */
export async function requireRegular(path: string): Promise<void> {
  const found = await stat(path)
  if (!found.isFile() && !found.isDirectory())
    throw new Error('it is a pipe or a device, and a regular file is needed')
}

export interface Piece {
  readonly chunk: Uint8Array
  /** How many bytes of a gzipped file were read so far. */
  readonly packed?: number
}

/** Whether bytes begin as gzip does (RFC 1952). */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Reads a file's content in pieces, unpacked if it is gzipped. Throws HistoryError `archive` for a fault, after what comes before it. */
export async function* readContent(file: ArchiveFile): AsyncGenerator<Piece> {
  const isPacked = isGzip(await file.read(0, Math.min(2, file.size)))
  if (isPacked) return yield* unpack(file)
  for await (const chunk of readPieces(file)) yield { chunk }
}

async function* unpack(file: ArchiveFile): AsyncGenerator<Piece> {
  const options = { chunkSize: 2 ** 16, highWaterMark: 1 } // what waits in a longer queue is lost with a fault
  const engine = createGunzip(options)
  pipeline(readPieces(file), engine, () => {}) // an error reaches the loop through the engine
  try {
    for await (const chunk of engine as AsyncIterable<Buffer>) yield { chunk, packed: engine.bytesWritten }
    // zlib ends at the first zero after a member, whatever follows.
    for await (const rest of readPieces(file, engine.bytesWritten))
      if (rest.some((byte) => byte !== 0)) throw new Error('other bytes follow the zeros after a gzip member')
  } catch (cause) {
    failToRead(file.path)(cause)
  } finally {
    engine.destroy()
  }
}

async function* readPieces(file: ArchiveFile, from = 0): AsyncGenerator<Uint8Array> {
  for (let at = from; at < file.size; at += PIECE) yield await file.read(at, Math.min(PIECE, file.size - at))
}

const PIECE = 2 ** 20
