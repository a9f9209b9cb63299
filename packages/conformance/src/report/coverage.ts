import type { OpenRpc, Schema } from '@lectern/spec'
import { codeOf, countRequired, readMethods, type Method } from '../document/document.ts'
import { isRecord, type Json } from '../document/json.ts'
import { pairCalls, readOutcome, type Exchange } from '../endpoint/exchange.ts'
import { branchesOf, unfold } from '../document/schema.ts'
import { piecesOf, shapesOf } from '../document/shape.ts'
import { checkValue } from '../document/value-check.ts'

/** One thing that the document declares, and how often the run met it. */
export interface CoverageRow {
  readonly method: string
  /** A valid or broken parameter, a form of a result, or the code of an error. */
  readonly kind: 'parameter' | 'result' | 'error'
  /** The same in every run, e.g. `block_number: BlockNumber, pattern broken`, `Receipt.type: 0x3`, `-32602`. */
  readonly name: string
  /** How often it was met; 0 where it was never seen. */
  readonly seen: number
}

/** The parts of the document that a run has exercised. */
export interface Coverage {
  readonly rows: readonly CoverageRow[]
  /** Rows that were seen at least once, of all. */
  readonly seen: number
  readonly declared: number
}

/** Counts what of the document the calls of a run exercised. */
export interface CoverageRecorder {
  note(exchange: Exchange): void
  /** Returns whether a call of the method was sent. */
  isCalled(method: string): boolean
  report(): Coverage
}

type Kind = CoverageRow['kind']

/** A recorder for a document: valid and broken parameters, forms of results and codes of errors, from its schemas. */
export function recordCoverage(document: OpenRpc): CoverageRecorder {
  const methods = new Map(readMethods(document).map((method) => [method.name, method]))
  const counts = new Map<string, { method: string; kind: Kind; name: string; seen: number }>()
  const called = new Set<string>()
  const keyOf = (...row: [method: string, kind: Kind, name: string]) => row.join(' ')
  for (const [index, [method, declared]] of [...methods].entries()) {
    const names: Record<Kind, readonly string[]> = {
      parameter: parameterNames(document, declared),
      result: resultNames(document, declared),
      error: declared.isNotification
        ? []
        : document.methods[index]!.errors.map((error) => String(codeOf(document, error))),
    }
    for (const kind of ['parameter', 'result', 'error'] as const)
      for (const name of names[kind]) counts.set(keyOf(method, kind, name), { method, kind, name, seen: 0 })
  }
  const meet = (method: string, kind: Kind, names: readonly string[]) => {
    for (const name of names) {
      const row = counts.get(keyOf(method, kind, name))
      if (row) row.seen++
    }
  }
  const noteCall = (request: Json, reply: unknown) => {
    const method = methods.get(String(request['method']))
    if (!method) return
    called.add(method.name)
    meet(method.name, 'parameter', askedNames(document, method, request['params']))
    const outcome = readOutcome(reply)
    if (outcome.kind === 'error') meet(method.name, 'error', [String(outcome.code)])
    if (outcome.kind === 'result') meet(method.name, 'result', metNames(document, method, outcome.result))
  }

  return {
    note(exchange) {
      if (!exchange.http) for (const { call, reply } of pairCalls(exchange)) noteCall(call, reply)
    },
    isCalled: (method) => called.has(method),
    report() {
      const all = [...counts.values()]
      const isMet = ({ name, isCompanion }: Method) =>
        !isCompanion || all.some(({ method, kind, seen }) => method === name && kind === 'result' && seen > 0)
      // An endpoint without a companion has nothing of it to be met.
      const unmet = new Set([...methods.values()].filter((method) => !isMet(method)).map(({ name }) => name))
      const rows = all.filter(({ method }) => !unmet.has(method))
      return { rows, seen: rows.filter(({ seen }) => seen > 0).length, declared: rows.length }
    },
  }
}

const arity = ['absent', 'too few', 'too many', 'by name'].map((kind) => `params: ${kind}`)

function parameterNames(document: OpenRpc, { params, isNotification }: Method): string[] {
  const valid = params.flatMap(({ name, schema }) =>
    branchesOf(document, schema).map(({ label }) => `${name}: ${label}`),
  )
  const broken = params.flatMap(({ name, schema }) =>
    keywordsOf(document, schema).map(({ label }) => `${name}: ${label}`),
  )
  return params.length === 0 ? [] : [...valid, ...broken, ...(isNotification ? [] : arity)]
}

