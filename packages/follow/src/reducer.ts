import type { Head } from '@lectern/history'
import { equalBytes } from '@lectern/chain/internal'
import type { Branch } from './branch.ts'
import { chooseWork } from './work.ts'
import { type Effect, halted, log, type Moment, type Step } from './effect.ts'
import { type BlockName, isSame, type Outline, showBlock } from './outline.ts'
import { type Failed, failures, isOnStored } from './sources.ts'
import type { FollowSettings, FollowState, Halt, Signed, SourceState } from './state.ts'

/** What happened. */
export type FollowEvent =
  | { readonly type: 'woken' }
  | { readonly type: 'identified'; readonly source: number }
  | {
      readonly type: 'polled'
      readonly source: number
      readonly tip: Outline | null
      /** Whether the tip is a block of the stored chain. */
      readonly isStored: boolean
      /** Those that are stored under the same hash. */
      readonly safe: BlockName | null
      readonly finalized: BlockName | null
      /** That of the state when it was asked. */
      readonly epoch: number
    }
  | { readonly type: 'traced'; readonly source: number; readonly tip: BlockName; readonly branch: Branch }
  /** Blocks were committed; `depth`: in place of so many; `isDone`: a backfill goes on without it. */
  | {
      readonly type: 'stored'
      readonly source: number
      readonly head: Head
      readonly blocks: number
      readonly transactions: number
      readonly depth: number
      readonly isDone: boolean
    }
  | { readonly type: 'finalized'; readonly head: Head }
  /** What the beacon chain signed; with `why` it could not be followed. */
  | ({ readonly type: 'signed' } & Signed)
  /** The stored block of a number is not the one that the beacon chain finalized. */
  | { readonly type: 'contradicted'; readonly finalized: BlockName; readonly stored: BlockName }
  | Failed
  /** The store does not answer now; the node that was asked meanwhile, if one was. */
  | { readonly type: 'unavailable'; readonly message: string; readonly asked: number | null }
  /** The store answers again. */
  | { readonly type: 'reloaded'; readonly head: Head | null }
  /** The store cannot be written or read, or the beacon chain cannot be followed from its checkpoint (exit code 2). */
  | { readonly type: 'broken'; readonly halt: Halt; readonly exitCode?: 2 }

/** What a follower makes of an event. It reads no clock, asks nobody and changes nothing: each fault is a test of this function. */
export function reduce(
  state: FollowState,
  event: FollowEvent,
  moment: Moment,
  settings: FollowSettings,
): Step {
  const handle = handlers[event.type] as Handler
  const steps = [
    (state: FollowState) => handle(state, event, moment, settings),
    (state: FollowState) => chooseWork(state, moment, settings),
    (state: FollowState) => askSources(state, moment, settings),
  ]
  return steps.reduce(andThen, { state, effects: [] })
}

/** Takes a further step, unless the follower has halted. */
function andThen(step: Step, next: (state: FollowState) => Step): Step {
  if (step.state.phase === 'halted') return step
  const { state, effects } = next(step.state)
  return { state, effects: [...step.effects, ...effects] }
}

type Handler<T extends FollowEvent['type'] = FollowEvent['type']> = (
  state: FollowState,
  event: Extract<FollowEvent, { type: T }>,
  moment: Moment,
  settings: FollowSettings,
) => Step

