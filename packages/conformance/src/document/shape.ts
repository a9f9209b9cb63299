import type { OpenRpc, Schema } from '@lectern/spec'
import { isRecord, type Json } from './json.ts'
import { chooseObject, objectsOf, unfold } from './schema.ts'

/** One kind of object that a result may hold, at whatever depth: a component, or several that a constant distinguishes. */
export interface Shape {
  /** The name of the component. */
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
export function shapesOf(document: OpenRpc, schema: Schema, name = 'result'): Shape[] {
  const own = refName(schema) ?? name
  const found = unfold(document, schema)
  const inner = found.items ? shapesOf(document, found.items, own) : []
  const { isUnion, objects } = branchesWithObjects(document, found)
  const variants = found.properties ? [found] : objects.map((branch) => unfold(document, branch))
  const others = isUnion ? found.oneOf!.filter((branch) => !objects.includes(branch)) : []
  const label = objects.length === 1 ? (refName(objects[0]!) ?? own) : own
  const members = variants.flatMap(({ properties = {} }) => Object.entries(properties))
  const all = [
    ...(variants.length > 0 ? [{ name: label, variants }] : []),
    ...members.flatMap(([key, member]) => shapesOf(document, member, `${label}.${key}`)),
    ...others.flatMap((branch) => shapesOf(document, branch, own)),
    ...inner,
  ]
  return [...new Map(all.map((shape) => [shape.name, shape])).values()]
}

/** Every object in a value, by the schema that leads to it. */
export function piecesOf(
  document: OpenRpc,
  schema: Schema,
  value: unknown,
  path = '',
  name = 'result',
): Piece[] {
  const own = refName(schema) ?? name
  const found = unfold(document, schema)
  if (Array.isArray(value)) {
    const items = found.items ?? itemsFor(document, found, value)
    return items
      ? value.flatMap((item, index) => piecesOf(document, items, item, `${path}/${index}`, own))
      : []
  }
  if (!isRecord(value)) return []
  const { isUnion, objects } = branchesWithObjects(document, found)
  if (isUnion && objects.length === 0) {
    const branch = found.oneOf!.find((one) => objectsOf(document, one).length > 0)
    return branch ? piecesOf(document, branch, value, path, own) : []
  }
  const variants = objectsOf(document, found)
  if (variants.length === 0) return []
  const shape = objects.length === 1 ? (refName(objects[0]!) ?? own) : own
  const variant = chooseObject(document, variants, value)
  const inner = Object.entries(variant?.properties ?? {}).flatMap(([key, member]) =>
    Object.hasOwn(value, key)
      ? piecesOf(document, member, value[key], `${path}/${key}`, `${shape}.${key}`)
      : [],
  )
  return [{ shape, path, value, ...(variant && { variant }) }, ...inner]
}

/** The branches of a union that are objects; properties beside `oneOf` make no union. */
function branchesWithObjects(document: OpenRpc, { properties, oneOf }: Schema) {
  const isUnion = !properties && oneOf !== undefined
  return { isUnion, objects: isUnion ? oneOf.filter((branch) => unfold(document, branch).properties) : [] }
}

/** The items of the array branch that an array is meant for: objects or not. */
function itemsFor(document: OpenRpc, { oneOf = [] }: Schema, value: readonly unknown[]): Schema | undefined {
  const arrays = oneOf.map((branch) => unfold(document, branch)).filter(({ type }) => type === 'array')
  return arrays.find(
    ({ items, maxItems }) =>
      items && maxItems !== 0 && objectsOf(document, items).length > 0 === isRecord(value[0]),
  )?.items
}

/** The component that a schema names, through a description around it. */
function refName(schema: Schema): string | undefined {
  const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]!.$ref : undefined)
  return ref?.split('/').at(-1)
}
