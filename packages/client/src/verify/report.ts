import type { MethodName } from '@lectern/spec'
import { reports } from '../plug.ts'

/** What a verifier checks: each level does what the one before it does, and more. */
export type Level = 'hash' | 'block' | 'full'

/** Something that no check here can judge, and why. It is never proven, and whoever gave it is not refused for it. */
export interface Unsupported {
  /** Where in the answer, as a JSON pointer; empty for the whole. */
  readonly path: string
  readonly reason: string
}

/**
 * What was proven of one answer. Members are JSON pointers with `*` for every index; one stands for all that is under it
 * and not named itself. Each member of the answer is in exactly one of `proven` and `unproven`.
 */
export interface Report {
  readonly method: MethodName
  readonly params: readonly unknown[]
  readonly level: Level
  /** Follows from the block's hash or the transaction's, by the checks of the level. */
  readonly proven: readonly string[]
  /** Was not checked, or cannot be. */
  readonly unproven: readonly string[]
  readonly unsupported: readonly Unsupported[]
  /** The block that holds it, once its hash was computed from its header. */
  readonly block?: BlockName | undefined
  /** `anchored` when the trust that was given vouches for that block's hash; otherwise the answer is only in keeping with itself. */
  readonly trust: 'self-consistent' | 'anchored'
  /** What vouches for it, in words. */
  readonly anchor?: string | undefined
}

/** A block by its number and its hash. */
export interface BlockName {
  readonly number: bigint
  readonly hash: string
}

/**
 * The report on a result that a verifier has looked at.
 * @param result What the client gave, as wire JSON or decoded; not a copy that was made of it since.
 */
export function reportOf(result: object): Report | undefined {
  return reports.get(result) as Report | undefined
}
