import { concatBytes } from '@lectern/chain/internal'
import { crc32c } from '@node-rs/crc32'
import { compressSync, uncompressSync } from 'snappy'

// Snappy's framing format (google/snappy, framing_format.txt): an identifier, then chunks of at most 65,536 bytes, each with its checksum.

/** Returns the content of a frame, at most `limit` bytes. Throws an Error with the end of a sentence. */
export function decodeFrame(frame: Uint8Array, limit: number): Uint8Array {
  let size = 0
  visitChunks(frame, ({ length }) => (size += length))
  if (size > limit) throw new Error(`it unpacks to ${size} bytes, but ${limit} are the most that are read`)
  const content = new Uint8Array(size)
  let at = 0
  visitChunks(frame, ({ data, length, isPacked, checksum }) => {
    const target = content.subarray(at, (at += length))
    target.set(isPacked ? unpack(data, length) : data)
    if (mask(crc32c(target)) !== checksum) throw new Error('the checksum of a chunk does not fit')
  })
  return content
}

/** Returns bytes as a frame. As in geth, a chunk that saves less than an eighth is stored as it is. */
export function encodeFrame(content: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [IDENTIFIER]
  for (let at = 0; at < content.length; at += CHUNK) {
    const piece = content.subarray(at, at + CHUNK)
    const packed = compressSync(piece)
    const isStored = packed.length >= piece.length - Math.floor(piece.length / 8)
    const data = isStored ? piece : packed
    const head = new Uint8Array(8)
    const view = new DataView(head.buffer)
    view.setUint32(0, ((data.length + 4) << 8) | (isStored ? STORED : PACKED), true)
    view.setUint32(4, mask(crc32c(piece)), true)
    parts.push(head, data)
  }
  return concatBytes(parts)
}

const IDENTIFIER = Uint8Array.of(0xff, 6, 0, 0, ...new TextEncoder().encode('sNaPpY'))
const CHUNK = 65_536
const PACKED = 0
const STORED = 1

/** Visits the chunks of data one by one: a frame of 50 MiB may have millions of empty ones. */
function visitChunks(frame: Uint8Array, visit: (chunk: ReturnType<typeof readChunk>) => void): void {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (!isIdentifier(frame, 0)) throw new Error('it does not begin as a snappy frame does')
  for (let at = 0; at < frame.length;) {
    if (at + 4 > frame.length) throw new Error('the length of a chunk is cut off')
    const kind = frame[at]!
    const end = at + 4 + (view.getUint32(at, true) >>> 8)
    if (end > frame.length) throw new Error('a chunk is cut off')
    if (kind === PACKED || kind === STORED) visit(readChunk(frame, view, { at, end, kind }))
    else if (kind === 0xff ? !isIdentifier(frame, at) : kind < 0x80)
      throw new Error(`a chunk of the kind 0x${kind.toString(16)} must not be passed over`)
    at = end
  }
}

function readChunk(
  frame: Uint8Array,
  view: DataView,
  { at, end, kind }: { at: number; end: number; kind: number },
) {
  if (end < at + 8) throw new Error('a chunk has no checksum')
  const data = frame.subarray(at + 8, end)
  const checksum = view.getUint32(at + 4, true)
  const isPacked = kind === PACKED
  const length = isPacked ? readLength(data) : data.length
  if (length === undefined || length > CHUNK) throw new Error(`a chunk holds more than ${CHUNK} bytes`)
  return { data, length, checksum, isPacked }
}

/** Returns a packed chunk's content, which must have this length. */
function unpack(data: Uint8Array, length: number): Uint8Array {
  if (length === 0 && data.length === 1) return data.subarray(1) // millions of them in a frame would each be a call
  try {
    // Copied, since memory outside of the heap would be given back after the whole frame only.
    const content = uncompressSync(data, { copyOutputData: true }) as Uint8Array
    if (content.length === length) return content
  } catch {}
  throw new Error('a chunk does not unpack')
}

/** Returns the length that a packed chunk states, a varint; undefined if it is malformed. */
function readLength(data: Uint8Array): number | undefined {
  let length = 0
  for (let at = 0; at < 5; at++) {
    const byte = data[at]
    if (byte === undefined) return undefined
    length += (byte & 127) * 2 ** (7 * at)
    if (byte < 128) return length
  }
  return undefined
}

const isIdentifier = (frame: Uint8Array, at: number): boolean =>
  IDENTIFIER.every((byte, index) => frame[at + index] === byte)

/** Returns a checksum as it is written: rotated and shifted. */
const mask = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0
