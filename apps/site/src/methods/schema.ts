/** A JSON schema, as the document writes it. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly [keyword: string]: unknown
}

interface Described {
  readonly name: string
  readonly summary?: string
  readonly description?: string
}

/** A parameter or a result of a method. */
export interface Content extends Described {
  readonly required?: boolean
  readonly schema: Schema
}

/** An error that a method may give. */
export interface Fault {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

interface Ref {
  readonly $ref: string
}

/** An example of a call, with its result. */
export interface Example extends Described {
  readonly params: readonly NamedValue[]
  readonly result?: NamedValue
}

interface NamedValue {
  readonly name: string
  readonly value: unknown
}

interface Link extends Described {
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly [keyword: string]: unknown
}

/** A method of the document. */
export interface Method extends Described {
  readonly tags?: readonly Described[]
  readonly paramStructure?: string
  readonly params: readonly Content[]
  readonly result: Content
  readonly errors?: readonly (Fault | Ref)[]
  readonly links?: readonly Link[]
  readonly examples?: readonly Example[]
}

/** The part of an OpenRPC document that the site reads. */
export interface OpenRpc {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly license?: { readonly name?: string; readonly url?: string }
  }
  readonly servers?: readonly (Partial<Described> & { readonly url: string })[]
  readonly methods: readonly Method[]
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly errors?: Readonly<Record<string, Fault>>
  }
  readonly 'x-extensions'?: readonly Described[]
}

/** The last part of a reference: `Hash` of `#/components/schemas/Hash`. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** The error that is meant; one that the document does not have keeps its name. */
export function errorOf({ components }: OpenRpc, error: Fault | Ref): Fault {
  if (!('$ref' in error)) return error
  const name = nameOf(error.$ref)
  const errors = components?.errors ?? {}
  return Object.hasOwn(errors, name) ? errors[name]! : { code: 0, message: name }
}

/** A type by its name; undefined if the document has none of that name. */
export function typeOf({ components }: OpenRpc, name: string): Schema | undefined {
  const schemas = components?.schemas ?? {}
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined
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

/** Types with their names. */
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
const forks = [
  'Frontier',
  'Homestead',
  'Byzantium',
  'Constantinople',
  'Istanbul',
  'Berlin',
  'London',
  'Paris',
  'the merge',
  'Shanghai',
  'Cancun',
  'Prague',
  'Osaka',
  'Amsterdam',
]

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
