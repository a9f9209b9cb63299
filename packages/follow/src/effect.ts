import type { Branch } from './branch.ts'
import type { BlockName } from './outline.ts'
import type { FollowState, Halt } from './state.ts'

/** What is to be done. */
export type Effect =
  | { readonly type: 'identify'; readonly source: number }
  | { readonly type: 'poll'; readonly source: number; readonly epoch: number }
  | { readonly type: 'trace'; readonly source: number; readonly tip: BlockName }
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
  | { readonly type: 'wake'; readonly at: number }
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'end'; readonly exitCode: 0 | 1 | 2; readonly message: string }

/** A node's blocks to store. */
export interface BranchToStore {
  readonly source: number
  readonly branch: Branch
  /** Nodes of which each must have the last block too. */
  readonly witnesses: readonly number[]
  /** A block that the node must have too. */
  readonly attested: BlockName | null
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

/** The effect that writes a line of the log. */
export const log = (
  level: LogLine['level'],
  code: string,
  message: string,
  fields?: LogLine['fields'],
): Effect => ({ type: 'log', line: { level, code, message, ...(fields && { fields }) } })
