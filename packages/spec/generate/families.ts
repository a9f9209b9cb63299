import type { Overlays } from '../document/files.ts'
import { applyOverlay, type Overlay } from '../src/family/overlay.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { sortedSchemas, type Schemas, without } from '../src/schema.ts'
import { checkFunction, checkOf, memberTable } from './checks.ts'
import { splitMethods } from './methods.ts'
import { declaration } from './typebox.ts'
import { type Base, literal, prelude, typeDeclaration, usedIn } from './types.ts'

/** Returns the generated files of the families: their documents, types, TypeBox schemas and validators. */
export function familyFiles(document: OpenRpc, overlays: Overlays): Record<string, string> {
  const families = Object.entries(overlays).map(([name, overlay]) => readFamily(name, overlay, document))
  return {
    'family/overlays.gen.ts': overlaysModule(overlays),
    'family/types.gen.ts': types(families, document),
    'family/schemas.gen.ts': typebox(families, document),
    'family/validators.gen.ts': validators(families, document),
  }
}

/** A family's document. A component that differs from openrpc.json's has the family's name before its own. */
interface Family {
  readonly name: string
  readonly title: string
  readonly document: OpenRpc
  /** The components that differ, each after those that it refers to. */
  readonly own: readonly [name: string, schema: Schema][]
  readonly rename: (component: string) => string
}

function readFamily(name: string, overlay: Overlay, base: OpenRpc): Family {
  const { document } = applyOverlay(base, overlay)
  const differing = new Set<string>()
  for (const [component, schema] of sortedSchemas(document)) {
    const text = JSON.stringify(schema)
    const refersToOne = [...text.matchAll(references)].some(([, one]) => differing.has(one!))
    if (refersToOne || text !== JSON.stringify(base.components.schemas[component])) differing.add(component)
  }
  const rename = (component: string) => (differing.has(component) ? prefixOf(name) + component : component)
  const renamed = JSON.parse(
    JSON.stringify(document).replaceAll(
      references,
      (_, one: string) => `"#/components/schemas/${rename(one)}"`,
    ),
  ) as OpenRpc
  const schemas = Object.fromEntries(
    Object.entries(renamed.components.schemas).map(([component, schema]) => [rename(component), schema]),
  )
  const own = { ...renamed, components: { ...renamed.components, schemas } }
  return {
    name,
    title: overlay.info.title,
    document: own,
    own: sortedSchemas(own).filter(([component]) => !Object.hasOwn(base.components.schemas, component)),
    rename,
  }
}

const prefixOf = (family: string): string => family[0]!.toUpperCase() + family.slice(1)

const references = /"#\/components\/schemas\/(\w+)"/g

const overlaysModule = (overlays: Overlays) => `import type { Overlay } from './overlay.ts'
import type { FamilyName } from './types.gen.ts'

/** The overlay of each family. */
export const overlays: { readonly [F in FamilyName]: Overlay } = ${JSON.stringify(overlays, null, 2)}
`

/** Writes each family's own components, without the members that they share with one of openrpc.json. */
const write = (
  families: readonly Family[],
  document: OpenRpc,
  one: (name: string, schema: Schema, schemas: Schemas, base?: Base) => string,
): string =>
  families
    .flatMap(({ own, document: { components } }) =>
      own.map(([name, schema]) => {
        const base = findBase(schema, document)
        const properties = base && (without(schema.properties!, ...base.shared) as Schemas)
        return one(name, properties ? { ...schema, properties } : schema, components.schemas, base)
      }),
    )
    .join('\n')

/** Finds the object of openrpc.json that shares the most members with one of a family: equal ones, as often there. */
function findBase(
  { properties, required = [] }: Schema,
  { components }: OpenRpc,
): (Base & { readonly shared: readonly string[] }) | undefined {
  const bases = Object.entries(components.schemas).map(
    ([name, { properties: others = {}, required: needed = [] }]) => {
      const shared = Object.keys(properties ?? {}).filter(
        (key) =>
          JSON.stringify(properties![key]) === JSON.stringify(others[key]) &&
          required.includes(key) === needed.includes(key),
      )
      return { name, shared, omitted: Object.keys(others).filter((key) => !shared.includes(key)) }
    },
  )
  const [best] = bases.toSorted((a, b) => b.shared.length - a.shared.length)
  return best && best.shared.length > 4 ? best : undefined
}

