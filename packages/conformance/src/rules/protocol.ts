import { fail, type Check } from '../check.ts'
import type { Method } from '../document.ts'
import { protocolCases } from '../protocol/cases.ts'
import { judgeAnswer } from '../protocol/judge.ts'
import type { Question } from '../protocol/rows.ts'

/** What a plan of the protocol may be told. */
export interface ProtocolOptions {
  /** Also what asks more of an endpoint than a guest should: batches without measure, nesting without end. */
  readonly heavy?: boolean
}

/** The rules of JSON-RPC 2.0 itself, on the first example of the document as a valid call. */
export function planProtocol(methods: readonly Method[], { heavy = false }: ProtocolOptions = {}): Check[] {
  const questions = findQuestions(methods)
  if (!questions) return []
  return protocolCases(questions.valid, questions.none)
    .filter((one) => heavy || !one.heavy)
    .map(({ id, level, sentence, source, request, expect }) => ({
      id: `protocol/${id}`,
      level,
      sentence,
      source,
      async judge(session) {
        const reply = await session.send(request)
        const problem = judgeAnswer(reply.text, expect, { ownErrors: true, whole: id.endsWith('/members') })
        return problem === undefined ? undefined : fail(problem, reply)
      },
    }))
}

/** A valid call of the document, and one whose result is null; undefined for a document without examples. */
export function findQuestions(methods: readonly Method[]): { valid: Question; none?: Question } | undefined {
  const calls = methods.flatMap(({ name, examples }) =>
    examples.map(({ params, result }) => ({ method: name, params, result })),
  )
  const [valid] = calls
  const none = calls.find(({ result }) => result === null)
  return valid && { valid, ...(none && { none }) }
}
