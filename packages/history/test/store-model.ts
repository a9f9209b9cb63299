import type { VerifiedBlock } from '@lectern/chain'
import * as fc from 'fast-check'
import type { Anchor, Head, StoreChange } from '../src/index.ts'
import { createSynthesizer } from './synthetic.ts'

// Random commits of every shape, and what a store must be after each: for stores here, in killed processes, and in clusters.

const make = createSynthesizer(5)
function grow(from: readonly VerifiedBlock[], length: number): VerifiedBlock[] {
  const blocks = [...from]
  while (blocks.length < length)
    blocks.push(
      make(
        blocks.at(-1) ?? null,
        blocks.length % 4 === 3 ? 0 : 1 + (blocks.length % 6),
        4n + BigInt(blocks.length),
      ),
    )
  return blocks
}
const first = grow([], 24)
/** Three chains that part at their seventh block and at their thirteenth, so that what is unwound is replaced by something else, or by itself. */
export const chains: readonly (readonly VerifiedBlock[])[] = [
  first,
  grow(first.slice(0, 6), 20),
  grow(first.slice(0, 12), 20),
]
/** The blocks of all chains. */
export const everything: readonly VerifiedBlock[] = [...new Set(chains.flat())]

/** A commit, relative to what the store is then; what is null is not in it. */
export interface Commit {
  /** Keeps blocks up to so many below the head. */
  readonly back: number | null
  /** The chain that the blocks are of; null: the one that is stored, so that what was unwound comes again. */
  readonly chain: number | null
  /** How many blocks. */
  readonly count: number
  /** The offset of the block in the first chain; those that are not stored are refused. */
  readonly anchor: number | null
  readonly safe: Named
  readonly finalized: Named
  readonly executed: number | null
  /** A block that must be stored: of the chain and the offset. */
  readonly expected: { readonly chain: number; readonly at: number } | null
}

/** Says a block of that offset in the first chain, or none. */
type Named = { readonly at: number | null } | null

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
const mostly = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2 })
const named = fc.record({ at: fc.option(fc.nat(20)) })
const parts = {
  back: mostly(fc.oneof(fc.nat(3), fc.integer({ min: -2, max: 26 }))),
  chain: mostly(fc.nat(2)),
  count: fc.nat(8),
  anchor: rarely(fc.oneof(fc.nat(3), fc.nat(24))),
  safe: rarely(named),
  finalized: rarely(fc.oneof(named, fc.record({ at: fc.nat(4) }))),
  executed: rarely(fc.nat(23)),
  expected: rarely(fc.record({ chain: fc.nat(2), at: fc.nat(12) })),
}
const reorgToSame = (back: number): Commit => ({
  back,
  chain: null,
  count: back,
  anchor: null,
  safe: null,
  finalized: null,
  executed: null,
  expected: null,
})

