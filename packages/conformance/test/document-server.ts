import type { Schema } from '@lectern/spec'
import { makeValues, readMethods, type Method } from '../src/document/document.ts'
import { readDocument } from '../src/document/read-document.ts'
import { checkValue, type Rpc, type Target } from '../src/engine.ts'
import { error, miniTarget, serveCalls, type Defect, type Json } from './mini-server.ts'

/** A change of one answer of a correct server. */
export interface DocumentDefect extends Defect {
  /** Changes what a call is answered with; it is given the method and the values by position. */
  reply?(reply: Json, method: Method, values: readonly unknown[]): Json
}

/** A server that answers from its own document: its examples, and values of its schemas that follow from the call. */
export function documentTarget(given: object, defect: DocumentDefect = {}): Target {
  const rpc = documentServer(given, defect)
  return miniTarget([], defect, rpc)
}

/** The same as a function. */
export function documentServer(given: object, defect: DocumentDefect = {}): Rpc {
  const { document } = readDocument(given)
  const methods = new Map(readMethods(document).map((method) => [method.name, method]))
  const known = new Map<string, Json>()
  const answer = (method: Method, values: readonly unknown[]): Json => {
    const key = JSON.stringify([method.name, values])
    const example = method.examples.find(({ params }) => JSON.stringify(params) === JSON.stringify(values))
    if (example && 'result' in example) return { result: example.result }
    const found = known.get(key)
    if (found) return found
    const made = make(method.result, hash(key))
    const reply = made === undefined ? error(method.errors[0] ?? -32000, 'There is none') : { result: made }
    known.set(key, reply)
    return reply
  }
  const make = (schema: Schema, seed: number) => {
    const values = makeValues(document, schema, seed)
    return values.find((value) => value !== null) ?? values[0]
  }
  return serveCalls(({ method: name, params }: Json): Json => {
    if (name === 'rpc.discover') return { result: structuredClone(given) }
    const method = methods.get(name)
    if (!method) return error(-32601, 'Method not found')
    const values = toValues(method, params)
    const isRight =
      values &&
      method.params.every(({ required, schema }, index) => {
        const value = values[index]
        return value === undefined ? required !== true : checkValue(document, schema, value) === undefined
      })
    const reply = isRight ? answer(method, values) : error(-32602, 'Invalid params')
    return defect.reply?.(structuredClone(reply), method, values ?? []) ?? reply
  }, defect)
}

/** The values of a call by position; undefined where there are too many, or in another structure. */
function toValues({ params: declared, structure }: Method, params: unknown): unknown[] | undefined {
  if (params === undefined) return []
  if (Array.isArray(params))
    return (structure === 'by-name' && params.length > 0) || params.length > declared.length
      ? undefined
      : params
  const names = declared.map(({ name }) => name)
  const given = params as Record<string, unknown>
  if (structure === 'by-position' || !Object.keys(given).every((key) => names.includes(key))) return undefined
  const values = names.map((name) => given[name])
  return values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)
}

function hash(text: string): number {
  let value = 7
  for (const character of text) value = (Math.imul(value, 31) + character.codePointAt(0)!) | 0
  return value
}