/** The components of results, for which a client has types. */
const resultTypes = ['Transaction', 'Receipt', 'Block', 'BlockWithHashes', 'BlockWithTransactions']

function types(families: readonly Family[], document: OpenRpc): string {
  const rows = families.map(({ name, title, rename }) => {
    const members = resultTypes.map((component) => `${component}: ${rename(component)}`)
    return `/** ${title}. */\nreadonly ${name}: { ${members.join('; ')} }`
  })
  const code = `${write(families, document, typeDeclaration)}
/** The types of each family's results. */
export interface FamilyTypes {
${rows.join('\n')}
}

/** The name of a family of chains whose results differ from Ethereum's. */
export type FamilyName = keyof FamilyTypes
`
  return `import type { ${usedIn(code, document)} } from '../types.gen.ts'\n\n${code}`
}

function typebox(families: readonly Family[], document: OpenRpc): string {
  const code = write(families, document, declaration)
  return `import * as Type from 'typebox'
import { ${usedIn(code, document)} } from '../schemas.gen.ts'

const as = <T extends Type.TSchema>(schema: T, own: object): T => ({ ...schema, ...own })
const omit = <T extends object, K extends string>(all: T, names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name as K))) as Omit<T, K>

${code}`
}

function validators(families: readonly Family[], document: OpenRpc): string {
  const rows = families.map(({ name, document: { components, ...family } }) => {
    const checks = splitMethods({ components, ...family }).own.map(
      ({ name, result }) =>
        `${name}: (value, mode) => ${checkOf(result.schema, 'value', components.schemas)},`,
    )
    return `${name}: {\n${checks.join('\n')}\n},`
  })
  const bases = new Set<string>()
  const functions = write(families, document, (name, schema, schemas, base) => {
    if (!schema.properties) return checkFunction(name, schema, schemas)
    if (base) bases.add(base.name)
    const { omitted = [] } = base ?? {}
    const table =
      base && (omitted.length > 0 ? `omit(of${base.name}, ${literal(omitted.join(' '))})` : `of${base.name}`)
    const either = (schema.oneOf ?? []).flatMap(({ required = [] }) => required)
    const further = either.length > 0 ? `, ${literal(either)}` : ''
    return `const ${name}: Check = /* @__PURE__ */ object({\n${table ? `...${table},\n` : ''}${memberTable(schema, schemas)}\n}${further})\n`
  })
  const tables = [...bases].map(
    (name) =>
      `const of${name}: MemberChecks = {\n${memberTable(document.components.schemas[name]!, document.components.schemas)}\n}\n`,
  )
  const names = families.map(({ name, own }) => {
    const prefix = prefixOf(name)
    return { name, prefix, keys: own.map(([component]) => component.slice(prefix.length)) }
  })
  const methods = splitMethods(document)
    .own.map(({ name }) => literal(name))
    .join(' | ')
  return `import { schemas } from '../validators.gen.ts'
import type { FamilyName } from './types.gen.ts'

${prelude('prelude.ts')}
${prelude('object-prelude.ts')}
const { ${usedIn([functions, ...tables, ...rows].join('\n'), document)} } = schemas

${tables.join('\n')}
${functions}
/** The check of each component that a family has, or has otherwise than openrpc.json, by its name in the family's document. */
export const familySchemas: {
${names.map(({ name, keys }) => `readonly ${name}: { readonly [Name in ${keys.map(literal).join(' | ')}]: Check }`).join('\n')}
} = {
${names.map(({ name, keys, prefix }) => `${name}: { ${keys.map((key) => `${key}: ${prefix}${key}`).join(', ')} },`).join('\n')}
}

/**
 * The check of each method's result by a family's document.
 *
 * @example familyResults.op.eth_getTransactionReceipt(result, 'tolerant') // undefined if a node's result is valid
 */
export const familyResults: { readonly [F in FamilyName]: { readonly [Name in ${methods}]: Check } } = {
${rows.join('\n')}
}
`
}
