import type { Parent } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName, Snapshot, Store } from '@lectern/history'
import { countUp, endOfRange, min, readRange } from './ancestors.ts'
import { FollowError } from './error.ts'
import { checkLinks, type Outline, showBlock } from './node/outline.ts'
import type { Source } from './node/source.ts'

/** The way a block's chain leaves the stored one. The hashes of parents tie its headers to the block, so any node's answer is the same. */
export interface Branch {
  /** The common ancestor, with its time; null if the store is empty, or there is none within the limit. */
  readonly ancestor: Parent | null
  /** The number of stored blocks that are not on it; 0 if it ends at a stored block. */
  readonly depth: bigint
  /** The blocks after the ancestor: all up to the block, or the first of many; none if the block is stored. */
  readonly outlines: readonly Outline[]
  /** The node that sent the outlines; only it vouches for their lists of transactions. */
  readonly source: number
}

export interface BranchLimits {
  readonly depth: number
  /** About the most blocks above the stored head. */
  readonly ahead: number
  /** The first block of an empty store. */
  readonly from: bigint
}

/** Compares a block on the way to the wanted one with the known one of its number. Throws FollowError `changed` if they differ. */
export type Confirm = (number: bigint) => (found: BlockName) => Promise<void>

interface Search {
  readonly source: Source
  readonly store: Pick<Store, 'snapshot'>
  readonly confirm: Confirm
}

/** Returns the last number to read of a branch: all of a short one, the first ranges of a long one. */
export function endOfBranch(head: BlockName | null, block: BlockName, { ahead, from }: BranchLimits): bigint {
  const far = (head?.number ?? from - 1n) + BigInt(ahead)
  return block.number <= far ? block.number : min(endOfRange(far), block.number)
}

/** Finds the common ancestor of a block's chain and the stored one: at the head, or with steps back that double. */
export async function findBranch(
  { source, store, confirm }: Search,
  block: BlockName,
  limits: BranchLimits,
  signal: AbortSignal,
): Promise<Omit<Branch, 'source'>> {
  await using snapshot = await store.snapshot()
  const { head } = snapshot
  const to = endOfBranch(head, block, limits)
  const compare = to === block.number ? undefined : confirm(to)
  const depth = BigInt(limits.depth)
  const first = head ? min(head.number, to) : to
  const last = head ? max(first - depth, head.lowest) : limits.from
  const said = head && (await findAncestor({ source, snapshot, first, last }, signal))
  const outlines = await readRange(source, { from: said ? said.number + 1n : last, to }, signal)
  checkLinks(source.name, said ? [said, ...outlines] : outlines)
  const top = outlines.at(-1) ?? said
  if (compare) await compare(top!)
  else if (!top || !equalBytes(top.hash, block.hash))
    throw new FollowError('changed', `${source.name} changed its chain below ${showBlock(block)} meanwhile.`)
  // The node may have hidden some of what both have: the first of its blocks may be stored.
  let shared = 0
  while (shared < outlines.length && (await isStored(snapshot, outlines[shared]!))) shared++
  const ancestor = shared > 0 ? outlines[shared - 1]! : said
  const rest = ancestor === null && head ? [] : outlines.slice(shared)
  const isOn = ancestor !== null && rest.length === 0
  return { ancestor, depth: head && !isOn ? head.number - (ancestor?.number ?? -1n) : 0n, outlines: rest }
}

/** Whether a block is stored under its hash. */
export async function isStored(snapshot: Snapshot, { number, hash }: BlockName): Promise<boolean> {
  const stored = await snapshot.blockHash(number)
  return stored !== undefined && equalBytes(stored, hash)
}

interface AncestorSearch {
  readonly source: Source
  readonly snapshot: Snapshot
  readonly first: bigint
  readonly last: bigint
}

/** Finds the newest stored block that the node has too: head, 1, 2, 4 … back, then those between. */
async function findAncestor({ source, snapshot, first, last }: AncestorSearch, signal: AbortSignal) {
  const shared = async (numbers: readonly bigint[]) => {
    const found = await source.outlines(numbers, signal)
    for (const outline of found) if (outline && (await isStored(snapshot, outline))) return outline
    return undefined
  }
  const head = await shared([first])
  if (head) return head
  const steps: bigint[] = []
  for (let step = 1n; first - step > last; step *= 2n) steps.push(first - step)
  if (last < first) steps.push(last)
  const known = await shared(steps)
  if (known === undefined) return null
  const above = steps[steps.indexOf(known.number) - 1] ?? first
  const between = countUp(known.number + 1n, above - 1n).toReversed()
  return (between.length > 0 ? await shared(between) : undefined) ?? known
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
