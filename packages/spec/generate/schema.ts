import type { OpenRpc, Schema } from '../src/open-rpc.ts'

/** The component schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>

const prefix = '#/components/schemas/'

/** The component's name in a `$ref` to a schema. */
export function refName(ref: string): string {
  return ref.slice(prefix.length)
}

/** The name of the component that a schema is, or describes: `{ $ref }` or `{ description, allOf: [{ $ref }] }`. */
export function namedBy(schema: Schema): string | undefined {
  const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined)
  return ref === undefined ? undefined : refName(ref)
}

/** The component that a schema is or describes, or the schema itself. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = namedBy(schema)
  return name === undefined ? schema : resolve(schemas[name] ?? {}, schemas)
}

/** Whether all values of a schema are texts. */
export function isText(schema: Schema, schemas: Schemas): boolean {
  const { type, properties, oneOf } = resolve(schema, schemas)
  return type === 'string' || (!properties && oneOf?.every((branch) => isText(branch, schemas)) === true)
}

/** The other branch of `oneOf: [X, null]`, or undefined where a schema is not of this form. */
export function nonNull(schema: Schema): Schema | undefined {
  const [one, two, ...more] = schema.oneOf ?? []
  return two?.type === 'null' && more.length === 0 ? one : undefined
}

/** A component and what narrows it: `allOf: [{ $ref }, { properties }]`; undefined where a schema is not of this form. */
export function refinement(schema: Schema): { base: string; properties: Schemas } | undefined {
  const [base, narrower, ...more] = schema.allOf ?? []
  return base?.$ref !== undefined && narrower?.properties && more.length === 0
    ? { base: refName(base.$ref), properties: narrower.properties }
    : undefined
}

/** Every schema directly inside a schema, with the pointer to it. */
export function children(schema: Schema): [pointer: string, child: Schema][] {
  const lists = (['oneOf', 'allOf'] as const).flatMap((key) =>
    (schema[key] ?? []).map((child, index): [string, Schema] => [`/${key}/${index}`, child]),
  )
  const members = Object.entries(schema.properties ?? {}).map(([key, child]): [string, Schema] => [
    `/properties/${key}`,
    child,
  ])
  return [...lists, ...members, ...(schema.items ? [['/items', schema.items] as [string, Schema]] : [])]
}

/** The component schemas, each after those that it refers to; ties in the document's order. */
export function sortedSchemas(document: OpenRpc): [name: string, schema: Schema][] {
  const sorted = new Map<string, Schema>()
  const visit = (schema: Schema): void => {
    if (schema.$ref !== undefined) place(refName(schema.$ref))
    for (const [, child] of children(schema)) visit(child)
  }
  const place = (name: string): void => {
    const schema = document.components.schemas[name]
    if (schema === undefined || sorted.has(name)) return
    visit(schema)
    sorted.set(name, schema)
  }
  for (const name of Object.keys(document.components.schemas)) place(name)
  return [...sorted]
}
