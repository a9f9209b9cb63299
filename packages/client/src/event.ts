import type { ErrorCode } from './error.ts'
import type { Call } from './transport.ts'

/** What happens on the way to an answer, told to `onEvent` as it happens. */
export type ClientEvent =
  | Sent
  | (Call &
      Failure & { readonly type: 'retry'; /** Milliseconds until the next try. */ readonly wait: number })
  | (Call & Failure & { readonly type: 'failover' })
  | (Call & Failure & { readonly type: 'mismatch' })
  | (Call & { readonly type: 'verified'; readonly url: string | undefined })

/** One HTTP request went out. */
interface Sent {
  readonly type: 'request'
  readonly url: string
  /** How many calls it carries. */
  readonly calls: number
}

/** What an endpoint said instead of an answer. */
interface Failure {
  readonly url: string | undefined
  readonly code: ErrorCode
  readonly message: string
}
