import type { BlockName } from '@lectern/history'
import type { Branch } from '../branch.ts'
import type { Candidate } from './agreement.ts'
import type { FollowSettings, FollowState, Halt, Phase, Task } from './state.ts'

export type Effect =
  | { readonly type: 'identify'; readonly source: number }
  /** `numbers`: of the blocks to ask for with its tip. */
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
  /** Reads the head again, once the store answers. */
  | { readonly type: 'reload' }
  /** Aborts the request that a node has not answered for so many milliseconds. */
  | { readonly type: 'giveUp'; readonly source: number; readonly milliseconds: number }
  | { readonly type: 'wake'; readonly at: number }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'end'; readonly exitCode: 0 | 1 | 2; readonly message: string }

/** A block to store with all before it, and the node to fetch them from. */
export interface BlockToStore extends Pick<Task, 'block' | 'isSigned' | 'marks'> {
  readonly source: number
  /** The other nodes: a quorum must have the blocks on a long way to it. */
  readonly witnesses: readonly number[]
}

export interface BranchToStore extends BlockToStore {
  readonly branch: Branch
}

/** A line of the log. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly code: string
  readonly message: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** The time of an event, and a random number from 0 to 1 for jitter. */
export interface Moment {
  /** Milliseconds of a monotonic clock, for schedules. */
  readonly now: number
  /** Milliseconds since 1970, for ages of blocks. */
  readonly time: number
  readonly random: number
}

/** The state, its nodes that can be used, and what a step depends on besides. */
export interface View {
  readonly state: FollowState
  readonly usable: readonly Candidate[]
  readonly settings: FollowSettings
  readonly moment: Moment
}

export interface Transition {
  readonly state: FollowState
  readonly effects: readonly Effect[]
}

/** Halts a follower until the operator acts. */
export function halted(state: FollowState, halt: Halt, exitCode: 1 | 2 = 1): Transition {
  return {
    state: { ...state, phase: 'halted', work: null, halt },
    effects: [log('error', halt.code, halt.message), { type: 'end', exitCode, message: halt.message }],
  }
}

export const move = (state: FollowState, phase: Phase, ...effects: readonly Effect[]): Transition => ({
  state: { ...state, phase },
  effects,
})

export const log = (
  level: LogLine['level'],
  code: string,
  message: string,
  fields?: LogLine['fields'],
): Effect => ({ type: 'log', line: { level, code, message, ...(fields && { fields }) } })
