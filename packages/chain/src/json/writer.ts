/** JSON as it is written: ASCII bytes in an array that grows. To write the next text, set `at` to 0. */
export interface JsonWriter {
  bytes: Uint8Array
  view: DataView
  /** Where the next byte goes: the length of what is written. */
  at: number
  readonly putLong: PutLong | undefined
}

/** Writes the hexadecimal digits of `source[start..end)` to `target` from `at` on. */
export type PutLong = (target: Uint8Array, at: number, source: Uint8Array, start: number, end: number) => void

/** Creates a writer; `putLong` writes the digits of 2048 bytes and more, if a runtime has something faster than the loop. */
export function createJsonWriter({ putLong }: { readonly putLong?: PutLong } = {}): JsonWriter {
  const bytes = new Uint8Array(0x10000)
  return { bytes, view: new DataView(bytes.buffer), at: 0, putLong }
}

/** Parses the JSON that a function writes. */
export function parseWritten(write: (writer: JsonWriter) => void): unknown {
  scratch.at = 0
  write(scratch)
  return JSON.parse(ascii.decode(scratch.bytes.subarray(0, scratch.at)))
}

/** ASCII that is written often. */
export interface Text {
  /** Eight characters each, as the number that their bytes are; zeros follow the last. */
  readonly words: Float64Array
  readonly length: number
}

export function toText(ascii: string): Text {
  const view = new DataView(new ArrayBuffer(8 * Math.ceil(ascii.length / 8)))
  for (let i = 0; i < ascii.length; i++) view.setUint8(i, ascii.charCodeAt(i))
  const words = Float64Array.from({ length: view.byteLength / 8 }, (_, i) => view.getFloat64(8 * i, true))
  return { words, length: ascii.length }
}

export function putText(writer: JsonWriter, { words, length }: Text): void {
  reserve(writer, length + 7)
  const { view, at } = writer
  // Eight bytes at a time take a third of `set` at 30 of them; the bytes that they write too much are overwritten. No ASCII is the bytes of a NaN.
  for (let i = 0; i < words.length; i++) view.setFloat64(at + 8 * i, words[i]!, true)
  writer.at = at + length
}

/** Writes the digits of `source[start..end)`, two a byte. */
export function putHex(
  writer: JsonWriter,
  source: Uint8Array,
  start: number = 0,
  end: number = source.length,
): void {
  reserve(writer, 2 * (end - start))
  if (end - start >= LONG && writer.putLong) {
    writer.putLong(writer.bytes, writer.at, source, start, end)
    writer.at += 2 * (end - start)
    return
  }
  const { view } = writer
  let { at } = writer
  let next = start
  // Two at a time are twice as fast; a table of all pairs of bytes is no faster, and 256 KiB.
  for (; next + 1 < end; next += 2, at += 4)
    view.setUint32(at, pairs[source[next]!]! | (pairs[source[next + 1]!]! << 16), true)
  if (next < end) {
    view.setUint16(at, pairs[source[next]!]!, true)
    at += 2
  }
  writer.at = at
}

/** Writes the digits of the big-endian number in `source[start..end)`, which begins with no zero byte; none is zero. */
export function putInteger(writer: JsonWriter, source: Uint8Array, start: number, end: number): void {
  if (start === end || source[start]! < 16) {
    reserve(writer, 1)
    writer.bytes[writer.at++] = digits[start === end ? 0 : source[start]!]!
    start++
  }
  if (start < end) putHex(writer, source, start, end)
}

/** Writes the digits of a number that is not below zero, up to 2^53. */
export function putNumber(writer: JsonWriter, value: number): void {
  reserve(writer, 14)
  const { bytes } = writer
  const high = Math.floor(value / 2 ** 32)
  let shift = high > 0 ? 28 : (31 - Math.clz32(value | 1)) & 28
  if (high > 0) putNumber(writer, high)
  for (; shift >= 0; shift -= 4) bytes[writer.at++] = digits[(value >>> shift) & 15]!
}

/** Writes the digits of an integer, with a minus before it where it is below zero. */
export function putQuantity(writer: JsonWriter, value: bigint | number): void {
  if (value >= 0 && value < MOST) putNumber(writer, Number(value))
  else putText(writer, toText(value.toString(16)))
}

/** Copies `length` bytes that are written already, from an offset on. */
export function putAgain(writer: JsonWriter, from: number, length: number): void {
  reserve(writer, length + 7)
  const { view, at } = writer
  // As `putText` does; `copyWithin` takes twice as long for 200 bytes.
  for (let i = 0; i < length; i += 8) view.setFloat64(at + i, view.getFloat64(from + i, true), true)
  writer.at = at + length
}

function reserve(writer: JsonWriter, length: number): void {
  if (writer.at + length <= writer.bytes.length) return
  const bytes = new Uint8Array(2 * (writer.at + length))
  bytes.set(writer.bytes.subarray(0, writer.at))
  writer.bytes = bytes
  writer.view = new DataView(bytes.buffer)
}

const MOST = 2 ** 53
const LONG = 2048 // bytes, from which on Node's own hexadecimal text is faster than the loop
const digits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/** The two digits of each byte, little-endian. */
const pairs = Uint16Array.from(
  { length: 256 },
  (_, octet) => digits[octet >> 4]! | (digits[octet & 15]! << 8),
)

const scratch = createJsonWriter()
const ascii = new TextDecoder()
