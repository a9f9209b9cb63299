import type { OpenRpc, Schema } from '@lectern/spec'
import { mutants, type Mutant } from '@lectern/spec/arbitraries'
import { fail, checkEach, type Check, type Level, failIf, skip, toCheck } from '../check.ts'
import { get } from '../../document/canonical.ts'
import { byName, countRequired, makeValues, type Method, toParams } from '../../document/document.ts'
import { unresolved } from '../ethereum/methods.ts'
import { scopeOf } from '../../document/expression.ts'
import { isRecord, show } from '../../document/json.ts'
import { branchesOf, type Branch } from '../../document/schema.ts'
import { type Session, isNotFound } from '../../endpoint/session.ts'
import { checkValue, describeIssue } from '../../document/value-check.ts'
import { blaming, checkReply, checkReplyForm } from '../../protocol/check-reply.ts'
import type { Expectation } from '../../protocol/cases.ts'
import { describeOutcome, isDeclared, type Outcome } from '../../endpoint/exchange.ts'
import { checkIdentity } from '../ethereum/invariants.ts'
import { familyDocument } from '../ethereum/families/families.ts'
import { isTypeNumber } from './schemas.ts'

/** Every alternative of a parameter's schema, with values drawn from the seed: a valid result, of what was asked for, or a declared error. */
export function planValid(methods: readonly Method[]): Check[] {
  const withoutParams = methods.flatMap((method) => {
    const { name, params, safety, isNotification, pointer } = method
    if (params.length > 0 || safety === undefined || isNotification) return []
    const sentence = `${name} has a valid result or a declared error.`
    const run: Check['run'] = (session) => judge(session, method, [])
    return [toCheck(`valid/${name}`, 'MUST', sentence, `openrpc.json${pointer}/result`, run)]
  })
  const withParams = eachParam(methods).flatMap(({ method, base, index, schema, source }) =>
    branchesOf(method.document, schema).map((branch) => {
      const { document } = method
      const id = `valid/${method.name}/${index}/${branch.label}`
      const level = method.isKnown && unresolved.has(branch.constant) ? 'SHOULD' : 'MUST'
      const sentence = `Valid parameters of ${method.name} have a valid result or a declared error.`
      return toCheck(id, level, sentence, source, async (session) => {
        const drawn = samples(document, branch, session.seedOf(id))
        const values = drawn.filter((value) => checkValue(document, schema, value) === undefined)
        if (values.length === 0) return skip('no value can be made that is valid by the schema')
        return await checkEach(values, (value) => judge(session, method, base.with(index, value)))
      })
    }),
  )
  return [...withoutParams, ...withParams]
}

async function judge(session: Session, method: Method, params: readonly unknown[]) {
  const { outcome, exchange } = await session.call(method.name, toParams(method, params))
  if (outcome.kind !== 'result') return failIf(describeRefusal(method, outcome), exchange)
  const full = await familyDocument(method.document, session)
  const issue = checkValue(full, method.result, outcome.result, { tolerant: true })
  const problem = issue
    ? describeIssue(issue)
    : checkIdentity(method.name, scopeOf(method, params, outcome.result))
  const finding = failIf(problem, exchange)
  const isOther = issue?.path.endsWith('/type') === true && isTypeNumber(get(outcome.result, issue.path))
  return finding && isOther ? { ...finding, tolerable: true } : finding
}

/** Why an error is no response to a valid call: the document declares others, or the error blames the call. */
export function describeRefusal(method: Method, outcome: Outcome): string | undefined {
  if (isDeclared(method, outcome)) return undefined
  const isJudged = method.codes.length > 0 || outcome.kind !== 'error' || refusing.has(outcome.code)
  if (!isJudged) return undefined
  if (outcome.kind !== 'error' || blaming.has(outcome.code))
    return `expected a result, got ${describeOutcome(outcome)}`
  const declared = method.errors.length === 0 ? 'none for valid calls' : method.errors.join(', ')
  return `got ${describeOutcome(outcome)}, which ${method.name} does not declare (it declares ${declared})`
}

const refusing = new Set<unknown>([...blaming, -32603])

/** Broken values of one parameter of a method that is not Lectern's, of which some is known from each keyword. */
const mostMutants = 24

