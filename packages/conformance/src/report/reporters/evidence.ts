import type { Result } from '../report.ts'
import { foldLines, markLines, type Fold } from './marked-lines.ts'

/** What shows a failure to a person, as lines of JSON: the answer is marked where it differs from what it had to be. */
export interface Evidence {
  readonly request: readonly Fold[]
  readonly answer: readonly Fold[]
  /** Whether a line of the answer is marked. */
  readonly marked: boolean
  /** What the marks say of a line. */
  readonly legend: { readonly actual: string; readonly expected: string }
}

const legends = {
  judged: { actual: 'found', expected: 'expected' },
  compared: { actual: 'this endpoint', expected: 'the other' },
}

/** The request and the answer of a result; undefined where nothing was asked. */
export function readEvidence(result: Result): Evidence | undefined {
  const { id, request, differences } = result
  if (request === undefined) return undefined
  const answer = foldLines(markLines(answerOf(result), differences))
  const marked = answer.some((line) => 'text' in line && line.mark !== 'same')
  const legend = legends[id.startsWith('differ/') ? 'compared' : 'judged']
  return { request: foldLines(markLines(request)), answer, marked, legend }
}

/** The text of a result's answer; in brackets, why there is none. */
export function answerOf({ response }: Result): string {
  if (response === undefined) return '(none came)'
  return response === '' ? '(empty)' : response
}
