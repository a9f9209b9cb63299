/** Codes of transient errors: the same endpoint is asked again. */
export const transientCodes = [
  'INDEXING', // "indexing is in progress"
  'RATE_LIMITED', // HTTP 429, -32005 and the like
  'RPC_INTERNAL', // -32603, or words of a time limit
  'HTTP_RETRYABLE', // HTTP 408, 500, 502, 503, 504, or 520 to 524 of Cloudflare
  'NETWORK', // no connection, or one that broke
  'TIMEOUT', // no complete response in time
] as const

/** Codes of a result that is refused. */
export const resultCodes = [
  'WRONG_ANSWER', // the result of another call
  'INVALID_SHAPE', // a result that breaks the document's schema
  'UNVERIFIED', // a result that a proof refutes, or that endpoints do not agree on
] as const

/** Codes of errors about the call: `failover` asks an endpoint last after any other error. */
export const callCodes = [
  'INVALID_OPTION', // the client was created with a wrong option
  'INVALID_PARAMS', // refused before anything is sent, or by a server with -32602
  'NOT_FOUND', // no transaction, receipt or block has this hash or number: from `orThrow`, and in `attempts`
  'PRUNED', // 4444, or "pruned history"
  'NOT_AVAILABLE', // "header not found", "block not found"; or a proof needs a block that the endpoint lacks
  'RPC_INVALID_REQUEST', // -32600
  'RPC_INTERNAL',
  'RPC_ERROR', // any other JSON-RPC error
  'RPC_PARSE', // -32700
  'TOO_LARGE', // a response of more bytes than allowed, or a request larger than the server accepts
] as const

/** The kind of a failure: a code of one of the lists, or one after which `failover` asks the next endpoint at once. */
export type ErrorCode =
  | (typeof transientCodes)[number]
  | (typeof resultCodes)[number]
  | (typeof callCodes)[number]
  | 'UNAUTHORIZED' // HTTP 401, 403
  | 'METHOD_NOT_FOUND' // -32601
  | 'HTTP_ERROR' // any other HTTP error
  | 'BAD_RESPONSE' // not JSON, or not JSON-RPC
  | 'ID_MISMATCH' // a reply with the id of another call

/** An attempt that failed, or found nothing (NOT_FOUND). */
export interface Attempt {
  readonly url: string | undefined
  readonly code: ErrorCode
  readonly message: string
}

/** A member that a proof refutes. */
export interface Mismatch {
  /** A JSON pointer into the result. */
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** The details of an error, as well as its code and message. */
export interface ErrorDetails {
  readonly method?: string | undefined
  readonly params?: readonly unknown[] | undefined
  /** The origin of the endpoint, without its path, which may hold a key. */
  readonly url?: string | undefined
  /** The code of the server's JSON-RPC error. */
  readonly rpcCode?: number | undefined
  /** The JSON of the server's JSON-RPC error as it wrote it, if the transport keeps it. */
  readonly text?: string | undefined
  /** The data of the server's JSON-RPC error. */
  readonly data?: unknown
  /** The HTTP status. */
  readonly status?: number | undefined
  /** The milliseconds that the server asks to wait. */
  readonly retryAfter?: number | undefined
  /** The member that breaks its schema, as a JSON pointer. */
  readonly path?: string | undefined
  /** The check that refuted a result. */
  readonly check?: string | undefined
  /** The value that the check expected. */
  readonly expected?: unknown
  /** The value that the endpoint sent. */
  readonly actual?: unknown
  /** Every member that the proof refutes; absent if the proof ended before it compared members. */
  readonly mismatches?: readonly Mismatch[] | undefined
  /** The report of a refuted result: a Report of @lectern/client/verify, without the mismatches. */
  readonly report?: object | undefined
  /** Every attempt, the last one included. */
  readonly attempts?: readonly Attempt[] | undefined
  /** The server's JSON-RPC error as it came, or the platform's error. */
  readonly cause?: unknown
}

/** The one error of this package. Its message is the server's own if the server sent one. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns the details
export class ClientError extends Error {
  override readonly name = 'ClientError'
  declare readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, (cause && { cause }) as ErrorOptions | undefined)
    Object.assign(this, details, { code })
  }
}
export interface ClientError extends Omit<ErrorDetails, 'cause'> {}
