/** An HTTP request to the endpoint's address, for what JSON-RPC says nothing of. */
export interface HttpRequest {
  readonly verb: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A request as it was sent. */
export interface Sent {
  /** The body as text; bytes that are not UTF-8 become U+FFFD. */
  readonly request: string
  /** The body, where it is not text. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** The verb and the headers, where they are not the usual ones. */
  readonly http?: HttpRequest
}

/** Input of this package that is wrong, or an endpoint that cannot be checked. A wrong response is a finding, never an error. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  /**
   * INPUT: an option, file or document that is wrong, or a run that checked nothing. UNREACHABLE: no response, or none of
   * JSON-RPC. UNREADABLE: a response whose body cannot be read. LOST: the endpoint answers no more. LIMITED: it says that
   * it is asked too much. BUDGET: no request or time is left. STOPPED: by the caller's signal.
   */
  readonly code: 'INPUT' | 'UNREACHABLE' | 'UNREADABLE' | 'LOST' | 'LIMITED' | 'BUDGET' | 'STOPPED'
  /** The target that the error is about; absent where it is about none. */
  declare readonly endpoint?: object
  /** The request that had no response. */
  declare readonly sent?: Sent

  constructor(
    code: ConformanceError['code'],
    message: string,
    { endpoint, sent, ...options }: ErrorOptions & Pick<ConformanceError, 'endpoint' | 'sent'> = {},
  ) {
    super(message, options)
    this.code = code
    if (endpoint) Object.defineProperty(this, 'endpoint', { value: endpoint }) // not shown when an error is printed
    if (sent) this.sent = sent
  }
}

/** The codes of errors that say nothing of the endpoint: they end a run or a sample. */
export const blameless: ReadonlySet<string> = new Set(['BUDGET', 'LIMITED', 'LOST', 'STOPPED'])
