import type { OpenRpc } from '@lectern/spec'
import { arbitrary, mutants } from '@lectern/spec/arbitraries'
import * as fc from 'fast-check'
import { fail, checkEach, type Check, type Finding, type Level, failIf } from './check.ts'
import { countRequired, type Method, unresolved } from '../document/document.ts'
import { scopeOf } from '../document/expression.ts'
import { isRecord, show } from '../document/json.ts'
import { branchesOf, type Branch } from '../document/schema.ts'
import { type Session, isNotFound } from '../endpoint/session.ts'
import { checkValue, describeIssue } from '../document/value-check.ts'
import { checkReply, checkReplyForm } from '../protocol/check-reply.ts'
import { codes, type Expectation, fails } from '../protocol/rows.ts'
import { describeOutcome, isDeclared } from '../endpoint/exchange.ts'
import { checkIdentity } from './invariants.ts'

/** Every alternative of a parameter's schema, with values drawn from the seed: a valid result, of what was asked for, or a declared error. */
export function planValid(document: OpenRpc, methods: readonly Method[]): Check[] {
  return eachParam(methods).flatMap(({ method, base, index, schema }) =>
    branchesOf(document, schema).map((branch): Check => {
      const id = `valid/${method.name}/${index}/${branch.label}`
      return {
        id,
        level: unresolved.has(branch.constant) ? 'SHOULD' : 'MUST',
        sentence: `Valid parameters of ${method.name} have a valid result or a declared error.`,
        source: `openrpc.json${method.pointer}/params/${index}`,
        run: (session) =>
          checkEach(samples(document, branch, session.seedOf(id)).map(limitNumber), async (value) => {
            const params = base.with(index, value)
            const { outcome, exchange } = await session.call(method.name, params)
            if (isDeclared(method, outcome)) return undefined
            if (outcome.kind !== 'result')
              return fail(`expected a result, got ${describeOutcome(outcome)}`, exchange)
            const issue = checkValue(document, method.result, outcome.result, { tolerant: true })
            return failIf(
              issue
                ? describeIssue(issue)
                : checkIdentity(method.name, scopeOf(method.params, params, outcome.result)),
              exchange,
            )
          }),
      }
    }),
  )
}

/** Every keyword of every parameter's schema, broken as the document's mutator does: invalid params. */
export function planInvalid(document: OpenRpc, methods: readonly Method[]): Check[] {
  return eachParam(methods).flatMap(({ method, base, index, schema }) => {
    const seen = new Set<string>()
    return branchesOf(document, schema).flatMap((branch) => {
      const [value] = samples(document, branch, 1).map(limitNumber)
      const fresh = mutants(document, schema, value).filter((mutant) =>
        isNew(seen, JSON.stringify(mutant.value)),
      )
      const counts = new Map<string, number>()
      return fresh.map(({ value, keyword, pointer }) => {
        const count = counts.get(keyword) ?? 0
        counts.set(keyword, count + 1)
        return refusal({
          id: `invalid/${method.name}/${index}/${branch.label}${pointer}/${keyword}/${count}`,
          level: isSpelling(value, (text) => checkValue(document, schema, text) === undefined)
            ? 'SHOULD'
            : 'MUST',
          sentence: `${show(value)} as ${method.params[index]!.name} of ${method.name} is refused: it breaks "${keyword}".`,
          source: `openrpc.json${method.pointer}/params/${index}`,
          method,
          params: base.with(index, value),
        })
      })
    })
  })
}

/** Parameters too few, too many or by name: invalid params. */
export function planArity(methods: readonly Method[]): Check[] {
  return methods.flatMap((method) => {
    const params = method.call
    if (!params) return []
    const row = (name: string, level: Level, sentence: string, wrong: unknown) =>
      refusal({
        id: `arity/${method.name}/${name}`,
        level,
        sentence,
        source: `openrpc.json${method.pointer}/params`,
        method,
        params: wrong,
      })
    const named = Object.fromEntries(method.params.map(({ name }, index) => [name, params[index]]))
    const required = countRequired(method.params)
    return [
      ...(required === 0
        ? [...callsWithout(method)]
        : [row('absent', 'MUST', `${method.name} without params is refused.`, undefined)]),
      ...params.slice(0, required).map((_, count) =>
        row(
          `missing/${count}`,
          count === 0 ? 'MUST' : 'SHOULD', // some nodes have a default for the last one
          `${method.name} with ${count} of ${required} parameters is refused.`,
          params.slice(0, count),
        ),
      ),
      row('too-many', 'SHOULD', `${method.name} with one parameter too many is refused.`, [
        ...params,
        ...Array.from({ length: method.params.length + 1 - params.length }, () => params.at(-1) ?? null),
      ]),
      ...(required === 0
        ? []
        : [row('by-name', 'MAY', `${method.name} takes its parameters by position, not by name.`, named)]),
    ]
  })
}

