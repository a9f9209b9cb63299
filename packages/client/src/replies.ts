import { ClientError, type ErrorCode } from './error.ts'
import type { TextResponse } from './exchange.ts'

/** The result or the error of a call. */
export type Outcome = { readonly result: unknown } | ClientError

/**
 * Reads a response. Returns a function that finds the outcome of a call by its id, or undefined for a call of a batch
 * without a reply. The outcome of a call that the response does not name is the same object for each id.
 */
export function readReplies(
  { status, retryAfter, text }: TextResponse,
  isBatch: boolean,
): (id: number) => Outcome | undefined {
  let replies: AnyReply[] = [] // one, several, or none if the text is not JSON
  try {
    replies = [JSON.parse(text)].flat().filter((reply) => reply instanceof Object)
  } catch {
    // refused below
  }
  const isFailure = status < 200 || status > 299
  const byId = new Map(replies.map((reply) => [reply.id ?? null, reply] as const).reverse()) // a hostile response may have millions of them; the first of an id counts
  const nameless = byId.get(null) // an error without an id is that of any call
  const rest = read(undefined, nameless?.error ?? nameless)
  return (id) => {
    const reply = byId.get(id)
    return reply ? read(reply, reply.error) : rest
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

/** A JSON-RPC error object. */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** Whether a value is a JSON-RPC error object. */
export const isError = (value: unknown): value is RpcError =>
  typeof (value as RpcError | null)?.code === 'number' && typeof (value as RpcError).message === 'string'

/** The words of an error; it may be a text, or an object without a code. */
const wordsOf = (error: unknown): string => {
  const words: unknown = (error as RpcError | null | undefined)?.message ?? error
  return typeof words === 'string' ? words : ''
}

/** The ClientError for an HTTP status and a JSON-RPC error: the code is that of the first row that matches them. */
export function toError(status: number, retryAfter: number | undefined, error: unknown): ClientError {
  const cause = isError(error) ? error : undefined
  const { code: rpcCode, data } = cause ?? {}
  const message = wordsOf(error)
  const words = message.slice(0, 500) // the sign is in the first of them
  const row = rows.find(([, sign]) => sign.test(`${status}\n${rpcCode}\n${words}`))
  const code = row?.[0] ?? (status === 200 || cause ? 'RPC_ERROR' : 'HTTP_ERROR')
  return new ClientError(code, status === 200 ? message : `HTTP ${status}${message && ': '}${message}`, {
    rpcCode,
    data,
    status,
    retryAfter: retryAfter || askedWait(words, data) || undefined,
    cause,
  })
}

// The statuses and codes, each a line of its own, and the words that nodes and providers use. Codes with one meaning come
// first, then words, since -32000 stands for everything.
const rows: readonly (readonly [ErrorCode, RegExp])[] = [
  ['UNAUTHORIZED', /^40[13]$/m],
  ['RATE_LIMITED', /^429$/m],
  ['INVALID_PARAMS', /^-32602$/m],
  ['TOO_LARGE', /^413$|batch(?:(?!batch).)*?(at most|limit|exceed|large|size)|too large/im],
  ['PRUNED', /^4444$|pruned history/im],
  ['INDEXING', /indexing is/im],
  ['NOT_AVAILABLE', /(header|block) not found/im],
  ['RATE_LIMITED', /^-320(05|07|12|16|55)$|^1008$|rate limit|too many requests|credits limited|concurrent/im],
  ['METHOD_NOT_FOUND', /^-32601$/m],
  ['RPC_INVALID_REQUEST', /^-32600$/m],
  ['RPC_PARSE', /^-32700$/m],
  ['RPC_INTERNAL', /^-32603$|timed? ?out|unable to complete/im],
  ['HTTP_RETRYABLE', /^(408|50[0234]|52[0-4])$/m],
]

type Backoff = { readonly rate?: { readonly backoff_seconds?: unknown } } | null | undefined

/** The milliseconds that an error asks to wait: Infura's data, Alchemy's "try again in 4ms". */
function askedWait(words: string, data: unknown): number {
  const [, amount = (data as Backoff)?.rate?.backoff_seconds, unit] =
    /try again in ([\d.]+) ?(m?)s/.exec(words) ?? []
  return amount instanceof Object ? 0 : Number(amount) * (unit ? 1 : 1_000)
}
