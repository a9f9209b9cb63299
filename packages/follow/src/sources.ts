import type { BlockName } from './outline.ts'
import type { SourceState } from './state.ts'

type Why = NonNullable<SourceState['why']>

/** A node after a good answer. */
export const accept = (source: SourceState): SourceState => ({
  ...source,
  failures: 0,
  demerits: source.demerits * 0.9,
  why: null,
})

/** A node that failed: it is asked again after 250 ms, twice as long each time up to 30 s, or when it asks for; a different time for each. */
export function retreat(
  source: SourceState,
  { retryAfter = 0, ...why }: Why & { readonly retryAfter?: number | undefined },
  { now, random }: { readonly now: number; readonly random: number },
): SourceState {
  const delay = Math.min(250 * 2 ** source.failures, 30_000) * (0.75 + 0.5 * random)
  return {
    ...suspend(source, why),
    failures: source.failures + 1,
    demerits: source.demerits + 1,
    next: Math.max(source.next, now + Math.max(delay, retryAfter)), // it may be blamed already
    amnesty: Math.max(source.amnesty, now + Math.max(delay, retryAfter)),
  }
}

/** A node that a hash refuted: it is not asked for a minute, four times as long each time up to an hour; a sixtieth of it where too few others are left. */
export function blame(source: SourceState, why: Why, now: number): SourceState {
  const delay = Math.min(60_000 * 4 ** source.blames, 3_600_000)
  return {
    ...suspend(source, why),
    blames: source.blames + 1,
    demerits: source.demerits + 8,
    next: now + delay,
    amnesty: now + delay / 60,
  }
}

/** Whether a node is on the stored chain, and as high as a block: one below it is not yet on any side of it. */
export const isOnStored = ({ side, tip }: SourceState, { number }: BlockName): boolean =>
  side === 'ours' && tip !== null && tip.number >= number

/** A node of another chain: it is not asked again. */
export const dismiss = (source: SourceState, why: Why): SourceState => ({
  ...suspend(source, why),
  standing: 'out',
})

const suspend = (source: SourceState, why: Why): SourceState => ({
  ...source,
  standing: 'new',
  tip: null,
  side: 'stale',
  branch: null,
  safe: null,
  finalized: null,
  why,
})

/** The number that so many of them reach: the quorum's highest common one; null where too few say any. */
export function agreeOn(numbers: readonly (bigint | null)[], quorum: number): bigint | null {
  const known = numbers.filter((number) => number !== null)
  return known.toSorted((a, b) => Number(b - a))[quorum - 1] ?? null
}

/** Nodes in the order in which to ask them. */
export const rank = <T extends { readonly source: SourceState }>(sources: readonly T[]): T[] =>
  sources.toSorted((a, b) => a.source.demerits - b.source.demerits)
