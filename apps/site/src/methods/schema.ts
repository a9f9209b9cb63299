import type { ErrorObject, OpenRpc, Reference, Schema } from '@lectern/spec'

/** The last part of a reference: `Hash` of `#/components/schemas/Hash`. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The error that is meant; one that the document does not have keeps its name. */
export function errorOf({ components }: OpenRpc, error: ErrorObject | Reference): ErrorObject {
  if (!('$ref' in error)) return error
  const name = nameOf(error.$ref)
  const { errors } = components
  return Object.hasOwn(errors, name) ? errors[name]! : { code: 0, message: name }
}

export function typeOf({ components }: OpenRpc, name: string): Schema | undefined {
  return Object.hasOwn(components.schemas, name) ? components.schemas[name] : undefined
}

/** The types that a schema is made of, those that it names first. */
export function typesWithin(document: OpenRpc, schema: Schema): string[] {
  const found = new Set<string>()
  let next = refsOf(schema)
  while (next.length > 0) {
    const fresh = next.filter((name) => !found.has(name))
    for (const name of fresh) found.add(name)
    next = fresh.flatMap((name) => refsOf(typeOf(document, name) ?? {}))
  }
  return [...found]
}

/** The types that a schema names itself. */
export function refsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [nameOf(value)] : refsOf(value),
  )
}

/** The schemas of which a value meets one, or at least one. */
export const alternativesOf = ({ oneOf, ...schema }: Schema): readonly Schema[] =>
  oneOf ?? (schema as { readonly anyOf?: readonly Schema[] }).anyOf ?? []

export type NamedSchemas = readonly (readonly [name: string, Schema])[]

/** Of a type that is one of several objects: each by its name, with its members. Undefined if it is anything else. */
export function kindsOf(document: OpenRpc, { oneOf = [] }: Schema): NamedSchemas | undefined {
  const kinds = oneOf.flatMap(({ $ref }) => {
    const schema = $ref === undefined ? undefined : typeOf(document, nameOf($ref))
    return schema?.properties ? [[nameOf($ref!), schema] as const] : []
  })
  return kinds.length > 1 && kinds.length === oneOf.length ? kinds : undefined
}

/** Forks in their order, as descriptions name them; one that is not among them comes last. */
const forks =
  'Frontier Homestead Byzantium Constantinople Istanbul Berlin London Paris Shanghai Cancun Prague Osaka Amsterdam'.split(
    ' ',
  )

/** When a member is there, as its description says: `Since London`, `Before Byzantium only`; empty for always. */
export const eraOf = ({ description = '' }: Schema): string =>
  /(?:^|\. )(Since [A-Z]\w+|Before [A-Z]\w+ only)/.exec(description)?.[1] ?? ''

/** Members in groups by when they are there: those that always are first, the others in the order of the forks. */
export function groupsOf(schema: Schema): readonly (readonly [era: string, names: readonly string[]])[] {
  const members = Object.entries(schema.properties ?? {})
  const groups = Map.groupBy(members, ([, member]) => eraOf(member))
  return [...groups]
    .map(([era, some]) => [era, some.map(([name]) => name)] as const)
    .toSorted(([a], [b]) => orderOf(a) - orderOf(b))
}

function orderOf(era: string): number {
  const index = forks.findIndex((fork) => era.includes(fork))
  return era === '' ? -1 : index < 0 ? forks.length : index
}
