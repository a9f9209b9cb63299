/** What pages of other origins may do. */
export interface Cors {
  /** Whether a request with this `Origin` header to this host is let in: one of the origins listed, or the server's own. */
  admits(origin: string, host: string | undefined): boolean
  /** The headers that let a page of an admitted origin read an answer; none where no origin is listed. */
  headersFor(origin: string): Readonly<Record<string, string>>
  /** The headers that answer an admitted preflight: these verbs, any header, kept for ten minutes, as in geth. */
  preflight(origin: string, verbs: string, privateNetwork: boolean): Readonly<Record<string, string>>
}

/**
 * CORS for the origins listed, `*` being all of them; within one, `*` stands for any text (`https://*.example.org`), as in geth.
 * Nothing here tells callers apart, so credentials are never allowed.
 */
export function createCors(domains: readonly string[]): Cors {
  const open = domains.includes('*')
  const patterns = domains.map((domain) => toPattern(domain.toLowerCase()))
  const isListed = (origin: string) => open || patterns.some((pattern) => pattern.test(origin.toLowerCase()))
  const headersFor = (origin: string) =>
    isListed(origin)
      ? { 'access-control-allow-origin': open ? '*' : origin, 'access-control-expose-headers': exposed }
      : none
  return {
    admits: (origin, host) => isListed(origin) || isOwn(origin, host),
    headersFor,
    preflight: (origin, verbs, privateNetwork) => ({
      ...headersFor(origin),
      'access-control-allow-methods': verbs,
      'access-control-allow-headers': 'content-type, authorization, *', // the star does not cover authorization
      'access-control-max-age': '600',
      ...(privateNetwork && { 'access-control-allow-private-network': 'true' }),
    }),
  }
}

const none: Readonly<Record<string, string>> = {}
const exposed = 'x-chain-head, x-chain-range, retry-after'

const toPattern = (domain: string): RegExp =>
  new RegExp(`^${domain.split('*').map(RegExp.escape).join('.+')}$`)

/** A page that this server gave itself; behind a proxy the scheme may differ. */
const isOwn = (origin: string, host: string | undefined): boolean =>
  host !== undefined && /^https?:\/\/(.*)$/i.exec(origin)?.[1]?.toLowerCase() === host.toLowerCase()
