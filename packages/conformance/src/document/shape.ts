import type { OpenRpc, Schema } from '@lectern/spec'
import { namedBy } from '@lectern/spec/arbitraries'
import { isRecord, type Json } from './json.ts'
import { alternativesOf, chooseObject, objectsOf, unfold } from './schema.ts'
import { checkValue } from './value-check.ts'

/** One kind of object that a result may hold, at whatever depth: a component, or several that a constant distinguishes. */
export interface Shape {
  readonly name: string
  readonly variants: readonly Schema[]
}

/** One object in a result: its shape, and the variant whose constants it has; none where it is of an unknown kind. */
export interface Piece {
  readonly shape: string
  readonly path: string
  readonly value: Json
  readonly variant?: Schema
}

/** Every shape that a schema can hold, each once, outer before inner. */
export function shapesOf(
  document: OpenRpc,
  schema: Schema,
  name = 'result',
  path: readonly string[] = [],
): Shape[] {
  const ref = namedBy(schema)
  const own = ref ?? name
  if (path.length > deepest || (ref !== undefined && path.includes(ref))) return []
  const within = (inner: Schema, label: string) => shapesOf(document, inner, label, [...path, own])
  const found = unfold(document, schema)
  const inner = itemsOf(found).flatMap((items) => within(items, own))
  const union = alternativesOf(found)
  const objects = objectBranches(document, found)
  const variants = found.properties ? [found] : objects.map((branch) => unfold(document, branch))
  const others = (union ?? []).filter((branch) => !objects.includes(branch))
  const label = objects.length === 1 ? (namedBy(objects[0]!) ?? own) : own
  const members = variants.flatMap(({ properties = {} }) => Object.entries(properties))
  const all = [
    ...(variants.length > 0 ? [{ name: label, variants }] : []),
    ...members.flatMap(([key, member]) => within(member, `${label}.${key}`)),
    ...others.flatMap((branch) => within(branch, own)),
    ...inner,
  ]
  return [...new Map(all.map((shape) => [shape.name, shape])).values()]
}

/** Levels of objects that are looked into one by one; deeper ones are checked as a part of their result. */
const deepest = 8

const itemsOf = ({ items }: Schema): Schema[] => (items && !Array.isArray(items) ? [items] : [])

/** Every object in a value, by the schema that leads to it. */
export function piecesOf(
  document: OpenRpc,
  schema: Schema,
  value: unknown,
  path = '',
  name = 'result',
): Piece[] {
  const own = namedBy(schema) ?? name
  const found = unfold(document, schema)
  if (Array.isArray(value)) {
    const items = itemsOf(found)[0] ?? itemsFor(document, found, value)
    return items
      ? value.flatMap((item, index) => piecesOf(document, items, item, `${path}/${index}`, own))
      : []
  }
  if (!isRecord(value)) return []
  const union = alternativesOf(found)
  const objects = objectBranches(document, found)
  const fits = (branch: Schema) =>
    objectsOf(document, branch).length === 0 && !checkValue(document, branch, value)
  if (union?.some(fits)) return []
  if (union && objects.length === 0) {
    const branch = union.find((one) => objectsOf(document, one).length > 0)
    return branch ? piecesOf(document, branch, value, path, own) : []
  }
  const variants = objectsOf(document, found)
  if (variants.length === 0) return []
  const shape = objects.length === 1 ? (namedBy(objects[0]!) ?? own) : own
  const isValid = (one: Schema) => variants.length > 1 && checkValue(document, one, value) === undefined
  const variant = variants.find(isValid) ?? chooseObject(document, variants, value)
  const inner = Object.entries(variant?.properties ?? {}).flatMap(([key, member]) =>
    Object.hasOwn(value, key)
      ? piecesOf(document, member, value[key], `${path}/${key}`, `${shape}.${key}`)
      : [],
  )
  return [{ shape, path, value, ...(variant && { variant }) }, ...inner]
}

const objectBranches = (document: OpenRpc, schema: Schema): Schema[] =>
  (alternativesOf(schema) ?? []).filter((branch) => unfold(document, branch).properties)

/** The items of the array branch that an array is meant for: objects or not. */
function itemsFor(document: OpenRpc, { oneOf = [] }: Schema, value: readonly unknown[]): Schema | undefined {
  const arrays = oneOf.map((branch) => unfold(document, branch)).filter(({ type }) => type === 'array')
  return arrays.find(
    ({ items, maxItems }) =>
      items &&
      !Array.isArray(items) &&
      maxItems !== 0 &&
      objectsOf(document, items).length > 0 === isRecord(value[0]),
  )?.items
}
