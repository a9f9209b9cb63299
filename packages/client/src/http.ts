import { ClientError } from './error.ts'
import { exchange } from './exchange.ts'
import { isRetryable, type Fault } from './fault.ts'
import { checkNumbers } from './numbers.ts'
import { abortable, createPause } from './pause.ts'
import { createQueue } from './queue.ts'
import type { Transport } from './transport.ts'

/** How an endpoint is asked. */
export interface HttpOptions {
  /** Headers beside content-type and accept. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for one try, headers and body together. */
  readonly timeout?: number
  /** Tries after the first one. */
  readonly retries?: number
  /** The longest wait in milliseconds that a Retry-After may ask for; beyond it the call fails at once. */
  readonly maxWait?: number
  /** The most bytes of an answer. */
  readonly maxBytes?: number
  /** The most calls in one batch; 1 sends each by itself. */
  readonly batchItems?: number
  /** The most characters in one batch. */
  readonly batchLength?: number
  /** What to send with instead of the platform's fetch. */
  readonly fetch?: typeof fetch
}

/**
 * Asks an endpoint over HTTP. Calls of the same moment travel as one batch; what fails in a way that may pass is
 * tried again after 150 ms, 300 ms, …, with jitter, or later where Retry-After says so. Redirects are not followed.
 * Throws a ClientError (INVALID_OPTION) for what is not an http or https address, and for a number that is none.
 */
export function http(address: string | URL, options: HttpOptions = {}): Transport {
  const { timeout = 10_000, retries = 3, maxWait = 30_000, maxBytes = 67_108_864 } = options
  const { batchItems = 100, batchLength = 500_000, fetch = globalThis.fetch } = options
  checkNumbers({ timeout, maxBytes, batchItems, batchLength }, 1)
  checkNumbers({ retries, maxWait }, 0)
  const { href, origin } = parseAddress(address)
  const json = 'application/json'
  const headers = { ...options.headers, 'content-type': json, accept: json }
  const endpoint = { url: href, headers, timeout, maxBytes, fetch }
  const ask = createQueue((body, signal) => exchange(endpoint, body, signal), { batchItems, batchLength })
  const pause = createPause()

  return async ({ method, params }, { signal, deadline, attempts = [] }) => {
    for (;;) {
      const asked = await abortable(ask(method, params, signal), signal).catch(giveUp)
      if ('result' in asked) return { result: asked.result, url: origin }
      const { fault, batch } = asked
      attempts.push({ url: origin, code: fault.code, message: fault.message })
      const backoff = 150 * 2 ** (attempts.length - 1) * (0.5 + Math.random())
      const wait = Math.max(fault.retryAfter ?? 0, backoff)
      const isLast = !isRetryable(fault) || attempts.length > retries
      if (isLast || wait > maxWait || Date.now() + wait > deadline) throw toError(fault)
      await pause(batch, wait, signal).catch(giveUp)
    }

    function toError({ code, message, ...details }: Fault): ClientError {
      return new ClientError(code, message, {
        ...details,
        method,
        params,
        url: origin,
        attempts,
      })
    }

    /** Tells what the tries came to when time is up; what the caller's own signal says is left as it is. */
    function giveUp(reason: unknown): never {
      throw reason instanceof ClientError ? toError({ code: reason.code, message: reason.message }) : reason
    }
  }
}

function parseAddress(address: string | URL): URL {
  if (!URL.canParse(address) || !/^https?:/.test(String(address)))
    throw new ClientError('INVALID_OPTION', `"${String(address)}" is not an http or https address.`)
  const url = new URL(address)
  if (url.username === '' && url.password === '') return url
  const why = `The address of ${url.host} holds a user name or password; these go into an authorization header.`
  throw new ClientError('INVALID_OPTION', why)
}
