import type { BlockName } from '@lectern/history'
import { type Effect, log, type Moment } from './effect.ts'
import type { FollowCode } from '../error.ts'
import { type SourceState, suspended } from './state.ts'

/** A node failed; `isWork`: at a task, not at a look. */
export interface Failed {
  readonly type: 'failed'
  readonly source: number
  readonly isWork: boolean
  readonly code: FollowCode
  readonly message: string
  readonly check?: string | undefined
  readonly retryAfter?: number | undefined
}

/** Returns the changes of a node that fails, and the line of the log. */
type Fail = (
  source: SourceState,
  event: Failed,
  moment: Moment,
  poll: number,
) => { readonly part: Partial<SourceState>; readonly line: Effect }

/** Exponential backoff with jitter from 250 ms to 30 s, or the wait that the node asks for. */
const backOff: Fail = ({ name, ...source }, { code, message, retryAfter = 0 }, { now, random }) => {
  const delay = Math.min(250 * 2 ** source.failures, 30_000) * (0.75 + 0.5 * random)
  const next = now + Math.max(delay, retryAfter)
  return {
    part: {
      ...suspended,
      failures: source.failures + 1,
      penalty: source.penalty + 1,
      next: Math.max(source.next, next), // it may be blamed already
      nextIfFew: Math.max(source.nextIfFew, next),
    },
    line: log('warn', `source-${code}`, message, { source: name }),
  }
}

/** It keeps its voice, and is asked for blocks last. */
const rankLast: Fail = ({ name, penalty }, { code, message }) => ({
  part: { penalty: penalty + 8 },
  line: log('warn', `source-${code}`, message, { source: name }),
})

/** A ban for a wrong answer: a minute, four times as long each time up to an hour. A sixtieth of it if too few others are left. */
const ban: Fail = ({ name, blames, penalty }, { code, message, check = code }, { now }) => {
  const delay = Math.min(60_000 * 4 ** blames, 3_600_000)
  const seconds = delay / 1_000
  const sentence = `${message} It is not asked for ${seconds} s while others can be used.`
  return {
    part: {
      ...suspended,
      blames: blames + 1,
      penalty: penalty + 8,
      next: now + delay,
      nextIfFew: now + delay / 60,
    },
    line: log('warn', 'source-blamed', sentence, { source: name, check, seconds }),
  }
}

/** Another chain, or a fork that is unknown here, which is no reason to blame it: it is not asked again. */
const exclude: Fail = ({ name }, { code, message }) => ({
  part: { ...suspended, standing: 'out' },
  line:
    code === 'fork'
      ? log('warn', 'source-fork', message, { source: name })
      : log('error', 'source-wrong', message, { source: name }),
})

const lookAgain: Fail = ({ name, ...source }, { code, message }, { now }, poll) => ({
  part: {
    words: [],
    next: Math.max(source.next, now + poll),
    penalty: source.penalty + 1,
  },
  line: log('info', `source-${code}`, message, { source: name }),
})

export const failures: Readonly<Record<FollowCode, Fail>> = {
  unreachable: backOff,
  timeout: backOff,
  limited: backOff,
  error: backOff,
  method: backOff,
  malformed: backOff,
  slow: rankLast,
  late: lookAgain,
  changed: lookAgain,
  large: ban,
  other: ban,
  refuted: ban,
  fork: exclude,
  chain: exclude,
  genesis: exclude,
}

/** Whether a node is on the stored chain, at least as high as a block. */
export const isOnStored = ({ words }: SourceState, block: BlockName): boolean =>
  words.some(({ isStored, number }) => isStored && number >= block.number)

export const rank = <T extends SourceState>(sources: readonly T[]): T[] =>
  sources.toSorted((a, b) => a.penalty - b.penalty)