/** Every keyword of every parameter's schema, broken as the document's mutator does: invalid params. */
export function planInvalid(methods: readonly Method[]): Check[] {
  return eachParam(methods).flatMap(({ method, base, index, schema, source }) => {
    const { document, name, params } = method
    const seen = new Set<string>()
    const checks = branchesOf(document, schema).flatMap((branch) => {
      const [value] = samples(document, branch, 1)
      const all = refusedMutants(document, schema, value)
      const fresh = all.filter((mutant) => isNew(seen, JSON.stringify(mutant.value)))
      const counts = new Map<string, number>()
      return spread(fresh, method.isKnown ? Infinity : mostMutants).map(({ value, keyword, pointer }) => {
        const count = counts.get(keyword) ?? 0
        counts.set(keyword, count + 1)
        const id = `invalid/${name}/${index}/${branch.label}${pointer}/${keyword}/${count}`
        // A schema says what a value is, but JSON-RPC does not oblige a server to look.
        const level = !method.isKnown || isSpelling(document, schema, value) ? 'SHOULD' : 'MUST'
        const sentence = `${show(value)} as ${params[index]!.name} of ${name} is refused: it breaks "${keyword}".`
        const wrong = toParams(method, base.with(index, value))
        return toCheck(id, level, sentence, source, ask(id, name, wrong))
      })
    })
    return method.isKnown ? checks : checks.slice(0, mostMutants)
  })
}

const refusedMutants = (document: OpenRpc, schema: Schema, value: unknown): Mutant[] =>
  (value === undefined ? [] : mutants(document, schema, value)).filter(
    (mutant) => checkValue(document, schema, mutant.value) !== undefined,
  )

/** At most so many mutants, the first of each place and keyword before the others, in their order. */
function spread(all: readonly Mutant[], most: number): readonly Mutant[] {
  if (all.length <= most) return all
  const first = new Map(all.toReversed().map((mutant) => [`${mutant.pointer} ${mutant.keyword}`, mutant]))
  return [...first.values()].toReversed().slice(0, most)
}

/** Parameters too few, too many, or by name or position where that is not the method's structure: invalid params. */
export function planArity(methods: readonly Method[]): Check[] {
  return methods.flatMap((method) => {
    const { name, pointer, params: declared, call, structure, safety, isNotification } = method
    if (!call || safety === undefined || isNotification) return []
    const source = `openrpc.json${pointer}/params; JSON-RPC 2.0, 4.2 Parameter structures`
    const row = (kind: string, level: Level, what: string, params: unknown, expect = refused) => {
      const id = `arity/${name}/${kind}`
      return toCheck(id, level, `${name} ${what}.`, source, ask(id, name, params, expect))
    }
    const required = countRequired(declared)
    const more = Array.from({ length: declared.length + 1 - call.length }, () => call.at(-1) ?? null)
    const named = byName(declared, call)
    const isNamed = structure === 'by-name'
    const all = isNamed ? { ...named, lecternUnknown: null } : [...call, ...more]
    const many = row('too-many', 'SHOULD', 'with one parameter too many is refused', all)
    if (required === 0)
      return [
        row('absent', 'MUST', 'may be called without params', undefined, served),
        row('missing/0', 'MUST', 'may be called with empty params', isNamed ? {} : [], served),
        many,
      ]
    const short = declared.slice(0, call.length).flatMap((param, index) => {
      if (param.required !== true) return []
      const level = method.isKnown && index === 0 ? 'MUST' : 'SHOULD' // some nodes have a default for the last one
      const what = isNamed ? `without ${param.name}` : `with ${index} of ${required} parameters`
      const shorter = isNamed ? byName(declared, call.with(index, undefined)) : call.slice(0, index)
      return [row(`missing/${index}`, level, `${what} is refused`, shorter)]
    })
    return [
      row('absent', 'MUST', 'without params is refused', undefined),
      ...short,
      many,
      structure === 'either'
        ? row('by-name', 'SHOULD', 'takes its parameters by name, too', named, served)
        : isNamed
          ? row('by-position', 'MAY', 'takes its parameters by name, not by position', call)
          : row('by-name', 'MAY', 'takes its parameters by position, not by name', named),
    ]
  })
}

