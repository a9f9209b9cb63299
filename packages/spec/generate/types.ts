import { readFileSync } from 'node:fs'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { namedBy, refinement, resolve, type Schemas, sortedSchemas } from '../src/schema.ts'

/** The name of a component in a type. */
export type Rename = (component: string) => string

const same: Rename = (name) => name

/** The TypeScript declaration of a component: an interface for an object, an alias for all else, with its description. */
export function typeDeclaration(
  component: string,
  schema: Schema,
  schemas: Schemas,
  base?: Base,
  rename: Rename = same,
): string {
  const narrowed = refinement(schema)
  const name = rename(component)
  const { required = [] } = narrowed ? resolve(schema, schemas) : schema // what is narrowed may be absent where its base says so
  const declaration = narrowed
    ? `interface ${name} extends ${rename(narrowed.base)} {\n${members(narrowed.properties, required, rename)}}`
    : schema.properties
      ? `interface ${name}${base ? ` extends ${lessOf(base, base.name)}` : ''} {\n${members(schema.properties, required, rename)}}`
      : `type ${name} = ${typeOf(schema, rename)}`
  return `${comment(schema.description)}export ${declaration}\n`
}

/** A component that has some members of another one: those that the other one has differently are `omitted`. */
export interface Base {
  readonly name: string
  readonly omitted: readonly string[]
}

/** Returns a type without the omitted members. */
export const lessOf = ({ omitted }: Base, type: string): string =>
  omitted.length === 0 ? type : `Omit<${type}, ${omitted.map(literal).join(' | ')}>`

/** The TypeScript type of a schema. A pattern that starts with 0x becomes a template literal. */
export function typeOf(schema: Schema, rename: Rename = same): string {
  const name = namedBy(schema)
  if (name !== undefined) return rename(name)
  if (schema.oneOf && !schema.properties)
    return [...new Set(schema.oneOf.map((branch) => typeOf(branch, rename)))].join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (/^\^0x(?![?*{])/.test(schema.pattern ?? '')) return '`0x${string}`'
  if (schema.items) return `${typeOf(schema.items, rename)}[]`
  return schema.type as string
}

const members = (properties: Schemas, required: readonly string[], rename: Rename) =>
  Object.entries(properties)
    .map(([key, schema]) => {
      const optional = required.includes(key) ? '' : '?'
      return `${comment(schema.description)}${memberName(key)}${optional}: ${typeOf(schema, rename)}\n`
    })
    .join('')

/** The import of those components that code names, from the module of the types. */
export const typesImport = (document: OpenRpc, code: string): string =>
  `import type { ${usedIn(code, document)} } from './types.gen.ts'`

/** The document's components that code names outside of comments and texts, as a list. */
export function usedIn(code: string, document: OpenRpc): string {
  const bare = code.replaceAll(/\/\*\*[^]*?\*\/|"(?:[^"\\]|\\.)*"/g, '')
  const names = sortedSchemas(document).map(([name]) => name)
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(bare)).join(', ')
}

/** A value as TypeScript source. */
export function literal(value: unknown): string {
  return JSON.stringify(value)
}

/** The name of a member as TypeScript source: in quotes where it is no identifier. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** A documentation comment in lines of at most 110 characters, or nothing where there is no text; tags come after it. */
export function comment(text: string | undefined, ...tags: string[]): string {
  if (text === undefined) return ''
  const safe = [text, ...tags].map((part) => part.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' '))
  if (tags.length === 0 && safe[0]!.length <= 100) return `/** ${safe[0]} */\n`
  const lines = safe.flatMap((part) => part.match(/\S.{0,104}(?=\s|$)/g) ?? [])
  return `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`
}

/** Returns the text of a file next to this one, as a part of a module that imports and exports less. */
export const prelude = (file: string): string =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(
    /^import .*\n+|^export (?=const|function)/gm,
    '',
  )
