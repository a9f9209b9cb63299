import { equalBytes, toHex } from '../encoding/bytes.ts'
import { keccak256 } from '../crypto/engine.ts'
import { ChainError } from '../error.ts'
import { decodeRlp, type RlpItem } from '../encoding/rlp.ts'
import { encodeLeaf, encodeLeaves, hashLeaves, type Leaf, listLeaves, nibblesOf } from './trie.ts'

/** Gives the RLP of the nodes above leaves that lead to some indexes of one ordered trie: the root first, each once, without those that are embedded in their parent. */
export type NodePicker = (indexes: readonly number[]) => Uint8Array[]

/** Makes the trie of items, of which the nodes that lead to any indexes can then be picked; each step hashes one item. The picker stores the nodes, not the items. */
export function* pickTrieNodes(items: readonly Uint8Array[]): Generator<void, NodePicker> {
  const leaves = listLeaves(items)
  yield* hashLeaves(leaves)
  const nodes = listNodes(leaves)
  return (indexes) => {
    const wanted = new Set(indexes)
    return nodes.filter(({ below }) => below.some((index) => wanted.has(index))).map(({ node }) => node)
  }
}

interface TrieNode {
  readonly node: Uint8Array
  /** The indexes of the leaves below it. */
  readonly below: readonly number[]
}

function listNodes(leaves: readonly Leaf[]): TrieNode[] {
  const nodes: TrieNode[] = []
  if (leaves.length === 0) return nodes
  encodeLeaves(leaves, (node, _, from, to) => {
    const isSeparate = node.length >= 32 || to - from === leaves.length
    if (isSeparate) nodes.push({ node, below: leaves.slice(from, to).map(({ index }) => index) })
  })
  return nodes.reverse()
}

/** Nodes by their hashes, `0x` hex. */
export type TrieNodes = ReadonlyMap<string, RlpItem>

/** Nodes as `traceTrie` reads them; bytes that are no RLP are left out, since they lead nowhere. */
export function readTrieNodes(nodes: readonly Uint8Array[]): TrieNodes {
  const read = new Map<string, RlpItem>()
  for (const node of nodes) {
    try {
      read.set(toHex(keccak256(node)), decodeRlp(node))
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
    }
  }
  return read
}

/** A node on the way from a trie's root to a leaf. */
export interface TrieStep {
  readonly kind: 'branch' | 'extension' | 'leaf'
  /** By which the node above names it, `0x` hex; undefined for a node that stands in the one above, since it is short. */
  readonly hash: string | undefined
  /** The nibbles of the key that it takes. */
  readonly nibbles: readonly number[]
  /** Of a branch: which of its sixteen children there are. */
  readonly children?: readonly boolean[]
}

/**
 * The nodes by which the ordered trie of a root holds an item at an index, the leaf last; undefined where they do not lead to it. The item's leaf is
 * built from the item and compared with what the node above it names; whatever the nodes are, nothing is thrown, and no other item is ever found.
 */
export function traceTrie(
  root: Uint8Array,
  index: number,
  item: Uint8Array,
  nodes: TrieNodes,
): TrieStep[] | undefined {
  if (!Number.isSafeInteger(index) || index < 0) return undefined
  const key = nibblesOf(index)
  const steps: TrieStep[] = []
  let child: RlpItem | undefined = root
  for (let depth = 0; child !== undefined && depth <= key.length;) {
    const hash = child instanceof Uint8Array ? toHex(child) : undefined
    if (child instanceof Uint8Array) {
      const node = nodes.get(hash!)
      if (node === undefined) {
        const isLeaf = equalBytes(child, keccak256(encodeLeaf(key, depth, item)))
        return isLeaf
          ? [...steps, { kind: 'leaf', hash, nibbles: Array.from(key.subarray(depth)) }]
          : undefined
      }
      child = node
    }
    if (child instanceof Uint8Array) return undefined
    if (child.length === 17) {
      const children = child.slice(0, 16).map(({ length }) => length > 0)
      steps.push({ kind: 'branch', hash, nibbles: [key[depth]!], children })
      child = child[key[depth++]!]
    } else {
      const path = readPath(child)
      if (path === undefined || !path.nibbles.every((nibble, at) => nibble === key[depth + at]))
        return undefined
      const { isLeaf, nibbles } = path
      depth += nibbles.length
      child = child[1]
      steps.push({ kind: isLeaf ? 'leaf' : 'extension', hash, nibbles })
      if (isLeaf)
        return depth === key.length && child instanceof Uint8Array && equalBytes(child, item)
          ? steps
          : undefined
    }
  }
  return undefined
}

/** What a node of two parts says of its path (Yellow Paper, appendix C); undefined where it says nothing sound. */
function readPath(node: readonly RlpItem[]): { isLeaf: boolean; nibbles: number[] } | undefined {
  const [path] = node
  if (node.length !== 2 || !(path instanceof Uint8Array) || path.length === 0) return undefined
  const flag = path[0]! >> 4
  const nibbles = [...path].flatMap((byte) => [byte >> 4, byte & 15]).slice(flag & 1 ? 1 : 2)
  const isLeaf = (flag & 2) !== 0
  const isSound = flag < 4 && (flag & 1 || (path[0]! & 15) === 0) && (isLeaf || nibbles.length > 0)
  return isSound ? { isLeaf, nibbles } : undefined
}
