import { ClientError } from './error.ts'
import { readHeaders, readNumbers } from './options.ts'
import { createQueue } from './queue.ts'
import type { Transport } from './transport.ts'

/** How an endpoint is asked. */
export interface HttpOptions {
  /** Headers beside content-type and accept. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one try, headers and body together. */
  readonly timeout?: number | undefined
  /** Tries after the first one. */
  readonly retries?: number | undefined
  /** The longest wait in milliseconds that a Retry-After may ask for; beyond it the call fails at once. */
  readonly maxWait?: number | undefined
  /** The most bytes of an answer. */
  readonly maxBytes?: number | undefined
  /** The most calls in one batch; 1 sends each by itself. */
  readonly batchItems?: number | undefined
  /** The most characters in one batch. */
  readonly batchLength?: number | undefined
  /** What to send with instead of the platform's fetch. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Asks an endpoint over HTTP. Calls of the same moment travel as one batch; what fails in a way that may pass is
 * tried again after 150 ms, 300 ms, …, with jitter, or later where Retry-After says so. Redirects are not followed.
 * Throws a ClientError (INVALID_OPTION) for what is not an http or https address, for a number that is none, and for
 * headers that HTTP does not allow.
 */
export function http(address: string | URL, options: HttpOptions = {}): Transport {
  const all = readNumbers(usual, options)
  const headers = readHeaders(all.headers, ['accept', 'content-type'])
  return createQueue(parseAddress(address), { ...all, headers })
}

/**
 * The transports of several endpoints. Where they are to agree, throws a ClientError (INVALID_OPTION) for a transport or
 * an origin that is given twice: it would agree with itself.
 */
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

const usual = {
  timeout: 10_000,
  maxBytes: 2 ** 26,
  batchItems: 100,
  batchLength: 500_000,
  retries: 3,
  maxWait: 30_000,
}

function parseAddress(address: string | URL): URL {
  const url = URL.canParse(address) && new URL(address)
  if (url && /^https?:..[^@/]+\//.test(url.href)) return url
  const shown = String(address).replace(/^(\w+:\/\/)?([^/]*@)?([^/?]*).*/s, '$1$3') // what is behind may be a key
  throw new ClientError(
    'INVALID_OPTION',
    `"${shown}" must be an http:// or https:// address without a password.`,
  )
}
