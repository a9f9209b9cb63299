import type { OpenRpc, Schema } from '@lectern/spec'
import { Compile, type Validator } from 'typebox/schema'
import { areRequirements, toPattern } from './canonical.ts'
import { isRecord, type Json, show } from './json.ts'
import { showLine } from './shown-text.ts'
import { alternativesOf, chooseObject, isFoundElsewhere, objectsOf, unfold } from './schema.ts'

/** One thing wrong with a value: a JSON pointer into it, and what must hold there. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** How far and how strictly a value is checked. */
export interface ValueCheckOptions {
  /** Accepts members beyond the document's, and what `x-elsewhere` names. */
  readonly tolerant?: boolean
  /** Checks that an object is one, but not its members: other checks do that. */
  readonly shallow?: boolean
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

const compiled = new WeakMap<OpenRpc['components'], Map<string, Compiled>>()

/** The compiled schema. Compiling takes milliseconds, and a run checks each value of each response. */
function validatorOf(document: OpenRpc, schema: Schema, options: ValueCheckOptions): Checker {
  const { components } = document
  const modes = compiled.get(components) ?? compiled.set(components, new Map()).get(components)!
  const mode = `${options.tolerant === true} ${options.shallow === true}`
  const known = modes.get(mode) ?? {
    checkers: new WeakMap(),
    components: { schemas: mapValues(components.schemas, (one) => prepare(one, options)) },
  }
  modes.set(mode, known)
  const made =
    known.checkers.get(schema) ??
    Compile({ components: known.components, allOf: [prepare(schema, options)] } as object)
  known.checkers.set(schema, made)
  return made
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/** A schema as TypeBox checks it in a mode, with `anyOf` for each union. */
function prepare(schema: Schema, { tolerant = false, shallow = false }: ValueCheckOptions): Schema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    return isRecord(value) ? visitSchema(value as Schema) : value
  }
  const visitSchema = ({ oneOf, const: constant, enum: values, ...rest }: Schema): Schema => {
    if (shallow && rest.properties) return { type: 'object' }
    const made = mapValues(rest as Json, visit) as Record<string, unknown>
    if (constant !== undefined) made['const'] = constant
    if (values) made['enum'] = values
    if (oneOf) made[areRequirements(oneOf) ? 'oneOf' : 'anyOf'] = visit(oneOf)
    if (typeof made['pattern'] === 'string') made['pattern'] = toPattern(made['pattern'])
    if (tolerant && rest.properties) tolerate(made, rest)
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
const inside = (key: string | number, { path, message }: Issue): Issue => ({
  path: `/${key}${path}`,
  message,
})

/** The first issue of a value that a schema refuses, in the branch that the value is meant for. */
function explain(document: OpenRpc, schema: Schema, value: unknown, options: ValueCheckOptions): Issue {
  const found = unfold(document, schema)
  const union = alternativesOf(found)
  const issue = union
    ? explainUnion(document, found, union, value, options)
    : (explainItems(document, found, value, options) ?? explainMembers(document, found, value, options))
  return issue ?? explainValue(validatorOf(document, schema, options), found, value)
}

function explainUnion(
  document: OpenRpc,
  schema: Schema,
  union: readonly Schema[],
  value: unknown,
  options: ValueCheckOptions,
): Issue | undefined {
  // The branch that the value is meant for says more than "none of them".
  const meant = isRecord(value) && chooseObject(document, objectsOf(document, schema), value)
  if (meant) return checkValue(document, meant, value, options)
  const issues = union.flatMap((branch) => checkValue(document, branch, value, options) ?? [])
  const [deepest] = issues.toSorted((left, right) => right.path.length - left.path.length)
  if (!deepest || deepest.path !== '') return deepest
  return atTop([...new Set(issues.map(({ message }) => message))].join('; or '))
}

function explainItems(
  document: OpenRpc,
  { items }: Schema,
  value: unknown,
  options: ValueCheckOptions,
): Issue | undefined {
  if (!items || Array.isArray(items) || !Array.isArray(value)) return undefined
  for (const [index, item] of value.entries()) {
    const issue = checkValue(document, items, item, options)
    if (issue) return inside(index, issue)
  }
  return undefined
}

function explainMembers(
  document: OpenRpc,
  schema: Schema,
  value: unknown,
  options: ValueCheckOptions,
): Issue | undefined {
  if (!isRecord(value) || !schema.properties || options.shallow === true) return undefined
  for (const key of Object.keys(schema.properties)) {
    const issue = checkMember(document, schema, key, value, options)
    if (issue) return issue
  }
  const extra = Object.keys(value).find((key) => !Object.hasOwn(schema.properties!, key))
  const isClosed =
    schema.additionalProperties === false && options.tolerant !== true && !('patternProperties' in schema)
  return (
    checkAlternatives(schema, value) ??
    (extra !== undefined && isClosed ? atTop(`must not have the member ${show(extra)}`) : undefined)
  )
}

/** Returns the issue of one member of an object, or of its absence; undefined if there is none. */
export function checkMember(
  document: OpenRpc,
  { properties = {}, required = [] }: Schema,
  key: string,
  value: Json,
  options: ValueCheckOptions,
): Issue | undefined {
  const member = properties[key]
  const isTolerated = (what: 'null' | 'absent') => options.tolerant === true && isFoundElsewhere(member, what)
  if (!Object.hasOwn(value, key))
    return required.includes(key) && !isTolerated('absent')
      ? atTop(`must have the member ${show(key)}`)
      : undefined
  if (member === undefined || (value[key] === null && isTolerated('null'))) return undefined
  const issue = checkValue(document, member, value[key], options)
  return issue && inside(key, issue)
}

/** Returns an issue unless an object has exactly one set of `oneOf: [{ required }, …]`. */
export function checkAlternatives({ oneOf, properties }: Schema, value: unknown): Issue | undefined {
  if (!oneOf || !properties || !isRecord(value) || !areRequirements(oneOf)) return undefined
  const alternatives = oneOf.map(({ required = [] }) => required)
  const met = alternatives.filter((keys) => keys.every((key) => Object.hasOwn(value, key)))
  const names = alternatives.map((keys) => keys.join(' and ')).join(' or ')
  return met.length === 1 ? undefined : atTop(`must have exactly one of ${names}`)
}

/** Returns the error of TypeBox for a value, in the words of this package. */
function explainValue(checker: Checker, schema: Schema, value: unknown): Issue {
  const [, errors] = checker.Errors(value)
  const [error] = errors.toSorted((left, right) => rank(left.keyword) - rank(right.keyword))
  const path = error?.instancePath ?? ''
  const found = path
    .split('/')
    .slice(1)
    .reduce(
      (at: unknown, key) => (at as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      value,
    )
  const params = (error?.params ?? {}) as Json
  const what = () => {
    if (error?.keyword === 'type') return describeType(String([params['type']].flat()[0]))
    if (error?.keyword === 'const') return `be ${show(schema.const ?? params['allowedValue'])}`
    if (error?.keyword === 'enum')
      return `be one of ${((schema.enum ?? params['allowedValues'] ?? []) as unknown[]).map((one) => show(one)).join(', ')}`
    if (error?.keyword === 'pattern')
      return `match pattern ${show(schema.pattern ?? String(params['pattern']))}`
    if (error?.keyword === 'required')
      return `have the member ${show((params['requiredProperties'] as string[])[0])}`
    return error?.message.replace(/^must /, '') ?? 'be valid'
  }
  return { path, message: `must ${what()}, not ${show(found, 80)}` }
}

const order = ['type', 'const', 'enum', 'pattern']
const rank = (keyword: string) => (order.includes(keyword) ? order.indexOf(keyword) : order.length)

const describeType = (type: string) =>
  type === 'null' ? 'be null' : `be ${/^[aoi]/.test(type) ? 'an' : 'a'} ${type}`
