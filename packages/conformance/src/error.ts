/** What the input to this package did wrong; nothing that a judged endpoint answers is ever thrown. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  /** EXCHANGE: a file that is no exchange. UNREACHABLE: no answer from the endpoint, or none of JSON-RPC. BUDGET: no request left. OUTPUT: a report cannot be written. DOCUMENT, OPTION: as named. */
  readonly code: 'EXCHANGE' | 'UNREACHABLE' | 'BUDGET' | 'DOCUMENT' | 'OPTION' | 'OUTPUT'

  constructor(code: ConformanceError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
