import type { Schema } from '../src/open-rpc.ts'
import {
  discriminator,
  isText,
  matching,
  namedBy,
  nonNull,
  refinement,
  resolve,
  type Schemas,
} from '../src/schema.ts'
import { joinByOr, wordsOf } from './words.ts'
import { literal as quote, memberName } from './types.ts'

/** Returns the source of the function that checks a component and returns a value's first Issue. */
export function checkFunction(name: string, schema: Schema, schemas: Schemas): string {
  const parameters = `value: unknown${hasMode(schema, schemas) ? ', mode?: Mode' : ''}`
  return `function ${name}(${parameters}): Issue | undefined {\n${bodyOf(schema, schemas)}}\n`
}

/** Returns an expression for the first Issue of another expression's value. */
export function checkOf(schema: Schema, value: string, schemas: Schemas): string {
  const name = namedBy(schema)
  if (name !== undefined) return `${name}(${value}${hasMode(schema, schemas) ? ', mode' : ''})`
  const other = nonNull(schema)
  if (other) return `(${value} === null ? undefined : ${checkOf(other, value, schemas)})`
  const text = textCondition(schema, value)
  if (text !== undefined) return test(text, wordsOf(schema, schemas))
  if (schema.items?.$ref !== undefined) {
    const { minItems = 0, maxItems } = schema
    const bounds =
      minItems > 0
        ? `, ${maxItems ?? 'Infinity'}, ${minItems}`
        : maxItems === undefined
          ? ''
          : `, ${maxItems}`
    return `each(${value}, ${namedBy(schema.items)}, mode${bounds})`
  }
  const scalar = { null: `${value} === null`, boolean: `typeof ${value} === 'boolean'` }[
    schema.type as string
  ]
  if (scalar !== undefined) return test(scalar, wordsOf(schema, schemas))
  throw new TypeError(`No check can be written for ${JSON.stringify(schema)}.`)
}

/** The condition that a text meets, undefined if a schema is none of texts. */
function textCondition(
  { type, const: constant, enum: names, pattern }: Schema,
  value: string,
): string | undefined {
  const is = (name: string) => `${value} === ${quote(name)}`
  if (constant !== undefined || names)
    return (
      matching(names ?? [constant!], pattern)
        .map(is)
        .join(' || ') || 'false'
    )
  if (pattern !== undefined) return `typeof ${value} === 'string' && ${patternCondition(pattern, value)}`
  return type === 'string' ? `typeof ${value} === 'string'` : undefined
}

/** Whether the strict and the tolerant check of a schema differ: where an object or an array is in it. */
function hasMode(schema: Schema, schemas: Schemas): boolean {
  const name = namedBy(schema)
  if (name !== undefined) return hasMode(schemas[name] ?? {}, schemas)
  if (schema.oneOf && !schema.properties) return schema.oneOf.some((branch) => hasMode(branch, schemas))
  return schema.properties !== undefined || schema.items !== undefined || schema.allOf !== undefined
}

/** Returns the function of `value` with an expression as its result. */
export const functionOf = (check: string): string =>
  `(value${check.includes('mode') ? ', mode' : ''}) => ${check}`

/** Returns the rows of a table of an object's members, for `object` of object-prelude.ts. */
export function memberTable({ properties = {}, required = [] }: Schema, schemas: Schemas): string {
  const rows = Object.entries(properties).map(([key, schema]) => {
    const elsewhere = schema['x-elsewhere'] ?? []
    const own = namedBy(schema) ?? functionOf(checkOf(schema, 'value', schemas))
    const check = elsewhere.includes('null') ? `orNull(${own})` : own
    const kind = required.includes(key) ? (elsewhere.includes('absent') ? 'seldom' : '') : 'optional'
    return `${memberName(key)}: ${kind ? `${kind}(${check})` : check}`
  })
  return rows.join(',\n')
}

function bodyOf(schema: Schema, schemas: Schemas): string {
  const narrowed = refinement(schema)
  if (schema.properties) return objectBody(schema, schemas)
  if (narrowed) return refinementBody(narrowed, schemas)
  if (schema.oneOf && !nonNull(schema)) return unionBody(schema.oneOf, schemas)
  return `return ${checkOf(schema, 'value', schemas)}\n`
}

const hex = /^\^0x\[0-9a-f(A-F)?\]\{(\d+)\}\$$/
const bytes = '^0x([0-9a-f]{2})*$'

/** Hex of a fixed length and whole bytes are checked by length first; any other pattern is run as it is. */
function patternCondition(pattern: string, value: string): string {
  const [, upper, digits] = hex.exec(pattern) ?? []
  if (digits !== undefined)
    return `${value}.length === ${2 + Number(digits)} && ${upper === undefined ? 'lower' : 'either'}.test(${value})`
  if (pattern === bytes) return `${value}.length % 2 === 0 && lower.test(${value})`
  return `${String(new RegExp(pattern))}.test(${value})`
}

