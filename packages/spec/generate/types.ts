import type { Schema } from '../src/open-rpc.ts'
import { namedBy, refinement } from './schema.ts'
import { comment, literal } from './source.ts'

/** What a component is called in a type. */
export type Rename = (component: string) => string

const same: Rename = (name) => name

/** The TypeScript declaration of a component: an interface for an object, an alias for all else, with its description. */
export function typeDeclaration(component: string, schema: Schema, rename: Rename = same): string {
  const narrowed = refinement(schema)
  const name = rename(component)
  const declaration = narrowed
    ? `interface ${name} extends ${rename(narrowed.base)} {\n${members(narrowed.properties, [], rename)}}`
    : schema.properties
      ? `interface ${name} {\n${members(schema.properties, schema.required ?? [], rename)}}`
      : `type ${name} = ${typeOf(schema, rename)}`
  return `${comment(schema.description)}export ${declaration}\n`
}

/** The TypeScript type of a schema. A pattern that starts with 0x gives a template literal. */
export function typeOf(schema: Schema, rename: Rename = same): string {
  const name = namedBy(schema)
  if (name !== undefined) return rename(name)
  if (schema.oneOf && !schema.properties)
    return [...new Set(schema.oneOf.map((branch) => typeOf(branch, rename)))].join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.pattern?.startsWith('^0x')) return '`0x${string}`'
  if (schema.items) return `${typeOf(schema.items, rename)}[]`
  return schema.type as string
}

function members(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  rename: Rename,
): string {
  return Object.entries(properties)
    .map(([key, schema]) => {
      const optional = required.length > 0 && !required.includes(key) ? '?' : ''
      return `${comment(schema.description)}${key}${optional}: ${typeOf(schema, rename)}\n`
    })
    .join('')
}
