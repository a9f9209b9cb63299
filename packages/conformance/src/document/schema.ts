import type { OpenRpc, Schema } from '@lectern/spec'
import { type AnySchema, namedBy, unfold as merge } from '@lectern/spec/arbitraries'
import { areRequirements } from './canonical.ts'
import type { Json } from './json.ts'

/** One alternative of a schema: a constant, or a narrower schema. */
export interface Branch {
  /** The constant, or the name of the component, for an id. */
  readonly label: string
  readonly schema: Schema
  /** Present where the branch is one value. */
  readonly constant?: string | boolean
}

/** A schema with its references followed, and its `allOf` merged. */
export function unfold(document: OpenRpc, schema: AnySchema): Schema {
  const known = unfolded.get(document) ?? unfolded.set(document, new WeakMap()).get(document)!
  return (
    known.get(schema) ?? known.set(schema, merge(schema, document.components.schemas) as Schema).get(schema)!
  )
}

// Each value of each response is looked at by its schema: without this half of a run goes into following references.
const unfolded = new WeakMap<OpenRpc, WeakMap<AnySchema, Schema>>()

/** Returns the alternatives of a schema; undefined if they only require members. */
export const alternativesOf = ({ oneOf, properties }: Schema): readonly Schema[] | undefined =>
  properties || !oneOf || areRequirements(oneOf) ? undefined : oneOf

/** The alternatives of a schema, unfolded through references, `oneOf`, `enum`, `const` and `boolean`. */
export function branchesOf(document: OpenRpc, schema: Schema, label = 'any', depth = 0): Branch[] {
  const found = unfold(document, schema)
  const name = namedBy(schema) ?? schema.type ?? label
  const constants = found.const === undefined ? (found.enum ?? []) : [found.const]
  const values = found.type === 'boolean' && constants.length === 0 ? [true, false] : constants
  if (values.length > 0) return values.map((constant) => ({ label: labelOf(constant), schema, constant }))
  const alternatives = alternativesOf(found)
  if (!alternatives || depth > 4) return [{ label: name, schema }]
  return alternatives.flatMap((branch, index) => branchesOf(document, branch, `${name}.${index}`, depth + 1))
}

const labelOf = (constant: unknown) =>
  typeof constant === 'object' ? JSON.stringify(constant) : String(constant)

export const constantsOf = (document: OpenRpc, schema: Schema): unknown[] =>
  branchesOf(document, schema).flatMap(({ constant }) => (constant === undefined ? [] : [constant]))

/** The name of a schema's type: its component, or its title. */
export const typeNameOf = (document: OpenRpc, schema: Schema): string | undefined =>
  namedBy(schema) ?? schema.title ?? unfold(document, schema).title

/** The members that some nodes leave out, as `x-elsewhere` of the document says. */
export function absentElsewhere({ components }: OpenRpc): ReadonlySet<string> {
  const all = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.entries(properties))
  return new Set(all.flatMap(([name, member]) => (isFoundElsewhere(member, 'absent') ? [name] : [])))
}

/** Whether the document's `x-elsewhere` says that some nodes give a member as null, or leave it out. */
export const isFoundElsewhere = (member: Schema | undefined, what: 'null' | 'absent'): boolean =>
  member?.['x-elsewhere']?.includes(what) === true

/** The object alternatives of a schema; constant members distinguish them. */
export function objectsOf(document: OpenRpc, schema: Schema, depth = 0): Schema[] {
  const found = unfold(document, schema)
  if (found.properties) return [found]
  if (depth > 4) return []
  return (alternativesOf(found) ?? []).flatMap((branch) => objectsOf(document, branch, depth + 1))
}

/** The one of several object schemas whose constants an object has; the only one where there is one. */
export function chooseObject(document: OpenRpc, schemas: readonly Schema[], value: Json): Schema | undefined {
  if (schemas.length < 2) return schemas[0]
  const fitting = schemas.filter(({ properties = {} }) =>
    Object.entries(properties).every(([key, member]) => {
      const { const: constant } = unfold(document, member)
      return constant === undefined || value[key] === constant
    }),
  )
  return fitting.length < 2 ? fitting[0] : closest(fitting, value)
}

/** The schema that requires no member that an object lacks, and has the most of those it has. */
function closest(schemas: readonly Schema[], value: Json): Schema {
  const score = ({ properties = {}, required = [] }: Schema) =>
    Object.keys(value).filter((key) => Object.hasOwn(properties, key)).length -
    10 * required.filter((key) => !Object.hasOwn(value, key)).length
  return schemas.reduce((best, schema) => (score(schema) > score(best) ? schema : best))
}
