import { skip, toCheck, type Check, type Rule, type Finding, failIf } from '../check.ts'
import { countRequired, type Method } from '../../document/document.ts'
import { protocolCases } from '../../protocol/cases.ts'
import { checkReply, checkHttpResponse } from '../../protocol/check-reply.ts'
import type { Question } from '../../protocol/rows.ts'
import { type Session, isServed } from '../../endpoint/session.ts'
import { httpCases } from '../../protocol/http-cases.ts'

/** Which cases of the protocol are sent. */
export interface ProtocolOptions {
  /** Also what asks more of an endpoint than a guest should: batches without measure, nesting without end. */
  readonly heavy?: boolean
}

/** The rules of JSON-RPC 2.0 itself, on an example of a method that the endpoint serves as a valid call. */
export function planProtocol(methods: readonly Method[], { heavy = false }: ProtocolOptions = {}): Check[] {
  const casesOf = ({ valid, none }: Questions) =>
    protocolCases(valid, none).filter((one) => heavy || !one.heavy)
  return planCases('protocol', methods, casesOf, async ({ id, request, expect }, session) => {
    const exchange = await session.send(request)
    const options = { ownErrors: true, whole: id.endsWith('/members') }
    return failIf(checkReply(exchange.text, expect, options), exchange)
  })
}

const httpCasesOf = ({ valid }: Questions) => httpCases(valid)

/** The rules of the HTTP that carries JSON-RPC; a target that is no address skips them. */
export function planHttp(methods: readonly Method[]): Check[] {
  return planCases('http', methods, httpCasesOf, async (row, session) => {
    const exchange = await session.fetch(row)
    if (!exchange) return skip('the endpoint is not reached over HTTP')
    return failIf(checkHttpResponse(exchange, row.expect), exchange)
  })
}

/** A check for each case; it is made of an example of the first method that is served. */
function planCases<T extends Rule>(
  rule: string,
  methods: readonly Method[],
  casesOf: (questions: Questions) => readonly T[],
  check: (row: T, session: Session) => Promise<Finding | undefined>,
): Check[] {
  const all = findQuestions(methods).map((one) => ({ method: one.method, cases: casesOf(one) }))
  const chooseServed = async (session: Session) => {
    for (const one of all) if (await isServed(session, one.method)) return one
    return all[0]!
  }
  return (all[0]?.cases ?? []).map(({ id, level, sentence, source }) =>
    toCheck(`${rule}/${id}`, level, sentence, source, async (session) => {
      const row = (await chooseServed(session)).cases.find((one) => one.id === id)
      if (!row) return skip('the document has no example for it of a method that is served')
      return await check(row, session)
    }),
  )
}

/** A valid call of one method, and one whose result is null. */
interface Questions {
  readonly method: Method
  readonly valid: Question
  readonly none?: Question
}

/** What can be asked of each method with an example; first those that require parameters, since bad ones are asked for too. */
function findQuestions(methods: readonly Method[]): Questions[] {
  const { first = [], rest = [] } = Object.groupBy(methods, ({ params }) =>
    countRequired(params) > 0 ? 'first' : 'rest',
  )
  return [...first, ...rest].flatMap((method) => {
    const calls = method.examples.map(({ params, result }) => ({ method: method.name, params, result }))
    const [valid] = calls
    const none = calls.find(({ result }) => result === null)
    return valid ? [{ method, valid, ...(none && { none }) }] : []
  })
}
