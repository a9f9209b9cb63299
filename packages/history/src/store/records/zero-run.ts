// A token below 0x80 means its value and one literal bytes after it; one from 0x80 on, its low seven bits and two zero bytes.
const LITERALS = 128
const ZEROS = 129

/** Returns the most bytes that `packZeros` writes for a length. */
export const packedLimit = (length: number): number => length + Math.ceil(length / LITERALS)

/** Writes bytes to `target` from `at` on, with shortened runs of zeros, which ABI words mostly are. Returns their end. */
export function packZeros(bytes: Uint8Array, target: Uint8Array, at: number): number {
  const { length } = bytes
  let next = at
  for (let i = 0; i < length;) {
    const start = i
    const zerosEnd = Math.min(length, start + ZEROS)
    while (i < zerosEnd && bytes[i] === 0) i++
    if (i - start >= 2) {
      target[next++] = 0x80 | (i - start - 2)
      continue
    }
    // Literals end at three zeros: two cost as much among them as outside.
    i = start
    const token = next++
    const limit = Math.min(length, start + LITERALS)
    while (i < limit && !(bytes[i] === 0 && i + 2 < length && bytes[i + 1] === 0 && bytes[i + 2] === 0))
      target[next++] = bytes[i++]!
    target[token] = i - start - 1
  }
  return next
}

/** Reused memory that bytes are unpacked to; it grows. */
export interface UnpackTarget {
  bytes: Uint8Array
  view: DataView
}

export function createUnpackTarget(size = 0x10000): UnpackTarget {
  const bytes = new Uint8Array(size)
  return { bytes, view: new DataView(bytes.buffer) }
}

/** Unpacks to the start of a target; returns the length, -1 for a fault. May stop after `enough` bytes, whose last four add to the length. */
export function unpackZeros(packed: Uint8Array, target: UnpackTarget, enough: number = Infinity): number {
  const source = viewOf(packed)
  const start = source.buffer === packed.buffer ? packed.byteOffset : 0
  for (;;) {
    const length = unpack(source, start, start + packed.length, target.view, enough)
    if (length !== FULL) return length
    Object.assign(target, createUnpackTarget(2 * target.bytes.length))
  }
}

function unpack(source: DataView, start: number, end: number, target: DataView, enough: number): number {
  const room = target.byteLength - PIECE
  let next = 0
  let stop = enough
  for (let i = start; i < end;) {
    if (next > room) return FULL
    if (next >= stop && (stop > enough || next >= (stop += target.getUint32(stop - 4)))) break
    const token = source.getUint8(i++)
    // Sixteen bytes at once, since most runs are shorter, then eight: six times as fast as one at a time. Later bytes overwrite the excess.
    if (token >= LITERALS) {
      const count = token - LITERALS + 2
      target.setBigInt64(next, 0n, true)
      target.setBigInt64(next + 8, 0n, true)
      for (let k = 16; k < count; k += 8) target.setBigInt64(next + k, 0n, true)
      next += count
    } else {
      const count = token + 1
      if (i + count > end) return BROKEN
      target.setBigInt64(next, source.getBigInt64(i, true), true)
      target.setBigInt64(next + 8, source.getBigInt64(i + 8, true), true)
      for (let k = 16; k < count; k += 8) target.setBigInt64(next + k, source.getBigInt64(i + k, true), true)
      i += count
      next += count
    }
  }
  return next
}

const [BROKEN, FULL] = [-1, -2]
const PIECE = ZEROS + 15 // the most bytes that one token writes, the excess included

/** Returns a view of the memory that bytes are in, or of a copy if fewer than `BEHIND` bytes follow them. */
function viewOf(bytes: Uint8Array): DataView {
  const { buffer, byteOffset, length } = bytes
  if (length > LARGE || byteOffset + length + BEHIND > buffer.byteLength) {
    const copy = new Uint8Array(length + BEHIND)
    copy.set(bytes)
    return new DataView(copy.buffer)
  }
  if (lastView.buffer !== buffer) lastView = new DataView(buffer)
  return lastView
}

const BEHIND = 15 // the excess bytes that are read
// Longer bytes may be in a mapped file, near its end.
const LARGE = 2 ** 20
// Of the buffer that all records are read into: a new view takes 70 ns.
let lastView: DataView = new DataView(new ArrayBuffer(0))
