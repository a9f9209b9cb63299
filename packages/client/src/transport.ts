/** One call, its params already checked. */
export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What bounds a call: a signal that gives it up, and the moment (Date.now) after which no try is worth beginning. */
export interface Bounds {
  readonly signal: AbortSignal
  readonly deadline: number
}

/** A result as it came, and the origin of the endpoint that gave it. */
export interface Reply {
  readonly result: unknown
  readonly url?: string
}

/**
 * Brings a call to an endpoint and its result back; rejects with a ClientError, or with the signal's reason.
 * `http` makes one; whatever has this shape can stand in its place.
 */
export type Transport = (call: Call, bounds: Bounds) => Promise<Reply>
