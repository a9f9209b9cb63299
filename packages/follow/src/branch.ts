import type { Parent } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { Snapshot, Store } from '@lectern/history'
import { FollowError } from './error.ts'
import { type BlockName, checkLinks, type Outline } from './outline.ts'
import type { Source } from './source.ts'

/** How a node's chain leaves the stored one. */
export interface Branch {
  /** The newest block that both have, with its time; null where the store is empty, or they share none within the limit. */
  readonly ancestor: (BlockName & Parent) | null
  /** How many stored blocks are not on the node's chain. */
  readonly depth: bigint
  /** The node's blocks after the ancestor: all up to its tip, or the first of many. */
  readonly outlines: readonly Outline[]
}

/** How far a branch is looked at. */
export interface BranchLimits {
  /** The deepest reorg. */
  readonly depth: number
  /** The most blocks above the stored head. */
  readonly ahead: number
  /** The first block of an empty store. */
  readonly from: bigint
}

/**
 * Finds how the chain of a node's tip leaves the stored one: in one request where it continues the head, in three at any depth.
 * Throws FollowError `changed` if the node's chain changes meanwhile.
 */
export async function findBranch(
  { source, store }: { readonly source: Source; readonly store: Pick<Store, 'snapshot'> },
  tip: BlockName,
  { depth, ahead, from: lowest }: BranchLimits,
  signal: AbortSignal,
): Promise<Branch> {
  await using snapshot = await store.snapshot()
  const { head } = snapshot
  const top = head?.number ?? lowest - 1n
  const first = min(top, tip.number)
  const ancestor = head && (await findShared({ source, snapshot, first, depth: BigInt(depth) }, signal))
  const isLost = head !== null && ancestor === null
  const from = ancestor ? ancestor.number + 1n : lowest
  const to = isLost ? from - 1n : min(tip.number, top + BigInt(ahead))
  const outlines = await readRange(source, { from, to }, signal)
  checkLinks(source.name, [...(ancestor ? [ancestor] : []), ...outlines])
  const last = outlines.at(-1)
  if (last?.number === tip.number && !equalBytes(last.hash, tip.hash))
    throw new FollowError('changed', `${source.name} changed its tip at block ${tip.number} meanwhile.`)
  return { ancestor, depth: head ? head.number - (ancestor?.number ?? -1n) : 0n, outlines }
}

/** The node's blocks of a range. Throws FollowError `changed` where it lacks one. */
export async function readRange(
  source: Source,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  signal: AbortSignal,
): Promise<Outline[]> {
  const numbers = countUp(from, to)
  const found = await source.outlines(numbers, signal)
  return found.map((outline, index) => {
    if (outline !== null) return outline
    throw new FollowError('changed', `${source.name} has no block ${numbers[index]} any more.`)
  })
}

interface Search {
  readonly source: Source
  readonly snapshot: Snapshot
  /** Where to begin, and down to how many blocks below. */
  readonly first: bigint
  readonly depth: bigint
}

/** The newest stored block that the node has too: head, 1, 2, 4 … back, then those between. */
async function findShared(search: Search, signal: AbortSignal): Promise<Branch['ancestor']> {
  const { first, snapshot, depth } = search
  const lowest = snapshot.head!.lowest
  const last = first - depth < lowest ? lowest : first - depth
  const shared = async (numbers: readonly bigint[]) => {
    const found = await search.source.outlines(numbers, signal)
    for (const outline of found) {
      const stored = outline && (await snapshot.blockHash(outline.number))
      if (stored && equalBytes(stored, outline.hash)) return outline
    }
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

/** The numbers of a range; none where it ends before it begins. */
const countUp = (from: bigint, to: bigint): bigint[] =>
  Array.from({ length: Math.max(0, Number(to - from) + 1) }, (_, index) => from + BigInt(index))

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
