import { toHex } from '@lectern/chain'
import { type BlockName, isSame } from '../node/outline.ts'
import type { FollowSettings, FollowState, SourceState } from './state.ts'

/** A node that can be used and has said its tip; `index`: which of the sources it is. */
export type Candidate = SourceState & {
  readonly index: number
  readonly tip: NonNullable<SourceState['tip']>
}

/** A block that nodes named. */
export interface NamedBlock extends BlockName {
  readonly isStored: boolean
  readonly namers: readonly Candidate[]
  /** How many hosts they are. */
  readonly voices: number
}

/** The nodes that can be used and said what they have. */
export const listUsable = (sources: readonly SourceState[]): Candidate[] =>
  sources.flatMap((source, index) => (source.words.length > 0 ? toCandidate(source, index) : []))

/** A node that can be used; none otherwise. */
export const toCandidate = (source: SourceState, index: number): Candidate[] =>
  source.standing === 'usable' && source.tip ? [{ ...source, tip: source.tip, index }] : []

/** How many hosts nodes are of: two URLs of one are one voice. */
export const countHosts = (sources: readonly { readonly host: string }[]): number =>
  new Set(sources.map(({ host }) => host)).size

/** What so many hosts reach: the quorum's highest common block; null where too few say any. */
export function agreeOn<T extends { readonly host: string }, B extends Pick<BlockName, 'number'>>(
  sources: readonly T[],
  quorum: number,
  of: (source: T) => B | null,
): B | null {
  const highest = new Map<string, B>()
  for (const source of sources) {
    const block = of(source)
    const before = highest.get(source.host)
    if (block !== null && (before === undefined || block.number > before.number))
      highest.set(source.host, block)
  }
  return [...highest.values()].toSorted((a, b) => Number(b.number - a.number))[quorum - 1] ?? null
}

/** The blocks that a quorum has named by their hashes: those of most voices first, of as many the highest. */
export function listNamed(usable: readonly Candidate[], quorum: number): NamedBlock[] {
  const blocks = new Map<string, { block: BlockName; isStored: boolean; namers: Candidate[] }>()
  for (const candidate of usable)
    for (const { number, hash, isStored } of candidate.words) {
      const key = `${number} ${toHex(hash)}`
      const known = blocks.get(key) ?? { block: { number, hash }, isStored: false, namers: [] }
      known.namers.push(candidate)
      known.isStored ||= isStored
      blocks.set(key, known)
    }
  return Array.from(blocks.values(), ({ block, isStored, namers }) => ({
    ...block,
    isStored,
    namers,
    voices: countHosts(namers),
  }))
    .filter(({ voices }) => voices >= quorum)
    .toSorted((a, b) => b.voices - a.voices || Number(b.number - a.number))
}

/**
 * The numbers of which a node is asked for its blocks with its next tip, so that a quorum can name one: those of other nodes' tips below its own,
 * less the distance, and of what the beacon chain attested.
 */
export function listWanted(
  { head, sources }: Pick<FollowState, 'head' | 'sources'>,
  one: SourceState,
  { quorum, distance, latest }: FollowSettings,
): bigint[] {
  if (one.tip === null || latest === 'attested' || (quorum === 1 && distance === 0)) return []
  const wanted = new Set<bigint>()
  for (const { tip, words } of listUsable(sources)) {
    const number = tip.number - BigInt(distance)
    const isNew = number > (head?.number ?? -1n) || words.some((word) => isSame(word, tip) && !word.isStored)
    const isOwn = distance === 0 && number >= one.tip.number - 1n // its tip's parent is known with it
    if (isNew && !isOwn && number >= (head?.lowest ?? 0n) && number <= one.tip.number) wanted.add(number)
  }
  return [...wanted].slice(0, MOST_WANTED)
}

const MOST_WANTED = 64
