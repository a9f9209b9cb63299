import { hashPair } from '@lectern/consensus'

/** A Merkle tree by generalized indices; nodes that nothing is said of are zero. */
export interface Tree {
  /** 32 bytes. */
  readonly root: Uint8Array
  /** Returns the siblings of the path from a node to the root, the lowest first. */
  readonly branch: (gindex: number) => readonly Uint8Array[]
}

/** A tree that has nodes of 32 bytes at some generalized indices, none below another. */
export function createTree(leaves: readonly (readonly [gindex: number, node: Uint8Array])[]): Tree {
  const nodes = new Map(leaves)
  const nodeAt = (gindex: number) => nodes.get(gindex) ?? ZERO
  const levels = Array.from({ length: 32 }, () => new Set<number>())
  for (const gindex of nodes.keys()) levels[depth(gindex)]!.add(gindex >> 1)
  for (let level = 31; level > 0; level--)
    for (const parent of levels[level]!) {
      nodes.set(parent, hashPair(nodeAt(2 * parent), nodeAt(2 * parent + 1)))
      levels[level - 1]!.add(parent >> 1)
    }
  return {
    root: nodeAt(1),
    branch: (gindex) => Array.from({ length: depth(gindex) }, (_, height) => nodeAt((gindex >> height) ^ 1)),
  }
}

const ZERO = new Uint8Array(32)
const depth = (gindex: number): number => Math.floor(Math.log2(gindex))
