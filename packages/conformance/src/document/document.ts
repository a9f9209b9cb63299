import { document as own, type Link, type OpenRpc, type Schema } from '@lectern/spec'
import { arbitrary } from '@lectern/spec/arbitraries'
import * as fc from 'fast-check'
import { isReadOnly } from '../rules/ethereum/methods.ts'
import { matches } from '../report/glob.ts'
import type { Json } from './json.ts'
import { constantsOf, typeNameOf, unfold } from './schema.ts'
import { checkValue, describeIssue } from './value-check.ts'

/** A method of a document that was read by `readDocument`. */
export type DocumentMethod = OpenRpc['methods'][number]

/** A parameter of a method. */
export interface Param {
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

/** One method of a document, as the checks look at it. */
export interface Method {
  /** The document that its `$ref`s lead into. */
  readonly document: OpenRpc
  readonly name: string
  /** Where it stands in the document, e.g. `#/methods/0`. */
  readonly pointer: string
  readonly params: readonly Param[]
  /** The names under which expressions know the parameters; for methods of Lectern's document those that it uses. */
  readonly names: readonly string[]
  /** Whether it is a method of Lectern's document, so that rules of Ethereum speak of it. */
  readonly isKnown: boolean
  readonly structure: 'by-position' | 'by-name' | 'either'
  /** The schema of its result. */
  readonly result: Schema
  /** Whether it has no result: it may only be called as a notification. */
  readonly isNotification: boolean
  /** The codes of the errors that the method may answer a valid call with: those it declares, and that blame neither side. */
  readonly errors: readonly number[]
  /** Whether the document says which errors the method may answer with. */
  readonly declaresErrors: boolean
  /** The examples that are valid by the schemas of the method. */
  readonly examples: readonly Example[]
  readonly links: readonly Link[]
  /** Whether the document tags it `companion`: an endpoint may lack it. */
  readonly isCompanion: boolean
  /** How it is known that the method changes nothing; without that only its examples are called. */
  readonly safety?: string
  /** The values of a call that is right, by position: the user's, those of the first example, or made ones. */
  readonly call?: readonly unknown[]
}

/** A call of the document and the result it has there. */
export interface Example {
  readonly name: string
  /** Its number among the examples of the method. */
  readonly index: number
  readonly params: readonly unknown[]
  /** Absent if the document has none. */
  readonly result?: unknown
}

/** Real values by `METHOD.PARAMETER`, by the name of a parameter, or by the name or title of a type. */
export type Values = Readonly<Record<string, readonly unknown[]>>

/** The facts of a service beyond its document. */
export interface ServiceOptions {
  /** Real values for parameters. */
  readonly values?: Values
  /** Methods that change nothing, as globs of names, or of tags as `tag:GLOB`. */
  readonly methods?: readonly string[]
  /** Whether methods of Ethereum's names follow its rules. @default true */
  readonly ethereum?: boolean
}

const faults = new Set([-32602, -32603]) // invalid params, internal error
const readOnlyTags = new Set(['read-only', 'readonly', 'read only'])
const ownMethods = new Map(own.methods.map((method) => [method.name as string, method]))

/** The methods of a document that was read by `readDocument`. */
export function readMethods(document: OpenRpc, options: ServiceOptions = {}): Method[] {
  return document.methods.map((method) => {
    const { name, params, paramStructure, links = [], tags = [] } = method
    const result = method.result as DocumentMethod['result'] | undefined
    const known = ownMethods.get(name)
    const isKnown = options.ethereum !== false && known !== undefined && known.params.length === params.length
    const names = isKnown ? known.params.map((param) => param.name) : params.map((param) => param.name)
    const tagNames = tags.map((tag) => tag.name)
    const safety = describeSafety(name, tagNames, options.methods)
    const read: Method = {
      document,
      name,
      pointer: pointerOf(method),
      params,
      names,
      isKnown,
      structure: (paramStructure as Method['structure'] | undefined) ?? 'either',
      result: result?.schema ?? {},
      isNotification: result === undefined,
      errors: codesOf(method).filter((code) => !faults.has(code)),
      declaresErrors: codesOf(method).length > 0,
      examples: readExamples(document, method).filter(({ problem }) => problem === undefined),
      links: links.length === 0 && isKnown ? (known.links ?? []) : links,
      isCompanion: tagNames.includes('companion'),
      ...(safety !== undefined && { safety }),
    }
    const call = findCall(read, options)
    return call ? Object.assign(read, { call }) : read
  })
}

/** Returns why it is known that a method changes nothing; undefined if it is not known. */
function describeSafety(name: string, tags: readonly string[], globs: readonly string[] = []) {
  const isListed = globs.some((glob) =>
    glob.startsWith('tag:') ? tags.some((tag) => matches(glob.slice(4), tag)) : matches(glob, name),
  )
  if (isListed) return 'named by --methods'
  if (tags.some((tag) => readOnlyTags.has(tag.toLowerCase()))) return 'tagged read-only'
  return isReadOnly(name) ? 'a read-only method of Ethereum' : undefined
}

export const codesOf = ({ errors = [] }: DocumentMethod): number[] =>
  errors.map((error) => (error as object as { readonly code: number }).code)

export const pointerOf = (method: DocumentMethod): string =>
  (method as object as { readonly pointer: string }).pointer

export const countRequired = (params: readonly Param[]): number =>
  params.filter(({ required }) => required === true).length

/** The values of a call as a request carries them: by name if the method takes them so only. */
export function toParams(
  { structure, params }: Pick<Method, 'structure' | 'params'>,
  values: readonly unknown[],
): unknown {
  const given = values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)
  const isNamed = structure === 'by-name' || (structure === 'either' && given.includes(undefined))
  return isNamed ? byName(params, given) : given.map((value) => (value === undefined ? null : value))
}

