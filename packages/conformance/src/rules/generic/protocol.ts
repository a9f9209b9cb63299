import { skip, toCheck, type Check, type Rule, type Finding, failIf } from '../check.ts'
import { countRequired, type Method, toParams } from '../../document/document.ts'
import { httpCases, protocolCases, published, type Question } from '../../protocol/cases.ts'
import { blaming, checkReply, checkHttpResponse } from '../../protocol/check-reply.ts'
import { type Session, isServed } from '../../endpoint/session.ts'

/** The rules of JSON-RPC 2.0 itself, on an example of a method that the endpoint serves as a valid call. */
export function planProtocol(methods: readonly Method[], isHeavy: boolean): Check[] {
  // A service without methods of Ethereum is asked less.
  const isNode = methods.some(({ isKnown }) => isKnown)
  const relaxed: typeof published.services = isNode ? {} : published.services
  const casesOf = ({ method, valid, none }: Questions) =>
    protocolCases(valid, none)
      .filter((one) => isHeavy || !one.heavy)
      .map((one) => {
        const isTaken = one.id === 'P02' && countRequired(method.params) === 0
        const expect = isTaken ? { anyOf: [{ result: '1' }, one.expect] } : one.expect
        return Object.assign({}, one, { expect }, relaxed[one.id])
      })
  return planCases('protocol', methods, casesOf, async ({ id, request, expect }, session) => {
    const exchange = await session.send(request)
    const options = { ownErrors: true, whole: id.endsWith('/members') }
    return failIf(checkReply(exchange.text, expect, options), exchange)
  })
}

const httpCasesOf = ({ method, valid }: Questions) =>
  httpCases(valid).filter(({ id }) => id !== 'H02/params' || countRequired(method.params) > 0)

/** The rules of the HTTP that carries JSON-RPC; a target that is no address skips them. */
export function planHttp(methods: readonly Method[]): Check[] {
  return planCases('http', methods, httpCasesOf, async (row, session) => {
    const exchange = await session.fetch(row)
    if (!exchange) return skip('the endpoint is not reached over HTTP')
    return failIf(checkHttpResponse(exchange, row.expect), exchange)
  })
}

/** The published calls, for which there are all cases. */
const [valid, none] = published.calls
const anyQuestions = { method: { params: [{ required: true }] }, valid, none } as object as Questions

function planCases<T extends Rule>(
  rule: string,
  methods: readonly Method[],
  casesOf: (questions: Questions) => readonly T[],
  check: (row: T, session: Session) => Promise<Finding | undefined>,
): Check[] {
  const key = {}
  return casesOf(anyQuestions).map(({ id, level, sentence, source }) =>
    toCheck(`${rule}/${id}`, level, sentence, source, async (session) => {
      const chosen = await session.once(planCases, () => chooseQuestions(session, methods))
      if (!chosen) return skip('no method that changes nothing has a valid call: name one with --methods')
      const cases = await session.once(key, async () => new Map(casesOf(chosen).map((one) => [one.id, one])))
      const row = cases.get(id)
      return row
        ? await check(row, session)
        : skip('the document has no example for it of a method that is served')
    }),
  )
}

/** A valid call of one method, and one whose result is null. */
interface Questions {
  readonly method: Method
  readonly valid: Question
  readonly none?: Question
}

/** Methods of which the shortest response is looked for. */
const mostAsked = 12

/** The first method of Lectern's document that is served, or the one with the shortest response. */
async function chooseQuestions(session: Session, methods: readonly Method[]): Promise<Questions | undefined> {
  const all = findQuestions(methods)
  const known = all.filter(({ method }) => method.isKnown)
  for (const one of known) if (await isServed(session, one.method)) return one
  let best: { readonly one: Questions; readonly length: number } | undefined
  for (const one of all.filter(({ method }) => !method.isKnown).slice(0, mostAsked)) {
    const { method, params } = one.valid
    const { outcome, exchange } = await session.call(method, params)
    const isAnswered = outcome.kind === 'result' || (outcome.kind === 'error' && !blaming.has(outcome.code))
    const { length } = exchange.text
    if (isAnswered && length < (best?.length ?? longest)) best = { one, length }
  }
  return best?.one ?? known[0]
}

/** Characters of a response that can be asked for some hundred times. */
const longest = 100_000

/** `rpc.discover` changes nothing, and needs no parameters. */
const discovery = {
  method: { name: 'rpc.discover', isKnown: false, params: [] },
  valid: { method: 'rpc.discover', params: [] },
} as object as Questions

/** Returns the questions to each method; first those that require parameters, since bad ones are sent, too. */
function findQuestions(methods: readonly Method[]): Questions[] {
  const found = methods.flatMap((method): Questions[] => {
    const { call, examples, safety, isNotification } = method
    if (!call || safety === undefined || isNotification) return []
    const ask = (values: readonly unknown[]) => ({ method: method.name, params: toParams(method, values) })
    const empty = examples.find(({ result }) => result === null)
    return [{ method, valid: ask(call), ...(empty && { none: ask(empty.params) }) }]
  })
  const isRest = ({ method }: Questions) => Number(countRequired(method.params) === 0)
  return [...found.toSorted((one, other) => isRest(one) - isRest(other)), discovery]
}
