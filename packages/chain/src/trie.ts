import { keccak256 } from './engine.ts'
import { encodeList, encodeRlp } from './rlp.ts'

/**
 * The root of the trie that holds each item under the RLP of its index: a header's transactionsRoot, receiptsRoot and withdrawalsRoot.
 * Nothing is inserted: the keys are known and sorted, so a node is a range of them, and each node is hashed once.
 */
export function orderedTrieRoot(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return keccak256(EMPTY)
  const leaves = sortedIndexes(items.length).map((index): Leaf => ({
    key: nibblesOf(index),
    value: items[index]!,
  }))
  return keccak256(encodeRange(leaves, 0, leaves.length, 0))
}

interface Leaf {
  /** The RLP of the index, four bits an entry. */
  readonly key: Uint8Array
  readonly value: Uint8Array
}

const EMPTY = Uint8Array.of(0x80)

// RLP writes 1 to 127 as themselves, 0 as 0x80 and the rest behind their length: so 0 sorts between 127 and 128.
function sortedIndexes(count: number): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return [...indexes.slice(1, 128), 0, ...indexes.slice(128)]
}

function nibblesOf(index: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = index; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  const key = encodeRlp(Uint8Array.from(bytes))
  return Uint8Array.from({ length: 2 * key.length }, (_, i) =>
    i % 2 === 0 ? key[i >> 1]! >> 4 : key[i >> 1]! & 15,
  )
}

/** The RLP of the node for leaves `from` to `to` (not included), whose keys agree in their first `depth` nibbles. No key begins another, so a branch never has a value. */
function encodeRange(leaves: readonly Leaf[], from: number, to: number, depth: number): Uint8Array {
  const { key, value } = leaves[from]!
  if (to - from === 1) return encodeRlp([compact(key, depth, key.length, 2), value])
  const last = leaves[to - 1]!.key
  let end = depth
  while (key[end] === last[end]) end++
  const branch = encodeBranch(leaves, from, to, end)
  return end === depth ? branch : encodeList([encodeRlp(compact(key, depth, end, 0)), reference(branch)])
}

function encodeBranch(leaves: readonly Leaf[], from: number, to: number, depth: number): Uint8Array {
  const children: Uint8Array[] = Array.from({ length: 17 }, () => EMPTY)
  for (let start = from; start < to;) {
    const nibble = leaves[start]!.key[depth]!
    let next = start + 1
    while (next < to && leaves[next]!.key[depth] === nibble) next++
    children[nibble] = reference(encodeRange(leaves, start, next, depth + 1))
    start = next
  }
  return encodeList(children)
}

/** A node as its parent holds it: itself below 32 bytes, else the RLP of its hash (Yellow Paper, appendix D). */
function reference(node: Uint8Array): Uint8Array {
  return node.length < 32 ? node : encodeRlp(keccak256(node))
}

/** Nibbles from `from` to `to` as bytes, behind a flag that says whether they are odd in number and end at a leaf (2) or not (0). */
function compact(key: Uint8Array, from: number, to: number, flag: 0 | 2): Uint8Array {
  const odd = (to - from) % 2
  const bytes = new Uint8Array(1 + (to - from - odd) / 2)
  bytes[0] = ((flag + odd) << 4) | (odd ? key[from]! : 0)
  for (let i = 1, at = from + odd; i < bytes.length; i++, at += 2) bytes[i] = (key[at]! << 4) | key[at + 1]!
  return bytes
}
