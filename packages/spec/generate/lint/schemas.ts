import type { OpenRpc, Schema } from '../../src/open-rpc.ts'
import { namedBy, nonNull, refinement, resolve } from '../schema.ts'
import { onSchemas, type Rule, type Rules } from './rule.ts'

const keywords = new Set(
  'title description type const enum pattern items minItems maxItems properties required additionalProperties oneOf allOf $ref'.split(
    ' ',
  ),
)
const later = new Set(
  '$defs $anchor $dynamicRef $dynamicAnchor $recursiveRef $vocabulary prefixItems unevaluatedItems unevaluatedProperties dependentRequired dependentSchemas minContains maxContains deprecated'.split(
    ' ',
  ),
)
const types: ReadonlySet<unknown> = new Set(['string', 'boolean', 'null', 'object', 'array'])

/** Rules on schemas: what draft-07 readers would pass over in silence, and what the generator cannot write. */
export const schemaRules: Rules = {
  'keyword-known': onSchemas((schema) =>
    Object.keys(schema)
      .filter((key) => !keywords.has(key) && !key.startsWith('x-'))
      .map((key) =>
        later.has(key)
          ? `has the keyword "${key}", which is of JSON Schema 2020-12; the document is draft-07.`
          : `has the keyword "${key}", which the generator does not know.`,
      ),
  ),
  'extension-declared': (document) => [...undeclared(document, document, '#')],
  'schema-typed': onSchemas((schema, pointer) =>
    schema.type === undefined
      ? isWhole(schema, pointer)
        ? ['has no type.']
        : []
      : types.has(schema.type)
        ? []
        : [`has the type "${String(schema.type)}", which the generator does not know.`],
  ),
  'array-items': onSchemas((schema) =>
    schema.type === 'array' && schema.items?.$ref === undefined
      ? ['is an array whose items are not a component.']
      : [],
  ),
  'required-known': onSchemas(({ required = [], properties }) =>
    properties === undefined
      ? []
      : required
          .filter((key) => !Object.hasOwn(properties, key))
          .map((key) => `requires "${key}", which is not among its properties.`),
  ),
  'object-closed': onComponents((schema) =>
    schema.type === 'object' && (schema.additionalProperties !== false || !schema.properties)
      ? ['is an object without properties, or without additionalProperties: false.']
      : [],
  ),
  'object-named': onInner((schema) =>
    schema.type === 'object' ? ['is an object that is not a component, so it has no name.'] : [],
  ),
  'union-named': onInner((schema) =>
    schema.oneOf && !nonNull(schema)
      ? ['is a oneOf that is not a component; only [X, null] may stand inside.']
      : [],
  ),
  'all-of-form': onSchemas((schema) =>
    schema.allOf === undefined ||
    (schema.allOf.length === 1 && namedBy(schema) !== undefined) ||
    refinement(schema)
      ? []
      : ['has an allOf other than [{ "$ref" }] or [{ "$ref" }, { "properties" }].'],
  ),
  'pattern-anchored': onSchemas(({ pattern }) =>
    pattern === undefined || /^\^[^|]*\$$/.test(outside(pattern))
      ? []
      : [`has the pattern "${pattern}", which does not span the whole text.`],
  ),
  'array-union-form': onComponents((schema, { components }) =>
    isLooseArrays(schema, components.schemas)
      ? ['is a oneOf of arrays other than: one with maxItems 0, one of strings, one of objects.']
      : [],
  ),
  'union-told-apart': onComponents((schema, { components }) =>
    (schema.oneOf ?? []).length > 1 &&
    !schema.properties &&
    isObjects(schema, components.schemas) &&
    !hasConstant(schema, components.schemas)
      ? ['is a oneOf of objects that no member with a const tells apart.']
      : [],
  ),
}

/** A pattern without its escapes, classes and groups: what stands outside of them decides where it begins and ends. */
function outside(pattern: string): string {
  let rest = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, '')
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, '')]
  return rest
}

/** Whether a `oneOf` is of arrays, but not one empty branch and others with a first item of a kind of their own. */
function isLooseArrays(schema: Schema, schemas: OpenRpc['components']['schemas']): boolean {
  const branches = branchesOf(schema, schemas)
  const filled = branches.filter(({ minItems = 0 }) => minItems > 0)
  const kinds = new Set(filled.map(({ items }) => resolve(items ?? {}, schemas).type === 'string'))
  return (
    branches.some(({ type }) => type === 'array') &&
    (branches.filter(({ maxItems }) => maxItems === 0).length !== 1 ||
      filled.length !== branches.length - 1 ||
      kinds.size !== filled.length)
  )
}

/** Whether a schema must say its type: not where it refers, joins, or only narrows what stands around it. */
function isWhole(schema: Schema, pointer: string): boolean {
  const narrows =
    /\/(oneOf|allOf)\/\d+$/.test(pointer) && (schema.required ?? schema.properties) !== undefined
  return schema.$ref === undefined && schema.allOf === undefined && schema.oneOf === undefined && !narrows
}

function onComponents(find: (schema: Schema, document: OpenRpc) => string[]): Rule {
  return onSchemas((schema, pointer, document) => (isComponent(pointer) ? find(schema, document) : []))
}

function onInner(find: (schema: Schema) => string[]): Rule {
  return onSchemas((schema, pointer) => (isComponent(pointer) ? [] : find(schema)))
}

const isComponent = (pointer: string) => /^#\/components\/schemas\/[^/]+$/.test(pointer)

const branchesOf = ({ oneOf = [] }: Schema, schemas: OpenRpc['components']['schemas']) =>
  oneOf.map((branch) => resolve(branch, schemas))

const isObjects = (schema: Schema, schemas: OpenRpc['components']['schemas']) =>
  branchesOf(schema, schemas).every(({ type }) => type === 'object')

function hasConstant(schema: Schema, schemas: OpenRpc['components']['schemas']): boolean {
  const [first, ...more] = branchesOf(schema, schemas)
  return Object.entries(first?.properties ?? {}).some(
    ([key, member]) =>
      member.const !== undefined && more.every(({ properties }) => properties?.[key]?.const !== undefined),
  )
}

/** Each `x-` member outside of examples that x-extensions does not declare. */
function* undeclared(document: OpenRpc, value: unknown, pointer: string): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) return
  const declared = new Set((document['x-extensions'] ?? []).map(({ name }) => name))
  for (const [key, member] of Object.entries(value)) {
    if (key === 'x-extensions' || key === 'examples') continue
    if (key.startsWith('x-') && !declared.has(key) && !pointer.endsWith('/properties'))
      yield [pointer, `has "${key}", which x-extensions does not declare.`]
    yield* undeclared(document, member, `${pointer}/${key}`)
  }
}
