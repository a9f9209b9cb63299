import { isRecord, show } from '../document/json.ts'
import { showLine } from '../document/shown-text.ts'
import { describeOutcome, parseJson, readOutcome, type Exchange } from '../endpoint/exchange.ts'
import { type Expectation, type HttpCase, insides } from './cases.ts'

export * from './cases.ts'

/** How strictly a reply is checked. */
export interface ReplyCheckOptions {
  /** A result may also be an error of the endpoint's own, that does not blame the request: history may be gone. */
  readonly ownErrors?: boolean
  /** Allow no member but those of the specification. @default true */
  readonly whole?: boolean
}

/** Returns the problem of the response to a protocol case, in one sentence; undefined if it is as expected. An empty reply is ''. */
export function checkReply(
  reply: string,
  expected: Expectation,
  options: ReplyCheckOptions = {},
): string | undefined {
  if ('nothing' in expected) return reply === '' ? undefined : `nothing was expected, not ${cut(reply)}`
  let value: unknown
  try {
    value = JSON.parse(reply, keepId)
  } catch {
    return reply === '' ? 'there is no response' : `the response is not JSON: ${cut(reply)}`
  }
  return checkValue(value, expected, options)
}

/** Returns the problem of one response as such: its members, the result or error in it, the error's code and message. */
export function checkReplyForm(reply: unknown, { whole = true }: ReplyCheckOptions = {}): string | undefined {
  if (reply === undefined) return 'the response is not JSON'
  const text = showReply(reply)
  if (!isRecord(reply)) return `a response is an object, not ${text}`
  const { jsonrpc, id, result, error, ...rest } = reply
  if (jsonrpc !== '2.0') return `jsonrpc is "2.0" in ${text}`
  if (id === undefined) return `an id stands in ${text}`
  if ((result === undefined) === (error === undefined)) return `either result or error stands in ${text}`
  if (whole && Object.keys(rest).length > 0) return `no other members stand in ${text}`
  if (error === undefined) return undefined
  if (!isRecord(error) || !Number.isInteger(error['code']) || typeof error['message'] !== 'string')
    return `an error has an integer code and a text in ${text}`
  const more = whole && Object.keys(error).find((key) => !['code', 'message', 'data'].includes(key))
  return typeof more !== 'string' ? undefined : `the member ${show(more)} is not part of an error in ${text}`
}

/** Keeps an id as the text it was written with, since a number may not survive its parsing; for JSON.parse. */
export const keepId = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  key === 'id' ? (context?.source ?? value) : value

/** The codes that say that the request was bad, rather than that there is no response to it. */
export const blaming: ReadonlySet<unknown> = new Set<unknown>([-32700, -32600, -32601, -32602])

function checkValue(reply: unknown, expected: Expectation, options: ReplyCheckOptions): string | undefined {
  if ('anyOf' in expected) {
    const problems = expected.anyOf.map((each) => checkValue(reply, each, options))
    return problems.includes(undefined) ? undefined : problems.join('; or ')
  }
  if ('batch' in expected) return checkBatch(reply, expected, options)
  if ('nothing' in expected) return `nothing was expected, not ${showReply(reply)}`
  const problem = checkReplyForm(reply, options)
  if (problem !== undefined) return problem
  const { id, error } = reply as { readonly id: unknown; readonly error?: { readonly code: number } }
  if ('result' in expected) {
    const isOwn = options.ownErrors === true && error !== undefined && !blaming.has(error.code)
    if (error && !isOwn) return `a result was expected, not ${show(error)}`
    return id === expected.result ? undefined : `the id ${expected.result} was expected, not ${String(id)}`
  }
  if (!error || !expected.error.includes(error.code))
    return `error ${expected.error.join(' or ')} was expected, not ${error ? show(error) : 'a result'}`
  return expected.ids.includes(String(id))
    ? undefined
    : `the id ${expected.ids.join(' or ')} was expected, not ${cut(String(id))}`
}

/** The responses of a batch may come in any order, unless the case says otherwise. */
function checkBatch(
  reply: unknown,
  { batch, ordered }: Extract<Expectation, { batch: unknown }>,
  options: ReplyCheckOptions,
): string | undefined {
  if (!Array.isArray(reply)) return `an array was expected, not ${showReply(reply)}`
  if (reply.length !== batch.length) return `${batch.length} responses were expected, not ${reply.length}`
  const left: unknown[] = [...reply]
  for (const expected of batch) {
    const problems = left.map((item) => checkValue(item, expected, options))
    const index = ordered ? (problems[0] === undefined ? 0 : -1) : problems.indexOf(undefined)
    if (index < 0) return problems[0]
    left.splice(index, 1)
  }
  return undefined
}

/** A response as JSON, its ids as they were written. */
const showReply = (reply: unknown) =>
  show(reply, 200, (key, value) => {
    const id = key === 'id' && typeof value === 'string' ? parseJson(value) : undefined
    return id === undefined ? value : id
  })

const cut = (text: string) => showLine(text, 200)

/** Returns the problem of the response to a case of HTTP, in one sentence; undefined if it is as expected. */
export function checkHttpResponse(
  { status, headers, text, value }: Pick<Exchange, 'status' | 'headers' | 'text' | 'value'>,
  expected: HttpCase['expect'],
): string | undefined {
  if (!expected.status.includes(status))
    return `the HTTP status must be ${expected.status.join(' or ')}, not ${status}`
  const named = expected.at === undefined || expected.at === status ? expected.headers : {}
  for (const [name, part] of Object.entries(named ?? {})) {
    const actual = headers.get(name)
    if (actual?.toLowerCase().includes(part.toLowerCase()) !== true)
      return `the header ${name} must be ${part}, not ${actual ?? 'absent'}`
  }
  const outcome = readOutcome(value)
  const found = outcome.kind === 'result' ? undefined : insides.exec(text)?.[0]
  if (found !== undefined) return `the response exposes "${found}"`
  if (expected.code === undefined) return undefined
  if (expected.code === 'nothing') return text === '' || status >= 400 ? undefined : 'there must be no body'
  const code = outcome.kind === 'error' ? outcome.code : outcome.kind
  // History may be gone where a result is expected: then the endpoint's error is accepted.
  const isOwn = expected.code === 'result' && outcome.kind === 'error' && !blaming.has(code)
  if (code === expected.code || isOwn) return undefined
  const wanted = expected.code === 'result' ? 'a result' : `error ${expected.code}`
  return `expected ${wanted}, got ${describeOutcome(outcome)}`
}
