import { setTimeout as sleep } from 'node:timers/promises'
import { archiveError, HistoryError, reasonOf } from '../error.ts'
import { showUrl } from '../show-url.ts'

/** How a request is retried, and its limits. */
export interface RequestTerms {
  /** Milliseconds without a byte after which it is given up. @default 30_000 */
  readonly idle?: number | undefined
  /** The most attempts in a row without a further byte. @default 5 */
  readonly tries?: number | undefined
  /** Milliseconds before the first retry, doubled before each next. @default 1000 */
  readonly pause?: number | undefined
  readonly limit?: number
  readonly signal?: AbortSignal | undefined
}

/** Passes a response and the pieces of its body to `use`. It fails as fetch does. User info becomes its Authorization (RFC 7617). */
export async function request<V>(
  url: string,
  { idle = IDLE, signal }: RequestTerms,
  headers: Readonly<Record<string, string>>,
  use: (response: Response, pieces: AsyncIterable<Uint8Array>) => Promise<V>,
): Promise<V> {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error(`nothing came for ${idle} ms`))
  const timer = setTimeout(stop, idle)
  try {
    const response = await follow(url, {
      signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
      headers: { ...headers, ...authorization(url) },
    })
    async function* readPieces() {
      for await (const piece of response.body ?? []) {
        timer.refresh()
        yield piece as Uint8Array
      }
    }
    return await use(response, readPieces())
  } finally {
    clearTimeout(timer)
  }
}

const IDLE = 30_000

/** Reads a body of at most `limit` bytes; undefined if it is longer. */
export async function readBody(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > limit) return undefined
    parts.push(piece)
  }
  return Buffer.concat(parts)
}

async function follow(url: string, init: RequestInit): Promise<Response> {
  const { origin } = new URL(url)
  let target = withoutUser(url)
  for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
    const response = await fetch(target, { ...init, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    if (!URL.canParse(location, target)) throw unreadable(url, 'it redirects to what is no URL.')
    const next = new URL(location, target)
    if (next.origin !== origin)
      throw unreadable(url, `it redirects to ${next.origin}. If you trust that address, name it.`)
    target = withoutUser(next.href)
  }
  throw unreadable(url, `it redirects more than ${REDIRECTS} times.`)
}

const REDIRECTS = 5

/** Ends the use of a response, and throws: HistoryError `archive` for a status that a retry does not change. */
export async function refuse(url: string, response: Response, detail: string): Promise<never> {
  await response.body?.cancel()
  const { status, statusText } = response
  if (status >= 400 && status < 500 && ![408, 416, 429].includes(status))
    throw unreadable(url, `it answered ${`${status} ${statusText}`.trimEnd()}.`)
  throw new Error(`it answered ${`${status} ${detail}`.trimEnd()}`)
}

const unreadable = (url: string, reason: string) => archiveError(`${showUrl(url)} cannot be read: ${reason}`)

// fetch rejects a URL with user info.
function withoutUser(url: string): string {
  const target = new URL(url)
  target.username = ''
  target.password = ''
  return target.href
}

function authorization(url: string): { authorization?: string } {
  const { username, password } = new URL(url)
  if (username === '' && password === '') return {}
  const user = Buffer.from(`${unescape(username)}:${unescape(password)}`)
  return { authorization: `Basic ${user.toString('base64')}` }
}

/** Decodes percent escapes. A percent that begins none stays. */
const unescape = (text: string): string => decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))

/** An error that a retry may change: `isFurther` if the attempt came further than those before. */
export type Failure = Error & { isFurther?: boolean }

/** Retries an attempt. Throws HistoryError `archive`, beginning with `fault`, after too many failures in a row without progress. */
export async function retry<V>(
  fault: string,
  attempt: () => Promise<V>,
  { tries = 5, pause = 1000, signal }: RequestTerms,
): Promise<V> {
  for (let fruitless = 0; ;) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof HistoryError || signal?.aborted) throw error
      fruitless = (error as Failure).isFurther ? 0 : fruitless + 1
      if (fruitless >= tries) throw archiveError(`${fault}, ${tries} tries in a row: ${reasonOf(error)}.`)
    }
    await sleep(pause * 2 ** Math.max(0, fruitless - 1), undefined, signal ? { signal } : {})
  }
}

/** Fetches the text at a URL, with retries. Throws HistoryError `archive` if there is none. */
export async function fetchText(url: string, options: RequestTerms = {}): Promise<string> {
  const { limit = LIMIT } = options
  const attempt = () =>
    request(url, options, {}, async (response, pieces) => {
      if (!response.ok) return await refuse(url, response, response.statusText)
      const bytes = await readBody(pieces, limit)
      if (bytes === undefined) throw archiveError(`${showUrl(url)} has more than ${limit} bytes.`)
      return bytes.toString()
    })
  return await retry(`${showUrl(url)} cannot be read`, attempt, options)
}

const LIMIT = 16 * 2 ** 20
