import { ClientError } from './error.ts'
import type { Answer } from './exchange.ts'
import { isError, toFault } from './fault.ts'

/** What a call came to. */
export type Outcome = { readonly result: unknown } | ClientError

/** What finds the outcome of a call by its id; none for a call of a batch that has no reply. */
export function readReplies(
  { status, retryAfter, text }: Answer,
  isBatch: boolean,
): (id: number) => Outcome | undefined {
  const replies = parse(text)
  const isFailure = status < 200 || status > 299
  const byId = new Map(replies.map((reply) => [reply.id ?? null, reply] as const).toReversed()) // a hostile answer may have millions of them; the first of an id counts
  return (id) => {
    const reply = byId.get(id)
    const { result, error } = reply ?? { error: byId.get(null)?.error } // of a call, but it cannot be said which
    if (isFailure || isError(error)) return toFault(status, retryAfter, error)
    if (result !== undefined) return { result }
    if (!reply && replies[0] && isBatch) return undefined
    return reply || replies[0]?.id === undefined
      ? new ClientError('BAD_RESPONSE', 'The answer is not JSON-RPC.')
      : new ClientError('ID_MISMATCH', 'The answer has the id of another request.')
  }
}

interface Reply {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** The replies in a text: one, several, or none where it is not JSON. */
function parse(text: string): Reply[] {
  try {
    return [JSON.parse(text)].flat().filter((reply) => reply instanceof Object)
  } catch {
    return []
  }
}
