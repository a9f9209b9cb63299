// A run's hashes lie in 2^bits buckets, by their first bits. A bucket is a sorted row of entries of 9 bytes: bytes 1 to 4 of the hash,
// and the position of its transaction, both big-endian. Byte 0 is in the bucket's number, so runs have at least 256 buckets and
// entries never change when runs are joined. Equal entries of different hashes are harmless: the reader compares the whole hash.

/** The bytes of one entry. */
export const ENTRY = 9
/** The fewest bits of a run. */
export const MIN_BITS = 8
/** The most: 17 billion hashes. */
export const MAX_BITS = 28
const BUCKET_ENTRIES = 64

/** The bits of a run for so many hashes: 32 to 64 in a bucket, which is read, checked and searched in 1 µs. */
export function bitsFor(count: number): number {
  return Math.min(MAX_BITS, Math.max(MIN_BITS, Math.ceil(Math.log2(count / BUCKET_ENTRIES))))
}

/** The number that a hash's first bits write. */
export function firstBits(hash: Uint8Array, bits: number): number {
  return readWord(hash, 0) >>> (32 - bits)
}

/** Writes the entry of a hash at a transaction's position. */
export function writeEntry(target: Uint8Array, at: number, hash: Uint8Array, position: number): void {
  for (let i = 0; i < 4; i++) target[at + i] = hash[1 + i]!
  for (let i = 8, rest = position; i >= 4; i--, rest = Math.floor(rest / 256)) target[at + i] = rest % 256
}

/** The positions of the entries in a bucket that may be a hash's. */
export function findPositions(bucket: Uint8Array, hash: Uint8Array): number[] {
  const window = readWord(hash, 1)
  let low = 0
  let high = bucket.length / ENTRY
  while (low < high) {
    const middle = (low + high) >>> 1
    if (readWord(bucket, middle * ENTRY) < window) low = middle + 1
    else high = middle
  }
  const positions: number[] = []
  for (let at = low * ENTRY; at < bucket.length && readWord(bucket, at) === window; at += ENTRY)
    positions.push(bucket[at + 4]! * 0x100000000 + readWord(bucket, at + 5))
  return positions
}

/** Two sorted rows of entries as one. */
export function joinEntries(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length)
  let i = 0
  let j = 0
  for (let at = 0; at < joined.length; at += ENTRY) {
    const fromA = j === b.length || (i < a.length && readWord(a, i) <= readWord(b, j))
    const source = fromA ? a : b
    const start = fromA ? i : j
    for (let k = 0; k < ENTRY; k++) joined[at + k] = source[start + k]!
    if (fromA) i += ENTRY
    else j += ENTRY
  }
  return joined
}

/** Splits the entries of hashes whose first `part` bits are the same into the buckets of a run of `bits`, in their order. */
export function splitEntries(entries: Uint8Array, part: number, bits: number): Uint8Array[] {
  const deeper = bits - part
  const buckets: Uint8Array[] = []
  let start = 0
  for (let index = 0; index < 2 ** deeper; index++) {
    let end = start
    // The window begins at bit 8 of the hash.
    while (end < entries.length && bitsAt(readWord(entries, end), part - 8, deeper) === index) end += ENTRY
    buckets.push(entries.subarray(start, end))
    start = end
  }
  return buckets
}

const bitsAt = (word: number, from: number, count: number): number =>
  count === 0 ? 0 : (word << from) >>> (32 - count)

const readWord = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
