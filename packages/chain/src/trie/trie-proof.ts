import { equalBytes, toHex } from '../encoding/bytes.ts'
import { keccak256 } from '../crypto/engine.ts'
import { ChainError } from '../error.ts'
import { decodeRlp, type RlpItem } from '../encoding/rlp.ts'
import { encodeLeaf, encodeLeaves, hashLeaves, type Leaf, listLeaves, nibblesOf } from './trie.ts'

/** Returns the RLP of the nodes above leaves that lead to some indexes: the root first, each once, without nodes embedded in their parent. */
export type NodePicker = (indexes: readonly number[]) => Uint8Array[]

/** Builds the trie of items, from which nodes can then be picked. Each step hashes one item. The picker stores the nodes, not the items. */
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

/** Returns nodes as `traceTrie` reads them, without bytes that are not RLP. */
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
  /** The hash by which the node above names it, `0x` hex; undefined for a short node, which is embedded. */
  readonly hash: string | undefined
  /** The nibbles of the key that it covers. */
  readonly nibbles: readonly number[]
  /** Whether each of a branch's sixteen children exists. */
  readonly children?: readonly boolean[]
}

/**
 * Finds the nodes from a root of an ordered trie to an item at an index, the leaf last; undefined if they lead elsewhere. The leaf is built
 * from the item, and compared with the hash in the node above it.
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

/** Reads the path of a node of two parts (Yellow Paper, appendix C); undefined if it is malformed. */
function readPath(node: readonly RlpItem[]): { isLeaf: boolean; nibbles: number[] } | undefined {
  const [path] = node
  if (node.length !== 2 || !(path instanceof Uint8Array) || path.length === 0) return undefined
  const flag = path[0]! >> 4
  const nibbles = [...path].flatMap((byte) => [byte >> 4, byte & 15]).slice(flag & 1 ? 1 : 2)
  const isLeaf = (flag & 2) !== 0
  const isSound = flag < 4 && (flag & 1 || (path[0]! & 15) === 0) && (isLeaf || nibbles.length > 0)
  return isSound ? { isLeaf, nibbles } : undefined
}
