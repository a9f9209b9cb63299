import { isRecord, show } from '../json.ts'
import { describeOutcome, envelopeProblem, readOutcome, type Reply } from '../reply.ts'

/** What an answer must be: undefined when it is, else why not. `reply` is the whole HTTP answer around `value`. */
export type Expectation = (value: unknown, reply?: Reply) => string | undefined

/** A whole response object with this id: a result, or an error that does not say the request itself was bad. */
export const responseTo =
  (id: unknown): Expectation =>
  (value) => {
    const problem = envelopeProblem(value, id)
    if (problem !== undefined) return problem
    const outcome = readOutcome(value)
    const refused =
      outcome.kind === 'error' && [-32700, -32600, -32601, -32602].includes(outcome.code as number)
    return refused ? `a valid call was refused: ${describeOutcome(outcome)}` : undefined
  }

/** A whole error response with one of these codes and one of these ids. */
export const errorOf =
  (codes: readonly number[], ids: readonly unknown[]): Expectation =>
  (value) => {
    const outcome = readOutcome(value)
    if (outcome.kind !== 'error' || !codes.includes(outcome.code as number)) {
      return `expected error ${codes.join(' or ')}, got ${describeOutcome(outcome)}`
    }
    const id = isRecord(value) ? value['id'] : undefined
    if (!ids.includes(id))
      return `the id of the error must be ${ids.map((one) => show(one)).join(' or ')}, not ${show(id)}`
    return envelopeProblem(value, id)
  }

/** No body at all. */
export const nothing: Expectation = (_, reply) =>
  reply?.text === '' ? undefined : `expected no body, got ${show(reply?.value ?? reply?.text)}`

/** An array with one answer for each expectation, in any order, and no other. */
export const batchOf =
  (...expected: Expectation[]): Expectation =>
  (value) => {
    if (!Array.isArray(value))
      return `expected an array of ${expected.length}, got ${show(value ?? 'no JSON')}`
    if (value.length !== expected.length)
      return `expected an array of ${expected.length}, got ${value.length}`
    const left = [...value]
    for (const expectation of expected) {
      const index = left.findIndex((item) => expectation(item) === undefined)
      if (index < 0) return left.map((item) => expectation(item)).find((problem) => problem !== undefined)
      left.splice(index, 1)
    }
    return undefined
  }

/** An answer whose id is written with these digits; JSON.parse would round them. */
export const digits =
  (id: string): Expectation =>
  (_, reply) =>
    new RegExp(`"id"\\s*:\\s*${id}\\s*[,}]`).test(reply?.text ?? '')
      ? undefined
      : `the id must be ${id}, in ${show(reply?.text)}`

/** An HTTP status. */
export const status =
  (code: number): Expectation =>
  (_, reply) =>
    reply?.status === code ? undefined : `the HTTP status must be ${code}, not ${reply?.status}`

/** One of two. */
export const either =
  (first: Expectation, second: Expectation): Expectation =>
  (value, reply) =>
    second(value, reply) === undefined ? undefined : first(value, reply)
