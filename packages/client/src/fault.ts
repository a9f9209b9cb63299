import type { ErrorCode } from './error.ts'

/** Why a try failed; one fault may be that of a whole batch. */
export interface Fault {
  readonly code: ErrorCode
  readonly message: string
  readonly rpcCode?: number | undefined
  readonly data?: unknown
  readonly status?: number | undefined
  /** Milliseconds to wait, as the server asks. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** A JSON-RPC error object. */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Whether a value is a JSON-RPC error object, as it must be to be told. */
export const isError = (value: unknown): value is RpcError =>
  typeof (value as RpcError | null)?.code === 'number' && typeof (value as RpcError).message === 'string'

/** Whether the same call may well succeed a little later. */
export const isRetryable = ({ code }: Fault): boolean =>
  /^(INDEXING|RATE_LIMITED|RPC_INTERNAL|HTTP_RETRYABLE|NETWORK|TIMEOUT)$/.test(code)

/** The fault that an HTTP status and a JSON-RPC error tell of: the first row that fits one of them. */
export function toFault(status: number, retryAfter: number | undefined, error: unknown): Fault {
  const cause = isError(error) ? error : undefined
  const { code: rpcCode, message = `HTTP ${status}`, data } = cause ?? {}
  const words = message.slice(0, 500) // a pattern below takes quadratic time
  const row = rows.find(
    ([, codes, pattern]) => codes.includes(status) || codes.includes(rpcCode ?? 0) || pattern?.test(words),
  )
  const code = row?.[0] ?? (cause ? 'RPC_ERROR' : 'HTTP_ERROR')
  return { code, message, rpcCode, data, status, retryAfter: retryAfter ?? askedWait(words, data), cause }
}

// The statuses, the codes and the words that nodes and providers use. What decides whatever is said beside it comes
// first, then words, since -32000 stands for everything.
const rows: readonly (readonly [ErrorCode, readonly number[], RegExp?])[] = [
  ['UNAUTHORIZED', [401, 403]],
  ['RATE_LIMITED', [429]],
  ['INVALID_PARAMS', [-32602]],
  ['TOO_LARGE', [413], /batch.*(at most|limit|exceed|large|size)|too large/i],
  ['PRUNED', [4444], /pruned history/i],
  ['INDEXING', [], /indexing is in progress/i],
  ['NOT_AVAILABLE', [], /(header|block) not found/i],
  [
    'RATE_LIMITED',
    [-32005, -32007, -32012, -32016, -32055, 1008],
    /rate limit|too many requests|credits limited|concurrent/i,
  ],
  ['METHOD_NOT_FOUND', [-32601]],
  ['RPC_INVALID_REQUEST', [-32600]],
  ['RPC_PARSE', [-32700]],
  ['RPC_INTERNAL', [-32603]],
  ['HTTP_RETRYABLE', [408, 500, 502, 503, 504]],
]

/** The milliseconds that an error asks to wait: Infura's data, Alchemy's "try again in 4ms". */
function askedWait(words: string, data: unknown): number | undefined {
  const seconds = (data as { rate?: { backoff_seconds?: unknown } } | null | undefined)?.rate?.backoff_seconds
  const [, amount = seconds, unit] = /try again in ([\d.]+) ?(m?)s/.exec(words) ?? []
  return Number(amount) * (unit ? 1 : 1_000) || undefined
}
