import { setTimeout as sleep } from 'node:timers/promises'
import { HistoryError, reasonOf } from '../error.ts'
import { showUrl } from '../show-url.ts'

/** A response whose body is given up if no bytes come for a while. */
export interface Watched {
  readonly response: Response
  pieces(): AsyncGenerator<Uint8Array>
}

export interface RequestOptions {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds without a byte after which it is given up. @default 30_000 */
  readonly idle?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** How a request is retried, and its limits. */
export interface RequestTerms extends Pick<RequestOptions, 'idle' | 'signal'> {
  /** The most attempts in a row without a further byte. @default 5 */
  readonly tries?: number | undefined
  /** Milliseconds before the first retry, doubled before each next. @default 1000 */
  readonly pause?: number | undefined
  readonly limit?: number
}

/** Requests a URL, passes the response to `use`, and fails as fetch does. User info becomes its Authorization (RFC 7617). */
export async function request<V>(
  { url, headers, idle = IDLE, signal }: RequestOptions,
  use: (watched: Watched) => Promise<V>,
): Promise<V> {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error(`nothing came for ${idle} ms`))
  let timer = setTimeout(stop, idle)
  try {
    const response = await follow(url, {
      signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
      headers: { ...headers, ...authorization(url) },
    })
    async function* pieces() {
      for await (const piece of response.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(stop, idle)
        yield piece as Uint8Array
      }
    }
    return await use({ response, pieces })
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

const unreadable = (url: string, reason: string) =>
  new HistoryError('archive', `${showUrl(url)} cannot be read: ${reason}`)

/** fetch rejects a URL with user info. */
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
      if (fruitless >= tries)
        throw new HistoryError('archive', `${fault}, ${tries} tries in a row: ${reasonOf(error)}.`)
    }
    await sleep(pause * 2 ** Math.max(0, fruitless - 1), undefined, signal ? { signal } : {})
  }
}

/** Fetches the text at a URL, with retries. Throws HistoryError `archive` if there is none. */
export async function fetchText(url: string, options: RequestTerms = {}): Promise<string> {
  const { signal, idle, limit = LIMIT } = options
  const attempt = () =>
    request({ url, idle, signal }, async (watched) => {
      const { response } = watched
      if (!response.ok) return await refuse(url, response, response.statusText)
      const bytes = await readBody(watched.pieces(), limit)
      if (bytes === undefined)
        throw new HistoryError('archive', `${showUrl(url)} has more than ${limit} bytes.`)
      return bytes.toString()
    })
  return await retry(`${showUrl(url)} cannot be read`, attempt, options)
}

const LIMIT = 16 * 2 ** 20
