import type { BlockName, Head } from '@lectern/history'
import type { Marks } from '../ancestors.ts'
import type { Branch } from '../branch.ts'
import { askSources, compareAgain, hearWords, usualLook } from './looks.ts'
import { chooseWork } from './work.ts'
import { halted, log, type Moment, type Transition } from './effect.ts'
import { type Outline, showBlock } from '../node/outline.ts'
import { hedge, usualAfter } from './hedge.ts'
import { type Failed, failures, isOnStored } from './sources.ts'
import type { FollowSettings, FollowState, Halt, Signed, SourceState, Word } from './state.ts'

export type FollowEvent =
  | { readonly type: 'woken' }
  | { readonly type: 'identified'; readonly source: number }
  | {
      readonly type: 'polled'
      readonly source: number
      readonly tip: Outline | null
      /** The tip, its parent, and the blocks of the numbers that it was asked for. */
      readonly words: readonly Word[]
      readonly numbers: readonly bigint[]
      /** Null unless they are stored under the same hash. */
      readonly safe: BlockName | null
      readonly finalized: BlockName | null
      /** Of the state when it was asked. */
      readonly epoch: number
    }
  | {
      readonly type: 'traced'
      readonly block: BlockName
      readonly branch: Branch
      readonly marks: Marks | null
    }
  /** Blocks were committed. `depth`: the number of replaced blocks; `isDone`: false within a backfill. */
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
  /** The beacon chain signed blocks, or could not be followed (`why`). */
  | ({ readonly type: 'signed' } & Signed)
  /** The stored block of a number is not the one that the beacon chain finalized. */
  | { readonly type: 'contradicted'; readonly finalized: BlockName; readonly stored: BlockName }
  | Failed
  /** The store does not answer; `asked`: the node that was asked meanwhile. */
  | { readonly type: 'unavailable'; readonly message: string; readonly asked: number | null }
  | { readonly type: 'reloaded'; readonly head: Head | null }
  /** The store cannot be used, or the beacon chain cannot be followed from its checkpoint (exit code 2). */
  | { readonly type: 'broken'; readonly halt: Halt; readonly exitCode?: 2 }

/** Returns the next state after an event, and the effects to run. A pure function: each fault is a test of it. */
export function reduce(
  state: FollowState,
  event: FollowEvent,
  moment: Moment,
  settings: FollowSettings,
): Transition {
  const handle = handlers[event.type] as Handler
  const steps = [
    (state: FollowState) => handle(state, event, moment, settings),
    (state: FollowState) => hedge(chooseWork(state, moment, settings), moment),
    (state: FollowState) => askSources(state, moment, settings),
  ]
  return steps.reduce(andThen, { state, effects: [] })
}

/** Takes a further step, unless the follower has halted. */
function andThen(step: Transition, next: (state: FollowState) => Transition): Transition {
  if (step.state.phase === 'halted') return step
  const { state, effects } = next(step.state)
  return { state, effects: [...step.effects, ...effects] }
}

type Handler<T extends FollowEvent['type'] = FollowEvent['type']> = (
  state: FollowState,
  event: Extract<FollowEvent, { type: T }>,
  moment: Moment,
  settings: FollowSettings,
) => Transition

const handlers: { readonly [T in FollowEvent['type']]: Handler<T> } = {
  woken: (state) => ({ state, effects: [] }),

  identified(state, { source }) {
    const { name } = state.sources[source]!
    return {
      state: change(state, source, { standing: 'usable', isAsked: false, next: 0 }),
      effects: [log('info', 'source-up', `${name} can be used.`, { source: name })],
    }
  },

  polled(state, { source, tip, words, numbers, safe, finalized, epoch }, moment, settings) {
    const one = state.sources[source]!
    // It was blamed meanwhile, or compared with a replaced chain.
    if (one.standing !== 'usable' || epoch !== state.epoch)
      return { state: change(state, source, { isAsked: false }), effects: [] }
    const isAhead = tip !== null && Number(tip.timestamp) * 1_000 > moment.time + CLOCK
    const next = change({ ...state, isClockOdd: state.isClockOdd || isAhead }, source, {
      failures: 0,
      penalty: one.penalty * 0.9,
      why: null,
      isAsked: false,
      heard: numbers,
      usual: usualAfter(one, moment.now),
      ...hearWords(state, one, { tip, words }, moment, settings),
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

  traced(state, { block, branch, marks }) {
    const task = state.task && { ...state.task, marks }
    const traced = [...state.traced.slice(-MOST_TRACED), { block, branch }]
    return { state: { ...state, work: null, task, traced }, effects: [] }
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
      ...(isDone && { work: null, task: null }),
      ...(depth > 0 && { contradicted: null }),
      traced: [],
      discord: null,
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
    const step = wrong.reduce<Transition>(
      (step, source) =>
        andThen(step, (state) => handlers.failed(state, { ...fault, source }, moment, settings)),
      { state, effects: [log('error', 'finality-conflict', line)] },
    )
    return {
      ...step,
      state: { ...step.state, work: null, task: null, contradicted: finalized, phase: 'locate' },
    }
  },

  failed(state, event, moment, settings) {
    const { source, isWork, code, message, check = code } = event
    const before = state.sources[source]!
    const { name } = before
    const { part, line } = failures[code](before, event, moment, settings.poll ?? usualLook(state))
    const isBlamed = part.blames !== undefined
    const tally = state.blamed[name] ?? {}
    const isAsked = isWork && before.isAsked
    const givers = state.task?.givers.filter((giver) => giver !== source) ?? []
    const task = state.task && givers.length > 0 ? { ...state.task, givers } : null
    const next: FollowState = {
      ...change(state, source, { ...part, isAsked, why: { code, message } }),
      ...(isWork && { work: null, task, phase: 'locate' }),
      ...(isBlamed && {
        blamed: { ...state.blamed, [name]: { ...tally, [check]: (tally[check] ?? 0) + 1 } },
      }),
    }
    const isNew = before.why?.code !== code || isBlamed // a node that is down gets one line
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
    // The head shows whether the commit without an answer was made.
    const sources = state.sources.map((one) => ({ ...one, ...stale, next: 0 }))
    return {
      state: { ...startAgain(state), head, sources, epoch: state.epoch + 1 },
      effects: [log('info', 'store-available', 'The store answers again.')],
    }
  },

  broken: (state, { halt, exitCode }) => halted(state, halt, exitCode),
}

/** The members of a node whose blocks must be compared with the stored ones again. */
const stale = { words: [], safe: null, finalized: null } as const

/** Returns the state without what was found about the stored chain. */
const startAgain = (state: FollowState): FollowState => ({
  ...state,
  work: null,
  task: null,
  traced: [],
  contradicted: null,
  outage: null,
  phase: 'locate',
})

const MOST_TRACED = 15

const CLOCK = 60_000 // the milliseconds that a block may be ahead of this machine's clock

const change = (state: FollowState, source: number, part: Partial<SourceState>): FollowState => ({
  ...state,
  sources: state.sources.with(source, { ...state.sources[source]!, ...part }),
})

const capitalize = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
