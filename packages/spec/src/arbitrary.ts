import * as fc from 'fast-check'
import type { OpenRpc, Schema } from './open-rpc.ts'
import { matching, unfold, type AnySchema, type Schemas } from './schema.ts'

/**
 * Returns the values of a schema of a document, as a fast-check arbitrary that covers each branch of each `oneOf`. A recursive schema is
 * followed once. Filter the values of a schema with keywords that only exclude (`not`, `if`, `contains`, `propertyNames`).
 *
 * @throws TypeError for a `$ref` to no component, and for a schema that only an endless value would satisfy.
 * @example fc.assert(fc.property(arbitrary(document, document.methods[0].result.schema), (result) => …))
 */
export function arbitrary(document: Pick<OpenRpc, 'components'>, schema: Schema): fc.Arbitrary<unknown> {
  const made = valueOf(schema, { schemas: document.components.schemas, path: [] })
  if (!made) throw new TypeError(`No finite value can be made for ${JSON.stringify(schema)}.`)
  return made
}

/** The components, and those that the schema is inside of. */
interface Context {
  readonly schemas: Schemas
  readonly path: readonly string[]
}

/** The values of a schema; undefined if the schema is inside itself. */
type Made = fc.Arbitrary<unknown> | undefined

function valueOf(schema: AnySchema, { schemas, path }: Context): Made {
  const { $ref } = schema
  if ($ref !== undefined && path.includes($ref)) return undefined
  const context = { schemas, path: $ref === undefined ? path : [...path, $ref] }
  const target: AnySchema = unfold(schema, schemas)
  if (target.properties) return objectOf(target, context)
  if (target.oneOf && !target.oneOf.every(isRequirement)) return oneOf(target.oneOf, context)
  if (target.const !== undefined) return fc.constant(target.const)
  if (target.enum) return fc.constantFrom(...matching(target.enum, target.pattern))
  return makers[kindOf(target)](target, context)
}

const oneOf = (branches: readonly AnySchema[], context: Context): Made => {
  const made = branches.flatMap((branch) => valueOf(branch, context) ?? [])
  return made.length === 0 ? undefined : fc.oneof(...made)
}

/** Whether a schema only requires members. */
const isRequirement = (schema: AnySchema) => Object.keys(schema).join() === 'required'

type Kind = 'any' | 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

/** The type of a schema, or the one that its keywords are about. */
function kindOf({ type, items, prefixItems, pattern, minLength, maxLength, ...more }: AnySchema): Kind {
  if (type !== undefined) return type
  if (items ?? prefixItems) return 'array'
  if (pattern ?? minLength ?? maxLength) return 'string'
  if (more.required ?? more.additionalProperties ?? more.patternProperties) return 'object'
  return (more.minimum ?? more.maximum) === undefined ? 'any' : 'number'
}

const makers: Readonly<Record<Kind, (schema: AnySchema, context: Context) => Made>> = {
  any: () => fc.jsonValue(),
  array: arrayOf,
  boolean: () => fc.boolean(),
  integer: integerOf,
  null: () => fc.constant(null),
  number: (schema) =>
    schema.multipleOf === undefined ? fc.oneof(integerOf(schema), fractionOf(schema)) : integerOf(schema),
  object: objectOf,
  string: textOf,
}

function objectOf(schema: AnySchema, context: Context): Made {
  const { properties = {}, required = [], additionalProperties, oneOf } = schema
  const alternatives = oneOf?.every(isRequirement) ? oneOf.map((branch) => branch.required ?? []) : [[]]
  const made = alternatives.flatMap((own) => {
    const needed = [...new Set([...required, ...own])]
    const barred = new Set(alternatives.flat().filter((key) => !own.includes(key)))
    const members = Object.entries(properties).filter(([key]) => !barred.has(key))
    const others = needed.filter((key) => !Object.hasOwn(properties, key)).concat(extraKeys(schema))
    const extra = typeof additionalProperties === 'object' ? additionalProperties : {}
    const model: Record<string, fc.Arbitrary<unknown>> = {}
    for (const [key, member] of [...members, ...others.map((key) => [key, extra] as const)]) {
      const value = valueOf(member, context)
      if (value) model[key] = value
      else if (needed.includes(key)) return []
    }
    return fc.record(model, { requiredKeys: needed, noNullPrototype: true })
  })
  return made.length === 0 ? undefined : fc.oneof(...made)
}

