import { createBatcher, defaultLimits } from './batching.ts'
import { ClientError } from '../error.ts'
import type { ReadReplies } from './replies.ts'
import { readHeaders, readNumbers, readUrl } from '../options.ts'
import type { Transport } from './transport.ts'

/** The options of `http`. */
export interface HttpOptions {
  /** Headers besides content-type and accept. @default {} */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one attempt, headers and body together. @default 10_000 */
  readonly timeout?: number | undefined
  /** Attempts after the first one. @default 3 */
  readonly retries?: number | undefined
  /** The longest wait in milliseconds that a server may ask for; a longer one fails the call at once. @default 30_000 */
  readonly maxRetryAfter?: number | undefined
  /** The most bytes of a response. @default 67_108_864 */
  readonly maxBytes?: number | undefined
  /** The most calls in one batch; 1 sends each call alone. A server that refuses batches gets smaller ones. @default 100 */
  readonly batchItems?: number | undefined
  /** The most characters in one batch. @default 500_000 */
  readonly batchLength?: number | undefined
  /** Reads responses. `exactReplies` of @lectern/client/upstream keeps the text of each result. @default each result is parsed */
  readonly readReplies?: ReadReplies | undefined
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Creates a transport over HTTP. Calls of the same moment are sent as one batch. A transient error is retried after
 * 150 ms, 300 ms, …, with jitter, or after the time that the server asks for. Redirects are not followed.
 * @param address An http or https URL without a password.
 * @throws ClientError INVALID_OPTION for any other address, for an option that is not a number, and for headers that
 * HTTP does not allow.
 * @example
 * const transport = http('http://127.0.0.1:8545', { timeout: 5_000, retries: 1 })
 */
export function http(address: string | URL, options: HttpOptions = {}): Transport {
  const settings = readNumbers(defaultLimits, options)
  const headers = readHeaders(settings.headers, 'accept', 'content-type')
  return createBatcher(readUrl(address), { ...settings, headers })
}

/**
 * Returns the transports of several endpoints.
 * @throws ClientError INVALID_OPTION if they must differ, and a transport or an origin is given twice.
 */
export function toTransports(
  endpoints: readonly (string | URL | Transport)[],
  mustDiffer: boolean,
): readonly Transport[] {
  const transports = endpoints.map((each) => (typeof each === 'function' ? each : http(each)))
  const names = endpoints.map((each) => (typeof each === 'function' ? each : new URL(each).origin))
  const twin = names.find((name, index) => names.indexOf(name) < index)
  if (mustDiffer && twin) {
    const shown = typeof twin === 'string' ? twin : 'A transport'
    throw new ClientError('INVALID_OPTION', `${shown} is given twice, and would agree with itself.`)
  }
  return transports
}
