import type { OpenRpc, Schema } from '@lectern/spec'
import { resolve } from './document.ts'
import type { Json } from './json.ts'

/** One alternative of a schema: a constant, or a narrower schema. */
export interface Branch {
  /** The constant, or the name of the component, for an id. */
  readonly label: string
  readonly schema: Schema
  /** Present where the branch is one value. */
  readonly constant?: string | boolean
}

/** A schema with its references followed; where `allOf` narrows a component, its members with the narrower ones. */
export function unfold(document: OpenRpc, schema: Schema): Schema {
  const known = unfolded.get(document) ?? unfolded.set(document, new WeakMap()).get(document)!
  return known.get(schema) ?? known.set(schema, unfoldOnce(document, schema)).get(schema)!
}

// Each value of each response is looked at by its schema: without this half of a run goes into following references.
const unfolded = new WeakMap<OpenRpc, WeakMap<Schema, Schema>>()

function unfoldOnce(document: OpenRpc, schema: Schema): Schema {
  const found = resolve<Schema>(document, schema)
  const [base, narrower] = found.allOf ?? []
  if (base === undefined) return found
  const whole = unfold(document, base)
  const { allOf: _, ...own } = found
  const properties = narrower && { properties: { ...whole.properties, ...narrower.properties } }
  return { ...whole, ...own, ...properties }
}

/** The alternatives of a schema, unfolded through references, `oneOf`, `enum`, `const` and `boolean`. */
export function branchesOf(document: OpenRpc, schema: Schema, label = 'any'): Branch[] {
  const found = unfold(document, schema)
  const name = schema.$ref?.split('/').at(-1) ?? schema.type ?? label
  const constants = found.const === undefined ? (found.enum ?? []) : [found.const]
  const values = found.type === 'boolean' && constants.length === 0 ? [true, false] : constants
  if (values.length > 0) return values.map((constant) => ({ label: String(constant), schema, constant }))
  // Beside properties, alternatives only narrow one shape.
  if (!found.oneOf || found.properties) return [{ label: name, schema }]
  return found.oneOf.flatMap((branch, index) => branchesOf(document, branch, `${name}.${index}`))
}

/** The constants among the alternatives of a schema. */
export function constantsOf(document: OpenRpc, schema: Schema): unknown[] {
  return branchesOf(document, schema).flatMap(({ constant }) => (constant === undefined ? [] : [constant]))
}

/** The members that some nodes leave out, as `x-elsewhere` of the document says. */
export function absentElsewhere({ components }: OpenRpc): ReadonlySet<string> {
  const members = Object.values(components.schemas).flatMap((schema) =>
    Object.entries(schema.properties ?? {}),
  )
  return new Set(members.flatMap(([name, member]) => (isFoundElsewhere(member, 'absent') ? [name] : [])))
}

/** Whether the document's `x-elsewhere` says that some nodes give a member as null, or leave it out. */
export const isFoundElsewhere = (member: Schema | undefined, what: 'null' | 'absent'): boolean =>
  member?.['x-elsewhere']?.includes(what) === true

/** The object alternatives of a schema; constant members distinguish them. */
export function objectsOf(document: OpenRpc, schema: Schema): Schema[] {
  const found = unfold(document, schema)
  if (found.properties) return [found]
  return (found.oneOf ?? []).flatMap((branch) => objectsOf(document, branch))
}

/** The one of several object schemas whose constants an object has; the only one where there is one. */
export function chooseObject(document: OpenRpc, schemas: readonly Schema[], value: Json): Schema | undefined {
  if (schemas.length < 2) return schemas[0]
  return schemas.find(({ properties = {} }) =>
    Object.entries(properties).every(([key, member]) => {
      const { const: constant } = unfold(document, member)
      return constant === undefined || value[key] === constant
    }),
  )
}
