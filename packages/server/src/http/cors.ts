import { matchesParts } from '../rpc/wildcard.ts'
import type { Headers } from './refusal.ts'

export interface Cors {
  /** Whether a request with this `Origin` header to this host is allowed: one of the origins listed, or the server's own. */
  allows(origin: string, host: string | undefined): boolean
  /** The headers that let a page of an allowed origin read a response; none where no origin is listed. */
  headersFor(origin: string): Headers
  /** The headers of an allowed preflight: these methods of HTTP, any header, stored for ten minutes, as in geth. */
  preflight(origin: string, methods: string, privateNetwork: boolean): Headers
}

/**
 * CORS for the origins listed, `*` being all of them; in one, `*` stands for any text (`https://*.example.org`), as in geth.
 * No client is known by name, so credentials are never allowed.
 */
export function createCors(domains: readonly string[]): Cors {
  const open = domains.includes('*')
  const patterns = domains.map((domain) => domain.toLowerCase().split('*'))
  const isListed = (origin: string) =>
    open || patterns.some((parts) => matchesParts(origin.toLowerCase(), parts, 1))
  const headersFor = (origin: string) =>
    isListed(origin)
      ? { 'access-control-allow-origin': open ? '*' : origin, 'access-control-expose-headers': exposed }
      : none
  return {
    allows: (origin, host) => isListed(origin) || isOwn(origin, host),
    headersFor,
    preflight: (origin, methods, privateNetwork) => ({
      ...headersFor(origin),
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'content-type, authorization, *', // the star does not cover authorization
      'access-control-max-age': '600',
      ...(privateNetwork && { 'access-control-allow-private-network': 'true' }),
    }),
  }
}

const none: Headers = {}
const exposed = 'x-chain-head, x-chain-range, x-lectern-source, retry-after'

/** Whether a page is from this server; behind a proxy the scheme may differ. */
const isOwn = (origin: string, host: string | undefined): boolean =>
  host !== undefined && /^https?:\/\/(.*)$/i.exec(origin)?.[1]?.toLowerCase() === host.toLowerCase()
