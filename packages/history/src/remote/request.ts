import { setTimeout as sleep } from 'node:timers/promises'
import { HistoryError, reasonOf } from '../error.ts'
import { showUrl } from '../show-url.ts'

/** A response whose body is given up if no bytes come for a while. */
export interface Watched {
  readonly response: Response
  /** Reads its body in pieces. */
  pieces(): AsyncGenerator<Uint8Array>
}

/** A request. */
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
  /** The most bytes that are read. */
  readonly limit?: number
}

/**
 * Requests a URL and passes the response to `use`. Either may fail as fetch does. User info in the URL becomes its Authorization
 * (RFC 7617). Throws HistoryError `archive` for a redirect to another origin.
 */
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
export async function readBody({ pieces }: Watched, limit: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces()) {
    size += piece.length
    if (size > limit) return undefined
    parts.push(piece)
  }
  return Buffer.concat(parts)
}

/** Sends a request, and follows redirects that stay at its origin. */
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

/** Ends the use of a response. Throws HistoryError `archive` for a status that a retry does not change. */
export async function giveUp(url: string, response: Response): Promise<void> {
  await response.body?.cancel()
  const { status } = response
  if (status >= 400 && status < 500 && ![408, 416, 429].includes(status))
    throw unreadable(url, `${answered(response)}.`)
}

const unreadable = (url: string, reason: string) =>
  new HistoryError('archive', `${showUrl(url)} cannot be read: ${reason}`)

/** Returns the status of a response, as a part of a sentence. */
function answered({ status, statusText }: Response): string {
  return `it answered ${`${status} ${statusText}`.trimEnd()}`
}

/** Why an attempt failed, and whether it came further than those before. */
export interface Failure {
  readonly reason: string
  readonly isFurther?: boolean
}

/** Requests a URL as `request` does. An error on the way, which a retry may change, is returned. */
export async function tryRequest<V>(
  options: RequestOptions,
  use: (watched: Watched) => Promise<V>,
): Promise<V | Failure> {
  try {
    return await request(options, use)
  } catch (error) {
    if (error instanceof HistoryError || options.signal?.aborted) throw error
    return { reason: reasonOf(error) }
  }
}

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

/** Retries an attempt until it succeeds. Throws HistoryError `archive`, beginning with `fault`, after too many attempts in a row without progress. */
export async function retry<V extends object | string>(
  fault: string,
  attempt: () => Promise<V | Failure>,
  { tries = 5, pause = 1000, signal }: RequestTerms,
): Promise<V> {
  for (let fruitless = 0; ;) {
    const outcome = await attempt()
    if (!isFailure(outcome)) return outcome
    fruitless = outcome.isFurther ? 0 : fruitless + 1
    if (fruitless >= tries)
      throw new HistoryError('archive', `${fault}, ${tries} tries in a row: ${outcome.reason}.`)
    await sleep(pause * 2 ** Math.max(0, fruitless - 1), undefined, signal ? { signal } : {})
  }
}

const isFailure = (outcome: object | string): outcome is Failure =>
  typeof outcome === 'object' && 'reason' in outcome

/** Fetches the text at a URL, with retries. Throws HistoryError `archive` if there is none. */
export async function fetchText(url: string, options: RequestTerms = {}): Promise<string> {
  const { signal, idle, limit = LIMIT } = options
  const attempt = () =>
    tryRequest<string | Failure>({ url, idle, signal }, async (watched) => {
      const { response } = watched
      if (!response.ok) {
        await giveUp(url, response)
        return { reason: answered(response) }
      }
      const bytes = await readBody(watched, limit)
      if (bytes === undefined)
        throw new HistoryError('archive', `${showUrl(url)} has more than ${limit} bytes.`)
      return bytes.toString()
    })
  return await retry(`${showUrl(url)} cannot be read`, attempt, options)
}

const LIMIT = 16 * 2 ** 20
