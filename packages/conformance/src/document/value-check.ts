import type { OpenRpc, Schema } from '@lectern/spec'
import { Compile, type Validator } from 'typebox/schema'
import { areRequirements, get, toPattern } from './canonical.ts'
import { isRecord, type Json, mapValues, show, unescapeKey } from './json.ts'
import { showLine } from './shown-text.ts'
import { alternativesOf, chooseObject, isFoundElsewhere, objectsOf, unfold } from './schema.ts'

/** One thing wrong with a value: a JSON pointer into it, and what must hold there. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** How strictly a value is checked. */
export interface ValueCheckOptions {
  /** Accepts members beyond the document's, and what `x-elsewhere` names. */
  readonly tolerant?: boolean
}

/**
 * Validates a value against a schema of a document with TypeBox. A value of several branches of a `oneOf` is valid: that the
 * branches overlap is a fault of the document.
 *
 * @param schema may hold `$ref`s into the document.
 * @returns the first issue; undefined for a valid value.
 * @throws ConformanceError `DOCUMENT` for a `$ref` that leads nowhere.
 */
export function checkValue(
  document: OpenRpc,
  schema: Schema,
  value: unknown,
  options: ValueCheckOptions = {},
): Issue | undefined {
  return validatorOf(document, schema, options).Check(value)
    ? undefined
    : explain(document, schema, value, options)
}

/** One issue as a line: `/logs/0/data must match pattern "…", not "0x0"`. */
export const describeIssue = ({ path, message }: Issue): string =>
  `${showLine(path) || 'the result'} ${message}`

type Checker = Pick<Validator, 'Check' | 'Errors'>
interface Compiled {
  readonly components: object
  readonly checkers: WeakMap<Schema, Checker>
}

const [strict, tolerant] = [new WeakMap<object, Compiled>(), new WeakMap<object, Compiled>()]

/** The compiled schema. Compiling takes milliseconds, and a run checks each value of each response. */
function validatorOf({ components }: OpenRpc, schema: Schema, options: ValueCheckOptions): Checker {
  const compiled = options.tolerant === true ? tolerant : strict
  const known = compiled.get(components) ?? {
    checkers: new WeakMap(),
    components: { schemas: mapValues(components.schemas, (one) => prepare(one, options)) },
  }
  compiled.set(components, known)
  const made =
    known.checkers.get(schema) ??
    Compile({ components: known.components, allOf: [prepare(schema, options)] } as object)
  known.checkers.set(schema, made)
  return made
}

/** A schema as TypeBox checks it in a mode, with `anyOf` for each union. */
function prepare(schema: Schema, options: ValueCheckOptions): Schema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    return isRecord(value) ? visitSchema(value as Schema) : value
  }
  const visitSchema = ({ oneOf, const: constant, enum: values, ...rest }: Schema): Schema => {
    const made = mapValues(rest as Json, visit)
    if (constant !== undefined) made['const'] = constant
    if (values) made['enum'] = values
    if (oneOf) made[areRequirements(oneOf) ? 'oneOf' : 'anyOf'] = visit(oneOf)
    if (typeof made['pattern'] === 'string') made['pattern'] = toPattern(made['pattern'])
    if (options.tolerant === true && rest.properties) tolerate(made, rest)
    return made as Schema
  }
  return visitSchema(schema)
}

/** Lets an object have other members, and be without what some nodes leave out. */
function tolerate(made: Record<string, unknown>, { properties = {}, required = [] }: Schema): void {
  if (made['additionalProperties'] === false) delete made['additionalProperties']
  made['required'] = required.filter((key) => !isFoundElsewhere(properties[key], 'absent'))
  const members = made['properties'] as Record<string, Schema>
  for (const [key, member] of Object.entries(properties))
    if (isFoundElsewhere(member, 'null')) members[key] = { anyOf: [members[key], { type: 'null' }] } as Schema
}

