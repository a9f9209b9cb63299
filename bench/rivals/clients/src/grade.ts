import { inspect } from 'node:util'
import type { FaultRow } from '@lectern/client/testing'

/** What one question came to, and after how long. */
export type Call = ({ readonly result: unknown } | { readonly error: unknown }) & {
  readonly milliseconds: number
}

/** Whether a library did what is right, and in a few words what it did. */
export interface Verdict {
  readonly isRight: boolean
  readonly outcome: string
}

/**
 * Compares what came of a row's calls with what is right. A refusal may be of any kind, as long as a person can
 * read in it what `says` asks for; an answer must be that of its question.
 */
export function grade(row: FaultRow, calls: readonly Call[], requests: number): Verdict {
  const verdicts = calls.map((call, index) => gradeCall(row, call, index))
  const slowest = Math.max(...calls.map(({ milliseconds }) => milliseconds))
  const { least = 0, most = Infinity } = row.expect
  const isInTime = slowest >= least && slowest <= most
  const words = verdicts.map(({ outcome }) => outcome)
  const outcome = words.length > 1 && words[0] === words[1] ? `both ${words[0]}` : words.join(', ')
  return {
    isRight: isInTime && verdicts.every(({ isRight }) => isRight),
    outcome: [outcome, toSeconds(slowest), requests > 1 ? `${requests} requests` : '']
      .filter(Boolean)
      .join(', '),
  }
}

function gradeCall({ expect, questions }: FaultRow, call: Call, index: number): Verdict {
  const wanted = expect.calls[index]!
  const [asked] = questions[index]!.params
  if ('error' in call) {
    const isRefusal =
      wanted === 'aborted' || (wanted !== 'answer' && (expect.says?.test(textOf(call.error)) ?? true))
    return { isRight: isRefusal, outcome: nameOf(call.error) }
  }
  const { result } = call
  if (result === null || result === undefined) return { isRight: false, outcome: 'null' }
  const answer = result as Readonly<Record<string, unknown>>
  const mine = answer['transactionHash'] ?? answer['hash']
  if (mine !== asked) return { isRight: false, outcome: 'another’s answer' }
  const isRight = wanted === 'answer' && (expect.is?.(answer) ?? true)
  return { isRight, outcome: isRight ? 'right' : 'accepted' }
}

/** Everything that a person can read in an error. */
const textOf = (error: unknown): string => inspect(error, { depth: 6 })

/** The most specific name of an error: a code in words, or the name of its class, with a numeric code. */
function nameOf(error: unknown): string {
  const { name = 'Error', code } = error as { name?: string; code?: unknown }
  if (typeof code === 'string') return code
  return typeof code === 'number' ? `${name} ${code}` : name
}

/** The duration, if it is long enough to mention. */
const toSeconds = (milliseconds: number): string =>
  milliseconds < 150 ? '' : `${(milliseconds / 1_000).toFixed(1)} s`
