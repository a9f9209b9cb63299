import type { Step } from './event.ts'

/** One call, its params already checked. */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What bounds a call, and what a transport tells its client on the way. */
export interface Bounds {
  /** Gives the call up; what one caller of several waits for may go on for the others. */
  readonly signal: AbortSignal
  /** The moment (Date.now) at which the call is over: nobody waits for what comes later. */
  readonly deadline: number
  /** Throws a ClientError for a result that is no answer, so that a transport of several endpoints can pass over the one that gave it. The client checks what its transport did not. `from` is the endpoint that gave it, for what the proof asks further. */
  readonly check?: ((reply: Reply, from: Transport) => Promise<void>) | undefined
  /** Tells the client what happens: each request, and each try that failed. Never throws. */
  readonly emit?: ((step: Step) => void) | undefined
}

/** A result as it came, and the origin of the endpoint that gave it. */
export interface Reply {
  readonly result: unknown
  readonly url?: string | undefined
}

/**
 * Brings a call to an endpoint and its result back; rejects with a ClientError, or with the signal's reason.
 * `http` makes one; whatever has this shape can stand in its place.
 */
export type Transport = (call: Call, bounds: Bounds) => Promise<Reply>
