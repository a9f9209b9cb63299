import { document as own, type ExamplePairing, type Link, type OpenRpc, type Schema } from '@lectern/spec'
import { arbitrary } from '@lectern/spec/arbitraries'
import * as fc from 'fast-check'
import { isReadOnly } from '../rules/ethereum/methods.ts'
import { matches } from '../report/glob.ts'
import type { Json } from './json.ts'
import { constantsOf, typeNameOf, unfold } from './schema.ts'
import { checkValue, describeIssue } from './value-check.ts'

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
  readonly result: Schema
  /** Whether it has no result: it may only be called as a notification. */
  readonly isNotification: boolean
  readonly codes: readonly number[]
  /** The declared codes that a valid call may be answered with: they blame neither side. */
  readonly errors: readonly number[]
  /** The examples that are valid by the schemas of the method. */
  readonly examples: readonly Example[]
  /** The contradictions of the other examples to the schemas, each with its name. */
  readonly contradictions: readonly string[]
  readonly links: readonly Link[]
  /** Whether the document tags it `companion`: an endpoint may lack it. */
  readonly isCompanion: boolean
  /** How it is known that the method changes nothing; without that only its examples are called. */
  readonly safety?: string | undefined
  /** The values of a call that is right, by position: the user's, those of the first example, or made ones. */
  readonly call?: readonly unknown[] | undefined
}

/** A call of the document and the result it has there. */
export interface Example {
  readonly name: string
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

/** A method in the form of `readDocument`. */
interface DocumentMethod extends Omit<OpenRpc['methods'][number], 'errors' | 'paramStructure' | 'result'> {
  readonly pointer: string
  readonly paramStructure?: Method['structure']
  readonly result?: Param
  readonly errors: readonly { readonly code: number }[]
}

const faults = new Set([-32602, -32603]) // invalid params, internal error
const readOnlyTags = new Set(['read-only', 'readonly', 'read only'])
const ownMethods = new Map(own.methods.map((method) => [method.name as string, method]))

/** The methods of a document that was read by `readDocument`. */
export function readMethods(document: OpenRpc, options: ServiceOptions = {}): Method[] {
  return (document.methods as readonly object[] as readonly DocumentMethod[]).map((method) => {
    const { name, pointer, params, result, paramStructure: structure = 'either' } = method
    const { links = [], examples = [], tags: given = [] } = method
    const known = ownMethods.get(name)
    const isKnown = options.ethereum !== false && known !== undefined && known.params.length === params.length
    const names = (isKnown ? known : method).params.map((param) => param.name)
    const tags = given.map((tag) => tag.name)
    const codes = method.errors.map(({ code }) => code)
    const judged = examples.map((example, index) => readExample(document, method, example, index))
    const read: Method = {
      document,
      name,
      pointer,
      params,
      names,
      isKnown,
      structure,
      result: result?.schema ?? {},
      isNotification: result === undefined,
      codes,
      errors: codes.filter((code) => !faults.has(code)),
      examples: judged.flatMap(([example, problem]) => (problem === undefined ? [example] : [])),
      contradictions: judged.flatMap(([{ name }, problem]) =>
        problem === undefined ? [] : [name + problem],
      ),
      links: links.length === 0 && isKnown ? (known.links ?? []) : links,
      isCompanion: tags.includes('companion'),
      safety: describeSafety(name, tags, options.methods),
    }
    return Object.assign(read, { call: findCall(read, options) })
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

/** Returns an example, and what of it contradicts the schemas of its method. */
function readExample(
  document: OpenRpc,
  { params, result }: DocumentMethod,
  { name, params: given, result: answer }: ExamplePairing,
  index: number,
): [example: Example, problem: string | undefined] {
  const isNamed = given.every((one) => params.some((param) => param.name === one.name))
  const values = isNamed
    ? params.map((param) => given.find((one) => one.name === param.name)?.value)
    : given.map(({ value }) => value)
  const shown = values.slice(0, values.findLastIndex((value) => value !== undefined) + 1)
  return [
    { name, index, params: shown, ...((answer as unknown) !== undefined && { result: answer.value }) },
    findProblem(),
  ]

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
    const isAnswered = result && (answer as unknown) !== undefined
    const issue = isAnswered && checkValue(document, result.schema, answer.value)
    return issue ? `: ${describeIssue(issue)}` : undefined
  }
}

/** Returns the names under which a user's values are for a parameter. */
export const namesOfParam = (document: OpenRpc, method: string, { name, schema }: Param): string[] => [
  `${method}.${name}`,
  name,
  typeNameOf(document, schema) ?? name,
]

/** Returns the values for each parameter, the user's first and then the document's; made ones where a required parameter has none. */
export function valuesOf(
  { document, name, params, examples }: Method,
  { values = {} }: ServiceOptions,
): unknown[][] {
  return params.map((param, index) => {
    const { schema, required } = param
    const found = unfold(document, schema) as Json
    const all = [
      ...namesOfParam(document, name, param).flatMap((key) =>
        Object.hasOwn(values, key) ? values[key]! : [],
      ),
      ...examples.map(({ params }) => params[index]),
      found['example'],
      ...[found['examples'] ?? []].flat(),
      found['default'],
      ...constantsOf(document, schema),
    ].filter((value) => value !== undefined && checkValue(document, schema, value) === undefined)
    const fresh = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()]
    return fresh.length === 0 && required === true ? makeValues(document, schema, 1) : fresh
  })
}

/** Returns the first example with the user's values in it, or made ones; an example alone of what may change something. */
function findCall(method: Method, options: ServiceOptions): readonly unknown[] | undefined {
  const { params, examples, safety } = method
  const example = examples[0]?.params
  if (safety === undefined) return example
  const columns = valuesOf(method, options).map((values, index) =>
    params[index]!.required === true || example?.[index] !== undefined ? values : [],
  )
  const call = takeTurn(method, columns, 0)
  return call?.slice(0, call.findLastIndex((value) => value !== undefined) + 1)
}

/** Returns a value of each column, or what the method's call has in its place; undefined if a required parameter has none. */
export function takeTurn(
  { params, call = [] }: Method,
  columns: readonly (readonly unknown[])[],
  turn: number,
): unknown[] | undefined {
  const taken = columns.map((column, at) => (column.length > 0 ? column[turn % column.length] : call[at]))
  return params.every(({ required }, at) => required !== true || taken[at] !== undefined) ? taken : undefined
}

/** Returns five values that are valid by a schema, drawn from a seed; an empty array if none can be made. */
export function makeValues(document: OpenRpc, schema: Schema, seed: number): unknown[] {
  try {
    const values = arbitrary(document, schema)
    const isValid = (value: unknown) => checkValue(document, schema, value) === undefined
    const draw = (numRuns: number) => fc.sample(values, { seed, numRuns }).filter(isValid)
    const found = draw(5)
    return found.length > 0 ? found : draw(100).slice(0, 5)
  } catch (error) {
    if (error instanceof Error) return [] // a pattern or a depth that fast-check does not draw
    throw error
  }
}
