import type { Check } from '@lectern/chain'

/** The reason why a node could not be used. */
export type FollowCode =
  | 'unreachable' // no connection, or HTTP says so
  | 'timeout'
  | 'limited' // a rate limit
  | 'error' // a JSON-RPC error
  | 'method' // it lacks a method
  | 'slow' // it takes longer than others would
  | 'late' // it lacks a block, or a part of one, for now
  | 'changed' // its chain changed between two calls
  | 'malformed' // no JSON-RPC
  | 'large' // more bytes or values than allowed: blamed
  | 'other' // another block: blamed
  | 'refuted' // a hash or a root differs: blamed
  | 'fork' // a block of an unknown fork, or without a price: out, not blamed
  | 'chain' // another chain id: out for good
  | 'genesis' // another block 0: out for good

/** The error of a node that could not be used, with one sentence that names it. */
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