/** The rows that the parameters of one call exercise. */
function askedNames(document: OpenRpc, { params }: Method, given: unknown): string[] {
  if (given === undefined) return ['params: absent']
  if (isRecord(given)) return ['params: by name']
  if (!Array.isArray(given)) return []
  const required = countRequired(params)
  const count =
    given.length < required ? ['params: too few'] : given.length > params.length ? ['params: too many'] : []
  const each = params.slice(0, given.length).flatMap(({ name, schema }, index) => {
    const value: unknown = given[index]
    const branch = branchesOf(document, schema).find(({ schema, constant }) =>
      constant === undefined ? checkValue(document, schema, value) === undefined : value === constant,
    )
    const met = branch ? [branch] : keywordsOf(document, schema).filter(({ breaks }) => breaks(value))
    return met.map(({ label }) => `${name}: ${label}`)
  })
  return [...count, ...each]
}

interface Keyword {
  /** The branch and its keyword, e.g. `BlockNumber, pattern broken`. */
  readonly label: string
  /** Whether this keyword, and none before it, refuses a value. */
  breaks(value: unknown): boolean
}

/** The keywords of a parameter's schema that can be broken, each branch for itself. */
function keywordsOf(document: OpenRpc, schema: Schema, label = 'value'): Keyword[] {
  const own = schema.$ref?.split('/').at(-1) ?? label
  const found = unfold(document, schema)
  if (found.oneOf && !found.properties)
    return found.oneOf.flatMap((branch) => keywordsOf(document, branch, own))
  const breaks = (keyword: keyof Schema, value: unknown) =>
    checkValue(document, { [keyword]: found[keyword] } as Schema, value) !== undefined
  const keywords = (['type', 'const', 'enum', 'pattern'] as const).filter((one) => found[one] !== undefined)
  return keywords.map((keyword) => ({
    label: `${own}, ${keyword} broken`,
    breaks: (value) => breaks(keyword, value) && (keyword === 'type' || !breaks('type', value)),
  }))
}

function resultNames(document: OpenRpc, { result, isNotification }: Method): string[] {
  if (isNotification) return []
  const members = shapesOf(document, result).flatMap(({ name, variants }) =>
    variants.flatMap((variant) =>
      Object.keys(variant.properties ?? {}).flatMap((key) =>
        formsOf(document, variant, key).map((form) => `${name}.${key}: ${form}`),
      ),
    ),
  )
  const isNullable = checkValue(document, result, null) === undefined
  return [...new Set(['a value', ...(isNullable ? ['null'] : []), ...members])]
}

/** The forms of one result: those of every member of every object in it. */
function metNames(document: OpenRpc, { result }: Method, value: unknown): string[] {
  if (value === null) return ['null']
  const members = piecesOf(document, result, value).flatMap(({ shape, variant = {}, value: object }) =>
    Object.keys(variant.properties ?? {}).flatMap((key) => {
      const form = formOf(document, variant, key, object)
      return formsOf(document, variant, key).includes(form) ? [`${shape}.${key}: ${form}`] : []
    }),
  )
  return ['a value', ...new Set(members)]
}

/** The forms that a member can have, where there are several: a constant, present or absent, null or not, empty or not. */
function formsOf(document: OpenRpc, { properties = {}, required = [] }: Schema, key: string): string[] {
  const member = unfold(document, properties[key] ?? {})
  if (member.const !== undefined) return [member.const]
  if (member.enum) return [...member.enum, ...(required.includes(key) ? [] : ['absent'])]
  const branches = (member.oneOf ?? []).map((branch) => unfold(document, branch))
  const kinds = new Set([member, ...branches].map(({ type }) => type))
  const forms = kinds.has('array')
    ? ['empty', ...(member.maxItems === 0 ? [] : ['filled'])]
    : [...(kinds.has('null') ? ['null'] : []), 'present']
  const all = required.includes(key) ? forms : forms.concat('absent')
  return all.length > 1 ? all : []
}

function formOf(document: OpenRpc, { properties = {} }: Schema, key: string, object: Json): string {
  if (!Object.hasOwn(object, key)) return 'absent'
  const value = object[key]
  const member = unfold(document, properties[key] ?? {})
  if (member.const !== undefined || member.enum) return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'filled'
  return value === null ? 'null' : 'present'
}
