import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy, sortedSchemas, without } from '../src/schema.ts'
import * as types from './types.ts'
import { literal, memberName } from './types.ts'

/** The component schemas as TypeBox constants: a module of its own, so that types and validators bundle without TypeBox. */
export function typeboxSchemas(document: OpenRpc): string {
  const schemas = sortedSchemas(document)
  return `import * as Type from 'typebox'
import type * as types from './types.gen.ts'

const as = <T>(schema: Type.TSchema, own: object): Type.TUnsafe<T> => Type.Unsafe<T>({ ...schema, ...own })

${schemas.map(([name, schema]) => declaration(name, schema)).join('\n')}`
}

/** The type of a schema, from the module of the types. */
const typeOf = (schema: Schema) => types.typeOf(schema, (component) => `types.${component}`)

/** The TypeBox constant of a component: an object schema with typed members, anything else with its static type. */
function declaration(name: string, schema: Schema): string {
  const { properties, required = [] } = schema
  if (!properties)
    return `/** TypeBox schema of ${name}. */\nexport const ${name}: Type.TUnsafe<types.${name}> = ${expression(schema, `types.${name}`)}\n`
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