/** Checks that each response to a valid call is a full response object with the id of the call. */
export function planEnvelopes(methods: readonly Method[]): Check[] {
  return methods.flatMap((method) => {
    const { name, call, isNotification } = method
    if (!call || isNotification) return []
    const sentence = `A response of ${name} has jsonrpc, the id of the call, and exactly one of result and error; the method is there.`
    const run: Check['run'] = async (session) => {
      const { exchange, id, outcome } = await session.call(name, toParams(method, call))
      const actual = isRecord(exchange.value) ? exchange.value['id'] : undefined
      if (isNotFound(outcome)) return fail(`the endpoint does not serve ${name}`, exchange)
      const problem = actual === id ? undefined : `the id must be ${id}, not ${show(actual)}`
      return failIf(checkReplyForm(exchange.value, { whole: false }) ?? problem, exchange)
    }
    return [toCheck(`envelope/${name}`, 'MUST', sentence, 'JSON-RPC 2.0, section 5', run)]
  })
}

/** Plans notifications of methods without a result, with right and with broken parameters: none is answered. */
export function planNotifications(methods: readonly Method[]): Check[] {
  return methods.flatMap((method) => {
    const { document, name, call, isNotification, safety, params } = method
    if (!call || !isNotification) return []
    const row = (id: string, what: string, calls: readonly (readonly unknown[])[]) => {
      const sentence = `${name} has no result: a notification${what} is not answered.`
      const source = 'OpenRPC, Method Object: result; JSON-RPC 2.0, 4.1 Notification'
      return toCheck(id, 'MUST', sentence, source, (session) =>
        checkEach(calls, async (values) => {
          const request = { jsonrpc: '2.0', method: name, params: toParams(method, values) }
          const exchange = await session.send(JSON.stringify(request))
          return failIf(checkReply(exchange.text, { nothing: true }), exchange)
        }),
      )
    }
    const broken = params
      .slice(0, safety === undefined ? 0 : call.length)
      .flatMap(({ schema }, index) =>
        refusedMutants(document, schema, call[index]).map(({ value }) => call.with(index, value)),
      )
    const some = broken.slice(0, mostMutants)
    return [
      row(`notification/${name}`, '', [call]),
      ...(some.length > 0 ? [row(`notification/${name}/invalid`, ' with broken parameters', some)] : []),
    ]
  })
}

const isNew = (seen: Set<string>, key: string) => !seen.has(key) && seen.add(key) === seen

/** Each parameter, with a right call around it; an optional one that the example leaves out is tried where it comes next. */
function eachParam(methods: readonly Method[]) {
  return methods.flatMap((method) => {
    const { call, params, pointer, safety, isNotification } = method
    if (!call || safety === undefined || isNotification) return []
    return params.slice(0, call.length + 1).map(({ schema }, index) => {
      const base = index === call.length ? [...call, null] : [...call]
      return { method, base, index, schema, source: `openrpc.json${pointer}/params/${index}` }
    })
  })
}

const samples = (document: OpenRpc, { schema, constant }: Branch, seed: number): unknown[] =>
  constant === undefined ? makeValues(document, schema, seed).map(limitNumber) : [constant]

/** A block number of 64 bits made one of 63: geth's end there. */
const limitNumber = (value: unknown) =>
  typeof value === 'string' && /^0x[89a-f][0-9a-f]{15}$/.test(value) ? `0x7${value.slice(3)}` : value

/** Whether a refused value is another spelling of a valid one, in case or blanks: many nodes bear with it. */
const isSpelling = (document: OpenRpc, schema: Schema, value: unknown) =>
  typeof value === 'string' && checkValue(document, schema, value.trim().toLowerCase()) === undefined

type Expect = (id: string) => Expectation

const refused: Expect = (id) => ({ error: [-32602], ids: [id] })
const served: Expect = (id) => ({ result: id })

/** Makes a call with these params, whatever they are, under an id drawn from a name, and checks what comes back under it. */
const ask =
  (name: string, method: string, params: unknown, expect = refused): Check['run'] =>
  async (session) => {
    const id = session.seedOf(name) % 1_000_000
    const exchange = await session.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const expected = expect(String(id))
    return failIf(checkReply(exchange.text, expected, { ownErrors: true, whole: false }), exchange)
  }
