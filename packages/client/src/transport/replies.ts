import { ClientError, type ErrorCode } from '../error.ts'
import type { Reply } from './transport.ts'

/** A response whose body was read. */
export interface TextResponse {
  readonly status: number
  /** The milliseconds that Retry-After asks to wait. */
  readonly retryAfter: number
  readonly text: string
}

/** The result of a call, or its error. */
export type Outcome = Pick<Reply, 'result' | 'text'> | ClientError

/**
 * Reads a response. Returns a function that finds the outcome of a call by its id, or undefined for a call of a batch
 * without a reply. The outcome of a call that the response does not name is the same object for each id.
 */
export type ReadReplies = (response: TextResponse, isBatch: boolean) => (id: number) => Outcome | undefined

export const readReplies: ReadReplies = ({ status, retryAfter, text }, isBatch) => {
  let replies: AnyReply[] = [] // one, several, or none if the text is not JSON
  try {
    replies = [JSON.parse(text)].flat().filter((reply) => reply instanceof Object)
  } catch {
    // refused below
  }
  const isFailure = status < 200 || status > 299
  // A map, since a hostile response may have millions of replies; the first of an id counts.
  const byId = new Map(replies.map((reply) => [reply.id ?? null, reply] as const).reverse())
  const nameless = byId.get(null) // an error without an id is that of any call
  const unnamed = read(undefined, nameless?.error ?? nameless)
  return (id) => {
    const reply = byId.get(id)
    return reply ? read(reply, reply.error) : unnamed
  }

  function read(reply: AnyReply | undefined, error: unknown): Outcome | undefined {
    if (isFailure || wordsOf(error)) return toError(status, retryAfter, error)
    if (reply?.result !== undefined) return { result: reply.result }
    if (!reply && replies[0] && isBatch) return undefined
    return reply || replies[0]?.id === undefined
      ? new ClientError('BAD_RESPONSE', 'The response is not JSON-RPC.', { status })
      : new ClientError('ID_MISMATCH', 'The response has another id.')
  }
}

interface AnyReply {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export const isError = (value: unknown): value is RpcError =>
  typeof (value as RpcError | null)?.code === 'number' && typeof (value as RpcError).message === 'string'

/** Returns the message of an error, which may be a text or an object without a code. */
const wordsOf = (error: unknown): string => {
  const words: unknown = (error as RpcError | null | undefined)?.message ?? error
  return typeof words === 'string' ? words : ''
}

/** Returns the ClientError for an HTTP status and a JSON-RPC error: its code is that of the first row that matches. */
export function toError(status: number, retryAfter: number | undefined, error: unknown): ClientError {
  const cause = isError(error) ? error : undefined
  const { code: rpcCode, data } = cause ?? {}
  const message = wordsOf(error)
  const words = message.slice(0, 500)
  const row = rows.find(
    ([, numbers, pattern]) => numbers.includes(status) || numbers.includes(rpcCode!) || pattern?.test(words),
  )
  const code = row?.[0] ?? (status === 200 || cause ? 'RPC_ERROR' : 'HTTP_ERROR')
  return new ClientError(code, status === 200 ? message : `HTTP ${status}${message && ': '}${message}`, {
    rpcCode,
    data,
    status,
    retryAfter: retryAfter || askedWait(words, data) || undefined,
    cause,
  })
}

/** A code, the HTTP statuses and JSON-RPC codes of servers that mean it, and words of their messages. */
type Row = readonly [code: ErrorCode, numbers: readonly number[], words?: RegExp]

// Numbers with one meaning come first, then words, since -32000 stands for everything. Providers also send a status as code.
const rows: readonly Row[] = [
  ['UNAUTHORIZED', [401, 403]],
  ['RATE_LIMITED', [429]],
  ['INVALID_PARAMS', [-32602]],
  ['TOO_LARGE', [413], /batch(?:(?!batch).)*?(at most|limit|exceed|large|size)|too large/i],
  ['PRUNED', [4444], /pruned history/i],
  ['INDEXING', [], /indexing is/i],
  ['NOT_AVAILABLE', [], /(header|block) not found/i],
  [
    'RATE_LIMITED',
    [-32005, -32007, -32012, -32016, -32055, 1008],
    /rate limit|too many requests|credits limited|concurrent/i,
  ],
  ['METHOD_NOT_FOUND', [-32601]],
  ['RPC_INVALID_REQUEST', [-32600]],
  ['RPC_PARSE', [-32700]],
  ['RPC_INTERNAL', [-32603], /timed? ?out|unable to complete/i],
  ['HTTP_RETRYABLE', [408, 500, 502, 503, 504, 520, 521, 522, 523, 524]],
]

type Backoff = { readonly rate?: { readonly backoff_seconds?: unknown } } | null | undefined

/** Returns the milliseconds that an error asks to wait: Infura's data, Alchemy's "try again in 4ms". */
function askedWait(words: string, data: unknown): number {
  const [, amount = (data as Backoff)?.rate?.backoff_seconds, unit] =
    /try again in ([\d.]+) ?(m?)s/.exec(words) ?? []
  return amount instanceof Object ? 0 : Number(amount) * (unit ? 1 : 1_000)
}
