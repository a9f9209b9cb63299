import type { OpenRpc, Schema } from '@lectern/spec'
import { Compile, type Validator } from 'typebox/schema'
import { areRequirements, get, toPattern } from './canonical.ts'
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
function validatorOf({ components }: OpenRpc, schema: Schema, options: ValueCheckOptions): Checker {
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

const isIssue = (issue: Issue | undefined) => issue !== undefined
const atTop = (message: string): Issue => ({ path: '', message })
const inside = (key: string | number, issue: Issue | undefined): Issue | undefined =>
  issue && { path: `/${key}${issue.path}`, message: issue.message }

/** The first issue of a value that a schema refuses, in the branch that the value is meant for. */
function explain(document: OpenRpc, schema: Schema, value: unknown, options: ValueCheckOptions): Issue {
  const found = unfold(document, schema)
  const check = (one: Schema, part: unknown) => checkValue(document, one, part, options)
  const explainUnion = (union: readonly Schema[]): Issue | undefined => {
    // The branch that the value is meant for says more than "none of them".
    const meant = isRecord(value) && chooseObject(document, objectsOf(document, found), value)
    if (meant) return check(meant, value)
    const issues = union.flatMap((branch) => check(branch, value) ?? [])
    const [deepest] = issues.toSorted((left, right) => right.path.length - left.path.length)
    if (!deepest || deepest.path !== '') return deepest
    return atTop([...new Set(issues.map(({ message }) => message))].join('; or '))
  }
  const explainParts = (): Issue | undefined => {
    const { items, properties, additionalProperties } = found
    if (Array.isArray(value) && items && !Array.isArray(items))
      return value
        .entries()
        .map(([index, item]) => inside(index, check(items, item)))
        .find(isIssue)
    if (!isRecord(value) || !properties || options.shallow === true) return undefined
    const keys = Object.keys(properties).values()
    const isClosed =
      additionalProperties === false && options.tolerant !== true && !('patternProperties' in found)
    const extra = isClosed && Object.keys(value).find((key) => !Object.hasOwn(properties, key))
    return (
      keys.map((key) => checkMember(document, found, key, value, options)).find(isIssue) ??
      checkAlternatives(found, value) ??
      (typeof extra === 'string' ? atTop(`must not have the member ${show(extra)}`) : undefined)
    )
  }
  const union = alternativesOf(found)
  const issue = union ? explainUnion(union) : explainParts()
  return issue ?? explainValue(validatorOf(document, schema, options), found, value)
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
  return inside(key, checkValue(document, member, value[key], options))
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
  pattern: (schema, { pattern }) => `match pattern ${show(schema.pattern ?? String(pattern))}`,
  required: (_, { requiredProperties }) => `have the member ${show((requiredProperties as string[])[0])}`,
}

function explainValue(checker: Checker, schema: Schema, value: unknown): Issue {
  const order = Object.keys(keywords).concat('') // others come last
  const rank = (keyword: string) => order.indexOf(Object.hasOwn(keywords, keyword) ? keyword : '')
  const [error] = checker.Errors(value)[1].toSorted((left, right) => rank(left.keyword) - rank(right.keyword))
  if (!error) return atTop('must be valid')
  const found = get(value, error.instancePath)
  const what = keywords[error.keyword]?.(schema, error.params as Json) ?? error.message.replace(/^must /, '')
  return { path: error.instancePath, message: `must ${what}, not ${show(found, 80)}` }
}

const describeType = (type: string) =>
  type === 'null' ? 'be null' : `be ${/^[aoi]/.test(type) ? 'an' : 'a'} ${type}`