const handlers: { readonly [T in FollowEvent['type']]: Handler<T> } = {
  woken: (state) => ({ state, effects: [] }),

  identified(state, { source }) {
    const { name } = state.sources[source]!
    return {
      state: change(state, source, { standing: 'usable', isAsked: false, next: 0 }),
      effects: [log('info', 'source-up', `${name} can be used.`, { source: name })],
    }
  },

  polled(state, { source, tip, isStored, safe, finalized, epoch }, { now, time }, settings) {
    const one = state.sources[source]!
    // It was blamed meanwhile, or compared with a chain that is not stored any more.
    if (one.standing !== 'usable' || epoch !== state.epoch)
      return { state: change(state, source, { isAsked: false }), effects: [] }
    const isAhead = tip !== null && Number(tip.timestamp) * 1_000 > time + CLOCK
    const next = change({ ...state, isClockOdd: state.isClockOdd || isAhead }, source, {
      failures: 0,
      demerits: one.demerits * 0.9,
      why: null,
      isAsked: false,
      next: now + (settings.poll ?? untilNextLook(state, tip, time)),
      ...compareTip(one, tip, isStored, state.head),
      tip,
      safe,
      finalized,
    })
    const message = "The newest block is of a time that is ahead of this machine's clock."
    const fields = { timestamp: Number(tip?.timestamp) }
    return {
      state: next,
      effects: isAhead && !state.isClockOdd ? [log('warn', 'clock', message, fields)] : [],
    }
  },

  traced(state, { source, tip, branch }) {
    const isFork = branch.depth > 0n || (state.head !== null && branch.ancestor === null)
    const now = state.sources[source]!.tip
    const next =
      now && isSame(now, tip) ? change(state, source, { side: isFork ? 'fork' : 'ours', branch }) : state
    return { state: { ...next, work: null }, effects: [] }
  },

  stored(state, { source, head, blocks, transactions, depth, isDone }) {
    const { name } = state.sources[source]!
    const before = state.head
    const seconds = before ? Number(head.timestamp - before.timestamp) / blocks : 1
    const sources = state.sources.map((one, index) =>
      compareAgain(one, { isGiver: index === source, head, isDone, isReorg: depth > 0 }),
    )
    const next: FollowState = {
      ...state,
      head,
      sources,
      work: isDone ? null : state.work,
      blockTime:
        depth > 0 ? state.blockTime : 0.8 * state.blockTime + 200 * Math.min(Math.max(seconds, 0), 60),
      reorgs: state.reorgs + (depth > 0 ? 1 : 0),
      epoch: state.epoch + (depth > 0 ? 1 : 0),
      depth: depth > 0 ? depth : state.depth,
    }
    const fields = {
      number: Number(head.number),
      hash: showBlock(head).split(' ')[2],
      blocks,
      transactions,
      source: name,
    }
    const first = head.number - BigInt(blocks - 1)
    const line =
      depth > 0
        ? log('warn', 'reorg', `A reorg of ${depth} blocks: the head is ${showBlock(head)}.`, {
            ...fields,
            depth,
          })
        : blocks === 1
          ? log('info', 'block', `${capitalize(showBlock(head))}, ${transactions} transactions.`, fields)
          : log('info', 'blocks', `Blocks ${first} to ${head.number}, ${transactions} transactions.`, fields)
    return { state: next, effects: [line] }
  },

  finalized: (state, { head }) => ({ state: { ...state, head, work: null }, effects: [] }),

  signed(state, { finalized, attested, why }) {
    const before = state.signed
    const signed = {
      finalized: finalized ?? before?.finalized ?? null,
      attested: attested ?? before?.attested ?? null,
      why,
    }
    const effects =
      why === (before?.why ?? null) && before !== undefined
        ? []
        : why === null
          ? [log('info', 'beacon-up', 'The beacon chain is followed.')]
          : [log('warn', 'beacon-down', `${why} What is finalized stays.`)]
    return { state: { ...state, signed }, effects }
  },

  contradicted(state, { finalized, stored }, moment, settings) {
    const message = `The beacon chain finalized ${showBlock(finalized)}, but ${showBlock(stored)} is stored.`
    const wrong = state.sources.flatMap((one, source) =>
      isOnStored(one, finalized) && one.standing === 'usable' ? [source] : [],
    )
    const fault = { type: 'failed', isWork: false, code: 'refuted', message, check: 'finality' } as const
    const line = `${message} The nodes that are on the stored chain are blamed.`
    const step = wrong.reduce<Step>(
      (step, source) =>
        andThen(step, (state) => handlers.failed(state, { ...fault, source }, moment, settings)),
      { state, effects: [log('error', 'finality-conflict', line)] },
    )
    return { ...step, state: { ...step.state, work: null, phase: 'locate' } }
  },

  failed(state, event, moment, settings) {
    const { source, isWork, code, message, check = code } = event
    const before = state.sources[source]!
    const { name } = before
    const { part, line } = failures[code](before, event, moment, settings.poll ?? usualLook(state))
    const isBlamed = part.blames !== undefined
    const tally = state.blamed[name] ?? {}
    const isAsked = isWork && before.isAsked
    const next: FollowState = {
      ...change(state, source, { ...part, isAsked, why: { code, message } }),
      ...(isWork && { work: null, phase: 'locate' }),
      ...(isBlamed && {
        blamed: { ...state.blamed, [name]: { ...tally, [check]: (tally[check] ?? 0) + 1 } },
      }),
    }
    const isNew = before.why?.code !== code || isBlamed // a node that is down gets one line, not one a second
    return { state: next, effects: isNew ? [line] : [] }
  },

  unavailable(state, { message, asked }, { now }) {
    const failures = (state.outage?.failures ?? 0) + 1
    const until = now + Math.min(250 * 2 ** (failures - 1), 30_000)
    const next = asked === null ? state : change(state, asked, { isAsked: false, next: until })
    return {
      state: { ...next, work: asked === null ? null : state.work, outage: { until, failures } },
      effects: failures === 1 ? [log('warn', 'store-unavailable', `${message} It is tried again.`)] : [],
    }
  },

  reloaded(state, { head }) {
    // Whether the commit that got no answer was made is seen by the head.
    const sources = state.sources.map((one) => ({ ...one, ...stale, next: 0 }))
    return {
      state: { ...state, head, sources, epoch: state.epoch + 1, work: null, outage: null, phase: 'locate' },
      effects: [log('info', 'store-available', 'The store answers again.')],
    }
  },

  broken: (state, { halt, exitCode }) => halted(state, halt, exitCode),
}

