import { ConformanceError, type HttpRequest } from '../error.ts'

/** The HTTP response to one request. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** A body as it is sent: a text, or bytes that are none. */
export type Body = string | Uint8Array<ArrayBuffer>

/** Anything that answers JSON-RPC bodies. `send` throws a ConformanceError: UNREACHABLE when there was no response, UNREADABLE for a body that cannot be read. */
export interface Target {
  /** The address as it may be shown: keys in it are left out. */
  readonly url?: string
  send(body: Body): Promise<HttpResponse>
  /** Only where the endpoint is reached over HTTP. */
  fetch?(request: HttpRequest): Promise<HttpResponse>
}

export const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json' } as const

/**
 * Returns the endpoint at an http or https address, whose user info is sent as `Authorization: Basic`. A response that takes
 * more than `timeout` milliseconds, or has more than `maxBytes`, counts as none. Throws a ConformanceError for another address.
 */
export function httpTarget(
  address: string,
  { timeout = 10_000, maxBytes = 2 ** 26 }: { timeout?: number; maxBytes?: number } = {},
): Required<Target> {
  const shown = URL.canParse(address) ? maskAddress(address) : address
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new ConformanceError('INPUT', `"${shown}" is not an http or https address.`)
  const { url, authorization } = splitCredentials(address)
  const ask = async (init: RequestInit & { headers: Record<string, string> }): Promise<HttpResponse> => {
    let response: Response | undefined
    try {
      const signal = AbortSignal.timeout(timeout)
      const headers = { ...authorization, ...init.headers }
      response = await fetch(url, { ...init, headers, signal, redirect: 'error' })
      return { status: response.status, headers: response.headers, body: await readBody(response, maxBytes) }
    } catch (cause) {
      const isGivenUp = cause instanceof RangeError || (cause as Error).name === 'TimeoutError'
      const reason = describeError(cause)
      if (!response || isGivenUp)
        throw new ConformanceError('UNREACHABLE', `${shown} gave no response: ${reason}.`, { cause })
      const sentence = `${shown} answered HTTP ${response.status}, but its body cannot be read: ${reason}.`
      throw new ConformanceError('UNREADABLE', sentence, { cause })
    }
  }
  return {
    url: shown,
    send: (body) => ask({ method: 'POST', headers: jsonHeaders, body }),
    // Bytes, since fetch would add a content type to a text.
    fetch: ({ verb, headers, body }) =>
      ask({
        method: verb,
        headers: { ...headers },
        ...(body !== undefined && { body: new TextEncoder().encode(body) }),
      }),
  }
}

/** The bytes of a body, as they come out of any packing: some megabytes of it can hold gigabytes. */
async function readBody({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > maxBytes) throw new RangeError(`it is larger than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** Returns whether an address is of this machine, where requests disturb no other user. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** A body's bytes to the response's; `undefined` where nothing is to be answered. */
export type Rpc = (body: Uint8Array) => Promise<Uint8Array | undefined> | Uint8Array | undefined

/** An endpoint in this process: a function from a request body to a response body. An error that it throws counts as no response. */
export function functionTarget(rpc: Rpc): Target {
  return {
    async send(body) {
      const request = typeof body === 'string' ? new TextEncoder().encode(body) : body
      const bytes = await (async () => await rpc(request))().catch((cause: unknown) => {
        const message = `the function gave no response: ${describeError(cause)}.`
        throw new ConformanceError('UNREACHABLE', message, { cause })
      })
      const headers = new Headers(bytes ? { 'content-type': 'application/json' } : {})
      return { status: bytes ? 200 : 204, headers, body: bytes ?? new Uint8Array() }
    },
  }
}

/** Returns the reason of an error: fetch hides it in the cause of a "fetch failed", or in one for each address. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner: unknown = error.cause ?? (error as Partial<AggregateError>).errors?.[0]
  if (inner instanceof Error) return describeError(inner)
  const code = String((error as NodeJS.ErrnoException).code) // that of a DOMException is a number
  // OpenSSL's messages are lines of its code. An alert comes from a peer that does speak TLS.
  if (/^ERR_SSL_.*ALERT/.test(code)) return `TLS failed (${code})`
  return code.startsWith('ERR_SSL_') ? `it does not speak TLS (${code})` : error.message || error.name
}

/** Returns an address without its secrets: user info, fragment, values of parameters, and long parts of its query, path and host name. */
export function maskAddress(address: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(address)
  const user = username + password === '' ? '' : '…@'
  const path = pathname.split('/').map(maskPart).join('/')
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => (/^[^=]+=./.test(pair) ? `${maskPart(pair.split('=')[0]!)}=…` : pair && '…'))
    .join('&')
  const name = host.replaceAll(/[a-z0-9-]{24,}/g, (label) => (/\d/.test(label) ? '…' : label))
  const masked = `${protocol}//${user}${name}${path}${query && `?${query}`}`
  return masked.includes('…') ? masked : address.replace(/#[^]*$/, '')
}

const maskPart = (part: string) => (part.length < 16 ? part.replaceAll(/(;[^;=]*=)[^;]+/g, '$1…') : '…')

/** An address without its user info, which fetch refuses, and the header that says the same, RFC 7617. */
function splitCredentials(address: string): { url: string; authorization?: { authorization: string } } {
  const url = new URL(address)
  const { username, password } = url
  if (username + password === '') return { url: address }
  url.username = url.password = ''
  const octets = `${username}:${password}`.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return { url: url.href, authorization: { authorization: `Basic ${btoa(octets)}` } }
}
