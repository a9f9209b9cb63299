import { isRecord } from './compare.ts'
import { resolve, type Document, type Schema } from './document.ts'

/** One of the ways a schema can be met: a constant, or a narrower schema. */
export interface Branch {
  /** The constant, or the name of the component, for an id. */
  readonly label: string
  readonly schema: Schema
  /** Present where the branch is one value. */
  readonly constant?: unknown
}

/** The alternatives of a schema, unfolded through references, `oneOf`, `anyOf`, `enum`, `const` and `boolean`. */
export function branchesOf(document: Document, schema: Schema, label = 'any'): Branch[] {
  const found = resolve(document, schema) as Schema
  if (!isRecord(found)) return [{ label, schema }]
  const name =
    nameOf(schema) ?? (label === 'any' && typeof found['type'] === 'string' ? found['type'] : label)
  if ('const' in found) return [constant(found['const'])]
  if (Array.isArray(found['enum'])) return found['enum'].map(constant)
  if (found['type'] === 'boolean') return [constant(true), constant(false)]
  const alternatives = found['oneOf'] ?? found['anyOf']
  // Beside properties, alternatives only narrow one shape.
  if (!Array.isArray(alternatives) || 'properties' in found) return [{ label: name, schema }]
  return alternatives.flatMap((branch: Schema, index) => branchesOf(document, branch, `${name}.${index}`))
}

/** The constants among the alternatives of a schema. */
export function constantsOf(document: Document, schema: Schema): unknown[] {
  return branchesOf(document, schema).flatMap((branch) => ('constant' in branch ? [branch.constant] : []))
}

const constant = (value: unknown): Branch => ({
  label: String(value),
  schema: { const: value },
  constant: value,
})

function nameOf(schema: Schema): string | undefined {
  return isRecord(schema) && typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
}
