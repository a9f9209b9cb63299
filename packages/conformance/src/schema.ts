import type { OpenRpc, Schema } from '@lectern/spec'
import { resolve } from './document.ts'

/** One of the ways a schema can be met: a constant, or a narrower schema. */
export interface Branch {
  /** The constant, or the name of the component, for an id. */
  readonly label: string
  readonly schema: Schema
  /** Present where the branch is one value. */
  readonly constant?: string | boolean
}

/** The alternatives of a schema, unfolded through references, `oneOf`, `enum`, `const` and `boolean`. */
export function branchesOf(document: OpenRpc, schema: Schema, label = 'any'): Branch[] {
  const found = resolve<Schema>(document, schema)
  const name = schema.$ref?.split('/').at(-1) ?? schema.type ?? label
  if (found.const !== undefined) return [constant(found.const, schema)]
  if (found.enum) return found.enum.map((value) => constant(value, schema))
  if (found.type === 'boolean') return [constant(true, schema), constant(false, schema)]
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
  const members = Object.values(components.schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties),
  )
  return new Set(
    members.flatMap(([name, member]) => (member['x-elsewhere']?.includes('absent') ? [name] : [])),
  )
}

const constant = (value: string | boolean, schema: Schema): Branch => ({
  label: String(value),
  schema,
  constant: value,
})
