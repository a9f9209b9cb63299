import type { OpenRpc, Schema } from '@lectern/spec'
import { arbitrary, mutants } from '@lectern/spec/arbitraries'
import * as fc from 'fast-check'
import { fail, checkEach, type Check, type Finding, type Level, failIf, toCheck } from '../check.ts'
import { countRequired, type Method } from '../../document/document.ts'
import { unresolved } from '../ethereum/methods.ts'
import { scopeOf } from '../../document/expression.ts'
import { isRecord, show } from '../../document/json.ts'
import { branchesOf, type Branch } from '../../document/schema.ts'
import { type Session, isNotFound } from '../../endpoint/session.ts'
import { checkValue, describeIssue } from '../../document/value-check.ts'
import { checkReply, checkReplyForm } from '../../protocol/check-reply.ts'
import { codes, type Expectation, fails, ok } from '../../protocol/rows.ts'
import { describeOutcome, isDeclared } from '../../endpoint/exchange.ts'
import { checkIdentity } from '../ethereum/invariants.ts'

/** Every alternative of a parameter's schema, with values drawn from the seed: a valid result, of what was asked for, or a declared error. */
export function planValid(document: OpenRpc, methods: readonly Method[]): Check[] {
  return eachParam(methods).flatMap(({ method, base, index, schema, source }) =>
    branchesOf(document, schema).map((branch) => {
      const id = `valid/${method.name}/${index}/${branch.label}`
      const level = unresolved.has(branch.constant) ? 'SHOULD' : 'MUST'
      const sentence = `Valid parameters of ${method.name} have a valid result or a declared error.`
      return toCheck(id, level, sentence, source, (session) =>
        checkEach(samples(document, branch, session.seedOf(id)), async (value) => {
          const params = base.with(index, value)
          const { outcome, exchange } = await session.call(method.name, params)
          if (isDeclared(method, outcome)) return undefined
          if (outcome.kind !== 'result')
            return fail(`expected a result, got ${describeOutcome(outcome)}`, exchange)
          const issue = checkValue(document, method.result, outcome.result, { tolerant: true })
          const problem = issue
            ? describeIssue(issue)
            : checkIdentity(method.name, scopeOf(method, params, outcome.result))
          return failIf(problem, exchange)
        }),
      )
    }),
  )
}

/** Every keyword of every parameter's schema, broken as the document's mutator does: invalid params. */
export function planInvalid(document: OpenRpc, methods: readonly Method[]): Check[] {
  return eachParam(methods).flatMap(({ method, base, index, schema, source }) => {
    const { name, params } = method
    const seen = new Set<string>()
    return branchesOf(document, schema).flatMap((branch) => {
      const [value] = samples(document, branch, 1)
      const fresh = mutants(document, schema, value).filter((mutant) =>
        isNew(seen, JSON.stringify(mutant.value)),
      )
      const counts = new Map<string, number>()
      return fresh.map(({ value, keyword, pointer }) => {
        const count = counts.get(keyword) ?? 0
        counts.set(keyword, count + 1)
        const id = `invalid/${name}/${index}/${branch.label}${pointer}/${keyword}/${count}`
        const level = isSpelling(document, schema, value) ? 'SHOULD' : 'MUST'
        const sentence = `${show(value)} as ${params[index]!.name} of ${name} is refused: it breaks "${keyword}".`
        return toCheck(id, level, sentence, source, refuse(id, name, base.with(index, value)))
      })
    })
  })
}

/** Parameters too few, too many or by name: invalid params. */
export function planArity(methods: readonly Method[]): Check[] {
  return methods.flatMap(({ name, pointer, params: declared, call: params }) => {
    if (!params) return []
    const row = (kind: string, level: Level, sentence: string, wrong: unknown) => {
      const id = `arity/${name}/${kind}`
      return toCheck(id, level, sentence, `openrpc.json${pointer}/params`, refuse(id, name, wrong))
    }
    const more = Array.from({ length: declared.length + 1 - params.length }, () => params.at(-1) ?? null)
    const tooMany = `${name} with one parameter too many is refused.`
    const many = row('too-many', 'SHOULD', tooMany, [...params, ...more])
    const required = countRequired(declared)
    if (required === 0) return [...callsWithout(name), many]
    const named = Object.fromEntries(declared.map(({ name }, index) => [name, params[index]]))
    return [
      row('absent', 'MUST', `${name} without params is refused.`, undefined),
      ...params.slice(0, required).map((_, count) => {
        const level = count === 0 ? 'MUST' : 'SHOULD' // some nodes have a default for the last one
        const sentence = `${name} with ${count} of ${required} parameters is refused.`
        return row(`missing/${count}`, level, sentence, params.slice(0, count))
      }),
      many,
      row('by-name', 'MAY', `${name} takes its parameters by position, not by name.`, named),
    ]
  })
}

