import type { Schema } from '../src/open-rpc.ts'
import { namedBy, resolve, type Schemas } from '../src/schema.ts'

/** The components that become a bigint. The type and the status stay text: unions are distinguished by them. */
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

/** The members of an object and the items of an array. */
export const inside = ({ properties = {}, items }: Schema): Schema[] => [
  ...Object.values(properties),
  ...(items ? [items] : []),
]

/** The branches of a schema behind all names, but for null and those of quantities; of what is no union, itself. */
export function branchesOf(schema: Schema, schemas: Schemas): Schema[] {
  if (isQuantity(schema)) return [schema]
  const name = namedBy(schema)
  if (name !== undefined) return branchesOf(schemas[name] ?? {}, schemas)
  const found = resolve(schema, schemas)
  if (!found.oneOf || found.properties) return found.type === 'null' ? [] : [found]
  return found.oneOf.flatMap((branch) => branchesOf(branch, schemas))
}

/** How a schema is decoded: by the decoder of a component, or of `Quantity`; undefined where the value stays as it is. */
export interface Decoding {
  readonly component: string
  /** Whether the component is that of a list's items. */
  readonly each: boolean
}

/** How the values of a schema are decoded. */
export function decodingOf(schema: Schema, schemas: Schemas): Decoding | undefined {
  if (!isDecoded(schema, schemas)) return undefined
  const item = itemOf(schema, schemas)
  if (item) return { component: componentOf(item), each: true }
  if (isQuantity(schema)) return { component: 'Quantity', each: false }
  const component = namedBy(schema)
  return component === undefined ? decodingOf(otherThanNull(schema), schemas) : { component, each: false }
}

/** The items of a list, or of the lists of a union, that decoding changes. */
export const itemOf = (schema: Schema, schemas: Schemas): Schema | undefined =>
  branchesOf(schema, schemas)
    .flatMap(({ items = {} }) => items)
    .find((item) => isDecoded(item, schemas))

const componentOf = (item: Schema): string => (isQuantity(item) ? 'Quantity' : namedBy(item)!)

/** The only union that the lint accepts inside a schema: `oneOf: [X, null]`. */
const otherThanNull = ({ oneOf = [] }: Schema) => oneOf.find(({ type }) => type !== 'null') ?? {}

/** The members of all branches of a schema by their names: one schema for each decoding of a name. */
export function membersOf(schema: Schema, schemas: Schemas): Map<string, Schema[]> {
  const found = new Map<string, Map<string | undefined, Schema>>()
  for (const { properties = {} } of branchesOf(schema, schemas))
    for (const [key, member] of Object.entries(properties)) {
      const known = found.get(key) ?? new Map<string | undefined, Schema>()
      found.set(key, known.set(JSON.stringify(decodingOf(member, schemas)), member))
    }
  return new Map([...found].map(([key, schemas]) => [key, [...schemas.values()]]))
}
