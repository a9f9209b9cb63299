import { keccak256 } from '../crypto/engine.ts'
import { encodeList, encodeRlp } from '../encoding/rlp.ts'

/**
 * Computes the root of the trie that stores each item under the RLP of its index: a header's transactionsRoot, receiptsRoot
 * or withdrawalsRoot. Nothing is inserted: the keys are known and sorted, so a node is a range of them, hashed once.
 * @param items EIP-2718 bytes of transactions or receipts, or the RLP of withdrawals.
 * @returns 32 bytes.
 */
export function orderedTrieRoot(items: readonly Uint8Array[]): Uint8Array {
  return keccak256(items.length === 0 ? EMPTY : encodeTrie(items))
}

/** The RLP of the root node of the trie of one item or more. */
const encodeTrie = (items: readonly Uint8Array[]): Uint8Array => encodeLeaves(listLeaves(items))

/** The items of a trie, in the order of their keys. */
export function listLeaves(items: readonly Uint8Array[]): Leaf[] {
  return sortedIndexes(items.length).map((index): Leaf => ({
    index,
    key: keyOf(index),
    value: items[index]!,
    reference: undefined,
  }))
}

/** Hashes the leaves, one a step: nearly all the work of a trie, which `encodeLeaves` then does not do again. A single leaf is the root, and is not hashed. */
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

/** The RLP of the root node above one leaf or more. `visit` gets each node above leaves, children first, and the leaves below it. */
export function encodeLeaves(leaves: readonly Leaf[], visit?: Visit): Uint8Array {
  return encodeRange({ leaves, visit }, 0, leaves.length, 0)
}

/** Gets a node's RLP, and the leaves of which those from `from` to `to` (not included) lie below it. */
export type Visit = (node: Uint8Array, leaves: readonly Leaf[], from: number, to: number) => void

/** An item and its key. */
export interface Leaf {
  readonly index: number
  /** The RLP of the index, four bits an entry. */
  readonly key: Uint8Array
  readonly value: Uint8Array
  /** How the node above refers to it, if `hashLeaves` has computed it. */
  reference: Uint8Array | undefined
}

interface Trie {
  readonly leaves: readonly Leaf[]
  readonly visit: Visit | undefined
}

const EMPTY = Uint8Array.of(0x80)

// RLP writes 1 to 127 as themselves, 0 as 0x80 and the rest behind their length: so 0 sorts between 127 and 128.
function sortedIndexes(count: number): number[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return [...indexes.slice(1, 128), 0, ...indexes.slice(128)]
}

/** The key of an index; those of a common block are cached, since making them takes a tenth of a trie's time. */
const keyOf = (index: number): Uint8Array =>
  index < KEYS ? (keys[index] ??= nibblesOf(index)) : nibblesOf(index)
const KEYS = 1024
const keys: Uint8Array[] = []

/** The RLP of an index, four bits an entry: the key of its item. */
export function nibblesOf(index: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = index; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  const key = encodeRlp(Uint8Array.from(bytes))
  return Uint8Array.from({ length: 2 * key.length }, (_, i) =>
    i % 2 === 0 ? key[i >> 1]! >> 4 : key[i >> 1]! & 15,
  )
}

/** The RLP of the leaf that holds an item, below a node that has read `depth` nibbles of its key. */
export function encodeLeaf(key: Uint8Array, depth: number, value: Uint8Array): Uint8Array {
  return encodeRlp([compact(key, depth, key.length, 2), value])
}

/** The RLP of the node for leaves `from` to `to` (not included), whose keys agree in their first `depth` nibbles. No key begins another, so a branch never has a value. */
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

/** With how many nibbles two keys begin alike, of which so many are known. */
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

/** How a node's parent refers to it: itself below 32 bytes, else the RLP of its hash (Yellow Paper, appendix D). */
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
