import type { Schema } from '../src/open-rpc.ts'
import { namedBy } from './schema.ts'
import { literal, memberName } from './source.ts'
import { typeOf } from './types.ts'

/** What the generated TypeBox constants need: the import, and a component with a member's own description. */
export const typeboxPrelude = `import * as Type from 'typebox'

const as = <T>(schema: Type.TSchema, own: object): Type.TUnsafe<T> => Type.Unsafe<T>({ ...schema, ...own })
`

/** The TypeBox constant of a component: an object schema with typed members, anything else with its static type. */
export function typeboxDeclaration(name: string, schema: Schema): string {
  const { properties, required = [] } = schema
  if (!properties)
    return `/** TypeBox schema of ${name}. */\nexport const ${name}: Type.TUnsafe<${name}> = ${expression(schema, name)}\n`
  const rows = Object.entries(properties).map(([key, member]) => {
    const optional = !required.includes(key)
    const shape = `Type.TUnsafe<${typeOf(member)}>`
    return {
      shape: `${memberName(key)}: ${optional ? `Type.TOptional<${shape}>` : shape}`,
      value: `${memberName(key)}: ${optional ? `Type.Optional(${expression(member)})` : expression(member)},`,
    }
  })
  return [
    `/** TypeBox schema of ${name}. */\nexport const ${name}: Type.TObject<{\n`,
    rows.map((row) => row.shape).join('\n'),
    `\n}> = Type.Object({\n${rows.map((row) => row.value).join('\n')}\n}, ${literal(without(schema, 'type', 'properties', 'required'))})\n`,
  ].join('')
}

function expression(schema: Schema, type: string = typeOf(schema)): string {
  const name = namedBy(schema)
  if (name === undefined) return `Type.Unsafe<${type}>(${json(schema)})`
  const own = without(schema, '$ref', 'allOf')
  return Object.keys(own).length === 0
    ? `Type.Unsafe<${type}>(${name})`
    : `as<${type}>(${name}, ${literal(own)})`
}

/** JSON Schema as source, in which a component is its constant. */
function json(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`
  if (typeof value !== 'object' || value === null) return literal(value)
  const schema = value as Schema
  const name = schema.$ref === undefined ? undefined : namedBy(schema)
  if (name !== undefined) return name
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${literal(key)}: ${json(member)}`)
    .join(', ')} }`
}

const without = (schema: Schema, ...keys: (keyof Schema)[]) =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key as keyof Schema)))
