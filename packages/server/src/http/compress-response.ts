import { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { MaybePromise } from '@lectern/spec'
import { type BatchResult, mayComeAgain, type Reply, type Whole, type WholeBatch } from '../rpc/reply.ts'
import { type Coding, compress, compressedOf, gzipOptions, largeBytes } from './content-coding.ts'

/**
 * Compresses a response and sends the bytes: at once, or when a thread has compressed them. A result that may come again is compressed
 * once, and joined with the id of each reply; brotli's streams cannot be joined.
 */
export function compressResponse<T>(
  response: (Whole | WholeBatch) & { readonly reply?: Reply },
  coding: Coding,
  send: (body: Uint8Array) => T,
): T | Promise<Awaited<T>> {
  const joined = response.reply && compressReply(response.reply, coding)
  if (joined !== undefined) return joined instanceof Promise ? thenSend(joined, send) : send(joined)
  const { bytes, release } = response.write()
  const results = coding === 'gzip' && 'results' in response ? response.results : []
  const body = joinBatch(bytes, results) ?? compress(bytes, coding)
  const sendCompressed = (compressed: Uint8Array): T => {
    release() // not before: a thread may have read it until now
    return send(compressed)
  }
  return body instanceof Promise ? thenSend(body, sendCompressed) : sendCompressed(body)
}

const thenSend = <T>(body: Promise<Uint8Array>, send: (body: Uint8Array) => T) =>
  body.then(send) as Promise<Awaited<T>>

/** Compresses a reply with the stored bytes of its result; undefined for a result that does not come again, for brotli, and for a long head. */
export function compressReply(
  { head, json }: Pick<Reply, 'head' | 'json'>,
  coding: Coding,
): MaybePromise<Uint8Array> | undefined {
  const start = Buffer.from(head)
  if (coding === 'br' || start.length > longestHead || !mayComeAgain(json)) return undefined
  const { join } = tails[coding]
  const tail = compressTail(json, coding)
  return tail instanceof Promise ? tail.then((bytes) => join(start, json, bytes)) : join(start, json, tail)
}

/**
 * Compresses the text of a batch by gzip with the stored bytes of its results; undefined if less than half of the text is stored. A
 * result is stored when it comes in a second batch: compressed alone, it takes more bytes.
 */
export function joinBatch(text: Uint8Array, results: readonly BatchResult[]): Uint8Array | undefined {
  const blocks: Uint8Array[] = []
  let [from, left] = [0, text.length]
  let room = largeBytes.gzip // to be compressed in this turn, which is then no longer than for a whole response
  const parts: { readonly start: number; readonly end: number; readonly tail: Uint8Array }[] = []
  for (const { json, start } of results) {
    const { length } = json
    if (compressedOf(json)['gzip tail'] === undefined) {
      const isRepeated = cameInBatch.has(json)
      cameInBatch.add(json)
      if (!isRepeated || length >= room) continue
      room -= length + end.length
    }
    const tail = compressTail(json, 'gzip')
    if (tail instanceof Promise) continue
    parts.push({ start, end: start + length + end.length, tail })
    left -= length
  }
  if (left > largeBytes.gzip || left >= text.length / 2) return undefined
  for (const part of [...parts, { start: text.length, end: text.length, tail: undefined }]) {
    const between = text.subarray(from, part.start)
    if (between.length > longestHead) blocks.push(zlib.deflateRawSync(between, deflateOptions(between)))
    else if (between.length > 0) blocks.push(toStoredBlock(between))
    if (part.tail) blocks.push(part.tail)
    from = part.end
  }
  return toGzip(blocks, zlib.crc32(text), text.length)
}

const cameInBatch = new WeakSet<Uint8Array>()

/** The most bytes of a head: those of a block in the least window of zstd. */
const longestHead = 1_024

/** What ends a reply after its result or error. */
const end = Buffer.from('}')

/** Compresses a result and the end of its reply once. The bytes refer to nothing before them. */
function compressTail(json: Uint8Array, coding: 'gzip' | 'zstd'): MaybePromise<Uint8Array> {
  const compressed = compressedOf(json)
  const name = `${coding} tail` as const
  const known = compressed[name]
  if (known !== undefined) return known
  const { options, compress, compressLarge } = tails[coding]
  const text = Buffer.concat([json, end])
  // A copy in memory of its own: zlib returns a part of a larger one, which would be stored as long.
  if (text.length <= largeBytes[coding])
    return (compressed[name] = Uint8Array.from(compress(text, options(text))))
  const made = compressLarge(text, options(text)).then(
    (bytes) => (compressed[name] = Uint8Array.from(bytes)),
    (error: unknown) => {
      delete compressed[name]
      throw error
    },
  )
  return (compressed[name] = made)
}

const { ZSTD_c_compressionLevel, ZSTD_c_contentSizeFlag, Z_SYNC_FLUSH } = zlib.constants

const deflateOptions = (bytes: Uint8Array): zlib.ZlibOptions => ({
  ...gzipOptions(bytes),
  finishFlush: Z_SYNC_FLUSH, // to the end of a byte, and not the last block of a stream
})

/** How the end of a reply is compressed, and joined with its head. */
interface TailCoding {
  options(text: Uint8Array): object
  compress(text: Uint8Array, options: object): Uint8Array
  compressLarge(text: Uint8Array, options: object): Promise<Uint8Array>
  join(head: Buffer, json: Uint8Array, tail: Uint8Array): Uint8Array
}

const tails: Readonly<Record<'gzip' | 'zstd', TailCoding>> = {
  gzip: {
    options: deflateOptions,
    compress: zlib.deflateRawSync,
    compressLarge: promisify(zlib.deflateRaw) as TailCoding['compressLarge'],
    join: (head, json, tail) =>
      toGzip(
        [toStoredBlock(head), tail],
        zlib.crc32(end, zlib.crc32(json, zlib.crc32(head))),
        head.length + json.length + end.length,
      ),
  },
  zstd: {
    options: () => ({ params: { [ZSTD_c_compressionLevel]: 1, [ZSTD_c_contentSizeFlag]: 0 } }),
    compress: zlib.zstdCompressSync,
    compressLarge: promisify(zlib.zstdCompress) as TailCoding['compressLarge'],
    join(head, _, tail) {
      // A frame without its size has a header of six bytes (RFC 8878, 3.1.1.1); the head becomes a raw block after it.
      const whole = Buffer.allocUnsafe(3 + head.length + tail.length)
      whole.set(tail.subarray(0, 6))
      whole.writeUIntLE(head.length << 3, 6, 3)
      whole.set(head, 9)
      whole.set(tail.subarray(6), 9 + head.length)
      return whole
    },
  },
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3]) // of the fastest level, on Unix, as zlib writes it
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]) // a stored one of no bytes

/** Joins blocks to a gzip stream (RFC 1951, 1952) of a text with this checksum and length. */
function toGzip(blocks: readonly Uint8Array[], crc: number, length: number): Buffer {
  const trailer = Buffer.allocUnsafe(8)
  trailer.writeUInt32LE(length, trailer.writeUInt32LE(crc))
  return Buffer.concat([gzipHeader, ...blocks, lastBlock, trailer])
}

/** Writes a block of bytes as they are, not the last one of its stream. */
function toStoredBlock(bytes: Uint8Array): Buffer {
  const block = Buffer.allocUnsafe(5 + bytes.length)
  block[0] = 0
  block.writeUInt16LE(bytes.length ^ 0xffff, block.writeUInt16LE(bytes.length, 1))
  block.set(bytes, 5)
  return block
}
