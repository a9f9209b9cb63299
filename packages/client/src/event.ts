import type { ClientError } from './error.ts'
import type { Call } from './transport.ts'

/** What happens on the way to an answer, told as it happens: of which call, and at which endpoint. */
export type ClientEvent = Call & Step

/** What happens at an endpoint, without the call that it happens to. */
export type Step = { readonly url?: string | undefined } & (Sent | Failed | Verified)

/** The call was sent over HTTP, in one body with `calls` calls, itself included. */
interface Sent {
  readonly type: 'request'
  readonly calls: number
}

/**
 * A try came to nothing. `retry`: it is made again after `wait` milliseconds. `failed`: it is not. `mismatch`: the
 * result is not the answer. `failover`: the endpoint is passed over, for this reason; NOT_FOUND stands for its null.
 */
interface Failed {
  readonly type: 'retry' | 'failed' | 'mismatch' | 'failover'
  readonly error: ClientError
  readonly wait?: number
}

/** The result was proved. */
interface Verified {
  readonly type: 'verified'
  /** What the `verify` resolved to; a `Report`, where `verifier` made it. */
  readonly report: unknown
}
