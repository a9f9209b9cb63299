import type { OpenRpc, Schema } from './open-rpc.ts'

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

/** The schema behind a `$ref` or a description of one; where `allOf` narrows a component, its members with the narrower ones. Throws a TypeError for a `$ref` to no component. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  const [base, narrower] = schema.allOf ?? []
  const ref = schema.$ref ?? base?.$ref
  if (ref === undefined) return schema
  const target = schemas[refName(ref)]
  if (!target) throw new TypeError(`There is no component ${ref}.`)
  const found = resolve(target, schemas)
  return narrower ? { ...found, properties: { ...found.properties, ...narrower.properties } } : found
}

/** A schema of any document of JSON Schema draft-07, rewritten: one `type`, `oneOf` for `anyOf`, `$ref`s to components only. */
export interface AnySchema extends Omit<Schema, 'type' | 'const' | 'enum' | 'additionalProperties'> {
  readonly type?: NonNullable<Schema['type']> | 'integer' | 'number'
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly additionalProperties?: false | AnySchema
  readonly patternProperties?: Readonly<Record<string, AnySchema>>
  readonly propertyNames?: AnySchema
  readonly prefixItems?: readonly AnySchema[]
  readonly format?: string
  readonly uniqueItems?: boolean
  readonly multipleOf?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** A schema with its `$ref` followed and its `allOf` merged: members of all parts, and what several parts say as the last one does. */
export function unfold(schema: AnySchema, schemas: Schemas): AnySchema {
  const { $ref, allOf = [], ...own } = schema
  const target = $ref === undefined ? undefined : schemas[refName($ref)]
  if ($ref !== undefined && !target) throw new TypeError(`There is no component ${$ref}.`)
  if (!target && allOf.length === 0) return schema
  const parts: AnySchema[] = [...(target ? [target] : []), ...allOf].map((part) => unfold(part, schemas))
  return [...parts, own].reduce(merge)
}

function merge(whole: AnySchema, part: AnySchema): AnySchema {
  const properties = { ...whole.properties, ...part.properties }
  const required = new Set([...(whole.required ?? []), ...(part.required ?? [])])
  return Object.assign({}, whole, part, {
    ...((whole.properties ?? part.properties) && { properties }),
    ...(required.size > 0 && { required: [...required] }),
  })
}

/** Returns the texts that match a pattern, a regular expression that is not anchored; all if there is no pattern. */
export function matching<T>(texts: readonly T[], pattern: string | undefined): readonly T[] {
  return pattern === undefined ? texts : texts.filter((text) => new RegExp(pattern).test(String(text)))
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

/** Returns the member whose constant tells the branches of a `oneOf` apart. */
export function discriminator(branches: readonly Schema[]): string | undefined {
  return Object.keys(branches[0]?.properties ?? {}).find((key) =>
    branches.every(
      ({ properties, required }) => properties?.[key]?.const !== undefined && required?.includes(key),
    ),
  )
}

/** Every schema directly inside a schema, with the pointer to it. */
export function children({ oneOf, allOf, properties, items }: Schema): [pointer: string, child: Schema][] {
  const lists = Object.entries({ oneOf, allOf, properties }).flatMap(([key, list]) =>
    Object.entries<Schema>(list ?? {}).map(([step, child]): [string, Schema] => [`/${key}/${step}`, child]),
  )
  return items ? [...lists, ['/items', items]] : lists
}

/** An object without some of its members. */
export function without(value: object, ...keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}

/** The component schemas, each after those that it refers to; ties in the document's order. */
export function sortedSchemas({ components }: OpenRpc): [name: string, schema: Schema][] {
  const sorted = new Map<string, Schema>()
  const add = (name: string): void => {
    const schema = components.schemas[name]
    if (schema === undefined || sorted.has(name)) return
    visit(schema)
    sorted.set(name, schema)
  }
  const visit = (schema: Schema): void => {
    if (schema.$ref !== undefined) add(refName(schema.$ref))
    for (const [, child] of children(schema)) visit(child)
  }
  for (const name of Object.keys(components.schemas)) add(name)
  return [...sorted]
}
