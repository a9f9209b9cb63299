import { toHex } from '@lectern/chain'
import type { BlockName } from '@lectern/history'
import { isSame } from '../node/outline.ts'
import type { FollowSettings, FollowState, SourceState } from './state.ts'

/** A usable node with a tip; `index`: which of the sources it is. */
export type Candidate = SourceState & {
  readonly index: number
  readonly tip: NonNullable<SourceState['tip']>
}

export interface NamedBlock extends BlockName {
  readonly isStored: boolean
  readonly namers: readonly Candidate[]
  readonly voices: number
}

export const listUsable = (sources: readonly SourceState[]): Candidate[] =>
  sources.flatMap((source, index) => (source.words.length > 0 ? toCandidate(source, index) : []))

export const toCandidate = (source: SourceState, index: number): Candidate[] =>
  source.standing === 'usable' && source.tip ? [{ ...source, tip: source.tip, index }] : []

/** Counts the hosts of nodes: two URLs of one are one voice. */
export const countHosts = (sources: readonly { readonly host: string }[]): number =>
  new Set(sources.map(({ host }) => host)).size

/** Returns the highest block that a quorum of hosts has reached; null without a quorum. */
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

/** Lists the blocks that a quorum has named by hash: those with most voices first, then the highest. */
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

/** Lists the numbers of other nodes' lower tips, less the distance: a quorum can name one if this node is asked for them. */
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