export const byName = (params: readonly Param[], values: readonly unknown[]): Json =>
  Object.fromEntries(
    values.flatMap((value, index) =>
      value === undefined || !params[index] ? [] : [[params[index].name, value]],
    ),
  )

/** The examples of a method, each with what of it contradicts the schemas of the method. */
export function readExamples(
  document: OpenRpc,
  { params, result, examples = [] }: DocumentMethod,
): (Example & { readonly problem?: string })[] {
  return examples.map(({ name, params: given, result: answer }, index) => {
    const isNamed = given.every((one) => params.some((param) => param.name === one.name))
    const values = isNamed
      ? params.map((param) => given.find((one) => one.name === param.name)?.value)
      : given.map(({ value }) => value)
    const example = {
      name,
      index,
      params: values.slice(0, values.findLastIndex((value) => value !== undefined) + 1),
      ...((answer as unknown) !== undefined && { result: answer.value }),
    }
    const problem = findProblem()
    return problem === undefined ? example : { ...example, problem }

    function findProblem(): string | undefined {
      const isShort = !isNamed || given.length === 0
      if (given.length > params.length || (isShort && given.length < countRequired(params)))
        return `: ${params.length} parameters are expected, not ${given.length}`
      for (const [at, { name: param, required, schema }] of params.entries()) {
        const value: unknown = values[at]
        if (value === undefined && required === true) return `: the parameter ${param} is missing`
        const issue = value === undefined ? undefined : checkValue(document, schema, value)
        if (issue) return `, ${param}: ${issue.path || 'the value'} ${issue.message}`
      }
      const schema = (result as DocumentMethod['result'] | undefined)?.schema
      const issue = schema && 'result' in example ? checkValue(document, schema, example.result) : undefined
      return issue && `: ${describeIssue(issue)}`
    }
  })
}

/** Returns the names under which a user's values are for a parameter. */
export const namesOfParam = (document: OpenRpc, method: string, { name, schema }: Param): string[] => [
  `${method}.${name}`,
  name,
  typeNameOf(document, schema) ?? name,
]

/** The values that the user or the document has for a parameter, the user's first; each is valid. */
function valuesOf(
  { document, name, params, examples }: Method,
  index: number,
  values: Values = {},
): unknown[] {
  const { schema } = params[index]!
  const found = unfold(document, schema) as Json
  const named = namesOfParam(document, name, params[index]!).flatMap((key) =>
    Object.hasOwn(values, key) ? values[key]! : [],
  )
  const shown = [
    ...examples.flatMap(({ params }) => (index in params ? [params[index]] : [])),
    found['example'],
    ...[found['examples'] ?? []].flat(),
    found['default'],
  ]
  const all = [...named, ...shown, ...constantsOf(document, schema)]
  const fresh = new Map(
    all.filter((value) => value !== undefined).map((value) => [JSON.stringify(value), value]),
  )
  return [...fresh.values()].filter((value) => checkValue(document, schema, value) === undefined)
}

function findCall(method: Method, options: ServiceOptions): readonly unknown[] | undefined {
  const { document, params, examples, safety } = method
  const example = examples[0]?.params
  const hasOwnValues = params.some((param) =>
    namesOfParam(document, method.name, param).some((key) => Object.hasOwn(options.values ?? {}, key)),
  )
  if (example && !(hasOwnValues && safety !== undefined)) return example
  if (safety === undefined) return undefined
  if (countRequired(params) === 0 && !hasOwnValues) return []
  const last = params.findLastIndex(
    ({ required }, index) => required === true || example?.[index] !== undefined,
  )
  return drawValues(method, 0, options)?.slice(0, last + 1)
}

/** Returns values for the parameters of a method, the next ones each turn; undefined if a required one has none. */
export function drawValues(method: Method, turn: number, options: ServiceOptions): unknown[] | undefined {
  const columns = method.params.map(({ required, schema }, index) => {
    const values = valuesOf(method, index, options.values)
    return values.length === 0 && required === true
      ? makeValues(method.document, schema, turn + 1, 1)
      : values
  })
  return takeTurn(method, columns, turn)
}

/** Returns a value of each column, or what is given in its place; undefined if a required parameter has none. */
export function takeTurn(
  { params }: Method,
  columns: readonly (readonly unknown[])[],
  turn: number,
  others: readonly unknown[] = [],
): unknown[] | undefined {
  const taken = columns.map((column, at) => (column.length > 0 ? column[turn % column.length] : others[at]))
  return params.every(({ required }, at) => required !== true || taken[at] !== undefined) ? taken : undefined
}

/** Returns `count` values (default: 5) that are valid by a schema, drawn from a seed; an empty array if none can be made. */
export function makeValues(document: OpenRpc, schema: Schema, seed: number, count = 5): unknown[] {
  try {
    const values = arbitrary(document, schema)
    const isValid = (value: unknown) => checkValue(document, schema, value) === undefined
    const found = fc.sample(values, { seed, numRuns: count }).filter(isValid)
    return found.length > 0
      ? found
      : fc.sample(values, { seed, numRuns: 100 }).filter(isValid).slice(0, count)
  } catch (error) {
    if (error instanceof Error) return [] // a pattern or a depth that fast-check does not draw
    throw error
  }
}
