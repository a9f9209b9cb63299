import * as fc from 'fast-check'
import type { OpenRpc, Schema } from './open-rpc.ts'
import { matching, resolve, type Schemas } from './schema.ts'

/**
 * The values that are valid by a schema of a document, as a fast-check arbitrary.
 *
 * @param document The document whose components the schema refers to.
 * @param schema The schema of a parameter, a result or a component.
 * @returns An arbitrary that covers each branch of each `oneOf`.
 * @throws TypeError for a schema beyond the document's subset of draft-07.
 * @example fc.assert(fc.property(arbitrary(document, document.methods[0].result.schema), (result) => …))
 */
export function arbitrary(document: Pick<OpenRpc, 'components'>, schema: Schema): fc.Arbitrary<unknown> {
  return valueOf(schema, document.components.schemas)
}

function valueOf(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const target = resolve(schema, schemas)
  if (target.properties) return objectOf(schemas, target)
  if (target.oneOf) return fc.oneof(...target.oneOf.map((branch) => valueOf(branch, schemas)))
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
      const model = Object.fromEntries(members.map(([key, member]) => [key, valueOf(member, schemas)]))
      return fc.record(model, { requiredKeys: [...required, ...own], noNullPrototype: true })
    }),
  )
}

const arrayOf = (schemas: Schemas, { minItems = 0, maxItems = minItems + 3 }: Schema, items: Schema) =>
  maxItems === 0
    ? fc.constant([])
    : fc.array(valueOf(items, schemas), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })

/** The patterns drawn faster than by fast-check: one draw a text instead of one a digit. */
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
