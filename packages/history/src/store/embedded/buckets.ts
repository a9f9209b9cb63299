// A level's hashes lie in 2^bits buckets, by their first bits. A bucket is a sorted row of entries: bits 8 to 35 of a hash, its window, and 36 bits
// of a position, big-endian. Byte 0 is in the bucket's number, so levels have at least 256 buckets, and entries never change
// as they move down. Equal windows of different hashes are harmless: the reader compares all 32 bytes.

export const ENTRY = 8

export function firstBits(hash: Uint8Array, bits: number): number {
  return readWord(hash, 0) >>> (32 - bits)
}

/** Sorts the entries of hashes into their buckets; `positionOf` maps the index of a hash to its position. */
export function sortEntries(
  hashes: readonly Uint8Array[],
  positionOf: (index: number) => number,
  bits: number,
): Map<number, Uint8Array> {
  const groups = Map.groupBy(hashes.keys(), (index) => firstBits(hashes[index]!, bits))
  return new Map(
    [...groups].map(([bucket, indices]) => {
      indices.sort((a, b) => windowOf(hashes[a]!, 1) - windowOf(hashes[b]!, 1))
      const entries = new Uint8Array(indices.length * ENTRY)
      for (const [at, index] of indices.entries())
        writeEntry(entries, at * ENTRY, hashes[index]!, positionOf(index))
      return [bucket, entries]
    }),
  )
}

/** Returns the positions in a bucket that may be a hash's. */
export function findPositions(bucket: Uint8Array, hash: Uint8Array): number[] {
  const window = windowOf(hash, 1)
  let low = 0
  let high = bucket.length / ENTRY
  while (low < high) {
    const middle = (low + high) >>> 1
    if (windowOf(bucket, middle * ENTRY) < window) low = middle + 1
    else high = middle
  }
  const positions: number[] = []
  for (let at = low * ENTRY; at < bucket.length && windowOf(bucket, at) === window; at += ENTRY)
    positions.push((bucket[at + 3]! & 15) * 0x100000000 + readWord(bucket, at + 4))
  return positions
}

/** Merges two sorted rows of entries, equal ones once: a block that was unwound and came again has its old positions. */
export function joinEntries(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length)
  let i = 0
  let j = 0
  let length = 0
  while (i < a.length || j < b.length) {
    const order = j === b.length ? -1 : i === a.length ? 1 : compareEntries(a, i, b, j)
    const source = order <= 0 ? a : b
    const start = order <= 0 ? i : j
    for (let k = 0; k < ENTRY; k++) joined[length + k] = source[start + k]!
    length += ENTRY
    if (order <= 0) i += ENTRY
    if (order >= 0) j += ENTRY
  }
  return joined.subarray(0, length)
}

/** Splits the entries of a bucket of a level of `part` bits into the buckets of a level of `bits`, in order. */
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

/** Whether each entry belongs to a bucket, once, and in order. */
export function isBucket(entries: Uint8Array, bucket: number, bits: number): boolean {
  if (entries.length % ENTRY !== 0) return false
  for (let at = 0; at < entries.length; at += ENTRY) {
    if (at > 0 && compareEntries(entries, at - ENTRY, entries, at) >= 0) return false
    // The window begins at bit 8 of the hash.
    const own = bitsAt(readWord(entries, at), 0, bits - 8)
    if (own !== bucket % 2 ** (bits - 8)) return false
  }
  return true
}

function writeEntry(target: Uint8Array, at: number, hash: Uint8Array, position: number): void {
  for (let i = 0; i < 3; i++) target[at + i] = hash[1 + i]!
  target[at + 3] = (hash[4]! & 0xf0) | Math.floor(position / 0x100000000)
  for (let i = 7, rest = position; i >= 4; i--, rest >>>= 8) target[at + i] = rest & 255
}

/** Orders entries by window, then by position; 0 for equal ones. */
function compareEntries(a: Uint8Array, i: number, b: Uint8Array, j: number): number {
  return readWord(a, i) - readWord(b, j) || readWord(a, i + 4) - readWord(b, j + 4)
}

const bitsAt = (word: number, from: number, count: number): number =>
  count === 0 ? 0 : (word << from) >>> (32 - count)

const windowOf = (bytes: Uint8Array, at: number): number => readWord(bytes, at) >>> 4

const readWord = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
