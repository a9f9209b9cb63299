import { ClientError } from '../error.ts'
import { withTimeout } from '../timeout.ts'
import type { ReadReplies, TextResponse } from './replies.ts'

/** The options of a request. */
export interface Endpoint {
  readonly headers: Readonly<Record<string, string>>
  /** The most bytes of a response. */
  readonly maxBytes: number
  /** Reads responses in another way, which needs every byte: one that is not UTF-8 is then refused. */
  readonly readReplies?: ReadReplies | undefined
  readonly fetch?: typeof fetch | undefined
}

/**
 * Sends a request (GET without a body) and reads the full response, until every signal is aborted.
 * @param timeout Milliseconds for headers and body together.
 * @throws ClientError, or the first signal's reason.
 */
export function exchange(
  href: string,
  { headers, maxBytes, readReplies, fetch: send = fetch }: Endpoint,
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
        text: await readText(response, maxBytes, !!readReplies),
      }
    } catch (error) {
      throw signal.aborted || error instanceof ClientError
        ? error // of an abort, it has no reader
        : new ClientError('NETWORK', reasonOf(error), { cause: error })
    }
  })
}

/** Returns the milliseconds that a Retry-After header asks to wait: seconds, or a date by the server's own clock (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number {
  const value = headers.get('retry-after') ?? ''
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const wait = /^\d/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Math.max(0, wait) || 0
}

/** Reads a body of at most `maxBytes`; `fatal` refuses text that is not UTF-8. */
async function readText(response: Response, maxBytes: number, fatal: boolean): Promise<string> {
  const tooLarge = (): ClientError =>
    new ClientError('TOO_LARGE', `The response is larger than ${maxBytes} bytes.`)
  const reader = response.body?.getReader()
  if (!reader) {
    const text = await response.text() // React Native has no streams
    if (text.length > maxBytes) throw tooLarge()
    return text
  }
  const utf8 = new TextDecoder('utf-8', { fatal })
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    text += utf8.decode(value, { stream: !done })
    if (done) return text
    bytes += value.length
    if (bytes > maxBytes) throw tooLarge()
  }
}

/** Returns the reason of a failed fetch, which the platform puts into the cause of a "fetch failed", or into one for each address. */
function reasonOf(error: unknown): string {
  const cause = (error as Error | null)?.cause as Partial<AggregateError> | undefined
  const inner: unknown = cause?.errors?.[0] ?? cause ?? error
  const words = (inner as Error | null)?.message || String(inner)
  return /SSL/.test(words) ? 'TLS failed; is it http?' : words // OpenSSL's own words for plain HTTP name no cause
}
