import { sha256 } from '@noble/hashes/sha2.js'
import { equalBytes, isZero } from '../bytes.ts'

/** Returns the SHA-256 of two chunks of 32 bytes: a node of a tree of SSZ. */
export function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  pair.set(left)
  pair.set(right, 32)
  return sha256(pair)
}

const pair = /* @__PURE__ */ new Uint8Array(64)

/** The roots of trees whose leaves are all zero, by their depth. */
const zeros: Uint8Array[] = [new Uint8Array(32)]

function zeroRoot(depth: number): Uint8Array {
  return (zeros[depth] ??= hashPair(zeroRoot(depth - 1), zeroRoot(depth - 1)))
}

/** Returns the 32-byte root of a tree of 2^depth leaves of 32 bytes; missing ones are zero. */
export function merkleRoot(leaves: readonly Uint8Array[], depth: number): Uint8Array {
  let level = leaves
  for (let height = 0; height < depth; height++) {
    const above: Uint8Array[] = []
    for (let at = 0; at < level.length; at += 2)
      above.push(hashPair(level[at]!, level[at + 1] ?? zeroRoot(height)))
    level = above
  }
  return level[0] ?? zeroRoot(depth)
}

/** Returns the root of bytes as chunks of 32, the last one padded with zeros: a basic value, or a vector of them. */
export function bytesRoot(bytes: Uint8Array, chunks: number = Math.ceil(bytes.length / 32)): Uint8Array {
  const leaves = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, at) =>
    toChunk(bytes.subarray(32 * at, 32 * at + 32)),
  )
  return merkleRoot(leaves, depthOf(chunks))
}

/** Returns the root of a list: of its content and its length. */
export function withLength(root: Uint8Array, length: number): Uint8Array {
  const chunk = new Uint8Array(32)
  new DataView(chunk.buffer).setUint32(0, length, true)
  return hashPair(root, chunk)
}

/** Returns the depth of the smallest tree with so many leaves. */
export const depthOf = (leaves: number): number => Math.ceil(Math.log2(leaves))

/**
 * Whether a branch leads from a leaf to a root. A longer branch than the path must begin with zero hashes: light client objects of a fork may
 * carry those of an earlier one.
 * @param gindex Generalized index of the leaf: 1 is the root, `2n` and `2n + 1` are the children of `n`.
 */
export function isBranch(
  leaf: Uint8Array,
  branch: readonly Uint8Array[],
  gindex: number,
  root: Uint8Array,
): boolean {
  const extra = branch.length - depthOf(gindex + 1) + 1
  if (extra < 0 || !branch.slice(0, extra).every(isZero)) return false
  let node = leaf
  let index = gindex
  for (const sibling of branch.slice(extra)) {
    node = index % 2 === 1 ? hashPair(sibling, node) : hashPair(node, sibling)
    index = Math.floor(index / 2)
  }
  return equalBytes(node, root)
}

function toChunk(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 32) return bytes
  const chunk = new Uint8Array(32)
  chunk.set(bytes)
  return chunk
}
