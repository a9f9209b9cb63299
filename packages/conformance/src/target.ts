import { setTimeout as pause } from 'node:timers/promises'
import { ConformanceError } from './error.ts'

/** What an endpoint answered to one body. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/** Anything that answers JSON-RPC bodies. `send` throws a ConformanceError (UNREACHABLE) when there was no answer. */
export interface Target {
  /** The address, for the curl line of a failure. */
  readonly url?: string
  send(body: string | Uint8Array<ArrayBuffer>): Promise<Answer>
}

/**
 * An endpoint over HTTP; `timeout` in milliseconds covers headers and body. One that says that it is asked too much
 * (HTTP 429) is asked again later, five times at most: that is no answer to judge.
 */
export function httpTarget(url: string, { timeout = 10_000 }: { timeout?: number } = {}): Target {
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new ConformanceError('OPTION', `"${url}" is not an http or https address.`)
  }
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const ask: Target['send'] = async (body) => {
    try {
      const signal = AbortSignal.timeout(timeout)
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, body: bytes }
    } catch (cause) {
      throw new ConformanceError('UNREACHABLE', `${url} gave no answer: ${reason(cause)}.`, { cause })
    }
  }
  return {
    url,
    async send(body) {
      let answer = await ask(body)
      for (let wait = 500; answer.status === 429 && wait <= 8_000; wait *= 2) {
        const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
        await pause(seconds >= 0 ? Math.min(seconds * 1_000, 30_000) : wait)
        answer = await ask(body)
      }
      return answer
    },
  }
}

/** A body's bytes to the answer's; `undefined` where nothing is to be answered. */
export type Rpc = (body: Uint8Array) => Promise<Uint8Array | undefined> | Uint8Array | undefined

/** A function from a body's bytes to the answer's bytes as a target: what it throws counts as no answer. */
export function functionTarget(rpc: Rpc): Target {
  return {
    async send(body) {
      const bytes = await answer(rpc, typeof body === 'string' ? new TextEncoder().encode(body) : body)
      const headers = new Headers(bytes ? { 'content-type': 'application/json' } : {})
      return { status: bytes ? 200 : 204, headers, body: bytes ?? new Uint8Array() }
    },
  }
}

async function answer(rpc: Rpc, body: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await rpc(body)
  } catch (cause) {
    throw new ConformanceError('UNREACHABLE', `the function gave no answer: ${reason(cause)}.`, { cause })
  }
}

// fetch hides the reason ("connect ECONNREFUSED …") in the cause of a "fetch failed", or in one for each address.
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner: unknown = error.cause ?? (error as Partial<AggregateError>).errors?.[0]
  return inner instanceof Error ? reason(inner) : error.message || error.name
}
