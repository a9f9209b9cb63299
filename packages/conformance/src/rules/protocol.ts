import { fail, skip, type Check } from './check.ts'
import { countRequired, type Method } from '../document/document.ts'
import { protocolCases } from '../protocol/cases.ts'
import { checkReply, checkHttpResponse } from '../protocol/check-reply.ts'
import type { Question } from '../protocol/rows.ts'
import type { Session } from '../endpoint/session.ts'
import { isServed } from './served.ts'
import { httpCases } from '../protocol/http-cases.ts'

/** Which cases of the protocol are sent. */
export interface ProtocolOptions {
  /** Also what asks more of an endpoint than a guest should: batches without measure, nesting without end. */
  readonly heavy?: boolean
}

/** The rules of JSON-RPC 2.0 itself, on an example of a method that the endpoint serves as a valid call. */
export function planProtocol(methods: readonly Method[], { heavy = false }: ProtocolOptions = {}): Check[] {
  const all = findQuestions(methods).map((question) => ({
    method: question.method,
    rows: new Map(protocolCases(question.valid, question.none).map((row) => [row.id, row])),
  }))
  const first = [...(all[0]?.rows.values() ?? [])]
  return first
    .filter((one) => heavy || !one.heavy)
    .map(({ id, level, sentence, source }) => ({
      id: `protocol/${id}`,
      level,
      sentence,
      source,
      async run(session) {
        const row = (await chooseServed(all, session)).rows.get(id)
        if (!row) return skip('the document has no example for it of a method that is served')
        const reply = await session.send(row.request)
        const whole = id.endsWith('/members')
        const problem = checkReply(reply.text, row.expect, { ownErrors: true, whole })
        return problem === undefined ? undefined : fail(problem, reply)
      },
    }))
}

/** A valid call of one method, and one whose result is null. */
export interface Questions {
  readonly method: Method
  readonly valid: Question
  readonly none?: Question
}

/** What can be asked of each method with an example; first those that require parameters, since bad ones are asked for too. */
export function findQuestions(methods: readonly Method[]): Questions[] {
  return methods
    .toSorted((one, other) => Number(hasRequired(other)) - Number(hasRequired(one)))
    .flatMap((method) => {
      const calls = method.examples.map(({ params, result }) => ({ method: method.name, params, result }))
      const [valid] = calls
      const none = calls.find(({ result }) => result === null)
      return valid ? [{ method, valid, ...(none && { none }) }] : []
    })
}

/** The first of them whose method is served, or the first of all. */
export async function chooseServed<T extends { readonly method: Method }>(
  all: readonly T[],
  session: Session,
): Promise<T> {
  for (const one of all) if (await isServed(session, one.method)) return one
  return all[0]!
}

const hasRequired = ({ params }: Method) => countRequired(params) > 0

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
      async run(session) {
        const row = (await chooseServed(all, session)).rows.get(id)
        if (!row) return skip('no method that is served requires parameters')
        const reply = await session.fetch(row)
        if (!reply) return skip('the endpoint is not reached over HTTP')
        const problem = checkHttpResponse(reply, row.expect)
        return problem === undefined ? undefined : fail(problem, reply)
      },
    }
  })
}
