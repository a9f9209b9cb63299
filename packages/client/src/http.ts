import { ClientError } from './error.ts'
import { createQueue, type HttpOptions } from './batching.ts'
import type { Transport } from './transport.ts'

/**
 * Makes a transport over HTTP. Calls of the same moment are sent as one batch. A transient error is retried after
 * 150 ms, 300 ms, …, with jitter, or after the time that Retry-After asks for. Redirects are not followed.
 * @param address An http or https URL without a password.
 * @throws ClientError INVALID_OPTION for any other address, for an option that is no number, and for headers that HTTP
 * does not allow.
 * @example
 * const transport = http('http://127.0.0.1:8545', { timeout: 5_000, retries: 1 })
 */
export function http(address: string | URL, options: HttpOptions = {}): Transport {
  const usual = {
    timeout: 10_000,
    maxBytes: 2 ** 26,
    batchItems: 100,
    batchLength: 500_000,
    retries: 3,
    maxRetryAfter: 30_000,
  }
  const all = readNumbers(usual, options)
  const headers = readHeaders(all.headers, ['accept', 'content-type'])
  return createQueue(parseAddress(address), { ...all, headers })
}

/** The transports of several endpoints. With `mustDiffer`, throws a ClientError (INVALID_OPTION) for a transport or an origin given twice: it would agree with itself. */
export function toTransports(
  endpoints: readonly (string | URL | Transport)[],
  mustDiffer: boolean,
): readonly Transport[] {
  const transports = endpoints.map((each) => (typeof each === 'function' ? each : http(each)))
  const names = endpoints.map((each) => (typeof each === 'function' ? each : new URL(each).origin))
  const again = mustDiffer && names.find((name, index) => names.indexOf(name) < index)
  if (again)
    throw new ClientError(
      'INVALID_OPTION',
      `${typeof again === 'string' ? again : 'A transport'} is given twice, and would agree with itself.`,
    )
  return transports
}

/** The URL of an endpoint. Throws a ClientError (INVALID_OPTION) for one that is not of http, or has a password. */
export function parseAddress(address: string | URL): URL {
  try {
    const url = new URL(address) // not URL.canParse, which React Native lacks
    if (/^https?:..[^@/]+\//.test(url.href)) return url
  } catch {
    // refused below
  }
  const shown = String(address).replace(/^(\w+:\/\/)?([^/]*@)?|[/?].*/gs, '$1') // what is behind may be a key
  throw new ClientError('INVALID_OPTION', `"${shown}" must be an http or https URL without a password.`)
}

/** Adds defaults to options that are numbers. Throws a ClientError (INVALID_OPTION) for one that is no number, or below 0; Infinity means no limit. */
export function readNumbers<N extends object, T extends object>(usual: N, given: T): N & T {
  const all = { ...given } as N & T
  for (const name in usual) {
    const value: unknown = (all[name] ??= usual[name] as never)
    if (!(typeof value === 'number' && value >= 0))
      throw new ClientError('INVALID_OPTION', `${name} must be 0 or more, not ${value}.`)
  }
  return all
}

/** Sets the named headers to JSON. Throws a ClientError (INVALID_OPTION) for a header that HTTP does not allow; the message does not repeat it, since it may be a key. */
export function readHeaders(
  given: ConstructorParameters<typeof Headers>[0],
  names: readonly string[],
): Readonly<Record<string, string>> {
  try {
    const headers = new Headers(given)
    for (const name of names) headers.set(name, 'application/json')
    return Object.fromEntries(headers) // plain, for a fetch of the user's own
  } catch {
    throw new ClientError('INVALID_OPTION', 'headers must be valid.')
  }
}
