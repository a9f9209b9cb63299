import * as fc from 'fast-check'
import { Compile } from 'typebox/schema'
import { arbitrary } from './arbitrary.ts'
import type { OpenRpc, Schema } from './open-rpc.ts'
import { unfold, without, type AnySchema } from './schema.ts'

/** A value that a schema refuses: the JSON pointer to what was changed, and the keyword that is broken there. */
export interface Mutant {
  readonly value: unknown
  readonly pointer: string
  readonly keyword: string
}

type Document = Pick<OpenRpc, 'components'>
type Breaker = (schema: AnySchema, value: unknown, document: Document) => Mutant[]

/** Returns invalid values made of a valid one, the same ones each time: each keyword is broken at each pointer, in arrays at both ends. */
export function mutants(document: Document, schema: Schema, value: unknown): Mutant[] {
  const target = unfold(schema, document.components.schemas)
  const rows = target.oneOf && !target.properties ? [breakUnion] : breakers
  return rows.flatMap((row) => row(target, value, document))
}

const breakers: readonly Breaker[] = [
  ({ type }) =>
    Object.entries(samples).flatMap(([name, value]) =>
      type === undefined || name === (type === 'integer' ? 'number' : type) ? [] : broken('type', value),
    ),
  ({ const: constant }) =>
    constant === undefined ? [] : broken('const', `${text(constant)}0`, text(constant).toUpperCase(), ''),
  ({ enum: values }, value) => {
    const others = [`${text(value)} `, text(value).toUpperCase(), 'other', '']
    return values ? broken('enum', ...others.filter((other) => !values.includes(other))) : []
  },
  ({ pattern }, value) =>
    pattern === undefined
      ? []
      : broken('pattern', ...brokenTexts(String(value)).filter((text) => !new RegExp(pattern).test(text))),
  ({ minimum, maximum, minLength = 0, maxLength = Infinity }) => [
    ...(minimum === undefined ? [] : broken('minimum', minimum - 1)),
    ...(maximum === undefined ? [] : broken('maximum', maximum + 1)),
    ...(minLength === 0 ? [] : broken('minLength', '')),
    ...(maxLength > 100_000 ? [] : broken('maxLength', 'a'.repeat(maxLength + 1))),
  ],
  breakItems,
  breakMembers,
  breakAlternatives,
]

const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const samples = { null: null, boolean: true, number: 0, string: '0x0', array: [], object: {} }

const broken = (keyword: string, ...values: readonly unknown[]): Mutant[] =>
  values.map((value) => ({ value, pointer: '', keyword }))

const brokenTexts = (text: string) => [
  '',
  '0x',
  text.slice(0, -1),
  `${text}0`,
  text.slice(2),
  `0X${text.slice(2)}`,
  `${text.slice(0, -1)}A`,
  `${text.slice(0, -1)}g`,
  `0x0${text.slice(2)}`,
  `${text}\n`,
  ` ${text}`,
  `${text} `,
  `0x1${'0'.repeat(600)}`,
]

function breakItems(
  { items, minItems = 0, maxItems }: AnySchema,
  value: unknown,
  document: Document,
): Mutant[] {
  if (!items || !Array.isArray(value)) return []
  if (Array.isArray(items)) return breakTuple(items as readonly Schema[], value, document)
  const ends = [...new Set([0, value.length - 1])].filter((index) => index in value)
  const inside = ends.flatMap((index) =>
    mutants(document, items, value[index]).map((mutant) =>
      inMember(index, mutant, value.with(index, mutant.value)),
    ),
  )
  const extra = Array.from({ length: (maxItems ?? 0) + 1 }, () => sample(document, items))
  return [
    ...inside,
    ...(maxItems === undefined ? [] : broken('maxItems', extra)),
    ...(minItems === 0 ? [] : broken('minItems', value.slice(0, minItems - 1))),
  ]
}

/** Each item of a tuple, by its own schema. */
const breakTuple = (items: readonly Schema[], value: readonly unknown[], document: Document): Mutant[] =>
  items
    .slice(0, value.length)
    .flatMap((item, index) =>
      mutants(document, item, value[index]).map((mutant) =>
        inMember(index, mutant, value.with(index, mutant.value)),
      ),
    )

function breakMembers(schema: AnySchema, value: unknown, document: Document): Mutant[] {
  if (!schema.properties || !isObject(value)) return []
  const { properties, required = [], additionalProperties } = schema
  const inside = Object.entries(properties)
    .filter(([key]) => Object.hasOwn(value, key))
    .flatMap(([key, member]) =>
      mutants(document, member, value[key]).map((mutant) =>
        inMember(key, mutant, { ...value, [key]: mutant.value }),
      ),
    )
  const lacking = broken('required', ...required.map((key) => without(value, key)))
  const more = broken('additionalProperties', { ...value, unknownMember: null })
  return [...inside, ...lacking, ...(additionalProperties === false ? more : [])]
}

const inMember = (key: string | number, { pointer, keyword }: Mutant, value: unknown): Mutant => ({
  value,
  pointer: `/${key}${pointer}`,
  keyword,
})

/** Of `oneOf: [{ required: ['a'] }, { required: ['b'] }]` as alternatives: neither, and both. */
function breakAlternatives({ oneOf, properties }: AnySchema, value: unknown, document: Document): Mutant[] {
  if (!oneOf || !properties || !isObject(value)) return []
  const keys = oneOf.flatMap((branch) => branch.required ?? [])
  const all = keys.map((key) => [key, value[key] ?? sample(document, properties[key] ?? {})])
  return broken('oneOf', without(value, ...keys), { ...value, ...Object.fromEntries(all) })
}

/** Breaks the branch that accepts a value, if no other branch accepts the result. */
function breakUnion({ oneOf = [] }: AnySchema, value: unknown, document: Document): Mutant[] {
  const met = oneOf.find((branch) => accepts(document, branch, value))
  const others = oneOf.filter((branch) => branch !== met)
  if (!met) return []
  return mutants(document, met, value).filter(
    (mutant) => !others.some((branch) => accepts(document, branch, mutant.value)),
  )
}

/** Whether a value is valid by a schema of a document, by TypeBox. */
export function accepts({ components }: Document, schema: Schema, value: unknown): boolean {
  const known = compiled.get(components) ?? new Map<Schema, { Check(value: unknown): boolean }>()
  compiled.set(components, known)
  const check = known.get(schema) ?? Compile({ components, allOf: [schema] } as object)
  known.set(schema, check)
  return check.Check(value)
}

const compiled = new WeakMap<OpenRpc['components'], Map<Schema, { Check(value: unknown): boolean }>>()

const sample = (document: Document, schema: Schema): unknown =>
  fc.sample(arbitrary(document, schema), { seed: 1, numRuns: 1 })[0]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
