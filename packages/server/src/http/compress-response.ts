import { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { type MaybePromise, when } from '@lectern/spec'
import { type BatchResult, mayComeAgain, type Reply, type Whole, type WholeBatch } from '../rpc/reply.ts'
import {
  type Coding,
  compress,
  type CompressedTail,
  compressedOf,
  gzipOptions,
  largeBytes,
} from './content-coding.ts'

/**
 * Compresses a response and passes the bytes to `send`: at once, or from a thread. A result that may come again is compressed once and joined with
 * the id of each reply.
 */
export function compressResponse<T>(
  response: (Whole | WholeBatch) & { readonly reply?: Reply },
  coding: Coding,
  send: (body: Uint8Array) => MaybePromise<T>,
): MaybePromise<T> {
  const joined = response.reply && compressReply(response.reply, coding)
  if (joined !== undefined) return when(joined, send)
  const { bytes, release } = response.write()
  const results = coding === 'gzip' && 'results' in response ? response.results : []
  return when(joinBatch(bytes, results) ?? compress(bytes, coding), (compressed) => {
    release() // not before: a thread may have read it until now
    return send(compressed)
  })
}

/** Compresses a reply with the stored bytes of its result. Undefined for a result that does not come again, for brotli, and for a long head. */
export function compressReply(
  { head, json }: Pick<Reply, 'head' | 'json'>,
  coding: Coding,
): MaybePromise<Uint8Array> | undefined {
  const start = Buffer.from(head)
  if (coding === 'br' || start.length > longestHead || !mayComeAgain(json)) return undefined
  return when(compressTail(json, coding), (tail) => tails[coding].join(start, tail))
}

/**
 * Compresses the text of a batch by gzip with the stored bytes of its results; undefined if less than half of the text is stored. A
 * result is stored when it comes in a second batch: compressed alone, it takes more bytes.
 */
export function joinBatch(text: Uint8Array, results: readonly BatchResult[]): Uint8Array | undefined {
  const blocks: Uint8Array[] = []
  let [from, left, crc] = [0, text.length, 0]
  let room = largeBytes.gzip // to be compressed in this turn
  const parts: { readonly start: number; readonly end: number; readonly tail: CompressedTail }[] = []
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
  const addUpTo = (at: number) => {
    const between = text.subarray(from, at)
    crc = zlib.crc32(between, crc)
    if (between.length > longestHead) blocks.push(zlib.deflateRawSync(between, deflateOptions(between)))
    else if (between.length > 0) blocks.push(toStoredBlock(between))
  }
  for (const { start, end, tail } of parts) {
    addUpTo(start)
    blocks.push(tail.bytes)
    crc = appendSum(crc, tail)
    from = end
  }
  addUpTo(text.length)
  return toGzip(blocks, crc, text.length)
}

const cameInBatch = new WeakSet<Uint8Array>()

/** The most bytes of a head: those of a block in the least window of zstd. */
const longestHead = 1_024

/** The end of a reply, after its result or error. */
const end = Buffer.from('}')

/** Compresses a result and the end of its reply once. The bytes refer to nothing before them. */
function compressTail(json: Uint8Array, coding: 'gzip' | 'zstd'): MaybePromise<CompressedTail> {
  const compressed = compressedOf(json)
  const name = `${coding} tail` as const
  const known = compressed[name]
  if (known !== undefined) return known
  const { options, compress, compressLarge, sum } = tails[coding]
  const text = Buffer.concat([json, end])
  // A copy: zlib returns a part of a larger array, which would be stored as long.
  const store = (bytes: Uint8Array) => (compressed[name] = { bytes: Uint8Array.from(bytes), ...sum(text) })
  if (text.length <= largeBytes[coding]) return store(compress(text, options(text)))
  const forget = (error: unknown) => {
    delete compressed[name]
    throw error
  }
  return (compressed[name] = compressLarge(text, options(text)).then(store, forget))
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
  sum(text: Uint8Array): Omit<CompressedTail, 'bytes'>
  join(head: Buffer, tail: CompressedTail): Uint8Array
}

const tails: Readonly<Record<'gzip' | 'zstd', TailCoding>> = {
  gzip: {
    options: deflateOptions,
    compress: zlib.deflateRawSync,
    compressLarge: promisify(zlib.deflateRaw) as TailCoding['compressLarge'],
    sum: (text) => ({ crc: zlib.crc32(text), length: text.length, shift: shiftOf(text.length) }),
    join: (head, tail) =>
      toGzip([toStoredBlock(head), tail.bytes], appendSum(zlib.crc32(head), tail), head.length + tail.length),
  },
  zstd: {
    options: () => ({ params: { [ZSTD_c_compressionLevel]: 1, [ZSTD_c_contentSizeFlag]: 0 } }),
    compress: zlib.zstdCompressSync,
    compressLarge: promisify(zlib.zstdCompress) as TailCoding['compressLarge'],
    sum: ({ length }) => ({ crc: 0, length, shift: 0 }), // its frames have none here
    join(head, { bytes: tail }) {
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

/** Returns the CRC-32 of a text and a tail from that of the text. */
const appendSum = (crc: number, tail: CompressedTail): number => (multiply(crc, tail.shift) ^ tail.crc) >>> 0

/** Returns x to the bits of so many bytes. To sum a block of 110 KB anew takes 40 µs. */
function shiftOf(bytes: number): number {
  let result = 0x80000000 // 1, the lowest power being the highest bit
  let power = 0x00800000 // x to the 8
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(power, result)
    power = multiply(power, power)
  }
  return result
}

/** Multiplies two polynomials modulo that of CRC-32, without branches. */
function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 31, factor = other; bit >= 0; bit--) {
    product ^= factor & -((one >>> bit) & 1)
    factor = (factor >>> 1) ^ (0xedb88320 & -(factor & 1))
  }
  return product >>> 0
}