/** A method that requires no parameters is called without params, JSON-RPC 2.0, 4.2, or with an empty list of them. */
const callsWithout = (method: Method): Check[] =>
  [
    { name: 'absent', params: undefined, sentence: `${method.name} may be called without params.` },
    { name: 'missing/0', params: [], sentence: `${method.name} may be called with an empty list of params.` },
  ].map(({ name, params, sentence }) => ({
    id: `arity/${method.name}/${name}`,
    level: 'MUST',
    sentence,
    source: 'JSON-RPC 2.0, 4 Request object: params; 4.2 Parameter structures',
    async run(session) {
      return await askWith(session, name, method, params, (id) => ({ result: id }))
    },
  }))

/** Each response to a valid call is a whole response object with the id of the call. */
export function planEnvelopes(methods: readonly Method[]): Check[] {
  return methods.flatMap((method) =>
    (method.call ? [method.call] : []).map((params) => ({
      id: `envelope/${method.name}`,
      level: 'MUST' as const,
      sentence: `A response of ${method.name} has jsonrpc, the id of the call, and exactly one of result and error; the method is there.`,
      source: 'JSON-RPC 2.0, section 5',
      async run(session: Session) {
        const { exchange, id, outcome } = await session.call(method.name, params)
        const actual = isRecord(exchange.value) ? exchange.value['id'] : undefined
        if (isNotFound(outcome)) return fail(`the endpoint does not serve ${method.name}`, exchange)
        const problem =
          checkReplyForm(exchange.value, { whole: false }) ??
          (actual === id ? undefined : `the id must be ${id}, not ${show(actual)}`)
        return failIf(problem, exchange)
      },
    })),
  )
}

const isNew = (seen: Set<string>, key: string) => !seen.has(key) && seen.add(key) === seen

/** Each parameter, with a right call around it; an optional one that the example leaves out is tried where it comes next. */
function eachParam(methods: readonly Method[]) {
  return methods.flatMap((method) => {
    const { call, params } = method
    if (!call) return []
    return params.slice(0, call.length + 1).map(({ schema }, index) => {
      const base = index === call.length ? [...call, null] : [...call]
      return { method, base, index, schema }
    })
  })
}

function samples(document: OpenRpc, { schema, constant }: Branch, seed: number): unknown[] {
  return constant === undefined ? fc.sample(arbitrary(document, schema), { seed, numRuns: 5 }) : [constant]
}

/** A block number of 64 bits made one of 63: geth's end there. */
const limitNumber = (value: unknown) =>
  typeof value === 'string' && /^0x[89a-f][0-9a-f]{15}$/.test(value) ? `0x7${value.slice(3)}` : value

/** Whether a refused value is another spelling of a valid one, in case or blanks: many nodes bear with it. */
function isSpelling(value: unknown, isValid: (text: string) => boolean): boolean {
  return typeof value === 'string' && isValid(value.trim().toLowerCase())
}

function refusal({
  method,
  params,
  ...check
}: Omit<Check, 'run'> & { method: Method; params: unknown }): Check {
  return {
    ...check,
    async run(session) {
      return await askWith(session, check.id, method, params, (id) => fails(codes.params, id))
    },
  }
}

/** A call with these params, whatever they are, under an id drawn from a name, and what must come back under it. */
async function askWith(
  session: Session,
  name: string,
  { name: method }: Method,
  params: unknown,
  expect: (id: string) => Expectation,
): Promise<Finding | undefined> {
  const id = session.seedOf(name) % 1_000_000
  const exchange = await session.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  return failIf(checkReply(exchange.text, expect(String(id)), { ownErrors: true, whole: false }), exchange)
}
