import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy, refinement, resolve, type Schemas, sortedSchemas, without } from '../src/schema.ts'
import * as types from './types.ts'
import { literal, memberName } from './types.ts'

/** Returns the module of the component schemas as TypeBox constants; types and validators bundle without it. */
export function typeboxSchemas(document: OpenRpc): string {
  return `import * as Type from 'typebox'

const as = <T extends Type.TSchema>(schema: T, own: object): T => ({ ...schema, ...own })

${sortedSchemas(document)
  .map(([name, schema]) => declaration(name, schema, document.components.schemas))
  .join('\n')}`
}

/** The static type of a schema: that of the constants it refers to. */
const typeOf = (schema: Schema): string =>
  types.typeOf(schema, (component) => `Type.Static<typeof ${component}>`)

/** The TypeBox constant of a component; only objects have types of TypeBox for their members. */
export function declaration(name: string, schema: Schema, schemas: Schemas, base?: types.Base): string {
  const { properties, required = [] } = schema
  const start = `/** TypeBox schema of ${name}. */\nexport const ${name}:`
  if (!properties) {
    const type = narrowedType(schema, schemas) ?? typeOf(schema)
    return `${start} Type.TUnsafe<${type}> = Type.Unsafe<${type}>(${json(schema)})\n`
  }
  const rows = Object.entries(properties).map(([key, member]) => {
    const [type, value] = [memberType(member), expression(member)]
    const [shape, made] = required.includes(key)
      ? [type, value]
      : [`Type.TOptional<${type}>`, `Type.Optional(${value})`]
    return { shape: `${memberName(key)}: ${shape}`, value: `${memberName(key)}: ${made}` }
  })
  const own = literal(without(schema, 'type', 'properties', 'required'))
  const shape = `{ ${rows.map(({ shape }) => shape).join('; ')} }`
  const values = rows.map(({ value }) => value)
  if (base) values.unshift(`...omit(${base.name}.properties, ${literal(base.omitted)})`)
  const all = base ? `${types.lessOf(base, `(typeof ${base.name})['properties']`)} & ${shape}` : shape
  return `${start} Type.TObject<${all}> = Type.Object({\n${values.join(',\n')}\n}, ${own})\n`
}

/** The type of a component that narrows members of another one. */
function narrowedType(schema: Schema, schemas: Schemas): string | undefined {
  const narrowed = refinement(schema)
  if (!narrowed) return undefined
  const { required = [] } = resolve(schema, schemas) // what is narrowed may be absent if its base says so
  const members = Object.entries(narrowed.properties)
  const rows = members.map(
    ([key, member]) => `${memberName(key)}${required.includes(key) ? '' : '?'}: ${typeOf(member)}`,
  )
  const keys = members.map(([key]) => literal(key)).join(' | ')
  return `Omit<Type.Static<typeof ${narrowed.base}>, ${keys}> & { ${rows.join('; ')} }`
}

function memberType(schema: Schema): string {
  const name = namedBy(schema)
  return name === undefined ? `Type.TUnsafe<${typeOf(schema)}>` : `typeof ${name}`
}

function expression(schema: Schema): string {
  const name = namedBy(schema)
  if (name === undefined) return `Type.Unsafe<${typeOf(schema)}>(${json(schema)})`
  const own = without(schema, '$ref', 'allOf')
  return Object.keys(own).length === 0 ? name : `as(${name}, ${literal(own)})`
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
