import { fail, skip, type Check } from './check.ts'
import type { Method } from '../document/document.ts'
import { httpCases } from '../protocol/http-cases.ts'
import { judgeHttpAnswer } from '../protocol/judge-http.ts'
import { chooseServed, findQuestions } from './protocol.ts'

/** The rules of the HTTP that carries JSON-RPC; a target that is no address skips them. */
export function planHttp(methods: readonly Method[]): Check[] {
  const all = findQuestions(methods).map(({ method, valid }) => ({
    method,
    rows: new Map(httpCases(valid).map((row) => [row.id, row])),
  }))
  const first = [...(all[0]?.rows.values() ?? [])]
  return first.map(({ id, level, sentence, source }): Check => {
    return {
      id: `http/${id}`,
      level,
      sentence,
      source,
      async judge(session) {
        const row = (await chooseServed(all, session)).rows.get(id)
        if (!row) return skip('no method that is served requires parameters')
        const reply = await session.fetch(row)
        if (!reply) return skip('the endpoint is not reached over HTTP')
        const problem = judgeHttpAnswer(reply, row.expect)
        return problem === undefined ? undefined : fail(problem, reply)
      },
    }
  })
}
