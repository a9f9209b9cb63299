import type { ErrorCode } from './error.ts'
import type { Call } from './transport.ts'

/** What happens on the way to an answer, told as it happens: of which call, and at which endpoint. */
export type ClientEvent = Call & { readonly url?: string | undefined } & (Sent | Failed | Verified)

/** The call was sent over HTTP, in one body with `calls` calls, itself included. */
interface Sent {
  readonly type: 'request'
  readonly calls: number
}

/**
 * A try came to nothing: `retry` it is made again after `wait` milliseconds; `failed` it is not; `mismatch` the
 * result is not the answer; `absent` an endpoint knows of nothing (NOT_FOUND) and the next one is asked; `late` an
 * endpoint's share of the time is over.
 */
interface Failed {
  readonly type: 'retry' | 'failed' | 'mismatch' | 'absent' | 'late'
  readonly code: ErrorCode
  readonly message: string
  readonly wait?: number
}

/** The result was proved. */
interface Verified {
  readonly type: 'verified'
}
