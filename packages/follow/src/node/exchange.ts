import { FollowError } from '../error.ts'

/** How a node is reached. */
export interface ExchangeOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds. */
  readonly timeout: number
  readonly maxBytes: number
}

/** An HTTP response that came whole. */
export interface Answer {
  readonly status: number
  /** Milliseconds that it asks to wait, at most a minute. */
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
    const bytes = await readBytes(name, response, maxBytes)
    return { status: response.status, retryAfter: readRetryAfter(response.headers), bytes }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cause instanceof FollowError) throw cause
    if (limit.aborted)
      throw new FollowError('timeout', `${name} sent no whole response in ${timeout} ms.`, { cause })
    throw new FollowError('unreachable', `${name} cannot be reached: ${reasonOf(cause)}.`, { cause })
  }
}

/** The bytes of a response that is JSON of a bearable size. Throws FollowError `unreachable`, `error`, `malformed` or `large`. */
export function checkAnswer(name: string, { status, bytes }: Answer): Uint8Array {
  const first = firstByte(bytes)
  const isJson = first === ARRAY || first === OBJECT
  if (status >= 500 || [401, 403, 404].includes(status)) {
    const words = readError(bytes)?.message
    throw new FollowError('unreachable', `${name} answered HTTP ${status}${words ? `: ${words}` : ''}.`)
  }
  if (status !== 200 && !isJson) throw new FollowError('error', `${name} answered HTTP ${status}.`)
  if (!isJson) throw new FollowError('malformed', `${name} answered no JSON.`)
  if (countValues(bytes) > ANY_VALUES + bytes.length / VALUE_BYTES)
    throw new FollowError('large', `${name} sends too many tiny values: ${bytes.length} bytes of them.`)
  return bytes
}

/** Whether a response is one error, or none of JSON-RPC at all, in place of the replies to a batch: of it or of anything. */
export const isWholeError = ({ status, bytes }: Answer): boolean =>
  status === 200 ? firstByte(bytes) === OBJECT : ![401, 403, 404, 429].includes(status)

/** The error of a response that is one. */
export function readError(
  bytes: Uint8Array,
): { readonly code: number; readonly message: string } | undefined {
  if (bytes.length > 2 ** 16 || firstByte(bytes) !== OBJECT) return undefined
  try {
    const { error } = JSON.parse(utf8.decode(bytes)) as { error?: { code?: unknown; message?: unknown } }
    const { code, message = error } = error ?? {}
    return typeof message === 'string'
      ? { code: typeof code === 'number' ? code : 0, message: message.slice(0, 200) }
      : undefined
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder()
const [ARRAY, OBJECT] = [0x5b, 0x7b]
const firstByte = (bytes: Uint8Array): number | undefined => bytes.find((byte) => byte > 0x20)

async function readBytes(name: string, { body }: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part as Uint8Array)
    if ((length += (part as Uint8Array).length) > most)
      throw new FollowError('large', `${name} sends more than ${most} bytes.`)
  }
  const bytes = new Uint8Array(length) // of its own buffer, which is transferred to a thread
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Headers and receipts are of more bytes a value; millions of tiny ones would take a hundred times their bytes of memory. */
const VALUE_BYTES = 16
const ANY_VALUES = 10_000

/** About how many values JSON has: a loop over its bytes takes a millisecond for each of their millions. */
function countValues(json: Uint8Array): number {
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === 0x2c || byte === ARRAY || byte === OBJECT) count++ // 0x2c: a comma
  }
  return count
}

/** The milliseconds of a Retry-After header, at most a minute: seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const milliseconds = /^\d+$/.test(value) ? 1_000 * Number(value) : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), 60_000)
}

/** fetch hides the reason, such as "connect ECONNREFUSED …", in the cause. */
function reasonOf(error: unknown): string {
  const cause = (error as Error).cause as Partial<AggregateError> | undefined
  const inner = cause?.errors?.[0] ?? cause ?? error
  return (inner as Error).message || String(inner)
}
