import { resolve as whole } from '../src/arbitrary.ts'
import type { Schema } from '../src/open-rpc.ts'
import { namedBy, type Schemas } from './schema.ts'
import { literal as quote } from './source.ts'

/** The components that become a bigint. The type and the status stay as they are: names, by which unions are told apart. */
export const quantities: ReadonlySet<string> = new Set(['Quantity', 'BlockNumber', 'Parity'])

/** Whether a schema is one of the quantities, or describes one. */
export const isQuantity = (schema: Schema): boolean => quantities.has(namedBy(schema) ?? '')

/** Whether decoding changes the values of a schema: where a quantity is in it, but not in a union of texts. */
export function isDecoded(schema: Schema, schemas: Schemas): boolean {
  const branches = branchesOf(schema, schemas)
  return branches.some((branch) =>
    isQuantity(branch) ? branches.length === 1 : inside(branch).some((child) => isDecoded(child, schemas)),
  )
}

/** The branches of a schema behind all names, but for null and those of quantities; of what is no union, itself. */
export function branchesOf(schema: Schema, schemas: Schemas): Schema[] {
  if (isQuantity(schema)) return [schema]
  const name = namedBy(schema)
  if (name !== undefined) return branchesOf(schemas[name] ?? {}, schemas)
  const found = whole(schemas, schema)
  if (!found.oneOf || found.properties) return found.type === 'null' ? [] : [found]
  return found.oneOf.flatMap((branch) => branchesOf(branch, schemas))
}

/** An expression that decodes the value of another one, at a place and the member in it; undefined where the value stays as it is. */
export function decodeOf(
  schema: Schema,
  value: string,
  schemas: Schemas,
  at: string = 'at',
  key?: string,
): string | undefined {
  if (!isDecoded(schema, schemas)) return undefined
  const place = key === undefined ? `refuse, ${at}` : `refuse, ${at}, ${quote(key)}`
  const item = itemOf(schema, schemas)
  if (item) return `each(${value}, ${decoderOf(item)}, ${place})`
  if (isQuantity(schema)) return `quantity(${value}, ${place})`
  if (namedBy(schema) === undefined) return decodeOf(otherThanNull(schema), value, schemas, at, key)
  return `${decoderOf(schema)}(${value}, refuse, ${key === undefined ? at : `below(${at}, ${quote(key)})`})`
}

/** The items of a list, or of the lists of a union, that decoding changes. */
const itemOf = (schema: Schema, schemas: Schemas): Schema | undefined =>
  branchesOf(schema, schemas)
    .flatMap(({ items = {} }) => items)
    .find((item) => isDecoded(item, schemas))

/** The name of the function that decodes a component. */
const decoderOf = (schema: Schema) => (isQuantity(schema) ? 'quantity' : `decode${namedBy(schema)}`)

/** The only union that the lint lets stand inside: `oneOf: [X, null]`. */
const otherThanNull = ({ oneOf = [] }: Schema) => oneOf.find(({ type }) => type !== 'null') ?? {}

/** The function that decodes a component; of a union, all its branches at once, so that a type nobody knows is read as well. */
export function decoderFunction(name: string, schemas: Schemas): string {
  const component = schemas[name] ?? {}
  const item = itemOf(component, schemas)
  const body = item
    ? `return each(value, ${decoderOf(item)}, refuse, at)`
    : branchesOf(component, schemas).some(isQuantity)
      ? `return value === null ? value : quantity(value, refuse, at)`
      : objectBody(component, schemas)
  return `function decode${name}(value: unknown, refuse: Refuse, at: string): unknown {\n${body}\n}\n`
}

function objectBody(component: Schema, schemas: Schemas): string {
  const rows = [...memberDecoders(component, schemas)].flatMap(([key, [decode]]) =>
    decode === undefined ? [] : [`if (${read(key)} != null) ${read(key)} = ${decode}\n`],
  )
  return `if (!isObject(value)) return value\nconst copy = { ...value }\n${rows.join('')}return copy`
}

/** How each branch that has a member decodes it: one expression, or undefined, where they do it alike. */
export function memberDecoders(schema: Schema, schemas: Schemas): Map<string, (string | undefined)[]> {
  const found = new Map<string, Set<string | undefined>>()
  for (const { properties = {} } of branchesOf(schema, schemas))
    for (const [key, member] of Object.entries(properties)) {
      const known = found.get(key) ?? new Set()
      found.set(key, known.add(decodeOf(member, read(key), schemas, 'at', key)))
    }
  return new Map([...found].map(([key, decoders]) => [key, [...decoders]]))
}

const read = (key: string): string => `copy[${quote(key)}]`

/** The components whose decoders the decoding of a schema needs; what is needed first comes first. */
export function neededBy(schema: Schema, schemas: Schemas): string[] {
  if (isQuantity(schema) || !isDecoded(schema, schemas)) return []
  const item = itemOf(schema, schemas)
  if (item ?? namedBy(schema)) return decodersOf(item ?? schema, schemas)
  return neededBy(otherThanNull(schema), schemas)
}

/** A component, after those whose decoders its own needs. */
function decodersOf(component: Schema, schemas: Schemas): string[] {
  const name = namedBy(component)
  if (isQuantity(component) || name === undefined) return []
  const item = itemOf(component, schemas)
  const members = branchesOf(component, schemas).flatMap(inside)
  return [
    ...(item ? decodersOf(item, schemas) : members.flatMap((member) => neededBy(member, schemas))),
    name,
  ]
}

const inside = ({ properties = {}, items }: Schema): Schema[] => [
  ...Object.values(properties),
  ...(items ? [items] : []),
]
