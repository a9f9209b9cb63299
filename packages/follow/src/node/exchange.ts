import { hasTinyValues, show } from '@lectern/chain/internal'
import { readBody } from '@lectern/history'
import { FollowError } from '../error.ts'

export interface ExchangeOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeout: number
  readonly maxBytes: number
}

export interface Answer {
  readonly status: number
  /** The requested wait in milliseconds, at most a minute. */
  readonly retryAfter: number | undefined
  readonly bytes: Uint8Array
}

/** Posts JSON to a node. Throws FollowError `timeout`, `unreachable` or `large`, or the signal's reason. */
export async function exchange(
  body: object,
  { url, headers, timeout, maxBytes }: ExchangeOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { origin: name } = new URL(url)
  const limit = AbortSignal.any([AbortSignal.timeout(timeout), signal])
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual', // a redirect would take the headers, and any key in them, elsewhere
      signal: limit,
    })
    const bytes = await readBody(response.body ?? [], maxBytes)
    if (bytes === undefined) throw new FollowError('large', `${name} sends more than ${maxBytes} bytes.`)
    return { status: response.status, retryAfter: readRetryAfter(response.headers), bytes }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof FollowError) throw cause
    if (limit.aborted)
      throw new FollowError('timeout', `${name} sent no whole response in ${timeout} ms.`, { cause })
    throw new FollowError('unreachable', `${name} cannot be reached: ${reasonOf(cause)}.`, { cause })
  }
}

/** Returns the bytes of a response that is JSON of bearable size. Throws FollowError `unreachable`, `error`, `malformed` or `large`. */
export function checkAnswer(name: string, { status, bytes }: Answer): Uint8Array {
  const first = firstByte(bytes)
  const isJson = first === ARRAY || first === OBJECT
  if (status >= 500 || [401, 403, 404].includes(status)) {
    const words = findError(bytes)?.message
    throw new FollowError('unreachable', `${name} answered HTTP ${status}${words ? `: ${words}` : ''}.`)
  }
  if (status !== 200 && !isJson) throw new FollowError('error', `${name} answered HTTP ${status}.`)
  if (!isJson) throw new FollowError('malformed', `${name} answered no JSON.`)
  if (hasTinyValues(bytes))
    throw new FollowError('large', `${name} sends too many tiny values: ${bytes.length} bytes of them.`)
  return bytes
}

/** Whether a response to a batch is one error, or no JSON-RPC at all. */
export const isWholeError = ({ status, bytes }: Answer): boolean =>
  status === 200 ? firstByte(bytes) === OBJECT : ![401, 403, 404, 429].includes(status)

/** A reply, of which nothing is checked. */
export interface RawReply {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

export function readReplies(bytes: Uint8Array): readonly RawReply[] | undefined {
  try {
    return [JSON.parse(utf8.decode(bytes))].flat().filter((reply) => reply instanceof Object)
  } catch {
    return undefined
  }
}

/** A reply's error, with at most 200 characters of its message. */
export interface RpcError {
  readonly code: number
  readonly message: string
}

export function readError(error: unknown): RpcError {
  const { code, message = error } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  const words = typeof message === 'string' ? message : show(message)
  return { code: typeof code === 'number' ? code : 0, message: words.slice(0, 200) }
}

/** Returns the error of a response that is one; undefined for another response. */
export function findError(bytes: Uint8Array): RpcError | undefined {
  if (bytes.length > 2 ** 16 || firstByte(bytes) !== OBJECT) return undefined
  const error = readReplies(bytes)?.[0]?.error
  return error == null ? undefined : readError(error)
}

const utf8 = new TextDecoder()
const [ARRAY, OBJECT] = [0x5b, 0x7b]
const firstByte = (bytes: Uint8Array): number | undefined => bytes.find((byte) => byte > 0x20)

/** Reads a Retry-After header, as milliseconds, at most a minute (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const milliseconds = /^\d+$/.test(value) ? 1_000 * Number(value) : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), 60_000)
}

/** Returns the reason of an error of fetch, which is in its cause: "connect ECONNREFUSED …". */
function reasonOf(error: unknown): string {
  const cause = (error as Error).cause as Partial<AggregateError> | undefined
  const inner = cause?.errors?.[0] ?? cause ?? error
  return (inner as Error).message || String(inner)
}
