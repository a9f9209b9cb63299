import { ClientError } from './error.ts'
import { withTimeout } from './timeout.ts'

/** How requests are sent. */
export interface Endpoint {
  readonly headers: Readonly<Record<string, string>>
  /** The most bytes of a response. */
  readonly maxBytes: number
  readonly fetch?: typeof fetch | undefined
}

/** A response: its status, the milliseconds that Retry-After asks to wait, and its text. */
export interface TextResponse {
  readonly status: number
  readonly retryAfter: number
  readonly text: string
}

/**
 * Sends a request (GET without a body) and reads the whole response, in `timeout` milliseconds for headers and body
 * together, until every signal is aborted. Rejects with a ClientError.
 */
export function exchange(
  href: string,
  { headers, maxBytes, fetch: send = fetch }: Endpoint,
  timeout: number,
  signals: readonly AbortSignal[],
  body?: string,
): Promise<TextResponse> {
  return withTimeout(timeout, signals, async (signal) => {
    try {
      // A redirect is not followed: it would take the headers, and any key in them, elsewhere.
      const method = body && 'POST'
      const response = await send(href, { method, headers, body, redirect: 'manual', signal } as RequestInit)
      return {
        status: response.status,
        retryAfter: readRetryAfter(response.headers), // before the body decides
        text: await readText(response, maxBytes),
      }
    } catch (error) {
      throw error instanceof ClientError
        ? error
        : new ClientError('NETWORK', reasonOf(error), { cause: error })
    }
  })
}

/**
 * The milliseconds that a Retry-After header asks to wait: seconds, or a date, which is measured by the server's own
 * clock, if it has a Date header. RFC 9110, section 10.2.3
 */
function readRetryAfter(headers: Headers): number {
  const value = headers.get('retry-after')! // null is no date
  const now = Date.parse(headers.get('date')!) || Date.now()
  return Math.max(0, /^\d/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now) || 0
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader() // React Native has none
  const utf8 = reader && new TextDecoder()
  let text = reader ? '' : await response.text()
  for (let bytes = text.length; bytes <= maxBytes;) {
    if (!reader) return text
    const { done, value } = await reader.read()
    text += utf8!.decode(value, { stream: !done })
    if (done) return text
    bytes += value.length
  }
  throw new ClientError('TOO_LARGE', `The response is larger than ${maxBytes} bytes.`)
}

/** fetch hides the reason, such as "connect ECONNREFUSED …", in the cause of a "fetch failed", or in one for each address; OpenSSL's words for plain HTTP help nobody. */
function reasonOf(error: unknown): string {
  const cause = (error as Error | null)?.cause as Partial<AggregateError> | undefined
  const inner: unknown = cause?.errors?.[0] ?? cause ?? error
  const words = (inner as Error | null)?.message || String(inner)
  return /SSL/.test(words) ? 'TLS failed; is it http?' : words
}
