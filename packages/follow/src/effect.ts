import type { Branch } from './branch.ts'
import type { BlockName } from './outline.ts'
import type { FollowState, Halt } from './state.ts'

/** What is to be done. */
export type Effect =
  | { readonly type: 'identify' | 'poll'; readonly source: number }
  | { readonly type: 'trace'; readonly source: number; readonly tip: BlockName }
  | ({ readonly type: 'extend' } & BranchToStore)
  | ({ readonly type: 'backfill'; readonly to: bigint } & BranchToStore)
  | {
      readonly type: 'finalize'
      readonly safe: bigint | null
      readonly finalized: bigint
      /** What the beacon chain says of the finalized block: the stored one must be it. */
      readonly signed: BlockName | null
    }
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

/** When an event happened, in milliseconds since 1970, and a number from 0 to 1 that spreads what would come at once. */
export interface Moment {
  readonly now: number
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
