import type { Check } from '@lectern/chain'

/**
 * Why a node could not be used.
 * `unreachable`: no connection, or HTTP says so. `timeout`. `limited`: it asks to be asked less. `error`: it answered a JSON-RPC error. `method`: it lacks a method.
 * `slow`: it keeps waiting for longer than others would.
 * `late`: it has a block or a part of it not yet. `changed`: its chain changed between two calls.
 * Blamed for: `malformed`: what it sends is no JSON-RPC. `large`: it sends more than allowed. `other`: it answered another block. `refuted`: a hash or a root says otherwise.
 * Out, and not blamed: `fork`: its block is of a fork that is not known here, or has no price by the chain's config.
 * Out for good: `chain`: another chain id. `genesis`: another block 0.
 */
export type FollowCode =
  | 'unreachable'
  | 'timeout'
  | 'limited'
  | 'error'
  | 'method'
  | 'slow'
  | 'late'
  | 'changed'
  | 'malformed'
  | 'large'
  | 'other'
  | 'refuted'
  | 'fork'
  | 'chain'
  | 'genesis'

/** Why a node could not be used, in one sentence that names it. */
export class FollowError extends Error {
  override readonly name = 'FollowError'
  readonly code: FollowCode
  /** The check that refuted a block. */
  readonly check: Check | undefined
  /** Milliseconds that the node asks to wait. */
  readonly retryAfter: number | undefined

  constructor(
    code: FollowCode,
    message: string,
    { check, retryAfter, ...options }: ErrorOptions & { check?: Check; retryAfter?: number } = {},
  ) {
    super(message, options)
    this.code = code
    this.check = check
    this.retryAfter = retryAfter
  }
}
