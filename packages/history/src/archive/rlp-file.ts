import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable, Writable } from 'node:stream'
import { pipeline as pipelineToEnd } from 'node:stream/promises'
import { constants, crc32, createGunzip } from 'node:zlib'
import { HistoryError } from '../error.ts'
import { reasonOf } from '../fault.ts'
import { requireRegular } from './archive-file.ts'

/** One RLP list of a file of lists back to back. */
export interface FileItem {
  /** The list as it lies in the file, its first bytes included. */
  readonly bytes: Uint8Array
  /** How many bytes of the file (packed, where it is gzipped) had been read when it was complete. */
  readonly read: number
}

export interface RlpFileOptions {
  /** The most bytes that one item may have. No block that a chain accepts comes near the default. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** 32 MiB: EIP-7934 allows a block 8 MiB, and 100 million gas of calldata before it make at most 25 MB. */
export const ITEM_LIMIT: number = 32 * 2 ** 20

/**
 * The RLP lists of a file, plain or gzipped, one after the other; the file is never held whole.
 * Throws HistoryError `archive` where the file cannot be read, is cut off, or holds something else.
 */
export async function* readRlpFile(
  path: string,
  { limit = ITEM_LIMIT, signal }: RlpFileOptions = {},
): AsyncGenerator<FileItem> {
  let rest: Uint8Array = new Uint8Array()
  let offset = 0
  try {
    for await (const { chunk, packed } of await openFile(path)) {
      signal?.throwIfAborted()
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        const size = itemSize(rest, offset, limit)
        if (size > rest.length) break
        offset += size
        yield { bytes: rest.subarray(0, size), read: packed ?? offset }
        rest = rest.subarray(size)
      }
    }
  } catch (cause) {
    if (cause instanceof HistoryError || signal?.aborted) throw cause
    throw new HistoryError('archive', `${path} cannot be read: ${reasonOf(cause)}.`, { cause })
  }
  if (rest.length > 0) {
    const size = itemSize(rest, offset, limit)
    const missing =
      size === Infinity ? 'its length is cut off' : `${size - rest.length} of its ${size} bytes are missing`
    throw new HistoryError('archive', `the file is cut off in the item at byte ${offset}: ${missing}.`)
  }
}

/** A piece of the file's content, and how much of the file it took where that is packed. */
interface Piece {
  readonly chunk: Buffer
  readonly packed?: number
}

const openFile = async (path: string): Promise<AsyncIterable<Piece>> => {
  const openStream = () => createReadStream(path, { highWaterMark: 2 ** 20 })
  await requireRegular(path) // before it is opened: a pipe would be waited for
  await using file = await open(path)
  const { size } = await file.stat()
  const { buffer: start } = await file.read(Buffer.alloc(2), 0, 2, 0)
  if (start[0] !== 0x1f || start[1] !== 0x8b) return pieces(openStream())
  const { buffer: end } = await file.read(Buffer.alloc(8), 0, 8, Math.max(0, size - 8))
  return unpack(openStream, end.readUInt32LE(0))
}

async function* pieces(file: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  for await (const chunk of file) yield { chunk }
}

/** The content of a gzipped file. A file cut off gives all that it still holds before it fails, which zlib alone would not. */
async function* unpack(openStream: () => Readable, checksum: number): AsyncGenerator<Piece> {
  const lenient = createGunzip({ chunkSize: 2 ** 18, finishFlush: constants.Z_SYNC_FLUSH })
  let sum = 0
  for await (const chunk of pipeline(openStream(), lenient, () => {}) as AsyncIterable<Buffer>) {
    sum = crc32(chunk, sum)
    yield { chunk, packed: lenient.bytesWritten }
  }
  // The checksum is that of one member; a file of several, and one cut off, is read again to tell them apart.
  if (sum === checksum) return
  await pipelineToEnd(
    openStream(),
    createGunzip(),
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  )
}

/** The size of the list that begins here, first bytes included; Infinity where too few bytes are here to tell. */
const itemSize = (bytes: Uint8Array, offset: number, limit: number): number => {
  const [first] = bytes
  if (first === undefined) return Infinity
  if (first < 0xc0)
    throw new HistoryError(
      'archive',
      `the item at byte ${offset} begins with 0x${hex(first)} and so is no RLP list.`,
    )
  const lengthSize = Math.max(0, first - 0xf7)
  if (bytes.length < 1 + lengthSize) return Infinity
  let length = lengthSize === 0 ? first - 0xc0 : 0
  for (const byte of bytes.subarray(1, 1 + lengthSize)) length = length * 256 + byte
  if (lengthSize > 0 && (bytes[1] === 0 || length < 56))
    throw new HistoryError(
      'archive',
      `the length of the item at byte ${offset} is not written in the shortest form.`,
    )
  const size = 1 + lengthSize + length
  if (size > limit)
    throw new HistoryError(
      'archive',
      `the item at byte ${offset} is ${size} bytes long, but ${limit} are the most that are read.`,
    )
  return size
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
