import type { ErrorCode } from './error.ts'

/** Why a try failed; one fault may be that of a whole batch. */
export interface Fault {
  readonly code: ErrorCode
  readonly message: string
  readonly rpcCode?: number
  readonly data?: unknown
  readonly status?: number
  /** Milliseconds to wait, as the server asks. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** Whether the same call may well succeed a little later. */
export const isRetryable = ({ code }: Fault): boolean => retryable.has(code)

/** The fault that an HTTP status tells of, in the words of the body's JSON-RPC error where there is one. */
export function statusFault(status: number, retryAfter: number | undefined, error?: RpcError): Fault {
  const told = error && rpcFault(error)
  const code = statuses[status] ?? 'HTTP_ERROR'
  if (told === undefined) return { code, message: `HTTP ${status}`, status, retryAfter }
  const isTold = !isDecisive(status) && (told.code !== 'RPC_ERROR' || code === 'HTTP_ERROR')
  return { ...told, code: isTold ? told.code : code, status, retryAfter: retryAfter ?? told.retryAfter }
}

/** Whether a status says enough: no JSON-RPC error in the body changes what it means. */
export const isDecisive = (status: number): boolean => status === 401 || status === 403 || status === 429

/** The fault that a JSON-RPC error tells of: the first row that fits. */
export function rpcFault(error: RpcError): Fault {
  const { code: rpcCode, message, data } = error
  const [code] = rows.find(([, codes, words]) => codes.includes(rpcCode) || words?.test(message)) ?? [
    'RPC_ERROR',
  ]
  const retryAfter = code === 'RATE_LIMITED' ? askedWait(error) : undefined
  return { code, message, rpcCode, data, retryAfter, cause: error }
}

/** Whether an error says that a batch, or its answer, was too large as a whole. */
export const isBatchTooLarge = (error: unknown): boolean =>
  isError(error) && /batch.*(at most|limit|exceed|large|size)|too large/i.test(error.message.slice(0, 500)) // quadratic

/** A JSON-RPC error object. */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Whether a value is a JSON-RPC error object. */
export const isError = (value: unknown): value is RpcError =>
  typeof (value as RpcError | null)?.code === 'number' && typeof (value as RpcError).message === 'string'

const retryable: ReadonlySet<ErrorCode> = new Set([
  'INDEXING',
  'RATE_LIMITED',
  'RPC_INTERNAL',
  'HTTP_RETRYABLE',
  'NETWORK',
  'TIMEOUT',
])

const statuses: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'UNAUTHORIZED',
  408: 'HTTP_RETRYABLE',
  429: 'RATE_LIMITED',
  500: 'HTTP_RETRYABLE',
  502: 'HTTP_RETRYABLE',
  503: 'HTTP_RETRYABLE',
  504: 'HTTP_RETRYABLE',
}

// The codes and the words that nodes and providers use; words first, since -32000 stands for everything.
const rows: readonly (readonly [ErrorCode, readonly number[], RegExp?])[] = [
  ['PRUNED', [4444], /pruned history/i],
  ['INDEXING', [], /indexing is in progress/i],
  ['NOT_AVAILABLE', [], /(header|block) not found/i],
  [
    'RATE_LIMITED',
    [429, -32005, -32007, -32012, -32016, -32055, 1008],
    /rate limit|too many requests|credits limited|concurrent/i,
  ],
  ['METHOD_NOT_FOUND', [-32601]],
  ['RPC_INVALID_REQUEST', [-32600]],
  ['RPC_PARSE', [-32700]],
  ['INVALID_PARAMS', [-32602]],
  ['RPC_INTERNAL', [-32603]],
]

/** The milliseconds that a rate limit's error asks to wait: Infura's data, Alchemy's "try again in 4ms". */
function askedWait({ message, data }: RpcError): number | undefined {
  const seconds = (data as { rate?: { backoff_seconds?: unknown } } | null | undefined)?.rate?.backoff_seconds
  if (typeof seconds === 'number') return seconds * 1_000
  const [, amount, unit] = /try again in (\d+(?:\.\d+)?) ?(m?s)/.exec(message) ?? []
  return amount === undefined ? undefined : Number(amount) * (unit === 's' ? 1_000 : 1)
}
