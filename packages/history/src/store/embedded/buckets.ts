// A level's hashes lie in 2^bits buckets, by their first bits. A bucket is a sorted row of entries: some bits of a hash, its window, and 36 bits
// of a position, big-endian. A window ends with bit 35. The bytes before it are in the bucket's number: the deeper a level, the shorter its entries.
// Equal windows of different hashes are harmless: the reader compares all 32 bytes.

/** Returns the length of an entry in a level of 2^bits buckets, at least 256. */
export const entryLength = (bits: number): number => HASH - (bits >>> 3)

const HASH = 9 // an entry with all bits of a hash from its first on
const POSITION = 5 // the last bytes: four bits of the window and the position

export function firstBits(hash: Uint8Array, bits: number): number {
  return readWord(hash, 0) >>> (32 - bits)
}

/** Sorts the entries of hashes into their buckets; `positionOf` maps the index of a hash to its position. */
export function sortEntries(
  hashes: readonly Uint8Array[],
  positionOf: (index: number) => number,
  bits: number,
): Map<number, Uint8Array> {
  const length = entryLength(bits)
  const groups = Map.groupBy(hashes.keys(), (index) => firstBits(hashes[index]!, bits))
  return new Map(
    [...groups].map(([bucket, indices]) => {
      indices.sort((a, b) => windowOfHash(hashes[a]!, length) - windowOfHash(hashes[b]!, length))
      const entries = new Uint8Array(indices.length * length)
      for (const [at, index] of indices.entries())
        writeEntry(entries, at * length, length, hashes[index]!, positionOf(index))
      return [bucket, entries]
    }),
  )
}

/** Returns the positions in a bucket that may be a hash's. */
export function findPositions(bucket: Uint8Array, hash: Uint8Array, bits: number): number[] {
  const length = entryLength(bits)
  const window = windowOfHash(hash, length)
  let low = 0
  let high = bucket.length / length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (windowOf(bucket, middle * length, length) < window) low = middle + 1
    else high = middle
  }
  const positions: number[] = []
  for (let at = low * length; at < bucket.length && windowOf(bucket, at, length) === window;) {
    at += length
    positions.push((bucket[at - POSITION]! & 15) * 0x100000000 + readWord(bucket, at - 4))
  }
  return positions
}

/** Merges two sorted rows of entries, equal ones once: a block that was unwound and came again has its old positions. */
export function joinEntries(a: Uint8Array, b: Uint8Array, bits: number): Uint8Array {
  const size = entryLength(bits)
  const joined = new Uint8Array(a.length + b.length)
  let i = 0
  let j = 0
  let length = 0
  while (i < a.length || j < b.length) {
    const order = j === b.length ? -1 : i === a.length ? 1 : compareEntries(a, i, b, j, size)
    const source = order <= 0 ? a : b
    const start = order <= 0 ? i : j
    for (let k = 0; k < size; k++) joined[length + k] = source[start + k]!
    length += size
    if (order <= 0) i += size
    if (order >= 0) j += size
  }
  return joined.subarray(0, length)
}

/** Splits the entries of a bucket of a level of `part` bits into the buckets of a level of `bits`, in order. */
export function splitEntries(entries: Uint8Array, part: number, bits: number): Uint8Array[] {
  const length = entryLength(part)
  const buckets: Uint8Array[] = []
  let start = 0
  for (let index = 0; index < 2 ** (bits - part); index++) {
    let end = start
    while (end < entries.length && bitsAt(readWord(entries, end), part % 8, bits - part) === index)
      end += length
    buckets.push(shorten(entries.subarray(start, end), length, entryLength(bits)))
    start = end
  }
  return buckets
}

/** Returns entries without those of their first bytes that are in the number of a deeper bucket. */
function shorten(entries: Uint8Array, from: number, to: number): Uint8Array {
  if (from === to) return entries
  return entries.filter((_, at) => at % from >= from - to)
}

/** Whether each entry belongs to a bucket, once, and in order. */
export function isBucket(entries: Uint8Array, bucket: number, bits: number): boolean {
  const length = entryLength(bits)
  if (entries.length % length !== 0) return false
  const known = bits % 8 // the first bits of an entry that are in the bucket's number too
  for (let at = 0; at < entries.length; at += length) {
    if (at > 0 && compareEntries(entries, at - length, entries, at, length) >= 0) return false
    if (bitsAt(readWord(entries, at), 0, known) !== bucket % 2 ** known) return false
  }
  return true
}

function writeEntry(
  target: Uint8Array,
  at: number,
  length: number,
  hash: Uint8Array,
  position: number,
): void {
  const end = at + length
  target.set(hash.subarray(HASH - length, HASH - POSITION), at)
  target[end - POSITION] = (hash[HASH - POSITION]! & 0xf0) | Math.floor(position / 0x100000000)
  for (let i = 1, rest = position; i <= 4; i++, rest >>>= 8) target[end - i] = rest & 255
}

/** Orders entries by window, then by position; 0 for equal ones. */
function compareEntries(a: Uint8Array, i: number, b: Uint8Array, j: number, length: number): number {
  return readWord(a, i) - readWord(b, j) || readWord(a, i + length - 4) - readWord(b, j + length - 4)
}

const bitsAt = (word: number, from: number, count: number): number =>
  count === 0 ? 0 : (word << from) >>> (32 - count)

function windowOf(bytes: Uint8Array, at: number, length: number): number {
  const last = at + length - POSITION
  let window = 0
  for (let i = at; i < last; i++) window = 256 * window + bytes[i]!
  return 16 * window + (bytes[last]! >>> 4)
}

const windowOfHash = (hash: Uint8Array, length: number): number => windowOf(hash, HASH - length, length)

const readWord = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
