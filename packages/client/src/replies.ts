import type { Answer } from './exchange.ts'
import { isBatchTooLarge, isDecisive, isError, rpcFault, statusFault, type Fault } from './fault.ts'

/** What a call came to. */
export type Outcome = { readonly result: unknown } | { readonly fault: Fault }

/**
 * The outcome of each call by its id. A call of a batch that has none is to be asked again by itself; 'split' says
 * that the batch was too large as a whole.
 */
export function readReplies(answer: Answer | Fault, ids: readonly number[]): Map<number, Outcome> | 'split' {
  const isBatch = ids.length > 1
  const all = (fault: Fault): Map<number, Outcome> => new Map(ids.map((id) => [id, { fault }]))
  if ('code' in answer) return isBatch && answer.code === 'TOO_LARGE' ? 'split' : all(answer)

  const { status, retryAfter } = answer
  const body = parse(answer.text)
  const replies = (Array.isArray(body) ? body : [body]).filter(isObject)
  const error = replies.map((reply) => reply.error).find(isError)
  if (isBatch && (status === 413 || (replies.length === 1 && isBatchTooLarge(error)))) return 'split'
  const isFailure = status < 200 || status > 299
  if (isDecisive(status) || (isFailure && !Array.isArray(body)))
    return all(statusFault(status, retryAfter, error))
  if (isBatch !== Array.isArray(body)) return all(isBatch && error ? rpcFault(error) : badResponse)
  return isBatch ? readBatch(replies, ids) : new Map([[ids[0]!, readSingle(replies[0], ids[0]!)]])
}

interface Reply {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

const badResponse: Fault = { code: 'BAD_RESPONSE', message: 'The answer is not JSON-RPC.' }
const mismatch: Fault = { code: 'ID_MISMATCH', message: 'The answer has the id of another request.' }

function readSingle(reply: Reply | undefined, id: number): Outcome {
  if (reply?.id === undefined) return { fault: badResponse }
  const isMine = reply.id === id || (reply.id === null && isError(reply.error))
  return isMine ? toOutcome(reply) : { fault: mismatch }
}

function readBatch(replies: readonly Reply[], ids: readonly number[]): Map<number, Outcome> {
  const outcomes = new Map<unknown, Outcome>()
  const lost = replies.find(({ id, error }) => id === null && isError(error)) // of a call, but it cannot be said which
  for (const reply of replies) {
    if (!outcomes.has(reply.id) && !isBatchTooLarge(reply.error)) outcomes.set(reply.id, toOutcome(reply))
  }
  const known = ids.map((id) => [id, outcomes.get(id) ?? (lost && toOutcome(lost))] as const)
  return new Map(known.filter((pair): pair is [number, Outcome] => pair[1] !== undefined))
}

function toOutcome({ result, error }: Reply): Outcome {
  if (isError(error)) return { fault: rpcFault(error) }
  return result === undefined ? { fault: badResponse } : { result }
}

const isObject = (value: unknown): value is Reply => typeof value === 'object' && value !== null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