const atTop = (message: string): Issue => ({ path: '', message })

/** The first issue of a value that a schema refuses, in the branch that the value is meant for. */
function explain(document: OpenRpc, schema: Schema, value: unknown, options: ValueCheckOptions): Issue {
  const found = unfold(document, schema)
  const union = alternativesOf(found)
  const meant = union && isRecord(value) && chooseObject(document, objectsOf(document, found), value)
  const issues = (meant ? [meant] : (union ?? [])).flatMap(
    (branch) => checkValue(document, branch, value, options) ?? [],
  )
  const [deepest] = issues.toSorted((left, right) => right.path.length - left.path.length)
  if (deepest)
    return deepest.path === ''
      ? atTop([...new Set(issues.map(({ message }) => message))].join('; or '))
      : deepest
  return checkAlternatives(found, value) ?? explainErrors(document, found, value, options)
}

/** Returns the issue that says most of TypeBox's errors. */
function explainErrors(document: OpenRpc, schema: Schema, value: unknown, options: ValueCheckOptions): Issue {
  const order = [...Object.keys(keywords), ''] // others come last
  const rank = (keyword: string) => order.indexOf(Object.hasOwn(keywords, keyword) ? keyword : '')
  const [error] = validatorOf(document, schema, options)
    .Errors(value)[1]
    .toSorted((left, right) => rank(left.keyword) - rank(right.keyword))
  if (!error) return atTop('must be valid')
  const { keyword, instancePath, params, message } = error
  const [, key] = instancePath.split('/')
  if (key !== undefined) {
    const { properties, items } = schema
    const member = properties?.[unescapeKey(key)] ?? (Array.isArray(items) ? undefined : items)
    const issue = member && checkValue(document, member, get(value, `/${key}`), options)
    if (issue) return { path: `/${key}${issue.path}`, message: issue.message }
  }
  if (keyword === 'boolean') {
    const at = instancePath.lastIndexOf('/')
    const name = unescapeKey(instancePath.slice(at + 1))
    return { path: instancePath.slice(0, at), message: `must not have the member ${show(name)}` }
  }
  const what = keywords[keyword]?.(schema, params as Json) ?? message.replace(/^must /, '')
  const found = keyword === 'required' ? '' : `, not ${show(get(value, instancePath), 80)}`
  return { path: instancePath, message: `must ${what}${found}` }
}

/** Returns an issue unless an object has exactly one set of `oneOf: [{ required }, …]`. */
export function checkAlternatives({ oneOf, properties }: Schema, value: unknown): Issue | undefined {
  if (!oneOf || !properties || !isRecord(value) || !areRequirements(oneOf)) return undefined
  const alternatives = oneOf.map(({ required = [] }) => required)
  const met = alternatives.filter((keys) => keys.every((key) => Object.hasOwn(value, key)))
  const names = alternatives.map((keys) => keys.join(' and ')).join(' or ')
  return met.length === 1 ? undefined : atTop(`must have exactly one of ${names}`)
}

/** Keywords whose errors say most, and what must be there; of others TypeBox's own message is shown. */
const keywords: Readonly<Record<string, (schema: Schema, params: Json) => string>> = {
  type: (_, { type }) => describeType(String([type].flat()[0])),
  const: (schema, { allowedValue }) => `be ${show(schema.const ?? allowedValue)}`,
  enum: (schema, { allowedValues = [] }) =>
    `be one of ${(schema.enum ?? (allowedValues as unknown[])).map((one) => show(one)).join(', ')}`,
  pattern: (schema, { pattern }) => `match pattern ${show(schema.pattern ?? (pattern as RegExp).source)}`,
  required: (_, { requiredProperties }) => `have the member ${show((requiredProperties as string[])[0])}`,
}

const describeType = (type: string) =>
  type === 'null' ? 'be null' : `be ${/^[aoi]/.test(type) ? 'an' : 'a'} ${type}`