/** A method that requires no parameters is called without params, JSON-RPC 2.0, 4.2, or with an empty list of them. */
const callsWithout = (method: string): Check[] =>
  [
    { name: 'absent', params: undefined, what: 'without params' },
    { name: 'missing/0', params: [], what: 'with an empty list of params' },
  ].map(({ name, params, what }) => {
    const source = 'JSON-RPC 2.0, 4 Request object: params; 4.2 Parameter structures'
    return toCheck(`arity/${method}/${name}`, 'MUST', `${method} may be called ${what}.`, source, (session) =>
      askWith(session, name, method, params, ok),
    )
  })

/** Each response to a valid call is a whole response object with the id of the call. */
export function planEnvelopes(methods: readonly Method[]): Check[] {
  return methods.flatMap(({ name, call: params }) => {
    if (!params) return []
    const sentence = `A response of ${name} has jsonrpc, the id of the call, and exactly one of result and error; the method is there.`
    const run: Check['run'] = async (session) => {
      const { exchange, id, outcome } = await session.call(name, params)
      const actual = isRecord(exchange.value) ? exchange.value['id'] : undefined
      if (isNotFound(outcome)) return fail(`the endpoint does not serve ${name}`, exchange)
      const problem = actual === id ? undefined : `the id must be ${id}, not ${show(actual)}`
      return failIf(checkReplyForm(exchange.value, { whole: false }) ?? problem, exchange)
    }
    return [toCheck(`envelope/${name}`, 'MUST', sentence, 'JSON-RPC 2.0, section 5', run)]
  })
}

const isNew = (seen: Set<string>, key: string) => !seen.has(key) && seen.add(key) === seen

/** Each parameter, with a right call around it; an optional one that the example leaves out is tried where it comes next. */
function eachParam(methods: readonly Method[]) {
  return methods.flatMap((method) => {
    const { call, params, pointer } = method
    if (!call) return []
    return params.slice(0, call.length + 1).map(({ schema }, index) => {
      const base = index === call.length ? [...call, null] : [...call]
      return { method, base, index, schema, source: `openrpc.json${pointer}/params/${index}` }
    })
  })
}

function samples(document: OpenRpc, { schema, constant }: Branch, seed: number): unknown[] {
  if (constant !== undefined) return [constant]
  return fc.sample(arbitrary(document, schema), { seed, numRuns: 5 }).map(limitNumber)
}

/** A block number of 64 bits made one of 63: geth's end there. */
const limitNumber = (value: unknown) =>
  typeof value === 'string' && /^0x[89a-f][0-9a-f]{15}$/.test(value) ? `0x7${value.slice(3)}` : value

/** Whether a refused value is another spelling of a valid one, in case or blanks: many nodes bear with it. */
const isSpelling = (document: OpenRpc, schema: Schema, value: unknown) =>
  typeof value === 'string' && checkValue(document, schema, value.trim().toLowerCase()) === undefined

const refuse =
  (name: string, method: string, params: unknown): Check['run'] =>
  (session) =>
    askWith(session, name, method, params, (id) => fails(codes.params, id))

/** A call with these params, whatever they are, under an id drawn from a name, and what must come back under it. */
async function askWith(
  session: Session,
  name: string,
  method: string,
  params: unknown,
  expect: (id: string) => Expectation,
): Promise<Finding | undefined> {
  const id = session.seedOf(name) % 1_000_000
  const exchange = await session.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  return failIf(checkReply(exchange.text, expect(String(id)), { ownErrors: true, whole: false }), exchange)
}
