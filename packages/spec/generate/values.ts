import { readFileSync } from 'node:fs'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { children, namedBy, nonNull, resolve, sortedSchemas, type Schemas } from './schema.ts'
import { literal as quote } from './source.ts'
import { typeDeclaration, typeOf } from './types.ts'

/** The components that become a bigint. The type and the status stay as they are: names, by which unions are told apart. */
const quantities: ReadonlySet<string> = new Set(['Quantity', 'BlockNumber', 'Parity'])

/** The decoders of the results as a module, and the types of what they give: the wire's JSON with a bigint for each quantity. */
export function valueDecoders(document: OpenRpc): string {
  const { schemas } = document.components
  const prelude = readFileSync(new URL('values-prelude.ts', import.meta.url), 'utf8')
  const components = sortedSchemas(document)
  const decoded = components.filter(([, schema]) => hasShape(schema, schemas) && hasQuantity(schema, schemas))
  const names = new Set(decoded.map(([name]) => name))
  const rename = (name: string): string =>
    quantities.has(name) ? 'bigint' : names.has(name) ? `${name}Values` : name
  const types = decoded.map(([name, schema]) => typeDeclaration(name, schema, rename)).join('\n')
  const results = document.methods.map(({ name, result }) => {
    const schema = nonNull(result.schema) ?? result.schema
    return { name, wire: typeOf(schema), value: typeOf(schema, rename), decoder: namedBy(schema) ?? '' }
  })
  const decoders = [
    ...reachable(
      results.map(({ decoder }) => decoder),
      schemas,
    ),
  ]
  const code = types.replaceAll(/\/\*\*[^]*?\*\//g, '')
  const used = components.filter(
    ([name]) => new RegExp(`\\b${name}\\b`).test(code) || results.some(({ wire }) => wire === name),
  )
  return `import type { ${used.map(([name]) => name).join(', ')} } from './spec.gen.ts'

${types}
${prelude.replaceAll(/^export (?=const|function)/gm, '')}
${decoders.map((name) => decoderOf(name, schemas)).join('\n')}
/** What each method's result is with a bigint for each quantity. Members and types that the document does not know stay, and so does what is absent or null. */
export const values: {
${results.map(({ name, wire, value }) => `readonly ${name}: (result: ${wire}, refuse: Refuse) => ${value}`).join('\n')}
} = {
${results.map(({ name, value, decoder }) => `${name}: (result, refuse) => decode${decoder}(result, refuse, '') as ${value},`).join('\n')}
}
`
}

/** The components whose decoders some components need, themselves included; what is needed first comes first. */
function reachable(names: readonly string[], schemas: Schemas): Set<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    for (const [, item] of listsOf(schemas[name] ?? {}, schemas)) visit(item)
    found.add(name)
  }
  for (const name of names) visit(name)
  return found
}

/** The decoder of a component; of a union, of all its branches at once, so that a type nobody knows is read as well. */
function decoderOf(name: string, schemas: Schemas): string {
  const schema = schemas[name] ?? {}
  const numbers = quantitiesOf(schema, schemas).map(
    (key) => `if (${read(key)} != null) ${read(key)} = quantity(${read(key)}, refuse, at, ${quote(key)})\n`,
  )
  const lists = listsOf(schema, schemas).map(
    ([key, item]) =>
      `if (${read(key)} != null) ${read(key)} = each(${read(key)}, decode${item}, refuse, at, ${quote(key)})\n`,
  )
  return `function decode${name}(value: Members, refuse: Refuse, at: string): Members {
const copy = { ...value }
${numbers.join('')}${lists.join('')}return copy
}
`
}

const read = (key: string): string => `copy[${quote(key)}]`

/** The members of an object, or of each branch of a union of objects. */
function membersOf(schema: Schema, schemas: Schemas): [key: string, schema: Schema][] {
  const { properties, oneOf } = resolve(schema, schemas)
  if (properties) return Object.entries(properties)
  return (oneOf ?? []).flatMap((branch) => membersOf(branch, schemas))
}

/** The names of the members that are quantities; a TypeError where a member is one in some branches only. */
function quantitiesOf(schema: Schema, schemas: Schemas): string[] {
  const members = membersOf(schema, schemas)
  const names = new Set(members.filter(([, member]) => isQuantity(member)).map(([key]) => key))
  for (const [key, member] of members)
    if (names.has(key) && !isQuantity(member))
      throw new TypeError(`${key} is a quantity in some branches only.`)
  return [...names]
}

const isQuantity = (schema: Schema): boolean => quantities.has(namedBy(nonNull(schema) ?? schema) ?? '')

/** The members that are lists of objects to decode, and the component of their items. */
function listsOf(schema: Schema, schemas: Schemas): [key: string, item: string][] {
  const found = membersOf(schema, schemas).flatMap(([key, member]) => {
    const { items, oneOf = [{ items }] } = resolve(member, schemas) as Schema
    const names = oneOf.map((branch) => namedBy(branch?.items ?? {}))
    const item = names.find((name) => name !== undefined && hasQuantity(schemas[name] ?? {}, schemas))
    return item === undefined ? [] : [[key, item] as [string, string]]
  })
  return [...new Map(found)]
}

const hasQuantity = (schema: Schema, schemas: Schemas): boolean =>
  quantities.has(namedBy(schema) ?? '') ||
  [...children(schema), ['', schemas[namedBy(schema) ?? ''] ?? {}] as const].some(
    ([, child]) => (child.$ref !== undefined || Object.keys(child).length > 0) && hasQuantity(child, schemas),
  )

/** Whether objects are in it, and not scalars alone. */
const hasShape = (schema: Schema, schemas: Schemas): boolean => {
  const { properties, items, oneOf = [], allOf = [] } = resolve(schema, schemas)
  return (
    properties !== undefined ||
    items !== undefined ||
    [...oneOf, ...allOf].some((branch) => hasShape(branch, schemas))
  )
}
