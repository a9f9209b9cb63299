import type { AnySchema } from '@lectern/spec/arbitraries'
import { Format } from 'typebox/format'
import { escapeKey, isRecord, mapValues, ownMember, show, unescapeKey, type Json } from './json.ts'

/** One thing wrong with a document: the JSON pointer to it, and what must hold there. */
export interface Problem {
  readonly pointer: string
  readonly message: string
}

/** A part of a document that cannot be used. */
export class Fault extends Error implements Problem {
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(message)
    this.pointer = pointer
  }
}

/** Reads the schemas of one document in one form, and the values that its `$ref`s lead to. Both throw a Fault. */
export interface SchemaReader {
  /** A schema with one `type`, `oneOf` for `anyOf`, and `$ref`s to `components` only. */
  readSchema(value: unknown, pointer: string): AnySchema
  /** Returns a value, or the one that its `$ref` leads to. */
  follow(value: unknown, pointer: string): unknown
  readonly components: Readonly<Record<string, AnySchema>>
  readonly notes: readonly Problem[]
}

const setOf = (words: string) => new Set(words.split(' '))
const schemaKeys = setOf(
  'not if then else contains propertyNames additionalItems unevaluatedItems unevaluatedProperties',
)
const openKeys = setOf('items additionalProperties')
const listKeys = setOf('oneOf anyOf allOf prefixItems')
/** Keywords whose value is schemas by name. */
export const mapKeys: ReadonlySet<string> = setOf(
  'properties patternProperties dependentSchemas dependencies',
)
const annotations = setOf(
  'title description default examples example deprecated readOnly writeOnly $comment contentMediaType contentEncoding',
)
const left = setOf('$schema $id id $anchor definitions $defs')
const checked = setOf(
  'type const enum pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired',
)

export function createSchemaReader(root: Json): SchemaReader {
  const components: Record<string, AnySchema> = {}
  const names = new Map<string, string>()
  const faults = new Map<string, unknown>()
  const notes = new Map<string, Problem>()

  const note = (key: string, pointer: string, message: string) => {
    if (!notes.has(key)) notes.set(key, { pointer, message })
  }
  /** The pointer that a chain of `$ref`s ends at, and what is there. */
  const find = (ref: string, pointer: string) => {
    const seen = new Set<string>()
    for (let next = ref; ;) {
      const refuse = (where: string) => new Fault(pointer, `${show(ref)} leads ${where}`)
      if (!next.startsWith('#')) throw refuse('to another document, which was not read')
      const value = get(root, decodeFragment(next))
      if (value === undefined || seen.has(next)) throw refuse(value === undefined ? 'nowhere' : 'to itself')
      if (!isRecord(value) || typeof value['$ref'] !== 'string' || Object.keys(value).length > 1)
        return { pointer: next, value }
      seen.add(next)
      next = value['$ref']
    }
  }
  const nameOf = (pointer: string) => {
    const name = (pointer.split('/').at(-1) || 'root').replaceAll(/[^\w.-]/g, '_')
    let free = name
    for (let count = 2; Object.hasOwn(components, free); count++) free = `${name}.${count}`
    return free
  }
  const hoist = (ref: string, at: string): AnySchema => {
    const { pointer, value } = find(ref, at)
    if (faults.has(pointer)) throw faults.get(pointer)
    const name = names.get(pointer) ?? nameOf(pointer)
    if (!names.has(pointer)) {
      const begun = names.size
      names.set(pointer, name)
      components[name] = {}
      try {
        components[name] = withoutItself(read(value, pointer), name)
        if (isEndless(name)) throw new Fault(pointer, 'must not be defined by itself')
      } catch (error) {
        faults.set(pointer, error)
        // Parts that were read within may refer to it: they are read again where they are needed.
        for (const [inner, other] of [...names].slice(begun)) {
          names.delete(inner)
          delete components[other]
        }
        throw error
      }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Returns whether a component is a part or an alternative of itself, through others. */
  const isEndless = (name: string) => {
    const open = new Set(sameLevel(components[name]!))
    for (const one of open) for (const next of sameLevel(components[one] ?? {})) open.add(next)
    return open.has(name)
  }

  function read(value: unknown, pointer: string): AnySchema {
    if (value === true) return {}
    if (value === false) return { not: {} } as AnySchema
    if (!isRecord(value)) throw new Fault(pointer, `must be a schema, not ${show(value)}`)
    if (typeof value['$ref'] === 'string') {
      const { $ref, ...others } = value
      const target = hoist($ref as string, `${pointer}/$ref`)
      const isAlone = Object.keys(others).every((key) => isAnnotation(key) || left.has(key))
      return isAlone ? target : { allOf: [target as never, read(others, pointer) as never] }
    }
    const schema: Record<string, unknown> = {}
    for (const [key, member] of Object.entries(value)) {
      if (left.has(key)) continue
      const made = readKeyword(key, member, `${pointer}/${escapeKey(key)}`)
      if (made !== undefined) schema[key] = made
    }
    return toOneForm(schema)
  }

  function readKeyword(key: string, member: unknown, pointer: string): unknown {
    const each = (item: unknown, step: number | string) => read(item, `${pointer}/${escapeKey(String(step))}`)
    const refuse = (what: string) => new Fault(pointer, `must be ${what}, not ${show(member)}`)
    if ((key === 'items' || listKeys.has(key)) && Array.isArray(member)) return member.map(each)
    if (listKeys.has(key)) throw refuse('a list of schemas')
    if (member === true && openKeys.has(key)) return undefined
    if (member === false && key === 'additionalProperties') return false
    if (schemaKeys.has(key) || openKeys.has(key)) return read(member, pointer)
    if (mapKeys.has(key)) {
      if (!isRecord(member)) throw refuse('schemas by name')
      return mapValues(member, (one, name) => (Array.isArray(one) ? one : each(one, name)))
    }
    if (key === 'required' && !Array.isArray(member))
      return void note(`required`, pointer, 'a "required" that is no list is not checked')
    if (key === 'pattern' && !toPattern(String(member))) throw refuse('a regular expression')
    if (typeof member === 'boolean' && key.startsWith('exclusive')) throw refuse('a number') // as in draft-04
    if (key === 'format' && !Format.Has(String(member)))
      note(`format ${String(member)}`, pointer, `the format ${show(member)} is not checked`)
    if (!checked.has(key) && !isAnnotation(key))
      note(key, pointer, `${show(key)} is no keyword of JSON Schema, and is not checked`)
    return member
  }

  return {
    components,
    readSchema: read,
    follow: (value, pointer) =>
      isRecord(value) && typeof value['$ref'] === 'string' ? find(value['$ref'], pointer).value : value,
    get notes() {
      return [...notes.values()]
    },
  }
}

const refersTo = ({ $ref }: AnySchema) => $ref?.slice('#/components/schemas/'.length)

/** The components that a value of a schema is checked against, too: not those of its members. */
const sameLevel = (schema: AnySchema): string[] => [
  ...[refersTo(schema) ?? []].flat(),
  ...[...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap(sameLevel),
]

/** A union without the alternative that is the union itself, which adds no value. */
function withoutItself(schema: AnySchema, name: string): AnySchema {
  if (!schema.oneOf) return schema
  const branches = schema.oneOf.filter((branch) => refersTo(branch) !== name)
  return { ...schema, oneOf: branches.map((branch) => withoutItself(branch, name)) as never }
}

const isAnnotation = (key: string) => annotations.has(key) || key.startsWith('x-')

/** A pattern as a regular expression, with the flag u if it is one with it; undefined for none. */
export function toPattern(text: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags)
    } catch {}
  }
  return undefined
}

