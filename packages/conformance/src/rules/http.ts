import { fail, skip, type Check } from '../check.ts'
import type { Method } from '../document.ts'
import { httpCases } from '../protocol/http-cases.ts'
import { judgeHttpAnswer } from '../protocol/judge-http.ts'
import { findQuestions } from './protocol.ts'

/** The rules of the HTTP that carries JSON-RPC; a target that is no address skips them. */
export function planHttp(methods: readonly Method[]): Check[] {
  const questions = findQuestions(methods)
  if (!questions) return []
  return httpCases(questions.valid).map((row) => {
    const { id, level, sentence, source } = row
    return {
      id: `http/${id}`,
      level,
      sentence,
      source,
      async judge(session) {
        const reply = await session.fetch(row)
        if (!reply) return skip('the endpoint is not reached over HTTP')
        const problem = judgeHttpAnswer(reply, row.expect)
        return problem === undefined ? undefined : fail(problem, reply)
      },
    }
  })
}