function objectBody({ properties = {}, required = [], oneOf = [] }: Schema, schemas: Schemas): string {
  const rows = Object.entries(properties).map(([key, schema]) =>
    memberRow(key, schema, required.includes(key), schemas),
  )
  return `if (!isObject(value)) return must('be an object')
let issue: Issue | undefined
let count = ${required.length}
${rows.join('')}${alternatives(oneOf)}return mode === 'tolerant' ? undefined : closed(value, count, ${quote(Object.keys(properties).join(' '))})
`
}

/** Returns the check of an object's alternatives: `oneOf: [{ required: ['a'] }, { required: ['b'] }]`. */
function alternatives(branches: readonly Schema[]): string {
  if (branches.length === 0) return ''
  const keys = branches.map(({ required = [] }) => required)
  const present = keys.map((all) => `Number(${all.map((key) => `has(value, ${quote(key)})`).join(' && ')})`)
  const names = keys.map((all) => all.map(quote).join(' and ')).join(', ')
  return `if (${present.join(' + ')} !== 1) return must(${quote(`have exactly one of ${names}`)})\n`
}

function memberRow(key: string, schema: Schema, required: boolean, schemas: Schemas): string {
  const elsewhere = schema['x-elsewhere'] ?? []
  const own = `value[${quote(key)}]`
  const acceptsNull = elsewhere.includes('null') ? `!(mode === 'tolerant' && ${own} === null) && ` : ''
  const check = `if (${acceptsNull}(issue = ${checkOf(schema, own, schemas)})) return below(${quote(key)}, issue)`
  const present = `has(value, ${quote(key)})`
  if (!required) return `if (${present}) {\ncount++\n${check}\n}\n`
  if (elsewhere.includes('absent'))
    return `if (${present}) {\n${check}\n} else if (mode !== 'tolerant') return lacks(${quote(key)})\n`
  return `if (!${present}) return lacks(${quote(key)})\n${check}\n`
}

function refinementBody(
  { base, properties }: { base: string; properties: Schemas },
  schemas: Schemas,
): string {
  const rows = Object.entries(properties).map(([key, schema]) => {
    const check = checkOf(schema, `members[${quote(key)}]`, schemas)
    return `if (has(members, ${quote(key)}) && (issue = ${check})) return below(${quote(key)}, issue)\n`
  })
  return `let issue = ${base}(value, mode)
if (issue) return issue
const members = value as Members
${rows.join('')}return undefined
`
}

/** Returns the body of a check of `oneOf`: objects are distinguished by a constant, arrays by their first item; scalars are tried in turn. */
function unionBody(branches: readonly Schema[], schemas: Schemas): string {
  const resolved = branches.map((branch) => resolve(branch, schemas))
  const key = discriminator(resolved)
  const checks = branches.map((branch) => checkOf(branch, 'value', schemas))
  if (key !== undefined) return switchBody(key, resolved, checks)
  if (resolved.every(({ type }) => type === 'array')) return arrayBody(branches, schemas)
  const row = (check: string, index: number) =>
    resolved[index]!.type === 'object'
      ? `if (isObject(value)) return ${check}\n`
      : `if (!(${check})) return undefined\n`
  return `${checks.map(row).join('')}return must(${quote(`be ${wordsOf({ oneOf: branches }, schemas)}`)})\n`
}

function switchBody(key: string, branches: readonly Schema[], checks: readonly string[]): string {
  const constants = branches.map((branch) => branch.properties?.[key]?.const ?? '')
  const cases = checks.map((check, index) => `case ${quote(constants[index])}: return ${check}\n`)
  return `if (!isObject(value)) return must('be an object')
switch (value[${quote(key)}]) {
${cases.join('')}}
return has(value, ${quote(key)}) ? below(${quote(key)}, must(${quote(`be ${joinByOr(constants)}`)})) : lacks(${quote(key)})
`
}

/** One branch for the empty array, and one for each kind of first item; the last one speaks for any other item. */
function arrayBody(branches: readonly Schema[], schemas: Schemas): string {
  const kinds = branches.filter(({ minItems = 0 }) => minItems > 0)
  const rows = kinds.map((branch, index) => {
    const row = `return ${checkOf(branch, 'value', schemas)}\n`
    const kind = isText(branch.items ?? {}, schemas) ? 'string' : 'object'
    return index === kinds.length - 1 ? row : `if (typeof value[0] === '${kind}') ${row}`
  })
  return `if (!Array.isArray(value)) return must('be an array')
if (value.length === 0) return undefined
${rows.join('')}`
}

/** An expression: undefined if a condition holds, else the Issue that says what the value must be. */
const test = (condition: string, words: string) =>
  `(${condition} ? undefined : must(${quote(`be ${words}`)}))`
