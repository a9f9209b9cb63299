import { fail, skip, type Check, type Finding } from '../check.ts'
import type { Method } from '../document.ts'
import { httpCases, insides, type HttpCase } from '../protocol/http-cases.ts'
import { blaming } from '../protocol/judge.ts'
import { describeOutcome, readOutcome, type Reply } from '../reply.ts'
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
        return reply ? judgeReply(row, reply) : skip('the endpoint is not reached over HTTP')
      },
    }
  })
}

function judgeReply({ expect }: HttpCase, reply: Reply): Finding | undefined {
  const { status, headers, text } = reply
  if (!expect.status.includes(status))
    return fail(`the HTTP status must be ${expect.status.join(' or ')}, not ${status}`, reply)
  for (const [name, expected] of Object.entries(expect.headers ?? {})) {
    const actual = headers.get(name)
    if (actual?.toLowerCase().includes(expected.toLowerCase()) !== true)
      return fail(`the header ${name} must be ${expected}, not ${actual ?? 'absent'}`, reply)
  }
  const found = insides.exec(text)?.[0]
  if (found !== undefined) return fail(`the answer tells "${found}"`, reply)
  if (expect.code === undefined) return undefined
  if (expect.code === 'nothing') return text === '' ? undefined : fail('there must be no body', reply)
  const outcome = readOutcome(reply.value)
  const code = outcome.kind === 'error' ? outcome.code : outcome.kind
  // History may be gone where a result is expected: then the endpoint has an error of its own.
  const isOwn = expect.code === 'result' && outcome.kind === 'error' && !blaming.includes(code)
  return code === expect.code || isOwn
    ? undefined
    : fail(
        `expected ${expect.code === 'result' ? 'a result' : `error ${expect.code}`}, got ${describeOutcome(outcome)}`,
        reply,
      )
}
