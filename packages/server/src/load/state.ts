/** What a running server knows of itself: one plain object that the endpoint writes, and whoever watches the process reads. */
export interface ServerState {
  /** Set from outside when the process is about to end: each answer then carries `connection: close`. */
  draining: boolean
  /** Requests whose body is there and whose answer is not yet written. */
  inflight: number
  /** Whether requests are refused with 503 because the event loop is late. */
  overloaded: boolean
}

/** The state of a server that has just started. */
export function createServerState(): ServerState {
  return { draining: false, inflight: 0, overloaded: false }
}
