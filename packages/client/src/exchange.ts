import type { Fault } from './fault.ts'
import { startTimer } from './numbers.ts'

/** Where and how bodies are sent. */
export interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds for the headers and the body of an answer together. */
  readonly timeout: number
  /** The most bytes of an answer. */
  readonly maxBytes: number
  readonly fetch: typeof fetch
}

/** What came back: the status, the milliseconds that Retry-After asks to wait, and the text. */
export interface Answer {
  readonly status: number
  readonly retryAfter: number | undefined
  readonly text: string
}

/** Sends one body and reads the whole answer, or tells why there is none; never rejects. */
export async function exchange(
  endpoint: Endpoint,
  body: string,
  signal: AbortSignal,
): Promise<Answer | Fault> {
  const { url, headers, timeout, maxBytes, fetch } = endpoint
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const late: Fault = { code: 'TIMEOUT', message: `No whole answer within ${timeout} ms.` }
  const timer = startTimer(() => controller.abort(late), timeout)
  signal.addEventListener('abort', abort)
  try {
    // A redirect is not followed: it would take the headers, and any key in them, elsewhere.
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: controller.signal } as const
    const response = await fetch(url, init)
    const retryAfter = readRetryAfter(response.headers) // before the body decides
    const text = await readText(response, maxBytes)
    return typeof text === 'string' ? { status: response.status, retryAfter, text } : text
  } catch (cause) {
    return controller.signal.reason === late ? late : { code: 'NETWORK', message: reasonOf(cause), cause }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    controller.abort() // what is left of an answer is not wanted
  }
}

/**
 * The milliseconds that a Retry-After header asks to wait: seconds, or a date, which is measured by the server's own
 * clock where it tells it. RFC 9110, section 10.2.3
 */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}

async function readText({ headers, body }: Response, maxBytes: number): Promise<string | Fault> {
  const tooLarge: Fault = { code: 'TOO_LARGE', message: `The answer is larger than ${maxBytes} bytes.` }
  if (Number(headers.get('content-length')) > maxBytes) return tooLarge
  if (body === null) return ''
  const reader = body.getReader()
  const utf8 = new TextDecoder()
  let text = ''
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return text + utf8.decode()
    bytes += value.length
    if (bytes > maxBytes) return tooLarge
    text += utf8.decode(value, { stream: true })
  }
}

/** fetch hides the reason, such as "connect ECONNREFUSED …", in the cause of a "fetch failed", or in one for each address. */
function reasonOf(error: unknown, depth: number = 0): string {
  if (!(error instanceof Error)) return String(error)
  const inner: unknown = error.cause ?? (error as Partial<AggregateError>).errors?.[0]
  return inner === undefined || depth > 5 ? error.message || error.name : reasonOf(inner, depth + 1)
}
