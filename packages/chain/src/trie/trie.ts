import { keccak256 } from '../crypto/engine.ts'
import { encodeBriefly, encodeList, encodeRlp } from '../encoding/rlp.ts'

/**
 * Returns the 32-byte root of the trie that stores each item under the RLP of its index: a header's transactionsRoot, receiptsRoot
 * or withdrawalsRoot. The keys are known and sorted, so a node is a range of them, and is hashed once.
 * @param items EIP-2718 bytes of transactions or receipts, or the RLP of withdrawals.
 */
export function orderedTrieRoot(items: readonly Uint8Array[]): Uint8Array {
  return keccak256(items.length === 0 ? EMPTY : encodeLeaves(listLeaves(items)))
}

/** Returns the items of a trie, in the order of their keys. */
export function listLeaves(items: readonly Uint8Array[]): Leaf[] {
  return sortedIndexes(items.length).map((index): Leaf => ({
    index,
    key: keyOf(index),
    value: items[index]!,
    reference: undefined,
  }))
}

/** Hashes the leaves, one per step, for `encodeLeaves`. A single leaf is the root, and is not hashed. */
export function* hashLeaves(leaves: readonly Leaf[]): Generator<void, void> {
  if (leaves.length === 1) return
  let before = -1
  for (const [at, leaf] of leaves.entries()) {
    const next = leaves[at + 1]
    const after = next === undefined ? -1 : countShared(leaf, next)
    leaf.reference = reference(encodeLeaf(leaf.key, Math.max(before, after) + 1, leaf.value))
    before = after
    yield
  }
}

/** Returns the RLP of the root node above one leaf or more, to be read before the next call. `visit` is called for each node above leaves, children first. */
export function encodeLeaves(leaves: readonly Leaf[], visit?: Visit): Uint8Array {
  return encodeRange({ leaves, visit }, 0, leaves.length, 0)
}

/** Called with a node's RLP; the leaves from `from` to `to` (not included) lie below it. */
export type Visit = (node: Uint8Array, leaves: readonly Leaf[], from: number, to: number) => void

/** An item and its key. */
export interface Leaf {
  readonly index: number
  /** The RLP of the index, as nibbles. */
  readonly key: Uint8Array
  readonly value: Uint8Array
  /** The reference in the node above, if `hashLeaves` has computed it. */
  reference: Uint8Array | undefined
}

interface Trie {
  readonly leaves: readonly Leaf[]
  readonly visit: Visit | undefined
}

const EMPTY = Uint8Array.of(0x80)

// RLP writes 0 as 0x80, so its key follows those of one byte.
function sortedIndexes(count: number): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return [...indexes.slice(1, 128), 0, ...indexes.slice(128)]
}

/** Returns the key of an index. Those of a common block are cached: computing them takes a tenth of a trie's time. */
const keyOf = (index: number): Uint8Array =>
  index < KEYS ? (keys[index] ??= nibblesOf(index)) : nibblesOf(index)
const KEYS = 1024
const keys: Uint8Array[] = []

/** Returns the RLP of an index as nibbles: the key of its item. */
export function nibblesOf(index: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = index; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  const key = encodeRlp(Uint8Array.from(bytes))
  return Uint8Array.from({ length: 2 * key.length }, (_, i) =>
    i % 2 === 0 ? key[i >> 1]! >> 4 : key[i >> 1]! & 15,
  )
}

/** Returns the RLP of an item's leaf, below a node that has read `depth` nibbles of its key, to be read before the next call. */
export function encodeLeaf(key: Uint8Array, depth: number, value: Uint8Array): Uint8Array {
  return encodeBriefly([compact(key, depth, key.length, 2), value])
}

/** Returns the RLP of the node for leaves `from` to `to` (not included), whose keys share their first `depth` nibbles. No key begins another, so a branch never has a value. */
function encodeRange(trie: Trie, from: number, to: number, depth: number): Uint8Array {
  const { leaves, visit } = trie
  const { key, value } = leaves[from]!
  if (to - from === 1) return encodeLeaf(key, depth, value)
  const end = countShared(leaves[from]!, leaves[to - 1]!, depth)
  let node = encodeBranch(trie, from, to, end)
  visit?.(node, leaves, from, to)
  if (end > depth) {
    node = encodeList([encodeRlp(compact(key, depth, end, 0)), reference(node)])
    visit?.(node, leaves, from, to)
  }
  return node
}

/** Returns the number of nibbles that two keys share at their beginning, of which `known` are known. */
function countShared({ key }: Leaf, { key: other }: Leaf, known = 0): number {
  let shared = known
  while (key[shared] === other[shared]) shared++
  return shared
}

function encodeBranch(trie: Trie, from: number, to: number, depth: number): Uint8Array {
  const { leaves } = trie
  const children: Uint8Array[] = Array.from({ length: 17 }, () => EMPTY)
  for (let start = from; start < to;) {
    const nibble = leaves[start]!.key[depth]!
    let next = start + 1
    while (next < to && leaves[next]!.key[depth] === nibble) next++
    const known = next - start === 1 ? leaves[start]!.reference : undefined
    children[nibble] = known ?? reference(encodeRange(trie, start, next, depth + 1))
    start = next
  }
  return encodeList(children)
}

/** Returns the reference in a node's parent: the node itself below 32 bytes, else the RLP of its hash (Yellow Paper, appendix D). */
function reference(node: Uint8Array): Uint8Array {
  return node.length < 32 ? node : encodeRlp(keccak256(node))
}

/** Returns the nibbles from `from` to `to` as bytes, after a flag: 2 for a leaf, else 0, plus 1 for an odd number. */
function compact(key: Uint8Array, from: number, to: number, flag: 0 | 2): Uint8Array {
  const odd = (to - from) % 2
  const bytes = new Uint8Array(1 + (to - from - odd) / 2)
  bytes[0] = ((flag + odd) << 4) | (odd ? key[from]! : 0)
  for (let i = 1, at = from + odd; i < bytes.length; i++, at += 2) bytes[i] = (key[at]! << 4) | key[at + 1]!
  return bytes
}
