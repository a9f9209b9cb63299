import type { Expectation } from './protocol.cases.ts'

/** What is wrong with the answer to a protocol case, in one sentence; undefined when it is as expected. An empty answer is ''. */
export function judgeAnswer(answer: string, expected: Expectation): string | undefined {
  if ('nothing' in expected) return answer === '' ? undefined : `nothing was expected, not ${answer}`
  try {
    return judge(JSON.parse(answer, keepId), expected)
  } catch {
    return `the answer is not JSON: ${answer}`
  }
}

/** What is wrong with one answer as such: its members, the result or error in it, the error's code and message. */
export function judgeForm(answer: unknown): string | undefined {
  const text = JSON.stringify(answer)
  if (!isObject(answer)) return `an answer is an object, not ${text}`
  const { jsonrpc, id, result, error, ...rest } = answer
  if (jsonrpc !== '2.0') return `jsonrpc is "2.0" in ${text}`
  if (id === undefined) return `an id stands in ${text}`
  if ((result === undefined) === (error === undefined)) return `either result or error stands in ${text}`
  if (Object.keys(rest).length > 0) return `no other members stand in ${text}`
  if (error === undefined) return undefined
  if (!isObject(error) || !Number.isInteger(error['code']) || typeof error['message'] !== 'string')
    return `an error has an integer code and a text in ${text}`
  return undefined
}

/** Keeps an id as the text it was written with, since a number may not survive its parsing; for JSON.parse. */
export function keepId(key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return key === 'id' ? (context?.source ?? value) : value
}

function judge(answer: unknown, expected: Expectation): string | undefined {
  if ('anyOf' in expected) {
    const problems = expected.anyOf.map((each) => judge(answer, each))
    return problems.includes(undefined) ? undefined : problems.join('; or ')
  }
  if ('batch' in expected) {
    if (!Array.isArray(answer)) return `an array was expected, not ${JSON.stringify(answer)}`
    if (answer.length !== expected.batch.length)
      return `${expected.batch.length} answers were expected, not ${answer.length}`
    return expected.batch
      .map((each, index) => judge(answer[index], each))
      .find((problem) => problem !== undefined)
  }
  if ('nothing' in expected) return `nothing was expected, not ${JSON.stringify(answer)}`
  return judgeForm(answer) ?? judgeContent(answer as Answer, expected)
}

interface Answer {
  readonly id: unknown
  readonly error?: { readonly code: number }
}

function judgeContent({ id, error }: Answer, expected: Expectation): string | undefined {
  if ('result' in expected) {
    if (error) return `a result was expected, not ${JSON.stringify(error)}`
    return id === expected.result ? undefined : `the id ${expected.result} was expected, not ${String(id)}`
  }
  if (!('error' in expected)) return undefined
  if (!error || !expected.error.includes(error.code))
    return `error ${expected.error.join(' or ')} was expected, not ${error?.code ?? 'a result'}`
  return expected.ids.includes(String(id))
    ? undefined
    : `the id ${expected.ids.join(' or ')} was expected, not ${String(id)}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
