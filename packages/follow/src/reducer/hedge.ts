import type { Effect, Moment, Transition } from './effect.ts'
import { isSame } from '../node/outline.ts'
import type { Errand, FollowState, SourceState } from './state.ts'

/** Gives up a node that takes longer than others would, if another one may have the block: that one is asked next. */
export function hedge({ state, effects }: Transition, { now }: Moment): Transition {
  const begun = effects.find(isErrand)
  const errand = begun ? beginErrand(state, begun.source, now) : renew(state, now)
  const next = { ...state, errand }
  if (errand === null || dueOf(next) > now) return { state: next, effects }
  const { source, since } = errand
  return {
    state: { ...next, errand: { ...errand, isGivenUp: true } },
    effects: [...effects, { type: 'giveUp', source, milliseconds: Math.round(now - since) }],
  }
}

/** Returns the time to give up a node; Infinity if there is none. */
export function dueOf({ errand, work, task, sources }: FollowState): number {
  if (errand === null || task === null || errand.isGivenUp || !isErrandType(work)) return Infinity
  const others = sources.filter(({ standing }, index) => standing === 'usable' && index !== errand.source)
  const mayHave = (source: SourceState) =>
    task.givers.some((index) => sources[index] === source) ||
    source.words.some((word) => isSame(word, task.block))
  if (!others.some(mayHave)) return Infinity
  const times = others.flatMap(({ usual }) => usual ?? [])
  const usual = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  return errand.since + Math.max(SHORTEST[work], TIMES * usual) * 2 ** errand.tries
}

/** Averages the milliseconds of a node for its tip, with one more look. */
export const usualAfter = ({ usual, askedAt }: SourceState, now: number): number =>
  usual === null ? now - askedAt : 0.8 * usual + 0.2 * (now - askedAt)

/** Milliseconds: many blocks take longer than a tip. */
const SHORTEST = { trace: 1_000, extend: 1_000, backfill: 4_000 }
const TIMES = 8

const isErrandType = (type: string | null): type is keyof typeof SHORTEST =>
  type !== null && Object.hasOwn(SHORTEST, type)

/** Whether the follower waits for a node meanwhile. */
export const isErrand = (
  effect: Effect,
): effect is Extract<Effect, { type: 'trace' | 'extend' | 'backfill' }> => isErrandType(effect.type)

function beginErrand({ head, errand }: FollowState, source: number, since: number): Errand {
  const isAgain = errand !== null && errand.head === head
  const tries = isAgain ? errand.tries + (errand.isGivenUp ? 1 : 0) : 0
  return { source, since, head, tries, isGivenUp: false }
}

/** Restarts the time of an errand that has stored blocks. */
const renew = ({ errand, head }: FollowState, since: number): Errand | null =>
  errand && errand.head !== head ? { ...errand, since, head, tries: 0 } : errand
