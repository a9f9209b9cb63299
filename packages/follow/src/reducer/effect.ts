import type { Branch } from '../branch.ts'
import type { BlockName } from '../node/outline.ts'
import type { FollowState, Halt, Phase, Task } from './state.ts'

/** What is to be done. */
export type Effect =
  | { readonly type: 'identify'; readonly source: number }
  /** `numbers`: of which its blocks are asked for with its tip. */
  | {
      readonly type: 'poll'
      readonly source: number
      readonly epoch: number
      readonly numbers: readonly bigint[]
    }
  | ({ readonly type: 'trace' } & BlockToStore)
  | ({ readonly type: 'extend' } & BranchToStore)
  | ({ readonly type: 'backfill'; readonly to: bigint } & BranchToStore)
  | {
      readonly type: 'finalize'
      readonly safe: BlockName | null
      readonly finalized: BlockName | null
      /** Whether the beacon chain signed the finalized block. */
      readonly isSigned: boolean
    }
  /** Read the head again, once the store answers. */
  | { readonly type: 'reload' }
  /** End what a node is asked for, which it has not given for so many milliseconds. */
  | { readonly type: 'giveUp'; readonly source: number; readonly milliseconds: number }
  | { readonly type: 'wake'; readonly at: number }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'end'; readonly exitCode: 0 | 1 | 2; readonly message: string }

/** A block to store with all before it, and the node that gives them. */
export interface BlockToStore extends Pick<Task, 'block' | 'isSigned' | 'marks'> {
  readonly source: number
  /** The other nodes, of which a quorum must have the blocks on a long way to it too. */
  readonly witnesses: readonly number[]
}

/** The blocks of a branch to store. */
export interface BranchToStore extends BlockToStore {
  readonly branch: Branch
}

/** A line of the log: its code, its sentence, and its values. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly code: string
  readonly message: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** When an event happened, and a number from 0 to 1 that spreads what would come at once. */
export interface Moment {
  /** Milliseconds of a clock that nobody sets: schedules are made by it. */
  readonly now: number
  /** Milliseconds since 1970: ages of blocks are measured by it. */
  readonly time: number
  readonly random: number
}

/** What a follower is next, and what is to be done. */
export interface Step {
  readonly state: FollowState
  readonly effects: readonly Effect[]
}

/** Ends a follower for a person to look at. */
export function halted(state: FollowState, halt: Halt, exitCode: 1 | 2 = 1): Step {
  return {
    state: { ...state, phase: 'halted', work: null, halt },
    effects: [log('error', halt.code, halt.message), { type: 'end', exitCode, message: halt.message }],
  }
}

/** Enters a phase. */
export const move = (state: FollowState, phase: Phase, ...effects: readonly Effect[]): Step => ({
  state: { ...state, phase },
  effects,
})

/** The effect that writes a line of the log. */
export const log = (
  level: LogLine['level'],
  code: string,
  message: string,
  fields?: LogLine['fields'],
): Effect => ({ type: 'log', line: { level, code, message, ...(fields && { fields }) } })
