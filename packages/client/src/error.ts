/** What went wrong. INDEXING, RATE_LIMITED, RPC_INTERNAL, HTTP_RETRYABLE, NETWORK and TIMEOUT are retried. */
export type ErrorCode =
  | 'INVALID_OPTION' // the client was made wrongly
  | 'INVALID_PARAMS' // refused before anything is sent, or by a server with -32602
  | 'NOT_FOUND' // no transaction, receipt or block has this hash or number: from `orThrow`, and in `attempts`
  | 'PRUNED' // 4444, or "pruned history"
  | 'INDEXING' // "indexing is in progress"
  | 'NOT_AVAILABLE' // "header not found", "block not found"; or a proof needs a block that the endpoint lacks
  | 'RATE_LIMITED' // HTTP 429, -32005 and the like
  | 'UNAUTHORIZED' // HTTP 401, 403
  | 'METHOD_NOT_FOUND' // -32601
  | 'RPC_INVALID_REQUEST' // -32600
  | 'RPC_PARSE' // -32700
  | 'RPC_INTERNAL' // -32603, or words of a time limit
  | 'RPC_ERROR' // any other JSON-RPC error
  | 'HTTP_RETRYABLE' // HTTP 408, 500, 502, 503, 504, or 520 to 524 of Cloudflare
  | 'HTTP_ERROR' // any other HTTP error
  | 'NETWORK' // no connection, or one that broke
  | 'TIMEOUT' // no complete response in time
  | 'TOO_LARGE' // a response of more bytes than allowed, or a request larger than the server takes
  | 'BAD_RESPONSE' // not JSON, or not JSON-RPC
  | 'ID_MISMATCH' // a reply with the id of another call
  | 'WRONG_ANSWER' // the result of another call
  | 'INVALID_SHAPE' // a result that breaks the document's schema
  | 'UNVERIFIED' // a result that a proof refutes, or that endpoints do not agree on

/** One try that failed, or found nothing (NOT_FOUND): where, and why. */
export interface Attempt {
  readonly url: string | undefined
  readonly code: ErrorCode
  readonly message: string
}

/** A member that a proof refutes. */
export interface Mismatch {
  /** A JSON pointer into the result. */
  readonly path: string
  /** What it must be. */
  readonly expected: unknown
  /** What the endpoint gave. */
  readonly actual: unknown
}

/** The details of an error beside its code and message. */
export interface ErrorDetails {
  readonly method?: string | undefined
  readonly params?: readonly unknown[] | undefined
  /** The origin of the endpoint: a path may hold a key, which an error must not carry into logs. */
  readonly url?: string | undefined
  /** The code of the server's JSON-RPC error. */
  readonly rpcCode?: number | undefined
  /** The data of the server's JSON-RPC error. */
  readonly data?: unknown
  /** The HTTP status. */
  readonly status?: number | undefined
  /** The milliseconds that the server asks to wait. */
  readonly retryAfter?: number | undefined
  /** The member that breaks its schema, as a JSON pointer. */
  readonly path?: string | undefined
  /** Which check refuted a result. */
  readonly check?: string | undefined
  /** What the check expected. */
  readonly expected?: unknown
  /** What the endpoint gave. */
  readonly actual?: unknown
  /** Every member that the proof refutes, the first of them as `check`; absent if the proof ended before it came to the members. */
  readonly mismatches?: readonly Mismatch[] | undefined
  /** What holds of a refuted result beside its mismatches: a Report of @lectern/client/verify. */
  readonly report?: object | undefined
  /** Every try, the last one included. */
  readonly attempts?: readonly Attempt[] | undefined
  /** The server's JSON-RPC error as it came, or what the platform threw. */
  readonly cause?: unknown
}

/** The one error of this package: `code` says what went wrong, `message` in the server's own words where it has any. */
export class ClientError extends Error implements ErrorDetails {
  override readonly name = 'ClientError'
  declare readonly code: ErrorCode
  declare readonly method?: string | undefined
  declare readonly params?: readonly unknown[] | undefined
  declare readonly url?: string | undefined
  declare readonly rpcCode?: number | undefined
  declare readonly data?: unknown
  declare readonly status?: number | undefined
  declare readonly retryAfter?: number | undefined
  declare readonly path?: string | undefined
  declare readonly check?: string | undefined
  declare readonly expected?: unknown
  declare readonly actual?: unknown
  declare readonly mismatches?: readonly Mismatch[] | undefined
  declare readonly report?: object | undefined
  declare readonly attempts?: readonly Attempt[] | undefined

  constructor(code: ErrorCode, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, (cause && { cause }) as ErrorOptions | undefined)
    Object.assign(this, details, { code })
  }
}
