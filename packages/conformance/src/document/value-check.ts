import type { OpenRpc, Schema } from '@lectern/spec'
import { loosen } from '@lectern/spec/arbitraries'
import { Compile, type Validator } from 'typebox/schema'
import { areRequirements, get, mapKeys, toPattern } from './canonical.ts'
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
 * @throws ConformanceError `INPUT` for a `$ref` that leads nowhere.
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
  const visitSchema = (given: Schema): Schema => {
    const schema = options.tolerant === true ? loosen(given) : given
    const { oneOf, const: constant, enum: values, ...rest } = schema
    const made = mapValues(rest as Json, (value, key) =>
      mapKeys.has(key) && isRecord(value) ? mapValues(value, visit) : visit(value),
    )
    if (constant !== undefined) made['const'] = constant
    if (values) made['enum'] = values
    if (oneOf) made[areRequirements(oneOf) ? 'oneOf' : 'anyOf'] = visit(oneOf)
    if (typeof made['pattern'] === 'string') made['pattern'] = toPattern(made['pattern'])
    return made as Schema
  }
  return visitSchema(schema)
}

const atTop = (message: string): Issue => ({ path: '', message })

/** The first issue of a value that a schema refuses, in the branch that the value is meant for. */
function explain(document: OpenRpc, schema: Schema, value: unknown, options: ValueCheckOptions): Issue {
  const found = unfold(document, schema)
  const union = alternativesOf(found)
  const check = (one: Schema, part: unknown) => checkValue(document, one, part, options)
  const meant = union && isRecord(value) && chooseObject(document, objectsOf(document, found), value)
  const issues = (meant ? [meant] : (union ?? [])).flatMap((branch) => check(branch, value) ?? [])
  const [deepest] = issues.toSorted((left, right) => right.path.length - left.path.length)
  if (deepest)
    return deepest.path === ''
      ? atTop([...new Set(issues.map(({ message }) => message))].join('; or '))
      : deepest
  for (const [key, part] of partsOf(found, value)) {
    const member = (value as Json)[key]
    const isTolerated = options.tolerant === true && member === null && isFoundElsewhere(part, 'null')
    const issue = isTolerated ? undefined : check(part, member)
    if (issue) return { path: `/${key}${issue.path}`, message: issue.message }
  }
  return (
    checkAlternatives(found, value) ?? explainErrors(validatorOf(document, schema, options), found, value)
  )
}

/** The keys of the items or members of a value that have schemas, and these. */
function partsOf(
  { items, properties = {} }: Schema,
  value: unknown,
): (readonly [key: string, schema: Schema])[] {
  if (isRecord(value)) return Object.entries(properties).filter(([key]) => Object.hasOwn(value, key))
  const isList = Array.isArray(value) && items && !Array.isArray(items)
  return isList ? Array.from(value, (_, index) => [String(index), items] as const) : []
}

/** Returns the issue that says most of TypeBox's errors. */
function explainErrors(checker: Checker, schema: Schema, value: unknown): Issue {
  const order = [...Object.keys(keywords), ''] // others come last
  const rank = (keyword: string) => order.indexOf(Object.hasOwn(keywords, keyword) ? keyword : '')
  const [error] = checker.Errors(value)[1].toSorted((left, right) => rank(left.keyword) - rank(right.keyword))
  if (!error) return atTop('must be valid')
  const { keyword, instancePath, params, message } = error
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
