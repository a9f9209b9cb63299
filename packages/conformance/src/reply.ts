import { isRecord, show } from './json.ts'
import type { Method } from './document.ts'
import type { Answer, HttpRequest } from './target.ts'

/** One body that was sent and what came back. */
export interface Reply {
  /** The body as text; bytes that are no text with a mark in their place. */
  readonly request: string
  /** The body, where it is not text. */
  readonly bytes?: Uint8Array
  /** The verb and the headers, where they are not the usual ones. */
  readonly http?: HttpRequest
  readonly status: number
  readonly headers: Headers
  /** The body of the answer as text. */
  readonly text: string
  /** The body as JSON; undefined when it is not JSON. */
  readonly value: unknown
}

/** What one JSON-RPC answer says: a result, an error, or neither (then why not). */
export type Outcome =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: unknown; readonly message: unknown }
  | { readonly kind: 'neither'; readonly why: string }

/** An answer as text and JSON, beside the body that asked for it. */
export function readReply(
  body: string | Uint8Array,
  { status, headers, body: bytes }: Answer,
  http?: HttpRequest,
): Reply {
  const text = new TextDecoder().decode(bytes)
  const request =
    typeof body === 'string' ? { request: body } : { request: new TextDecoder().decode(body), bytes: body }
  return { ...request, ...(http && { http }), status, headers, text, value: parse(text) }
}

/** What an answer says, as leniently as it can be read. */
export function readOutcome(value: unknown): Outcome {
  if (value === undefined) return { kind: 'neither', why: 'the answer is not JSON' }
  if (!isRecord(value)) return { kind: 'neither', why: `the answer is not an object but ${show(value)}` }
  if (isRecord(value['error']))
    return { kind: 'error', code: value['error']['code'], message: value['error']['message'] }
  if ('result' in value) return { kind: 'result', result: value['result'] }
  return { kind: 'neither', why: `the answer has neither result nor error: ${show(value)}` }
}

/** `result null`, `error -32602 "…"`, or why it is neither. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'result') return `result ${show(outcome.result)}`
  if (outcome.kind === 'error') return `error ${show(outcome.code)} ${show(outcome.message)}`
  return outcome.why
}

/** An error that the method declares for valid calls. */
export function isDeclared({ errors }: Pick<Method, 'errors'>, outcome: Outcome): boolean {
  return outcome.kind === 'error' && errors.some((code) => code === outcome.code)
}

/** What is wrong with an answer as a JSON-RPC 2.0 response object to a call with this id; undefined when nothing is. */
export function envelopeProblem(value: unknown, id: unknown): string | undefined {
  if (!isRecord(value))
    return value === undefined ? 'the answer is not JSON' : `${show(value)} is not a response object`
  if (value['jsonrpc'] !== '2.0') return `jsonrpc must be "2.0", not ${show(value['jsonrpc'])}`
  if (!Object.hasOwn(value, 'id')) return 'the member id is missing'
  if (value['id'] !== id) return `id must be ${show(id)}, not ${show(value['id'])}`
  const [result, error] = ['result', 'error'].map((key) => Object.hasOwn(value, key))
  if (result === error)
    return result ? 'result and error are both present' : 'neither result nor error is present'
  const extra = Object.keys(value).find((key) => !['jsonrpc', 'id', 'result', 'error'].includes(key))
  if (extra !== undefined) return `the member ${show(extra)} is not part of a response object`
  return error ? errorProblem(value['error']) : undefined
}

function errorProblem(error: unknown): string | undefined {
  if (!isRecord(error)) return `error must be an object, not ${show(error)}`
  if (!Number.isInteger(error['code'])) return `error.code must be an integer, not ${show(error['code'])}`
  if (typeof error['message'] !== 'string')
    return `error.message must be a string, not ${show(error['message'])}`
  const extra = Object.keys(error).find((key) => !['code', 'message', 'data'].includes(key))
  return extra === undefined ? undefined : `the member ${show(extra)} is not part of an error object`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
