import { isRecord } from '@lectern/conformance/json'
import { type Signal, signal } from '@preact/signals'

/** Whether this is a folder for any web server, which asks the endpoint of `?endpoint=`. */
export const isStatic: boolean = import.meta.env.MODE === 'static'

const { LECTERN_SITE_ENDPOINT: builtIn } = import.meta.env as { readonly LECTERN_SITE_ENDPOINT?: string }
const given = isStatic ? (new URLSearchParams(location.search).get('endpoint') ?? builtIn) : undefined

/** The address that is asked, with a slash at its end; null if the one that was given is no http address. */
export const endpoint: string | null = readAddress(given ?? new URL('./', document.baseURI).href)

function readAddress(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  if (!url.search && !url.pathname.endsWith('/')) url.pathname += '/'
  return url.href
}

/** The host of the endpoint, for a sentence. */
export const host: string = endpoint === null ? String(given) : new URL(endpoint).host

/** A result as the wire had it, with its text: what is shown is what is proven. */
export interface Answer {
  readonly method: string
  readonly params: readonly unknown[]
  readonly result: unknown
  /** The response body. */
  readonly text: string
}

/** Why nothing can be shown, as a sentence. */
class EndpointError extends Error {
  override name = 'EndpointError'
}

const mostBytes = 32 * 1024 * 1024
const timeLimit = 30_000

/** Performs a call at the endpoint. Throws an EndpointError with a sentence for a reader. */
export async function ask(method: string, params: readonly unknown[], signal: AbortSignal): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const text = await request('', init, signal)
  const reply = parse(text)
  const { error, id } = reply
  if (error !== undefined && error !== null) {
    const { code, message } = Object(error) as { code?: unknown; message?: unknown }
    throw new EndpointError(`${host} answers ${method} with the error ${String(code)}: ${String(message)}`)
  }
  if (id !== 1 || !Object.hasOwn(reply, 'result'))
    throw new EndpointError(`${host} answers ${method} with something that is no JSON-RPC reply.`)
  return { method, params, result: reply['result'], text }
}

async function request(path: string, init: RequestInit, signal: AbortSignal): Promise<string> {
  if (endpoint === null) throw new EndpointError(`${host} is no http or https address.`)
  const limit = AbortSignal.timeout(timeLimit)
  try {
    const response = await fetch(path ? new URL(path, endpoint) : endpoint, {
      ...init,
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.any([signal, limit]),
    })
    if (!response.ok && !/json/.test(response.headers.get('content-type') ?? ''))
      throw new EndpointError(`${host} answers with HTTP ${response.status}.`)
    if (path && !response.ok) throw new EndpointError(`${host} has no ${path}.`)
    return await readText(response)
  } catch (error) {
    if (signal.aborted || error instanceof EndpointError) throw error
    if (limit.aborted) throw new EndpointError(`${host} has not answered for ${timeLimit / 1_000} seconds.`)
    throw new EndpointError(`${host} cannot be reached.${hint()}`, { cause: error })
  }
}

async function readText({ body }: Response): Promise<string> {
  const utf8 = new TextDecoder()
  let text = ''
  let bytes = 0
  for (const reader = body!.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return text + utf8.decode()
    text += utf8.decode(value, { stream: true })
    bytes += value.length
    if (bytes > mostBytes) {
      void reader.cancel()
      throw new EndpointError(`${host} answers with more than ${mostBytes} bytes.`)
    }
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    if (isRecord(json)) return json
  } catch {}
  throw new EndpointError(`${host} answers with something that is no JSON object.`)
}

/** Returns the most frequent reason why a page cannot ask another machine. */
function hint(): string {
  if (endpoint === null || new URL(endpoint).origin === location.origin) return ''
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(endpoint).hostname)
  return isLocal
    ? ' The browser may ask for your permission to reach this machine; the node must allow this page’s origin (CORS).'
    : ' The node must allow this page’s origin (CORS).'
}

/** The server's `/status`; null until it has answered, and for servers without one. */
export const status: Signal<Readonly<Record<string, unknown>> | null> = signal(null)

export async function refreshStatus(): Promise<void> {
  try {
    const headers = { accept: 'application/json' }
    status.value = parse(await request('status', { headers }, AbortSignal.timeout(10_000)))
  } catch {} // what it said before stays
}

/** Settles when the server has said what it is, or has not for some seconds: a proof needs its chain's blob schedule. */
export const firstStatus: Promise<void> = refreshStatus()
