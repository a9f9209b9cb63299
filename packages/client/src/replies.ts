import type { Answer } from './exchange.ts'
import { isError, toFault, type Fault } from './fault.ts'

/** What a call came to. */
export type Outcome = { readonly result: unknown } | Fault

/** The outcome of each call, in the order of their ids; none for a call of a batch that has no reply. */
export function readReplies(
  { status, retryAfter, text }: Answer,
  ids: readonly number[],
): (Outcome | undefined)[] {
  const replies = [parse(text)].flat().filter(isObject)
  const isFailure = status < 200 || status > 299
  const read = ({ result, error }: Reply): Outcome => {
    if (isFailure || isError(error)) return toFault(status, retryAfter, error)
    return result === undefined ? badResponse : { result }
  }
  const outcomes = new Map<unknown, Outcome>()
  for (const reply of replies) if (!outcomes.has(reply.id)) outcomes.set(reply.id, read(reply))
  const lost = replies.find(({ id, error }) => id == null && isError(error)) // of a call, but it cannot be said which
  const isBatch = ids.length > 1 && replies.length > 0
  const single = replies[0]?.id === undefined ? badResponse : mismatch
  const missing = lost || isFailure ? read(lost ?? {}) : isBatch ? undefined : single
  return ids.map((id) => outcomes.get(id) ?? missing)
}

interface Reply {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

const badResponse: Fault = { code: 'BAD_RESPONSE', message: 'The answer is not JSON-RPC.' }
const mismatch: Fault = { code: 'ID_MISMATCH', message: 'The answer has the id of another request.' }

const isObject = (value: unknown): value is Reply => typeof value === 'object' && value !== null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