/** Returns the value at a JSON pointer (RFC 6901); undefined if there is none. */
export function get(root: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1).map(unescapeKey)
  return keys.reduce((found, key) => ownMember(found, key)[0], root)
}

/** Returns the JSON pointer that a fragment is, RFC 6901, 6. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment.slice(1))
  } catch {
    return fragment.slice(1)
  }
}

/** Returns whether schemas only require members: next to properties they are no alternatives. */
export const areRequirements = (schemas: readonly AnySchema[]): boolean =>
  schemas.every((schema) => Object.keys(schema).join() === 'required')

/** A schema with one `type` and at most one union, `oneOf`: a list of types and `anyOf` become one. */
function toOneForm({ type, oneOf, anyOf, ...rest }: Record<string, unknown>): AnySchema {
  const base: Record<string, unknown> = rest
  const unions: AnySchema[][] = []
  if (Array.isArray(type) && type.length > 1)
    unions.push(type.map((one: AnySchema['type']) => ({ ...rest, type: one }) as AnySchema))
  else if (type !== undefined) base['type'] = [type].flat()[0]
  for (const [key, branches] of Object.entries({ oneOf, anyOf }) as [string, AnySchema[] | undefined][]) {
    if (branches === undefined) continue
    if (areRequirements(branches)) base[key] = branches
    else unions.push(branches)
  }
  const [first, ...others] = unions
  if (!first) return base as AnySchema
  const own = Object.fromEntries(Object.entries(base).filter(([key]) => !isAnnotation(key)))
  const notes = Object.fromEntries(Object.entries(base).filter(([key]) => isAnnotation(key)))
  const parts = others.map((branches) => ({ oneOf: branches }))
  const isList = Array.isArray(type) && type.length > 1
  if (!isList && Object.keys(own).length > 0) parts.unshift(own as never)
  const branches = parts.length === 0 ? first : first.map((branch) => ({ allOf: [...parts, branch] }))
  return { ...notes, oneOf: branches } as AnySchema
}
