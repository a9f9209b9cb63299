import * as fc from 'fast-check'
import type { OpenRpc, Schema } from './open-rpc.ts'

type Schemas = OpenRpc['components']['schemas']

/** The values that are valid by a schema of a document, as a fast-check arbitrary. Throws a TypeError for a schema beyond the document's subset of draft-07. */
export function arbitrary(document: Pick<OpenRpc, 'components'>, schema: Schema): fc.Arbitrary<unknown> {
  return valueOf(document.components.schemas, schema)
}

function valueOf(schemas: Schemas, schema: Schema): fc.Arbitrary<unknown> {
  const target = resolve(schemas, schema)
  if (target.properties) return objectOf(schemas, target)
  if (target.oneOf) return fc.oneof(...target.oneOf.map((branch) => valueOf(schemas, branch)))
  if (target.const !== undefined) return fc.constant(target.const)
  if (target.enum) return fc.constantFrom(...matching(target.enum, target.pattern))
  if (target.pattern !== undefined) return textOf(target.pattern)
  if (target.items) return arrayOf(schemas, target, target.items)
  if (target.type === 'boolean') return fc.boolean()
  if (target.type === 'null') return fc.constant(null)
  if (target.type === 'string') return fc.string()
  if (Object.keys(target).length === 0) return fc.jsonValue()
  throw new TypeError(`No values can be made for ${JSON.stringify(target)}.`)
}

/** The texts that match a pattern, or all where there is none. */
export function matching(texts: readonly string[], pattern: string | undefined): readonly string[] {
  return pattern === undefined ? texts : texts.filter((text) => new RegExp(pattern).test(text))
}

/** The component behind a `$ref` or a described one; where `allOf` narrows a component, its members with the narrower ones. */
export function resolve(schemas: Schemas, schema: Schema): Schema {
  const [base, narrower] = schema.allOf ?? []
  const ref = schema.$ref ?? base?.$ref
  if (ref === undefined) return schema
  const target = schemas[ref.slice(ref.lastIndexOf('/') + 1)]
  if (!target) throw new TypeError(`There is no component ${ref}.`)
  const found = resolve(schemas, target)
  return narrower ? { ...found, properties: { ...found.properties, ...narrower.properties } } : found
}

function objectOf(
  schemas: Schemas,
  { properties = {}, required = [], oneOf, additionalProperties }: Schema,
): fc.Arbitrary<unknown> {
  const alternatives = oneOf?.map((branch) => branch.required ?? []) ?? [[]]
  return fc.oneof(
    ...alternatives.map((own) => {
      const barred = new Set(alternatives.flat().filter((key) => !own.includes(key)))
      const members = Object.entries(properties).filter(([key]) => !barred.has(key))
      if (additionalProperties !== false) members.push(['anotherMember', {}])
      const model = Object.fromEntries(members.map(([key, member]) => [key, valueOf(schemas, member)]))
      return fc.record(model, { requiredKeys: [...required, ...own], noNullPrototype: true })
    }),
  )
}

const arrayOf = (schemas: Schemas, { minItems = 0, maxItems = minItems + 3 }: Schema, items: Schema) =>
  maxItems === 0
    ? fc.constant([])
    : fc.array(valueOf(schemas, items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })

/** The patterns that have a faster way than fast-check's own: one draw instead of one a digit. */
const patterns: readonly [RegExp, (length: number) => fc.Arbitrary<string>][] = [
  [/^\^0x\[0-9a-f\]\{(\d+)\}\$$/, (length) => digits(length)],
  [/^\^0x\[0-9a-fA-F\]\{(\d+)\}\$$/, mixedDigits],
  [/^\^0x\(0\|\[1-9a-f\]\[0-9a-f\]\{0,(\d+)\}\)\$$/, (length) => integer(length + 1)],
  [/^\^0x\(\[0-9a-f\]\{2\}\)\*\$$/, () => fc.nat({ max: 40 }).chain((bytes) => digits(2 * bytes))],
]

function textOf(pattern: string): fc.Arbitrary<string> {
  for (const [form, make] of patterns) {
    const match = form.exec(pattern)
    if (match) return make(Number(match[1]))
  }
  return fc.stringMatching(new RegExp(pattern))
}

const integer = (length: number) =>
  fc.bigInt({ min: 0n, max: 16n ** BigInt(length) - 1n }).map((value) => `0x${value.toString(16)}`)

const digits = (length: number) =>
  length === 0 ? fc.constant('0x') : integer(length).map((text) => `0x${text.slice(2).padStart(length, '0')}`)

function mixedDigits(length: number): fc.Arbitrary<string> {
  const upper = fc.nat({ max: 2 ** 30 - 1 })
  return fc.tuple(digits(length), upper).map(([text, bits]) => {
    const cased = Array.from(text.slice(2), (digit, index) =>
      (bits >> (index % 30)) & 1 ? digit.toUpperCase() : digit,
    )
    return `0x${cased.join('')}`
  })
}
