import { compareAnswers } from '../compare.ts'
import type { Result } from '../report.ts'
import { foldLines, markLines, type Fold, type Line } from './marked-lines.ts'

/** What shows a failure to a person, as lines of JSON. */
export interface Evidence {
  readonly request: readonly Fold[]
  /** Marked where it is itself what was compared. */
  readonly answer: readonly Fold[]
  /** What was found beside what was expected, where that is not the answer as a whole. */
  readonly comparison?: readonly Fold[]
}

/** The request, the answer and the comparison of a result; undefined where nothing was asked and nothing compared. */
export function readEvidence(result: Result): Evidence | undefined {
  const { request, response = '' } = result
  const compared = compareSides(result)
  if (request === undefined && compared === undefined) return undefined
  const comparison = compared && foldLines(compared)
  const whole = comparison && print(parse(response)) === print(result.actual)
  return {
    request: foldLines(markLines(request ?? '')),
    answer: whole ? comparison : foldLines(markLines(response || '(empty)')),
    ...(comparison && !whole && { comparison }),
  }
}

function compareSides(result: Result): Line[] | undefined {
  const { expected, actual } = result
  const [wanted, found] = ['expected' in result, 'actual' in result]
  if (wanted && found) return markLines(print(actual), listDifferences(expected, actual))
  if (wanted) return markAll(print(expected), 'expected')
  return found ? markAll(print(actual), 'actual') : undefined
}

const markAll = (text: string, mark: Line['mark']): Line[] =>
  markLines(text).map((line) => ({ mark, text: line.text }))

function listDifferences(expected: unknown, actual: unknown) {
  try {
    return compareAnswers(expected, actual)
  } catch {
    return [{ path: '', expected, actual }] // nested too deep to be compared
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function print(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return '(nested too deep to be shown)'
  }
}
