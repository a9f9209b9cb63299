import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { Compile } from 'typebox/schema'
import { expect, test } from 'vitest'
import { arbitrary, mutants, tolerant } from '../src/arbitraries.ts'
import { paramsSchema } from '../diff/checker.ts'
import { documentOf, familySchemas } from '../src/family/index.ts'
import * as familyTypebox from '../src/family/schemas.gen.ts'
import { document, type FamilyName, type OpenRpc, type Schema } from '../src/index.ts'
import * as typeboxSchemas from '../src/schemas.gen.ts'
import { checkParameter, parameters } from '../src/parameters.gen.ts'
import { companionParams, params, schemas, type Check, type Issue, type Mode } from '../src/validators.gen.ts'

/** LECTERN_SEED tries other values. */
const seed = Number(process.env['LECTERN_SEED'] ?? 1)

/** Mutants per mode. */
const count = Number(process.env['LECTERN_FUZZ'] ?? (process.env['CI'] ? 100_000 : 10_000))

type Others = { readonly [validator: string]: (value: unknown) => boolean }

/** The two other validators that ours must agree with. */
function createOthers({ components }: OpenRpc, schema: object, constant?: object): Others {
  const whole = { ...schema, components }
  const ajv = new Ajv({ strict: false }).compile(whole)
  const typebox = Compile(constant ?? whole)
  return { ajv: (value) => ajv(value), typebox: (value) => typebox.Check(value) }
}

const constants: Readonly<Record<string, object>> = typeboxSchemas
const familyConstants: Readonly<Record<string, object>> = familyTypebox

/** How an issue speaks of a broken keyword. */
const messages: Readonly<Record<string, RegExp>> = {
  type: /^must (be|match|have)/, // an object is reported by the branch of objects, and as first item makes an array one of transactions
  const: /^must be/,
  enum: /^must (be|match)/,
  pattern: /^must be/,
  required: /^must have the member "/,
  additionalProperties: /^must not have the member "unknownMember"/,
  maxItems: /^must have at most/,
  oneOf: /^must have exactly one of/,
}

/** Fails with the pointer of the disagreement, and what was expected. */
function agree(valid: boolean, issue: Issue | undefined, others: Others, value: unknown, at: string): void {
  if ((issue === undefined) !== valid)
    expect.unreachable(`our issue is ${JSON.stringify(issue)} at ${at}: ${JSON.stringify(value)}`)
  for (const [name, accepts] of Object.entries(others))
    if (accepts(value) !== valid)
      expect.unreachable(`${name} says ${!valid} at ${at}: ${JSON.stringify(value)}`)
}

/** Holds the check of a component equal to the others on valid values and their mutants. Returns the number of mutants. */
function compare(document: OpenRpc, name: string, check: Check, mode: Mode, constant?: object): number {
  let broken = 0
  const schema: Schema = { $ref: `#/components/schemas/${name}` }
  const others = createOthers(document, schema, mode === 'strict' ? constant : undefined)
  const property = fc.property(arbitrary(document, schema), (value) => {
    agree(true, check(value, mode), others, value, name)
    for (const mutant of mutants(document, schema, value)) {
      broken++
      const at = `${name}${mutant.pointer} (${mutant.keyword})`
      const issue = check(mutant.value, mode)
      agree(false, issue, others, mutant.value, at)
      if (issue?.path !== mutant.pointer || !messages[mutant.keyword]?.test(issue.message))
        expect.unreachable(`${at} is reported as ${JSON.stringify(issue)}`)
    }
  })
  fc.assert(property, { seed, numRuns: Math.ceil(count / 2_500) })
  return broken
}

test.each<[Mode, OpenRpc]>([
  ['strict', document],
  ['tolerant', tolerant(document)],
])(
  `D1 the %s validators agree with ajv and TypeBox and name the position of each fault`,
  (mode, document) => {
    const broken = Object.entries(schemas).map(([name, check]) =>
      compare(document, name, check, mode, constants[name]),
    )
    expect(broken.reduce((sum, one) => sum + one)).toBeGreaterThan(count)
  },
)

const families = Object.keys(familySchemas) as FamilyName[]

test.each(
  families.flatMap((family) => (['strict', 'tolerant'] as const).map((mode) => [mode, family] as const)),
)(
  'D1 the %s validators of the family %s agree with ajv and TypeBox and name the position of each fault',
  (mode, family) => {
    const document = mode === 'strict' ? documentOf(family) : tolerant(documentOf(family))
    for (const [name, check] of Object.entries<Check>(familySchemas[family])) {
      const constant = familyConstants[family[0]!.toUpperCase() + family.slice(1) + name]
      expect(constant, name).toBeDefined()
      expect(compare(document, name, check, mode, constant), name).toBeGreaterThan(0)
    }
  },
)

test.each(document.methods)(
  'D1 the check of the parameters of $name agrees with ajv and TypeBox',
  ({ name, params: declared }) => {
    const check = { ...params, ...companionParams }[name as keyof typeof params]
    const items = declared.map(({ schema }) => schema)
    const least = declared.filter(({ required }) => required).length
    const others = createOthers(document, paramsSchema(declared))
    const valid = fc.tuple(...items.map((schema) => arbitrary(document, schema)))
    const property = fc.property(valid, (values) => {
      agree(true, check(values), others, values, name)
      const broken = items.flatMap((schema, index) =>
        mutants(document, schema, values[index]).map((mutant) => values.with(index, mutant.value)),
      )
      const few = least > 0 ? [[], values.slice(0, least - 1)] : []
      const counts = [...few, [...values, null], [...values, true]]
      for (const mutant of [...broken, ...counts]) agree(false, check(mutant), others, mutant, name)
    })
    fc.assert(property, { seed, numRuns: 50 })
  },
)

test.each(Object.entries(parameters))(
  'D1 the small check of the parameters of %s has the sentences of the validators',
  (name, rules) => {
    const items = document.methods.find((method) => method.name === name)!.params.map(({ schema }) => schema)
    const valid = fc.tuple(...items.map((schema) => arbitrary(document, schema)))
    const property = fc.property(valid, (values) => {
      for (const [index, schema] of items.entries()) {
        const broken = mutants(document, schema, values[index]).map((mutant) => mutant.value)
        const others = [undefined, null, 0, 1n, true, 'x'.repeat(81), '0x1\n', [], {}, values[index]]
        for (const value of [...broken, ...others]) {
          const issue = params[name as keyof typeof params](values.with(index, value))
          expect(checkParameter(rules[index]!, value)).toBe(issue?.message)
        }
      }
    })
    fc.assert(property, { seed, numRuns: 50 })
  },
)

test('a tolerant validator accepts what is strictly valid, an unknown member, and what x-elsewhere names', () => {
  const schema = { $ref: '#/components/schemas/DynamicFeeTransaction' }
  const [value] = fc.sample(arbitrary(document, schema), { seed, numRuns: 1 })
  const { blockTimestamp: _, ...older } = value as Record<string, unknown>
  const pending = { ...older, blockHash: null, blockNumber: null, transactionIndex: null, unlisted: 1 }
  expect(schemas.Transaction(pending, 'tolerant')).toBeUndefined()
  expect(schemas.Transaction({ ...pending, hash: null }, 'tolerant')).toEqual({
    path: '/hash',
    message: 'must be 0x and 64 lower-case hex digits',
  })
  expect(schemas.Transaction(pending)).toEqual({
    path: '/blockHash',
    message: 'must be 0x and 64 lower-case hex digits',
  })
})
