// Snappy's block format (google/snappy, format_description.txt): the length of the content as a varint, then literals and copies.

/** The length of a block's content, and where its elements begin; undefined where the varint is cut off or larger than 32 bits. */
export function snappyLength(block: Uint8Array): { length: number; start: number } | undefined {
  let length = 0
  for (let at = 0; at < 5; at++) {
    const byte = block[at]
    if (byte === undefined) return undefined
    length += (byte & 127) * 2 ** (7 * at)
    if (byte < 128) return length < 2 ** 32 ? { length, start: at + 1 } : undefined
  }
  return undefined
}

/**
 * Writes the content of a block, whose elements begin at `start`, into the whole of a target. False where an element reaches
 * behind the block, before the content's beginning or behind the target, or where the target is not filled; then the target holds anything.
 */
export function decodeSnappy(block: Uint8Array, start: number, target: Uint8Array): boolean {
  let from = start
  let to = 0
  while (from < block.length) {
    const tag = block[from]!
    const kind = tag & 3
    if (kind === 0) {
      const more = Math.max(0, (tag >> 2) - 59) // from 60 on so many bytes hold the length
      const length = (more === 0 ? tag >> 2 : readLittle(block, from + 1, more)) + 1
      from += 1 + more
      if (from + length > block.length || to + length > target.length) return false
      // A call costs as much as copying some 40 bytes one by one.
      if (length > 40) target.set(block.subarray(from, from + length), to)
      else for (let i = 0; i < length; i++) target[to + i] = block[from + i]!
      from += length
      to += length
      continue
    }
    const size = copySizes[kind]!
    if (from + size > block.length) return false
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const offset = kind === 1 ? ((tag >> 5) << 8) | block[from + 1]! : readLittle(block, from + 1, size - 1)
    from += size
    if (offset === 0 || offset > to || to + length > target.length) return false
    if (offset >= length && length > 40) target.copyWithin(to, to - offset, to - offset + length)
    else for (let i = 0; i < length; i++) target[to + i] = target[to - offset + i]! // it may read what it writes
    to += length
  }
  return to === target.length
}

/** The bytes a copy takes, by its kind. */
const copySizes = [0, 2, 3, 5]

function readLittle(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0)
  return value
}