/** Commits of one part and of several: blocks, reorgs, also to the same blocks, trust, finality, what was executed, and any of them together. */
export const commit: fc.Arbitrary<Commit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...parts, back: fc.constant(null) }) },
  { weight: 3, arbitrary: fc.record(parts) },
  { weight: 1, arbitrary: fc.record({ ...parts, count: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.nat(6).map(reorgToSame) },
)

/** A store as a list of blocks, and what is claimed of them. */
export interface Model {
  readonly blocks: readonly VerifiedBlock[]
  readonly anchor: VerifiedBlock | null
  readonly safe: bigint | null
  readonly finalized: bigint | null
  readonly executed?: bigint
}

export const emptyModel: Model = { blocks: [], anchor: null, safe: null, finalized: null }

/** The commit as a store takes it. */
export function toChange({ blocks }: Model, commit: Commit): StoreChange {
  const head = blocks.at(-1)?.number ?? -1n
  const { back, count, anchor, safe, finalized, executed, expected } = commit
  const keepUpTo = back === null ? undefined : head - BigInt(back)
  const kept = keepUpTo === undefined ? blocks : blocks.filter(({ number }) => number <= keepUpTo)
  const chain =
    commit.chain === null
      ? chains.find((one) => blocks.every((block) => one.includes(block)))
      : chains[commit.chain]
  const start =
    kept.length === 0 ? count % 3 : chain!.findIndex(({ number }) => number === kept.at(-1)!.number) + 1
  const added = chain!.slice(start, start + count)
  const trusted =
    anchor === null ? undefined : (chains[0]![anchor] ?? { number: 99n, hash: new Uint8Array(32) })
  const name = (said: Named) => (said?.at == null ? null : chains[0]![said.at]!.number)
  return {
    ...(keepUpTo !== undefined && { keepUpTo }),
    ...(added.length > 0 && { blocks: added }),
    ...(trusted && { anchor: nameOf(trusted) }),
    ...(safe && { safe: name(safe) }),
    ...(finalized && { finalized: name(finalized) }),
    ...(executed !== null && { executed: chains[0]![executed]!.number }),
    ...(expected && { expected: [nameOf(chains[expected.chain]![expected.at]!)] }),
  }
}

/** Returns a store after a commit, or the code of the error. */
export function applyChange(model: Model, change: StoreChange): Model | 'contiguity' | 'anchor' {
  let { blocks, anchor, safe, finalized, executed } = model
  const { keepUpTo } = change
  const head = blocks.at(-1)
  if (keepUpTo !== undefined && keepUpTo !== (head?.number ?? -1n)) {
    if (head === undefined || keepUpTo > head.number) return 'contiguity'
    const pinned = [anchor?.number ?? null, finalized]
    if (pinned.some((number) => number !== null && keepUpTo < number)) return 'anchor'
    blocks = blocks.filter(({ number }) => number <= keepUpTo)
    const top = blocks.at(-1)?.number ?? null
    if (top === null || (safe !== null && safe > top)) safe = top
    if (executed !== undefined) executed = top === null ? undefined : min(executed, top)
  }
  for (const block of change.blocks ?? []) {
    const parent = blocks.at(-1)
    if (parent && Buffer.compare(block.header.parentHash, parent.hash) !== 0) return 'contiguity'
    blocks = [...blocks, block]
  }
  const find = (number: bigint | null) => blocks.find((block) => block.number === number)
  const named = [...(change.expected ?? []), ...(change.anchor ? [change.anchor] : [])]
  if (named.some(({ number, hash }) => Buffer.compare(find(number)?.hash ?? NONE, hash) !== 0))
    return 'anchor'
  if (change.anchor) {
    const stored = find(change.anchor.number)!
    if (anchor === null || stored.number >= anchor.number) anchor = stored
  }
  if (change.safe !== undefined) safe = change.safe
  if (change.finalized !== undefined) finalized = change.finalized
  if ([safe, finalized].some((number) => number !== null && !find(number))) return 'anchor'
  if (safe !== null && finalized !== null && finalized > safe) return 'anchor'
  const top = blocks.at(-1)?.number
  if (change.executed !== undefined && top !== undefined && change.executed >= blocks[0]!.number) {
    const done = min(change.executed, top)
    if (executed === undefined || done > executed) executed = done
  }
  return { blocks, anchor, safe, finalized, ...(executed !== undefined && { executed }) }
}

/** The head that a store says. */
export function headOf({ blocks, anchor, safe, finalized, executed }: Model): Head | null {
  const head = blocks.at(-1)
  if (head === undefined) return null
  const trusted: Anchor | null = anchor && { number: anchor.number, hash: anchor.hash, grounds: null }
  return {
    number: head.number,
    hash: head.hash,
    timestamp: head.header.timestamp,
    lowest: blocks[0]!.number,
    anchor: trusted,
    safe,
    finalized,
    ...(executed !== undefined && { executed }),
  }
}

const NONE = new Uint8Array(0)

const nameOf = ({ number, hash }: Pick<VerifiedBlock, 'number' | 'hash'>) => ({ number, hash })

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Commits of a seed, and what a store is before each of them, and after the last. */
export function makeHistory(seed: number): {
  readonly commits: readonly Commit[]
  readonly models: readonly Model[]
} {
  const commits = fc.sample(commit, { seed, numRuns: 1_000 })
  const models: Model[] = [emptyModel]
  for (const commit of commits) {
    const model = models.at(-1)!
    const next = applyChange(model, toChange(model, commit))
    models.push(typeof next === 'string' ? model : next)
  }
  return { commits, models }
}
