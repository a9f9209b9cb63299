import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { HistoryError, unreadable } from '../error.ts'
import type { ArchiveFile } from './archive-file.ts'

export interface Piece {
  readonly chunk: Uint8Array
  /** How many bytes of a gzipped file were read so far. */
  readonly packed?: number
}

/** Whether bytes begin as gzip does (RFC 1952). */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/**
 * Reads a file's content in pieces, unpacked if it is gzipped. Zeros may follow the last gzip member. Throws HistoryError `archive` for a
 * fault, after the content before it, except up to 64 KiB.
 */
export async function* readContent(file: ArchiveFile): AsyncGenerator<Piece> {
  const isPacked = isGzip(await file.read(0, Math.min(2, file.size)))
  if (isPacked) return yield* unpack(file)
  for await (const chunk of readPieces(file)) yield { chunk }
}

async function* unpack(file: ArchiveFile): AsyncGenerator<Piece> {
  const engine = createGunzip(options)
  pipeline(readPieces(file), engine, () => {}) // an error reaches the loop through the engine
  try {
    for await (const chunk of engine as AsyncIterable<Buffer>) yield { chunk, packed: engine.bytesWritten }
    // zlib ends at the first zero after a member, whatever follows.
    for await (const rest of readPieces(file, engine.bytesWritten))
      if (rest.some((byte) => byte !== 0)) throw new Error('other bytes follow the zeros after a gzip member')
  } catch (cause) {
    throw cause instanceof HistoryError ? cause : unreadable(file.path, cause)
  } finally {
    engine.destroy()
  }
}

async function* readPieces(file: ArchiveFile, from = 0): AsyncGenerator<Uint8Array> {
  for (let at = from; at < file.size; at += PIECE) yield await file.read(at, Math.min(PIECE, file.size - at))
}

const PIECE = 2 ** 20
const options = { chunkSize: 2 ** 16, highWaterMark: 1 } // what waits in a longer queue is lost with a fault
