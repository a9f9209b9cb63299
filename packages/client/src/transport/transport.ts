import type { ClientError } from '../error.ts'

/** A method and its parameters. */
export interface Call<M extends string = string> {
  readonly method: M
  readonly params: readonly unknown[]
  /** The JSON of the parameters, which is sent as it is. @default that of `params` */
  readonly text?: string | undefined
}

/** A result as the wire had it, and the origin of the endpoint that sent it. */
export interface Reply {
  readonly result: unknown
  /** The JSON of the result as the endpoint wrote it, if its transport keeps it. */
  readonly text?: string | undefined
  readonly url?: string | undefined
}

/** The limits of a call, and the callbacks of its client. */
export interface Bounds {
  /** Aborts the call. Work that other calls share may continue. */
  readonly signal: AbortSignal
  /** The time at which the call ends, in milliseconds as Date.now counts them. A later result is dropped. */
  readonly deadline: number
  /**
   * Throws a ClientError for a result that does not answer the call. A transport of several endpoints calls it, to move
   * on to the next endpoint; the client checks every other result itself. `from` asks the endpoint that sent the reply;
   * `endpoint` is the same object for each reply of that endpoint.
   */
  readonly check?: ((reply: Reply, from: Transport, endpoint?: object) => Promise<void>) | undefined
  /** Reports each request and each failed attempt. Never throws. */
  readonly emit?: ((event: CallEvent) => void) | undefined
}

/**
 * Sends a call to an endpoint. Resolves to its result; rejects with a ClientError, or with the signal's reason.
 * `http` creates one, and any function of this type is one.
 */
export type Transport = (call: Call, bounds: Bounds) => Promise<Reply>

/** An event of a call, with the call. */
export type ClientEvent = Call & CallEvent

/** An event of a call, without the call. */
export type CallEvent = { readonly url?: string | undefined } & (Sent | Failed | Verified)

/** The call was sent over HTTP, in one body with `calls` calls, itself included. */
interface Sent {
  readonly type: 'request'
  readonly calls: number
}

/**
 * An attempt failed. `retry`: it is repeated after `wait` milliseconds. `failed`: it is not. `mismatch`: the result does
 * not answer the call. `failover`: the next endpoint is asked; the error is NOT_FOUND if this one sent null.
 */
interface Failed {
  readonly type: 'retry' | 'failed' | 'mismatch' | 'failover'
  readonly error: ClientError
  readonly wait?: number
}

/** The result was proven. */
interface Verified {
  readonly type: 'verified'
  /** The value that `verify` resolved to: a `Report` if `verifier` created it. */
  readonly report: unknown
}
