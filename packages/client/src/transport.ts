import type { CompanionName, MethodName } from '@lectern/spec'
import type { ClientError } from './error.ts'

/** A method or a companion, and its parameters. A transport gets those of a method checked. */
export interface Call<M extends MethodName | CompanionName = MethodName | CompanionName> {
  readonly method: M
  readonly params: readonly unknown[]
}

/** A result as the wire had it, and the origin of the endpoint that gave it. */
export interface Reply {
  readonly result: unknown
  readonly url?: string | undefined
}

/** The limits of a call, and what a transport reports to its client. */
export interface Bounds {
  /** Aborts the call. Work that other calls share may continue. */
  readonly signal: AbortSignal
  /** When the call ends, in milliseconds as Date.now counts them: a later result is dropped. */
  readonly deadline: number
  /**
   * Throws a ClientError for a result that does not answer the call. A transport of several endpoints calls it, to move
   * on to the next endpoint; the client checks every other result itself. `from` asks the endpoint that gave the reply, for
   * the further calls of a proof; `endpoint` is the same object for each reply of that endpoint.
   */
  readonly check?: ((reply: Reply, from: Transport, endpoint?: object) => Promise<void>) | undefined
  /** Reports each request and each try that failed. Never throws. */
  readonly emit?: ((step: Step) => void) | undefined
}

/**
 * Sends a call to an endpoint and resolves to its result; rejects with a ClientError, or with the signal's reason.
 * `http` makes one; any function of this type works too.
 */
export type Transport = (call: Call, bounds: Bounds) => Promise<Reply>

/** An event of a call: what happened, of which call, at which endpoint. */
export type ClientEvent = Call & Step

/** An event, without the call that it belongs to. */
export type Step = { readonly url?: string | undefined } & (Sent | Failed | Verified)

/** The call was sent over HTTP, in one body with `calls` calls, itself included. */
interface Sent {
  readonly type: 'request'
  readonly calls: number
}

/**
 * A try failed. `retry`: it is repeated after `wait` milliseconds. `failed`: it is not. `mismatch`: the result does not
 * answer the call. `failover`: the next endpoint is asked; the error is NOT_FOUND where this one gave null.
 */
interface Failed {
  readonly type: 'retry' | 'failed' | 'mismatch' | 'failover'
  readonly error: ClientError
  readonly wait?: number
}

/** The result was proven. */
interface Verified {
  readonly type: 'verified'
  /** What `verify` resolved to: a `Report`, if `verifier` made it. */
  readonly report: unknown
}
