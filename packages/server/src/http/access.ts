import { isIP, type Socket } from 'node:net'
import { type Cors, createCors } from './cors.ts'
import type { HttpLimits } from './http-limits.ts'
import { createRate, type Rate, type RateOptions } from './rate.ts'
import { createRefusal, type Headers, type Refusal, refusals } from './refusal.ts'

/** Options of access. */
export interface AccessOptions {
  /** Host names that are served, as well as IP addresses; `*` allows any. @default ['localhost'] */
  readonly vhosts?: readonly string[] | undefined
  /** Origins whose pages may ask, as well as that of the server; `*` is any, also inside an origin. @default [] */
  readonly corsDomains?: readonly string[] | undefined
  /** How much one client may ask; no limit by default. */
  readonly rate?: RateOptions | undefined
  /**
   * The sentence of a 403; `name` is the host or the origin that is not allowed, as JSON text.
   *
   * @default `The host ${name} is not allowed.`
   */
  readonly describeRefusal?: ((reason: 'vhost' | 'origin', name: string) => string) | undefined
}

/** A request before its body is read, such as a Fastify request. */
export interface RequestHead {
  readonly headers: { readonly host?: string | undefined; readonly origin?: string | undefined }
  readonly url: string
  /** The client's address. */
  readonly ip: string
  readonly socket: Socket
  readonly raw: {
    /** Names and values: twice the number of headers. The length alone if there is one line of `Host`. */
    readonly rawHeaders: readonly string[] | { readonly length: number }
    readonly httpVersion: string
  }
}

/** Decides who may ask: virtual hosts, origins and the rate of each client. */
export interface AccessPolicy extends Pick<Cors, 'preflight'> {
  /** Why a request is refused by its head; undefined where it is not. */
  check(head: RequestHead): Refusal | undefined
  readonly rate: Rate
  /** Returns the headers of CORS, and `vary` for caches, for an `Origin`; undefined for none. A refused request has them too. */
  originHeaders(origin: string | undefined, refusal?: Refusal): Headers | undefined
}

/** An access policy; throws a RangeError for a rate that is not positive. */
export function createAccessPolicy(
  { vhosts = ['localhost'], corsDomains = [], rate, describeRefusal = describe }: AccessOptions,
  { urlLength, headerCount }: Pick<HttpLimits, 'urlLength' | 'headerCount'>,
): AccessPolicy {
  const isServed = createVhosts(vhosts)
  const cors = createCors(corsDomains)
  const byOrigin: Headers | undefined = corsDomains.length > 0 ? { vary: 'origin' } : undefined
  let last: { readonly origin: string; readonly headers: Headers } | undefined
  const forbid = (reason: 'vhost' | 'origin', name = '') =>
    createRefusal(reason, 403, { message: describeRefusal(reason, JSON.stringify(name.slice(0, 100))) })
  return {
    rate: createRate(rate),
    check({ url, raw: { rawHeaders, httpVersion }, headers: { host, origin } }) {
      if (url.length > urlLength) return refusals.url
      if (rawHeaders.length > 2 * headerCount) return refusals.headers
      if (Array.isArray(rawHeaders) && hasTwoHosts(rawHeaders)) return refusals.host
      if (host === undefined && httpVersion === '1.1') return refusals.host
      if (!isServed(host)) return forbid('vhost', host)
      return origin === undefined || cors.allows(origin, host) ? undefined : forbid('origin', origin)
    },
    originHeaders(origin, refusal) {
      if (byOrigin === undefined || origin === undefined || refusal?.reason === 'origin') return byOrigin
      if (last?.origin !== origin) last = { origin, headers: { ...byOrigin, ...cors.headersFor(origin) } }
      return last.headers
    },
    preflight: cors.preflight,
  }
}

const describe = (reason: 'vhost' | 'origin', name: string): string =>
  `The ${reason === 'vhost' ? 'host' : 'origin'} ${name} is not allowed.`

/** Whether a request has two lines of `Host` (RFC 9112, 3.2): Node returns the first, and a proxy may have read the other. */
function hasTwoHosts(names: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < names.length; at += 2)
    if (names[at]!.length === 4 && names[at]!.toLowerCase() === 'host') hosts++
  return hosts > 1
}

/**
 * Creates a check of a `Host` header: the listed names, IP addresses, and requests without a host are served, as in geth; with `*` all.
 * DNS rebinding is refused, since such a page asks with its own name.
 */
export function createVhosts(names: readonly string[]): (host: string | undefined) => boolean {
  if (names.includes('*')) return () => true
  const listed = new Set(names.map((name) => name.toLowerCase()))
  const check = (host: string): boolean => {
    const name = (portAfterName.exec(host)?.[1] ?? host).toLowerCase()
    return host === '' || listed.has(name) || isIP(unwrap(name)) !== 0
  }
  let last = { host: '', isServed: true } // nearly all clients use one name
  return (host = '') => {
    if (host !== last.host) last = { host, isServed: check(host) }
    return last.isServed
  }
}

const portAfterName = /^(\[[^\]]*\]|[^:]*):\d*$/

const unwrap = (name: string): string =>
  name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name
