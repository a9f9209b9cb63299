import { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { gzipOptions } from './content-coding.ts'

/** The most bytes of a head: those of a block in the least window of zstd. */
export const longestHead = 1_024

/** A text compressed by itself, so that it can follow any other: its bytes refer to nothing before them. */
export interface CompressedTail {
  /** Whole blocks. */
  readonly bytes: Uint8Array
  /** The whole compressed stream of a head, of `longestHead` bytes at most, and this tail. */
  behind(head: Uint8Array): Buffer
}

/** A tail compressed by gzip. */
export interface GzipTail extends CompressedTail {
  /** The checksum of a text and of this tail behind it, from that of the text. */
  addTo(crc: number): number
}

/** A coding whose streams can be joined from an uncompressed head and a compressed tail. */
export interface Splicer<Tail extends CompressedTail = CompressedTail> {
  /** Compresses a tail on this thread. */
  compress(tail: Uint8Array): Tail
  /** Compresses a tail on another thread. */
  compressLarge(tail: Uint8Array): Promise<Tail>
}

const { ZSTD_c_compressionLevel, Z_SYNC_FLUSH } = zlib.constants
const deflateOptions = (bytes: Uint8Array): zlib.ZlibOptions => ({
  ...gzipOptions(bytes),
  finishFlush: Z_SYNC_FLUSH, // to the end of a byte, and not the last block of a stream
})
const zstdOptions = { params: { [ZSTD_c_compressionLevel]: 1 } }
const deflateLarge = promisify<Uint8Array, object, Uint8Array>(zlib.deflateRaw)
const zstdLarge = promisify<Uint8Array, object, Uint8Array>(zlib.zstdCompress)

/** gzip (RFC 1951, 1952): the head is a stored block before the blocks of the tail. */
export const gzipSplicer: Splicer<GzipTail> = {
  compress: (tail) => toGzipTail(tail, zlib.deflateRawSync(tail, deflateOptions(tail))),
  compressLarge: async (tail) => toGzipTail(tail, await deflateLarge(tail, deflateOptions(tail))),
}

/** zstd (RFC 8878): the head is a raw block before the blocks of the tail, in a frame without a size. */
export const zstdSplicer: Splicer = {
  compress: (tail) => toZstdTail(zlib.zstdCompressSync(tail, zstdOptions)),
  compressLarge: async (tail) =>
    toZstdTail(await zstdLarge(tail, { ...zstdOptions, pledgedSrcSize: tail.length })),
}

/** A part of a text that is compressed already. */
export interface CompressedPart {
  readonly start: number
  readonly end: number
  readonly tail: GzipTail
}

/** The gzip stream of a text, of which some parts, one after the other, are compressed already, and not read. What is short between them is stored as it is. */
export function joinGzip(text: Uint8Array, parts: readonly CompressedPart[]): Buffer {
  const blocks: { readonly bytes: Uint8Array; readonly isStored: boolean }[] = []
  let size = gzipHeader.length + lastBlock.length + 8
  let crc = 0
  let from = 0
  const add = (bytes: Uint8Array, isStored: boolean) => {
    blocks.push({ bytes, isStored })
    size += bytes.length + (isStored ? storedHead : 0)
  }
  const addUpTo = (end: number) => {
    const between = text.subarray(from, end)
    crc = zlib.crc32(between, crc)
    if (between.length > longestHead) add(zlib.deflateRawSync(between, deflateOptions(between)), false)
    else if (between.length > 0) add(between, true)
  }
  for (const { start, end, tail } of parts) {
    addUpTo(start)
    add(tail.bytes, false)
    crc = tail.addTo(crc)
    from = end
  }
  addUpTo(text.length)
  const whole = Buffer.allocUnsafe(size)
  let at = gzipHeader.copy(whole)
  for (const { bytes, isStored } of blocks) {
    if (isStored) at = putStoredHead(whole, at, bytes.length)
    whole.set(bytes, at)
    at += bytes.length
  }
  putEnd(whole, at, crc, text.length)
  return whole
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3]) // of the fastest level, on Unix, as zlib writes it
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]) // a stored one of no bytes
const storedHead = 5

