import { arbitrary } from '../src/arbitrary.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { languageOf } from '../document/strings.ts'
import { onSchemas, type Problem, type Rules } from './rule.ts'

const texts = ['title', 'description']
/** The keywords that each type may have; the generator reads all of them. */
const ofType: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['string', ['const', 'enum', 'pattern']],
  ['boolean', []],
  ['null', []],
  ['array', ['items', 'minItems', 'maxItems']],
  ['object', ['properties', 'required', 'additionalProperties', 'oneOf']],
])
const known = new Set([...texts, 'type', '$ref', 'allOf', ...[...ofType.values()].flat()])
const later = new Set(
  '$defs $anchor $dynamicRef $dynamicAnchor $recursiveRef $vocabulary prefixItems unevaluatedItems unevaluatedProperties dependentRequired dependentSchemas minContains maxContains deprecated'.split(
    ' ',
  ),
)

/** Rules on keywords: what draft-07 readers would pass over in silence, and what the generator cannot write. */
export const keywordRules: Rules = {
  'keyword-known': onSchemas((schema) =>
    Object.keys(schema)
      .filter((key) => !known.has(key) && !key.startsWith('x-'))
      .map((key) =>
        later.has(key)
          ? `has the keyword "${key}", which is of JSON Schema 2020-12; the document is draft-07.`
          : `has the keyword "${key}", which the generator does not know.`,
      ),
  ),
  'keyword-form': onSchemas((schema, pointer) => {
    const [form, allowed] = formOf(schema, pointer)
    return Object.keys(schema)
      .filter((key) => known.has(key) && ![...texts, ...allowed].includes(key))
      .map((key) => `has "${key}" beside ${form}, where the generator does not look.`)
  }),
  'extension-declared': (document) => [...undeclared(document, document, '#')],
  'schema-typed': onSchemas((schema, pointer) =>
    schema.type === undefined
      ? isWhole(schema, pointer)
        ? ['has no type.']
        : []
      : ofType.has(schema.type)
        ? []
        : [`has the type "${String(schema.type)}", which the generator does not know.`],
  ),
  'text-names': onSchemas(({ const: constant, enum: names = [] }) =>
    [constant, ...names]
      .filter((name) => name !== undefined && typeof name !== 'string')
      .map((name) => `has the value ${JSON.stringify(name)}, which is no text.`),
  ),
  'text-possible': onSchemas((schema) => {
    const { pattern, enum: names } = schema
    if (typeof pattern !== 'string' || !isAnchored(pattern)) return []
    try {
      languageOf([{ pattern }])
      arbitrary({ components: { schemas: {}, errors: {} } }, { pattern, ...(names && { enum: names }) })
      return []
    } catch (error) {
      return [`has the pattern "${pattern}", of which no texts can be made: ${(error as Error).message}`]
    }
  }),
  'pattern-anchored': onSchemas(({ pattern }) =>
    pattern === undefined || isAnchored(pattern)
      ? []
      : [`has the pattern "${pattern}", which does not span the whole text.`],
  ),
  'items-bounds': onSchemas(({ minItems = 0, maxItems = Infinity }) =>
    minItems > maxItems
      ? [`has at least ${minItems} items and at most ${maxItems}, so no value is valid.`]
      : [],
  ),
}

/** Returns the kind of a schema, in words, and the keywords that the generator reads in it. */
function formOf(schema: Schema, pointer: string): [form: string, keywords: readonly string[]] {
  if (narrows(schema, pointer))
    return ['what narrows', [pointer.includes('/allOf/') ? 'properties' : 'required']]
  if (schema.$ref !== undefined) return ['$ref', ['$ref']]
  if (schema.allOf !== undefined) return ['allOf', ['allOf']]
  if (schema.oneOf !== undefined && !schema.properties) return ['oneOf', ['oneOf']]
  const { type, const: constant } = schema
  if (constant !== undefined && type === 'string') return ['const', ['type', 'const']]
  return [`the type "${String(type)}"`, ['type', ...(ofType.get(type) ?? known)]]
}

const isAnchored = (pattern: string) => /^\^[^|]*\$$/.test(outside(pattern))

/** A pattern without its escapes, classes and groups: what stands outside of them decides where it begins and ends. */
function outside(pattern: string): string {
  let rest = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, '')
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replaceAll(/\([^()]*\)/g, '')]
  return rest
}

/** Whether a schema must say its type: not where it refers, joins, or only narrows what stands around it. */
const isWhole = (schema: Schema, pointer: string) =>
  schema.$ref === undefined &&
  schema.allOf === undefined &&
  schema.oneOf === undefined &&
  !narrows(schema, pointer)

const narrows = ({ type, required, properties }: Schema, pointer: string) =>
  type === undefined && /\/(oneOf|allOf)\/\d+$/.test(pointer) && (required ?? properties) !== undefined

/** Each `x-` member outside of examples that x-extensions does not declare. */
function* undeclared(document: OpenRpc, value: unknown, pointer: string): Generator<Problem> {
  if (typeof value !== 'object' || value === null) return
  const declared = new Set((document['x-extensions'] ?? []).map(({ name }) => name))
  for (const [key, member] of Object.entries(value)) {
    if (key === 'x-extensions' || key === 'examples') continue
    if (key.startsWith('x-') && !declared.has(key) && !pointer.endsWith('/properties'))
      yield [pointer, `has "${key}", which x-extensions does not declare.`]
    yield* undeclared(document, member, `${pointer}/${key}`)
  }
}