/** What is known of a node whose blocks are to be compared with the stored ones again. */
const stale = { side: 'stale', branch: null, safe: null, finalized: null } as const

/** Asks each node whose time has come, and wakes when that of the next one does. */
function askSources(state: FollowState, { now }: Moment, { quorum }: FollowSettings): Step {
  const effects: Effect[] = []
  const isShort = state.sources.filter(({ standing }) => standing === 'usable').length < quorum
  const timeOf = ({ next, amnesty, blames }: SourceState) =>
    isShort && blames > 0 ? Math.min(next, amnesty) : next
  const sources = state.sources.map((one, source): SourceState => {
    if (one.standing === 'out' || one.isAsked || timeOf(one) > now) return one
    effects.push(
      one.standing === 'new' ? { type: 'identify', source } : { type: 'poll', source, epoch: state.epoch },
    )
    return { ...one, isAsked: true }
  })
  const waiting = sources.filter(({ standing, isAsked }) => standing !== 'out' && !isAsked)
  const at = Math.min(
    ...waiting.map(timeOf),
    state.work === null ? (state.outage?.until ?? Infinity) : Infinity,
  )
  if (at < Infinity) effects.push({ type: 'wake', at })
  return { state: { ...state, sources }, effects }
}

/** Milliseconds between two looks at a tip that is not about to change. */
const usualLook = ({ blockTime }: FollowState): number => Math.max(SHORT_LOOK, blockTime / 4)

/** Milliseconds until the next look: it comes when the next block is due, and then often, for as long as a block takes. */
function untilNextLook(state: FollowState, tip: Outline | null, time: number): number {
  const usual = usualLook(state)
  if (tip === null) return usual
  const due = 1_000 * Number(tip.timestamp) + state.blockTime - time
  return due <= -state.blockTime ? usual : Math.min(usual, Math.max(SHORT_LOOK, due))
}

const SHORT_LOOK = 250

/** How a tip stands to the stored chain: a block of it, the child of its head, what a look at it found before, or unknown. */
function compareTip(
  before: SourceState,
  tip: Outline | null,
  isStored: boolean,
  head: FollowState['head'],
): Pick<SourceState, 'side' | 'branch'> {
  if (tip === null) return { side: 'stale', branch: null }
  if (isStored) return { side: 'ours', branch: null }
  if (head && tip.number === head.number + 1n && equalBytes(tip.parentHash, head.hash))
    return { side: 'ours', branch: { ancestor: head, depth: 0n, outlines: [tip] } }
  const { side, branch } = before
  const isKnown = before.tip !== null && side !== 'stale' && isSame(before.tip, tip)
  return isKnown ? { side, branch } : { side: 'unknown', branch: null }
}

interface Stored {
  readonly isGiver: boolean
  readonly head: Head
  readonly isDone: boolean
  readonly isReorg: boolean
}

/**
 * A node after a commit: its tip is to be compared with the new head, at once after the last of several; who gave the blocks is not blamed any
 * more. After a reorg the blocks that it called safe and finalized are perhaps not stored any more.
 */
function compareAgain(source: SourceState, { isGiver, head, isDone, isReorg }: Stored): SourceState {
  const { tip, blames, standing, next } = source
  const isOurs = isGiver && tip?.number === head.number
  return {
    ...source,
    blames: isGiver ? 0 : blames,
    side: isOurs ? 'ours' : 'stale',
    branch: null,
    ...(isReorg && { safe: null, finalized: null }),
    next: isDone && !isOurs && standing === 'usable' ? 0 : next,
  }
}

/** Milliseconds that a block may be ahead of this machine's clock. */
const CLOCK = 60_000

const change = (state: FollowState, source: number, part: Partial<SourceState>): FollowState => ({
  ...state,
  sources: state.sources.with(source, { ...state.sources[source]!, ...part }),
})

const capitalize = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
