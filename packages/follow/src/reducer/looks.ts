import type { Head } from '@lectern/history'
import { countHosts, listWanted } from './agreement.ts'
import type { Effect, Moment, Transition } from './effect.ts'
import { dueOf } from './hedge.ts'
import { isSame, type Outline } from '../node/outline.ts'
import type { FollowSettings, FollowState, SourceState, Word } from './state.ts'

/** Notes the blocks that a node names, and the time of its next look: later each time that it names another block of a number. */
export function hearWords(
  state: FollowState,
  one: SourceState,
  { tip, words }: { readonly tip: Outline | null; readonly words: readonly Word[] },
  { now, time }: Moment,
  { poll = untilNextLook(state, tip, time) }: FollowSettings,
): Pick<SourceState, 'words' | 'lookedAt' | 'flips' | 'next'> {
  const said = new Map(words.toReversed().map((word) => [word.number, word])) // one per number: the first counts
  const isFlip = one.words.some((word) => !isSame(said.get(word.number) ?? word, word))
  const flips = isFlip ? one.flips + 1 : Math.max(0, one.flips - 1)
  const next = now + Math.min(poll * 2 ** flips, Math.max(poll, SLOWEST))
  return { words: [...said.values()], lookedAt: now, flips, next }
}

const SLOWEST = 30_000 // milliseconds between two looks at a node that keeps changing its chain

/** Asks each node that is due, and wakes when the next one is. */
export function askSources(state: FollowState, { now }: Moment, settings: FollowSettings): Transition {
  const effects: Effect[] = []
  const { epoch } = state
  const isShort = countHosts(state.sources.filter(({ standing }) => standing === 'usable')) < settings.quorum
  let at = state.work === null ? (state.outage?.until ?? Infinity) : dueOf(state)
  const sources = state.sources.map((one, source): SourceState => {
    if (one.standing === 'out' || one.isAsked) return one
    const numbers = one.standing === 'usable' ? listWanted(state, one, settings) : []
    const time = timeOf(one, numbers, isShort)
    if (time > now) {
      at = Math.min(at, time)
      return one
    }
    effects.push(
      one.standing === 'new' ? { type: 'identify', source } : { type: 'poll', source, epoch, numbers },
    )
    return { ...one, isAsked: true, askedAt: now }
  })
  if (at < Infinity) effects.push({ type: 'wake', at })
  return { state: { ...state, sources }, effects }
}

/** Returns the time to ask a node: sooner if too few others are usable, or a steady node's other block is wanted. */
function timeOf(
  { next, nextIfFew, blames, flips, heard, words, lookedAt }: SourceState,
  numbers: readonly bigint[],
  isShort: boolean,
): number {
  if (isShort && blames > 0) return Math.min(next, nextIfFew)
  const isMissed = numbers.some(
    (number) => !heard.includes(number) && !words.some((word) => word.number === number),
  )
  return isMissed && flips === 0 ? Math.min(next, lookedAt + SOON) : next
}

/** Returns the milliseconds between two looks at a tip that is not about to change. */
export const usualLook = ({ blockTime }: FollowState): number => Math.max(SHORT_LOOK, blockTime / 4)

/** Returns the milliseconds until the next look: when the next block is due, and then often, for as long as a block takes. */
function untilNextLook(state: FollowState, tip: Outline | null, time: number): number {
  const usual = usualLook(state)
  if (tip === null) return usual
  const due = 1_000 * Number(tip.timestamp) + state.blockTime - time
  return due <= -state.blockTime ? usual : Math.min(usual, Math.max(SHORT_LOOK, due))
}

const SHORT_LOOK = 250

const SOON = 50 // the least milliseconds between two looks at a node of which another block is wanted

interface Stored {
  readonly isGiver: boolean
  readonly head: Head
  readonly isDone: boolean
  readonly isReorg: boolean
}

/** Returns a node after a commit: its tip is compared with the new head, and the node that sent the blocks is forgiven. */
export function compareAgain(source: SourceState, { isGiver, head, isDone, isReorg }: Stored): SourceState {
  const { tip, blames, standing, next } = source
  const words = source.words.flatMap((word) =>
    isSame(word, head)
      ? [{ ...word, isStored: true }]
      : !isReorg && (word.isStored || word.number > head.number)
        ? [word]
        : [],
  )
  const isKnown = tip !== null && words.some((word) => isSame(word, tip))
  return {
    ...source,
    blames: isGiver ? 0 : blames,
    words,
    ...(isReorg && { safe: null, finalized: null }),
    next: isDone && !isKnown && standing === 'usable' ? 0 : next,
  }
}
