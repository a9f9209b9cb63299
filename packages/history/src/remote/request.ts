import { setTimeout as sleep } from 'node:timers/promises'
import { HistoryError, reasonOf } from '../error.ts'
import { showUrl } from '../show-url.ts'

/** A response whose bytes are watched: it is given up when nothing comes for a while. */
export interface Watched {
  readonly response: Response
  /** The pieces of its body. */
  pieces(): AsyncGenerator<Uint8Array>
}

/** How a request is made. */
export interface RequestOptions {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds without a byte after which it is given up. */
  readonly idle: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks for a URL and hands its response to `use`; both may fail as fetch does. User info in the URL becomes its Authorization (RFC 7617).
 * Throws HistoryError `archive` for a redirect to another origin: whoever names an archive names who is asked.
 */
export async function request<V>(
  { url, headers, idle, signal }: RequestOptions,
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

/** Milliseconds without a byte after which a request is given up, where nobody says. */
export const IDLE = 30_000

/** Gives a response up. Throws HistoryError `archive` where it is of no use to ask again: the server refuses, and is not merely busy. */
export async function giveUp(url: string, response: Response): Promise<void> {
  await response.body?.cancel()
  const { status } = response
  if (status >= 400 && status < 500 && ![408, 416, 429].includes(status))
    throw unreadable(url, `${answered(response)}.`)
}

const unreadable = (url: string, reason: string) =>
  new HistoryError('archive', `${showUrl(url)} cannot be read: ${reason}`)

/** What a server answered, as a part of a sentence. */
function answered({ status, statusText }: Response): string {
  return `it answered ${`${status} ${statusText}`.trimEnd()}`
}

/** As `request`, but a request that fails on its way, so that it may be made again, gives why. */
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

/** fetch takes no URL with a user in it. */
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

/** A percent that begins no escape stays one. */
const unescape = (text: string): string => decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))

/** How patiently something is asked for. */
export interface RetryOptions {
  /** How many attempts in a row may come no further; 5 where it is not given. */
  readonly tries?: number
  /** Milliseconds before the first new attempt, twice as many before each next. */
  readonly pause?: number
  readonly signal?: AbortSignal
}

/** Why an attempt failed, and whether it came further than those before all the same. */
export interface Failure {
  readonly reason: string
  readonly isFurther?: boolean
}

/** Attempts something until it succeeds. Throws HistoryError `archive`, beginning with `fault`, when too many attempts in a row come no further; what an attempt throws passes through. */
export async function retry<V extends object | string>(
  fault: string,
  attempt: () => Promise<V | Failure>,
  { tries = 5, pause = 1000, signal }: RetryOptions,
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

/** How patiently something is requested, and how much of it. */
export interface RequestTerms extends RetryOptions {
  /** Milliseconds without a byte after which a request is given up. */
  readonly idle?: number
  /** The most bytes that are taken. */
  readonly limit?: number
}

/** The text at a URL, asked for again where the server is busy or the connection is cut. Throws HistoryError `archive` where there is none. */
export async function fetchText(url: string, options: RequestTerms = {}): Promise<string> {
  return await retry(`${showUrl(url)} cannot be read`, () => readText(url, options), options)
}

async function readText(
  url: string,
  { signal, idle = IDLE, limit = LIMIT }: RequestTerms,
): Promise<string | Failure> {
  return await tryRequest({ url, idle, signal }, async ({ response, pieces }) => {
    if (!response.ok) {
      await giveUp(url, response)
      return { reason: answered(response) }
    }
    let size = 0
    let text = ''
    const decoder = new TextDecoder()
    for await (const piece of pieces()) {
      size += piece.length
      if (size > limit) throw new HistoryError('archive', `${showUrl(url)} has more than ${limit} bytes.`)
      text += decoder.decode(piece, { stream: true })
    }
    return text + decoder.decode()
  })
}

const LIMIT = 16 * 2 ** 20