/** A copy in memory of its own: zlib gives a part of a larger one, which would be kept as long. */
const toOwnMemory = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)

function toGzipTail(tail: Uint8Array, compressed: Uint8Array): GzipTail {
  const bytes = toOwnMemory(compressed)
  const { length } = tail // all that is kept of it
  const crc = zlib.crc32(tail)
  const shift = shiftOf(length)
  const addTo = (before: number) => (multiply(before, shift) ^ crc) >>> 0
  return {
    bytes,
    addTo,
    behind(head) {
      const start = gzipHeader.length + storedHead
      const whole = Buffer.allocUnsafe(start + head.length + bytes.length + lastBlock.length + 8)
      putStoredHead(whole, gzipHeader.copy(whole), head.length)
      whole.set(head, start)
      whole.set(bytes, start + head.length)
      putEnd(whole, start + head.length + bytes.length, addTo(zlib.crc32(head)), head.length + length)
      return whole
    },
  }
}

/** Writes what is before the bytes of a stored block that is not the last one, and gives where they begin. */
function putStoredHead(target: Buffer, at: number, length: number): number {
  target[at] = 0
  target.writeUInt16LE(length, at + 1)
  return target.writeUInt16LE(length ^ 0xffff, at + 3)
}

/** Writes the last block, the checksum of the text, and its length. */
function putEnd(target: Buffer, at: number, crc: number, length: number): void {
  target.set(lastBlock, at)
  target.writeUInt32LE(crc, at + lastBlock.length)
  target.writeUInt32LE(length, at + lastBlock.length + 4)
}

/** The CRC-32 of A and B is that of A times x to the bits of B, plus that of B: without it, 84 KB take 15 µs to sum each time. */
function shiftOf(bytes: number): number {
  let result = 0x80000000 // 1, the lowest power being the highest bit
  let power = 0x00800000 // x to the 8
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(power, result)
    power = multiply(power, power)
  }
  return result
}

/** The product of two polynomials modulo that of CRC-32. Without branches, which a processor would guess wrong half of the time. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 31, factor = b; bit >= 0; bit--) {
    product ^= factor & -((a >>> bit) & 1)
    factor = (factor >>> 1) ^ (0xedb88320 & -(factor & 1))
  }
  return product >>> 0
}

const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd]
const RLE = 1

function toZstdTail(frame: Uint8Array): CompressedTail {
  const descriptor = frame[4]!
  const isSingle = (descriptor & 0x20) !== 0
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!
  const start = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]! + sizeBytes
  const end = endOfBlocks(frame, start)
  const bytes = toOwnMemory(frame.subarray(start, end))
  // The window reaches over all that the blocks refer to: their frame's own, or all of its content.
  const window = isSingle
    ? windowOver(end === start ? 0 : contentSize(frame, start - sizeBytes, sizeBytes))
    : frame[5]!
  return {
    bytes,
    behind(head) {
      const whole = Buffer.allocUnsafe(6 + 3 + head.length + bytes.length)
      whole.set([...zstdMagic, 0, window])
      whole.writeUIntLE(head.length << 3, 6, 3) // a raw block, not the last one
      whole.set(head, 9)
      whole.set(bytes, 9 + head.length)
      return whole
    },
  }
}

function contentSize(frame: Uint8Array, at: number, bytes: number): number {
  let size = 0
  for (let index = bytes - 1; index >= 0; index -= 1) size = size * 256 + frame[at + index]!
  return bytes === 2 ? size + 256 : size
}

/** The descriptor of the least window of a power of two, 1 KiB at least, over so many bytes. */
const windowOver = (bytes: number): number => Math.max(0, Math.ceil(Math.log2(Math.max(1, bytes))) - 10) << 3

function endOfBlocks(frame: Uint8Array, start: number): number {
  for (let at = start; ;) {
    const header = frame[at]! | (frame[at + 1]! << 8) | (frame[at + 2]! << 16)
    at += 3 + (((header >> 1) & 3) === RLE ? 1 : header >> 3)
    if ((header & 1) === 1) return at
  }
}
