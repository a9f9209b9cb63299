import { isRecord, type Json, show } from '../document/json.ts'
import type { Method } from '../document/document.ts'
import type { Body, HttpResponse } from './target.ts'
import type { HttpRequest, Sent } from '../error.ts'

/** One body that was sent and what came back. */
export interface Exchange extends Sent {
  readonly status: number
  readonly headers: Headers
  /** The response body as text: without a byte order mark; bytes that are not UTF-8 become U+FFFD. */
  readonly text: string
  /** Why the bytes of the body are not those of JSON, if they are not: `it is not UTF-8`. */
  readonly flaw?: string
  /** The body as JSON; undefined when it is not JSON. */
  readonly value: unknown
}

/** The outcome of one JSON-RPC response: a result, an error, or neither (and why). */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: unknown; readonly message: unknown }
  | { readonly kind: 'neither'; readonly why: string }

export const toSent = (body: Body, http?: HttpRequest): Sent => ({
  ...(typeof body === 'string'
    ? { request: body }
    : { request: new TextDecoder().decode(body), bytes: body }),
  ...(http && { http }),
})

/** Returns a response as text and JSON, with the body that asked for it. */
export function toExchange(
  body: Body,
  { status, headers, body: bytes }: HttpResponse,
  http?: HttpRequest,
): Exchange {
  const read = readText(bytes)
  return { ...toSent(body, http), status, headers, ...read, value: parseJson(read.text) }
}

/** Returns the outcome of a response, read as leniently as possible. */
export function readOutcome(value: unknown): Outcome {
  if (value === undefined) return { kind: 'neither', why: 'the response is not JSON' }
  if (!isRecord(value)) return { kind: 'neither', why: `the response is not an object but ${show(value)}` }
  if (isRecord(value['error']))
    return { kind: 'error', code: value['error']['code'], message: value['error']['message'] }
  if ('result' in value) return { kind: 'result', result: value['result'] }
  return { kind: 'neither', why: `the response has neither result nor error: ${show(value)}` }
}

/** `result null`, `error -32602 "…"`, or why it is neither. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'result') return `result ${show(outcome.result)}`
  if (outcome.kind === 'error') return `error ${show(outcome.code)} ${show(outcome.message)}`
  return outcome.why
}

/** The calls of a body, each with its response (undefined without one) and the JSON pointer to it. */
export function pairCalls({ request, value }: Exchange): { call: Json; reply: unknown; path: string }[] {
  const asked = parseJson(request)
  if (!Array.isArray(asked)) return isRecord(asked) ? [{ call: asked, reply: value, path: '' }] : []
  const replies: unknown[] = Array.isArray(value) ? value : []
  return asked.filter(isRecord).map((call) => {
    const index = replies.findIndex((reply) => isRecord(reply) && reply['id'] === call['id'])
    return { call, reply: replies[index], path: `/${index}` }
  })
}

/** Whether an outcome is an error that the method declares for valid calls. */
export const isDeclared = ({ errors }: Pick<Method, 'errors'>, outcome: Outcome): boolean =>
  outcome.kind === 'error' && errors.some((code) => code === outcome.code)

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readText(bytes: Uint8Array): Pick<Exchange, 'text' | 'flaw'> {
  try {
    const text = strict.decode(bytes)
    return text.startsWith('\uFEFF')
      ? { text: text.slice(1), flaw: 'it begins with a byte order mark' }
      : { text }
  } catch {
    return { text: new TextDecoder().decode(bytes), flaw: 'it is not UTF-8' }
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
