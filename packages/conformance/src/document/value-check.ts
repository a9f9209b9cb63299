import type { OpenRpc, Schema } from '@lectern/spec'
import { isRecord, type Json, show } from './json.ts'
import { showLine } from './shown-text.ts'
import { isFoundElsewhere, chooseObject, objectsOf, unfold } from './schema.ts'

/** One thing wrong with a value: a JSON pointer into it, and what must hold there. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** How far and how strictly a value is looked at. */
export interface ValueCheckOptions {
  /** Bears members beside the document's, and what `x-elsewhere` names. */
  readonly tolerant?: boolean
  /** Checks that an object is one, but not its members: other checks do that. */
  readonly shallow?: boolean
}

type Keyword = (schema: Schema, value: unknown, context: Context) => Issue | undefined
interface Context extends ValueCheckOptions {
  readonly document: OpenRpc
}

/**
 * Validates a value against a schema of a document, which it reads as it is: a method that was just added needs no code.
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
  return checkBySchema(unfold(document, schema), value, { document, ...options })
}

/** One issue as a line: `/logs/0/data must match pattern "…", not "0x0"`. */
export const describeIssue = ({ path, message }: Issue): string =>
  `${showLine(path) || 'the result'} ${message}`

const checkBySchema: Keyword = (schema, value, context) =>
  findIssue(keywords, (keyword) => keyword(schema, value, context))

/** The first issue of several things, as far as they are looked at. */
function findIssue<T>(items: Iterable<T>, look: (item: T) => Issue | undefined): Issue | undefined {
  for (const item of items) {
    const issue = look(item)
    if (issue) return issue
  }
  return undefined
}

const atTop = (message: string): Issue => ({ path: '', message })
const must = (what: string, value: unknown) => atTop(`must ${what}, not ${show(value, 80)}`)
const inside = (key: string | number, issue: Issue | undefined): Issue | undefined =>
  issue && { path: `/${key}${issue.path}`, message: issue.message }

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  object: isRecord,
  array: Array.isArray,
}

/** Each keyword of the document's part of draft-07, in the order in which it is looked at. */
const keywords: readonly Keyword[] = [
  ({ type }, value) =>
    type === undefined || typeTests[type]!(value)
      ? undefined
      : must(type === 'null' ? 'be null' : `be ${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`, value),
  ({ const: constant }, value) =>
    constant === undefined || value === constant ? undefined : must(`be ${show(constant)}`, value),
  ({ enum: values }, value) =>
    values === undefined || (values as readonly unknown[]).includes(value)
      ? undefined
      : must(`be one of ${values.map((one) => show(one)).join(', ')}`, value),
  ({ pattern }, value) =>
    pattern === undefined || (typeof value === 'string' && toPattern(pattern).test(value))
      ? undefined
      : must(`match pattern ${show(pattern)}`, value),
  checkItems,
  checkMembers,
  (schema, value, { shallow }) => (shallow === true ? undefined : checkAlternatives(schema, value)),
  checkBranches,
]

function checkItems({ items, minItems = 0, maxItems = Infinity }: Schema, value: unknown, context: Context) {
  if (!Array.isArray(value)) return undefined
  if (value.length < minItems) return must(`have at least ${minItems} items`, value.length)
  if (value.length > maxItems) return must(`have at most ${maxItems} items`, value.length)
  if (!items) return undefined
  const schema = unfold(context.document, items)
  return findIssue(value.entries(), ([index, item]) => inside(index, checkBySchema(schema, item, context)))
}

function checkMembers(schema: Schema, value: unknown, context: Context): Issue | undefined {
  const { properties, required = [], additionalProperties } = schema
  if (!isRecord(value) || !properties || context.shallow === true) return undefined
  const issue = findIssue(Object.keys(properties), (key) => checkMember(schema, key, value, context))
  if (issue) return issue
  const lost = required.find((key) => !(key in properties) && !Object.hasOwn(value, key))
  if (lost !== undefined) return atTop(`must have the member ${show(lost)}`)
  if (additionalProperties !== false || context.tolerant === true) return undefined
  const extra = Object.keys(value).find((key) => !Object.hasOwn(properties, key))
  return extra === undefined ? undefined : atTop(`must not have the member ${show(extra)}`)
}

/** What is wrong with one member of an object, its absence counted, undefined when nothing is. */
export function checkMember(
  { properties = {}, required = [] }: Schema,
  key: string,
  value: Json,
  context: Context,
): Issue | undefined {
  const member = properties[key]
  const isTolerated = (what: 'null' | 'absent') => context.tolerant === true && isFoundElsewhere(member, what)
  if (!Object.hasOwn(value, key))
    return required.includes(key) && !isTolerated('absent')
      ? atTop(`must have the member ${show(key)}`)
      : undefined
  if (member === undefined || (value[key] === null && isTolerated('null'))) return undefined
  return inside(key, checkBySchema(unfold(context.document, member), value[key], context))
}

/** Of `oneOf: [{ required }, …]` beside the members: exactly one. */
export function checkAlternatives({ oneOf, properties }: Schema, value: unknown): Issue | undefined {
  if (!oneOf || !properties || !isRecord(value)) return undefined
  const alternatives = oneOf.map(({ required = [] }) => required)
  const met = alternatives.filter((keys) => keys.every((key) => Object.hasOwn(value, key)))
  const names = alternatives.map((keys) => keys.join(' and ')).join(' or ')
  return met.length === 1 ? undefined : atTop(`must have exactly one of ${names}`)
}

function checkBranches(schema: Schema, value: unknown, context: Context): Issue | undefined {
  const { oneOf, properties } = schema
  if (!oneOf || properties) return undefined
  const { document } = context
  // The branch that the value is meant for says more than "none of them".
  const meant = isRecord(value) && chooseObject(document, objectsOf(document, schema), value)
  if (meant) return checkBySchema(meant, value, context)
  const issues: Issue[] = []
  for (const branch of oneOf) {
    const issue = checkBySchema(unfold(document, branch), value, context)
    if (!issue) return undefined
    issues.push(issue)
  }
  const deepest = issues.toSorted((left, right) => right.path.length - left.path.length)[0]!
  return deepest.path === ''
    ? atTop([...new Set(issues.map(({ message }) => message))].join('; or '))
    : deepest
}

const patterns = new Map<string, RegExp>()
const toPattern = (text: string): RegExp =>
  patterns.get(text) ?? patterns.set(text, new RegExp(text)).get(text)!