/** Names of members beyond the declared ones, if the schema allows any. */
function extraKeys({ additionalProperties, propertyNames, patternProperties }: AnySchema): string[] {
  return additionalProperties === false || propertyNames || patternProperties ? [] : ['anotherMember']
}

function arrayOf(schema: AnySchema, context: Context): Made {
  const { items, prefixItems, minItems = 0, maxItems = minItems + 3, uniqueItems } = schema
  const tuple = prefixItems ?? (Array.isArray(items) ? (items as readonly AnySchema[]) : undefined)
  if (tuple) {
    const made = tuple.map((item) => valueOf(item, context))
    return made.every((one) => one !== undefined)
      ? fc.tuple(...made)
      : minItems === 0
        ? fc.constant([])
        : undefined
  }
  const item = maxItems === 0 ? undefined : valueOf((items as AnySchema | undefined) ?? {}, context)
  if (!item) return minItems === 0 ? fc.constant([]) : undefined
  const length = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) }
  return uniqueItems === true
    ? fc.uniqueArray(item, { ...length, selector: (value) => JSON.stringify(value) })
    : fc.array(item, length)
}

/** The integers between the bounds of a schema, in its steps. */
function integerOf(schema: AnySchema): fc.Arbitrary<unknown> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const step = Number.isSafeInteger(multipleOf) ? multipleOf! : 1
  const least = Math.max(
    minimum ?? -Infinity,
    exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1,
  )
  const most = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - 1)
  const min = Number.isFinite(least) ? Math.ceil(least / step) : Math.min(-1_000, Math.floor(most / step))
  const max = Number.isFinite(most) ? Math.floor(most / step) : Math.max(1_000_000, min + 1_000)
  const range = { min: toSafe(min), max: toSafe(Math.max(min, max)) }
  return fc.integer(range).map((value) => value * step)
}

const toSafe = (value: number) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value))

/** Numbers between the bounds of a schema that are no integers, most of them. */
function fractionOf({ minimum = -1e6, maximum = minimum + 2e6 }: AnySchema): fc.Arbitrary<unknown> {
  const steps = 2 ** 20
  return fc.nat({ max: steps }).map((step) => minimum + ((maximum - minimum) * step) / steps)
}

/** The patterns drawn faster than by fast-check: one draw a text instead of one a digit. */
const patterns: readonly [RegExp, (length: number) => fc.Arbitrary<string>][] = [
  [/^\^0x\[0-9a-f\]\{(\d+)\}\$$/, (length) => digits(length)],
  [/^\^0x\[0-9a-fA-F\]\{(\d+)\}\$$/, mixedDigits],
  [/^\^0x\(0\|\[1-9a-f\]\[0-9a-f\]\{0,(\d+)\}\)\$$/, (length) => integer(length + 1)],
  [/^\^0x\(\[0-9a-f\]\{2\}\)\*\$$/, () => fc.nat({ max: 40 }).chain((bytes) => digits(2 * bytes))],
]

/** A text of each format that has a form. */
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.constant('2026-02-28'),
  'date-time': fc.constantFrom('2026-02-28T12:30:00Z', '1999-12-31T23:59:59Z'),
  time: fc.constant('12:30:00Z'),
  duration: fc.constant('P3D'),
  email: fc.constant('someone@example.com'),
  hostname: fc.constant('example.com'),
  ipv4: fc.constant('127.0.0.1'),
  ipv6: fc.constant('::1'),
  uri: fc.constant('https://example.com/'),
  url: fc.constant('https://example.com/'),
  uuid: fc.constant('3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
}

/** The texts of patterns that were met: making some takes fast-check a tenth of a second. */
const drawn = new Map<string, fc.Arbitrary<string>>()

function textOf({ pattern, format, minLength = 0, maxLength }: AnySchema): fc.Arbitrary<string> {
  for (const [form, make] of patterns) {
    const match = pattern === undefined ? null : form.exec(pattern)
    if (match) return make(Number(match[1]))
  }
  if (pattern !== undefined) {
    const known = drawn.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
    drawn.set(pattern, known)
    return known
  }
  if (format !== undefined && Object.hasOwn(formats, format)) return formats[format]!
  return fc.string({ minLength, ...(maxLength !== undefined && { maxLength }) })
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
