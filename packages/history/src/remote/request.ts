import { HistoryError } from '../error.ts'
import { reasonOf } from '../fault.ts'

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

/** Asks for a URL, and for what it redirects to within its origin. */
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

/** Whether it is of no use to ask again: the server refuses, and is not merely busy. */
export function isRefusal({ status }: Response): boolean {
  return status >= 400 && status < 500 && ![408, 416, 429].includes(status)
}

/** The error of a URL that is refused. */
export function refusal(url: string, response: Response): HistoryError {
  return unreadable(url, `${answered(response)}.`)
}

const unreadable = (url: string, reason: string) =>
  new HistoryError('archive', `${showUrl(url)} cannot be read: ${reason}`)

/** What a server answered, as a part of a sentence. */
export function answered({ status, statusText }: Response): string {
  return `it answered ${`${status} ${statusText}`.trimEnd()}`
}

/** Why a request failed: fetch wraps the reason in "fetch failed". */
export function reasonOfRequest(error: unknown): string {
  const { cause } = error as Error
  return reasonOf(cause instanceof Error && cause.message !== '' ? cause : error)
}

/** A URL as it is shown: user info and query, which may be secrets, are left out. */
export function showUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i, '$1***@').replace(/[?#].*$/s, '')
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
