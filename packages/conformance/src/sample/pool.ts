import { drawValues, takeTurn, type Method, type ServiceOptions } from '../document/document.ts'
import { typeNameOf } from '../document/schema.ts'
import { piecesOf } from '../document/shape.ts'
import { checkValue } from '../document/value-check.ts'
import { combine, type NextCall, type Step } from './calls.ts'

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
  const drawn = inTurns(method, (turn) => drawValues(method, turn, options))
  return unique([...own, ...shown, ...combine(method), ...drawn]).slice(0, mostCalls)
}

const unique = (calls: readonly NextCall[]): NextCall[] => [
  ...new Map(calls.map((call) => [JSON.stringify(call.params), call])).values(),
]

const inTurns = (method: Method, draw: (turn: number) => readonly unknown[] | undefined): NextCall[] =>
  [0, 1, 2].flatMap((turn) => {
    const params = draw(turn)
    return params ? [{ method, params }] : []
  })

/** Returns calls with values from results: of the type of a parameter, those of its name first, or else valid ones of its name. */
export function pooledCalls(methods: readonly Method[], steps: readonly Step[]): NextCall[] {
  const byType: Pool = new Map()
  const byName: Pool = new Map()
  const add = (pool: Pool, at: string, key: string, value: unknown) => {
    const values = pool.get(at) ?? pool.set(at, new Map()).get(at)!
    if (values.size < mostValues) values.set(JSON.stringify([key, value]), { key, value })
  }
  for (const { method, scope } of steps)
    for (const { value: object, variant } of piecesOf(method.document, method.result, scope.result))
      for (const [key, schema] of Object.entries(variant?.properties ?? {})) {
        const type = typeNameOf(method.document, schema)
        const value = object[key]
        if (value === null || typeof value === 'object' || value === undefined) continue
        if (type !== undefined) add(byType, type, key, value)
        add(byName, plain(key), key, value)
      }
  return methods.flatMap((method) => {
    if (method.isKnown || method.safety === undefined || method.isNotification) return []
    const { document } = method
    const columns = method.params.map(({ name, schema }) => {
      const typed = [...(byType.get(typeNameOf(document, schema) ?? '')?.values() ?? [])]
      const named = typed.filter(({ key }) => plain(key) === plain(name))
      const found = named.length > 0 ? named : typed
      if (found.length > 0) return found.map(({ value }) => value)
      const alike = [...(byName.get(plain(name))?.values() ?? [])].map(({ value }) => value)
      return alike.filter((value) => checkValue(document, schema, value) === undefined)
    })
    if (columns.every((column) => column.length === 0)) return []
    return unique(inTurns(method, (turn) => takeTurn(method, columns, turn, method.call)))
  })
}

type Pool = Map<string, Map<string, { readonly key: string; readonly value: unknown }>>

/** Values of one type, or of one name, at most. */
const mostValues = 64

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
