import type { Schema } from '../src/open-rpc.ts'
import { namedBy, refinement } from './schema.ts'

/** The TypeScript declaration of a component: an interface for an object, an alias for all else, with its description. */
export function typeDeclaration(name: string, schema: Schema): string {
  const narrowed = refinement(schema)
  const declaration = narrowed
    ? `interface ${name} extends ${narrowed.base} {\n${members(narrowed.properties, [])}}`
    : schema.properties
      ? `interface ${name} {\n${members(schema.properties, schema.required ?? [])}}`
      : `type ${name} = ${typeOf(schema)}`
  return `${comment(schema.description)}export ${declaration}\n`
}

/** The TypeScript type of a schema. A pattern that starts with 0x gives a template literal. */
export function typeOf(schema: Schema): string {
  const name = namedBy(schema)
  if (name !== undefined) return name
  if (schema.oneOf && !schema.properties) return [...new Set(schema.oneOf.map(typeOf))].join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.pattern?.startsWith('^0x')) return '`0x${string}`'
  if (schema.items) return `${typeOf(schema.items)}[]`
  return schema.type as string
}

/** A documentation comment in lines of at most 110 characters, or nothing where there is no text. */
export function comment(text: string | undefined): string {
  if (text === undefined) return ''
  const safe = text.replaceAll('*/', '*\\/')
  if (safe.length <= 100) return `/** ${safe} */\n`
  const lines = safe.match(/\S.{0,104}(?=\s|$)/g) ?? []
  return `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`
}

/** A value as TypeScript source. */
export function literal(value: unknown): string {
  return JSON.stringify(value)
}

function members(properties: Readonly<Record<string, Schema>>, required: readonly string[]): string {
  return Object.entries(properties)
    .map(([key, schema]) => {
      const optional = required.length > 0 && !required.includes(key) ? '?' : ''
      return `${comment(schema.description)}${key}${optional}: ${typeOf(schema)}\n`
    })
    .join('')
}
