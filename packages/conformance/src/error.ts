/** An HTTP request to the endpoint's address, for what JSON-RPC says nothing of. */
export interface HttpRequest {
  readonly verb: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A body as it was sent, and how, where it was not the usual way. */
export interface Sent {
  /** The body as text; bytes that are no text with a mark in their place. */
  readonly request: string
  /** The body, where it is not text. */
  readonly bytes?: Uint8Array
  /** The verb and the headers, where they are not the usual ones. */
  readonly http?: HttpRequest
}

/** Which endpoint an error is about (a Target), and what it was asked. */
export interface ConformanceErrorOptions extends ErrorOptions {
  readonly endpoint?: object
  readonly sent?: Sent
}

/** What the input to this package did wrong, or why an endpoint cannot be judged; what an endpoint answers is never thrown. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  /**
   * EXCHANGE: a file that is no exchange. UNREACHABLE: no answer from the endpoint, or none of JSON-RPC.
   * UNREADABLE: an answer whose body ends too early, or is not packed as it says. LOST: it
   * answered once, but no more. LIMITED: it says that it is asked too much. BUDGET: no request or time is left. UNJUDGED:
   * no check could be judged. OUTPUT: a report cannot be written. DOCUMENT, OPTION: as named.
   */
  readonly code:
    | 'EXCHANGE'
    | 'UNREACHABLE'
    | 'UNREADABLE'
    | 'LOST'
    | 'LIMITED'
    | 'BUDGET'
    | 'UNJUDGED'
    | 'DOCUMENT'
    | 'OPTION'
    | 'OUTPUT'
  /** The target that the error is about; absent where it is about none. */
  declare readonly endpoint?: object
  /** What was asked when no answer came. */
  declare readonly sent?: Sent

  constructor(
    code: ConformanceError['code'],
    message: string,
    { endpoint, sent, ...options }: ConformanceErrorOptions = {},
  ) {
    super(message, options)
    this.code = code
    if (endpoint) Object.defineProperty(this, 'endpoint', { value: endpoint }) // not told when an error is printed
    if (sent) this.sent = sent
  }
}
