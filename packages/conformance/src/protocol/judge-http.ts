import { describeOutcome, readOutcome, type Reply } from '../endpoint/reply.ts'
import { insides, type HttpCase } from './http-cases.ts'
import { blaming } from './judge.ts'

/** What is wrong with the answer to a case of HTTP, in one sentence; undefined when it is as expected. */
export function judgeHttpAnswer(
  { status, headers, text, value }: Pick<Reply, 'status' | 'headers' | 'text' | 'value'>,
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
  const found = insides.exec(text)?.[0]
  if (found !== undefined) return `the answer tells "${found}"`
  if (expected.code === undefined) return undefined
  if (expected.code === 'nothing') return text === '' ? undefined : 'there must be no body'
  const outcome = readOutcome(value)
  const code = outcome.kind === 'error' ? outcome.code : outcome.kind
  // History may be gone where a result is expected: then the endpoint has an error of its own.
  const isOwn = expected.code === 'result' && outcome.kind === 'error' && !blaming.includes(code)
  if (code === expected.code || isOwn) return undefined
  const wanted = expected.code === 'result' ? 'a result' : `error ${expected.code}`
  return `expected ${wanted}, got ${describeOutcome(outcome)}`
}
