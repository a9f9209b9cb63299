import type { Link } from '@lectern/spec'
import { takeTurn, valuesOf, type Method, type ServiceOptions } from '../document/document.ts'
import { unsettled } from '../rules/ethereum/methods.ts'
import { type Scope, evaluate, isExpression } from '../document/expression.ts'
import { constantsOf, typeNameOf } from '../document/schema.ts'
import { piecesOf } from '../document/shape.ts'
import { shuffle, type Call, type Session } from '../endpoint/session.ts'
import { isRecord } from '../document/json.ts'
import { checkValue } from '../document/value-check.ts'

/** One call on real data, and the link and result that led to it; the first calls of a sample have none. */
export interface Step {
  readonly method: Method
  /** The values of its parameters, by position. */
  readonly params: readonly unknown[]
  readonly call: Call
  /** The call's parameters by name, and its result: null where there was none. */
  readonly scope: Scope
  readonly link?: Link
  readonly from?: Step
  /** Asked by constants alone, like `latest`: the response may be another one a moment later. */
  readonly moving?: boolean
}

export const isFrom = ({ link, from }: Step, method: string, { name }: Link): boolean =>
  link?.name === name && from?.method.name === method

/** A call that a sample may make. */
export interface NextCall extends Pick<Step, 'method' | 'params' | 'link' | 'from'> {
  /** The type of the object that leads there, where it is one. */
  readonly kind?: unknown
}

/** Every combination of a method's constant parameters; none where a parameter has no constants. */
export function combine(method: Method, fixed: Readonly<Record<string, unknown>> = {}): NextCall[] {
  let rows: unknown[][] = [[]]
  for (const [index, { schema }] of method.params.entries()) {
    const name = method.names[index]!
    const values = Object.hasOwn(fixed, name)
      ? [fixed[name]]
      : constantsOf(method.document, schema).filter((value) => !method.isKnown || !unsettled.has(value))
    rows = rows.flatMap((row) => values.map((value) => row.concat([value])))
  }
  return rows.map((params) => ({ method, params }))
}

/** The calls that one link leads to from one response: those whose parameters the document accepts. */
export function follow(from: Step, link: Link, methods: readonly Method[]): NextCall[] {
  const method = methods.find(({ name }) => name === link.method)
  if (!method || method.safety === undefined || from.scope.result === null) return []
  const where = link['x-where']
  if (where !== undefined && evaluate(where, from.scope).length === 0) return []
  const columns = method.params.map(({ name }, index) => {
    const value = link.params[name] ?? link.params[method.names[index]!]
    return isExpression(value) ? evaluate(value, from.scope, { each: true }) : [value]
  })
  if (columns.some((column) => column.length === 0)) return []
  // Several values of one expression are several calls.
  const length = Math.max(0, ...columns.map((column) => column.length))
  const kinds = kindsOf(link, from)
  return Array.from({ length }, (_, index) => {
    const params = columns.map((column) => column[column.length === 1 ? 0 : index])
    return { method, params, link, from, kind: kinds[index] }
  }).filter(({ params }) =>
    method.params.every(
      ({ schema, required }, index) =>
        (params[index] === undefined && required !== true) ||
        checkValue(method.document, schema, params[index]) === undefined,
    ),
  )
}

/** The types of the objects whose members a link speaks of, in order; `type` distinguishes objects of several kinds. */
function kindsOf(link: Link, { scope }: Step): unknown[] {
  const expression = Object.values(link.params).find(isExpression)
  const parent = expression?.replace(/\.[^.]+\}$/, '}')
  if (parent === undefined || !/\.\d+\}$/.test(parent)) return []
  return evaluate(parent, scope, { each: true }).map((value) => (isRecord(value) ? value['type'] : undefined))
}

/** At most `fanout` calls from each response through each link, the same ones from every response that leads to them. */
export function choose(
  groups: readonly NextCall[][],
  { fanout, longest, session }: { fanout: number; longest: number; session: Session },
): NextCall[] {
  const shortest = new Map<Link | undefined, number>()
  for (const { length, 0: first } of groups)
    if (first) shortest.set(first.link, Math.min(length, shortest.get(first.link) ?? longest))
  return groups.flatMap((calls) => {
    if (calls.length <= fanout || calls.length === shortest.get(calls[0]?.link)) return calls
    const drawn = shuffle(session, calls, ({ params }) => JSON.stringify(params))
    // One for each kind of object that leads there: the rare types of transactions must not be left to chance.
    const kinds = new Map(drawn.toReversed().map((call) => [call.kind, call])).values()
    // Each with the one that stands before it: what a receipt adds follows from its neighbour.
    const positions = new Map(calls.map((call, index) => [call, index]))
    const pairs = drawn.flatMap((call) => [call].concat(calls[positions.get(call)! - 1] ?? []))
    return [...new Set([...kinds, ...pairs])].slice(0, fanout)
  })
}

/** Calls of one method that examples, constants and values of earlier results lead to. */
const mostCalls = 8

/** The first calls of a method: its examples, those of its constants and of the user's values; unless it changes something. */
export function firstCalls(method: Method, options: ServiceOptions): NextCall[] {
  const { call, examples, safety, isKnown, isNotification } = method
  if (isKnown) return combine(method)
  if (isNotification) return []
  const shown = examples.map(({ params }) => ({ method, params }))
  if (safety === undefined) return shown
  const own = call === undefined ? [] : [{ method, params: call }]
  const drawn = inTurns(method, valuesOf(method, options))
  return unique([...own, ...shown, ...combine(method), ...drawn]).slice(0, mostCalls)
}

const unique = (calls: readonly NextCall[]): NextCall[] => [
  ...new Map(calls.map((call) => [JSON.stringify(call.params), call])).values(),
]

/** Returns calls with the next values of each column in turn, or what the method's own call has in its place. */
const inTurns = (method: Method, columns: readonly (readonly unknown[])[]): NextCall[] =>
  [0, 1, 2].flatMap((turn) => {
    const params = takeTurn(method, columns, turn)
    return params ? [{ method, params }] : []
  })

/** Returns calls with values from results: of the type of a parameter, those of its name first, or else valid ones of its name. */
export function pooledCalls(methods: readonly Method[], steps: readonly Step[]): NextCall[] {
  const all = steps.flatMap(({ method: { document, result }, scope }) =>
    piecesOf(document, result, scope.result).flatMap(({ value: object, variant }) =>
      Object.entries(variant?.properties ?? {}).map(([key, schema]) => {
        return { type: typeNameOf(document, schema), name: plain(key), value: object[key] }
      }),
    ),
  )
  const single = all.filter(({ value }) => value !== undefined && typeof value !== 'object')
  const pool = [...new Map(single.map((one) => [JSON.stringify(one), one])).values()]
  return methods.flatMap((method) => {
    if (method.isKnown || method.safety === undefined || method.isNotification) return []
    const { document } = method
    const columns = method.params.map(({ name, schema }) => {
      const type = typeNameOf(document, schema)
      const typed = pool.filter((one) => type !== undefined && one.type === type)
      const named = pool.filter((one) => one.name === plain(name))
      const both = typed.filter((one) => named.includes(one))
      const found = [both, typed, named].find((some) => some.length > 0) ?? []
      const values = new Set(found.map(({ value }) => value))
      return [...values].filter((value) => found !== named || !checkValue(document, schema, value))
    })
    if (columns.every((column) => column.length === 0)) return []
    return unique(inTurns(method, columns))
  })
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
