import { pipeline } from 'node:stream'
import { constants, crc32, createInflateRaw } from 'node:zlib'
import type { ArchiveFile } from './archive-file.ts'

/** A piece of what a gzipped file holds, and how many bytes of the file had been read for it. */
export interface Unpacked {
  readonly chunk: Buffer
  readonly packed: number
}

/** Whether a file begins as gzip does (RFC 1952). */
export async function isGzip(file: ArchiveFile): Promise<boolean> {
  return file.size >= 2 && isMagic(await file.read(0, 2))
}

/**
 * What a gzipped file holds, member after member (RFC 1952); zeros may follow the last one. All that unpacks before a fault is given before
 * the fault is thrown (but for up to 64 KiB, where it lies inside of a stream), which zlib's own gunzip does not do: it keeps the last pieces for itself, and passes over all that follows a zero byte.
 * Throws an Error with the end of a sentence.
 */
export async function* readGzip(file: ArchiveFile, signal?: AbortSignal): AsyncGenerator<Unpacked> {
  const read = file.cursor()
  for (let at = 0; at < file.size;) {
    signal?.throwIfAborted()
    const start = await readHead(file, read, at)
    let end = start
    let sum = 0
    let length = 0
    for await (const { chunk, packed } of inflate(read, start, file.size)) {
      end = packed
      sum = crc32(chunk, sum)
      length = (length + chunk.length) % 2 ** 32
      if (chunk.length > 0) yield { chunk, packed }
    }
    if (end + TAIL > file.size) throw new Error(CUT)
    const tail = toView(await read(end, TAIL))
    if (tail.getUint32(0, true) !== sum || tail.getUint32(4, true) !== length)
      throw new Error(`what its gzip member at byte ${at} holds is not what its checksum says`)
    at = end + TAIL
    if (at + 2 <= file.size && isMagic(await read(at, 2))) continue
    await requireZeros(file, read, at)
    return
  }
}

/** Where the content of a member begins, whose head is at an offset. */
async function readHead({ size }: ArchiveFile, read: ArchiveFile['read'], at: number): Promise<number> {
  const take = async (from: number, length: number) => {
    if (from + length > size) throw new Error(CUT)
    return await read(from, length)
  }
  const unknown = () => new Error(`the head of its gzip member at byte ${at} is none that is known`)
  const head = await take(at, HEAD)
  const flags = head[3]!
  if (!isMagic(head) || head[2] !== DEFLATE || (flags & RESERVED) !== 0) throw unknown()
  let next = at + HEAD
  if (flags & EXTRA) next += 2 + toView(await take(next, 2)).getUint16(0, true)
  for (const flag of [NAME, COMMENT]) {
    if (!(flags & flag)) continue
    const rest = Math.max(0, size - next)
    const text = await take(next, Math.min(PIECE, rest))
    const end = text.indexOf(0)
    if (end === -1) throw rest > PIECE ? unknown() : new Error(CUT) // no file has such a name
    next += end + 1
  }
  return flags & HEAD_SUM ? next + 2 : next
}

/** What a deflated stream holds that begins at an offset; at last an empty piece, with where it ends. */
async function* inflate(read: ArchiveFile['read'], start: number, size: number): AsyncGenerator<Unpacked> {
  const engine = createInflateRaw(options)
  async function* pieces() {
    for (let at = start; at < size; at += PIECE) yield await read(at, Math.min(PIECE, size - at))
  }
  pipeline(pieces, engine, () => {}) // what goes wrong comes out of the engine
  try {
    for await (const chunk of engine as AsyncIterable<Buffer>)
      yield { chunk, packed: start + engine.bytesWritten }
    yield { chunk: Buffer.alloc(0), packed: start + engine.bytesWritten }
  } finally {
    engine.destroy()
  }
}

const options = {
  chunkSize: 2 ** 16, // the most that a fault inside of a stream takes with it
  readableHighWaterMark: 1, // or pieces that wait to be taken would be lost with it
  finishFlush: constants.Z_SYNC_FLUSH, // what is cut off gives all that it still holds
}

async function requireZeros({ size }: ArchiveFile, read: ArchiveFile['read'], from: number): Promise<void> {
  for (let at = from; at < size; at += PIECE) {
    const piece = await read(at, Math.min(PIECE, size - at))
    const found = piece.findIndex((byte) => byte !== 0)
    if (found !== -1)
      throw new Error(
        `its gzip member ends at byte ${from}, but byte ${at + found} is neither zero nor the next one's first`,
      )
  }
}

/** Whether bytes begin as gzip does. */
export const isMagic = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const toView = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

const HEAD = 10
const TAIL = 8 // CRC-32 and length
const DEFLATE = 8
const [HEAD_SUM, EXTRA, NAME, COMMENT, RESERVED] = [2, 4, 8, 16, 0xe0]
const PIECE = 2 ** 16
const CUT = 'unexpected end of file'
