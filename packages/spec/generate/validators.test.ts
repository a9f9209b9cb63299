import { stripTypeScriptTypes } from 'node:module'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitrary, mutants } from '../src/arbitraries.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { checkFunction } from './checks.ts'
import { validators } from './validators.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const member = (name: string): Schema => ({ allOf: [ref(name)] })

/** An object whose first constant may be absent, so that the second one distinguishes it. */
const toned = (kind: string): Schema => ({
  type: 'object',
  required: ['kind'],
  properties: { mute: { type: 'string', const: `not ${kind}` }, kind: { type: 'string', const: kind } },
  additionalProperties: false,
})

/** Each form that a schema may have; the document lacks most of them. */
const schemas: Readonly<Record<string, Schema>> = {
  Flag: { type: 'boolean' },
  Path: { type: 'string', pattern: '^/[a-z]{1,3}$' },
  Color: { type: 'string', enum: ['red', 'blue'] },
  MaybeColor: { oneOf: [ref('Color'), { type: 'null' }] },
  NullOrPath: { oneOf: [{ type: 'null' }, ref('Path')] },
  Few: { type: 'array', items: ref('Path'), minItems: 2, maxItems: 3 },
  Some: { type: 'array', items: ref('Flag'), minItems: 1 },
  Point: {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { type: 'string', const: 'point' },
      label: member('MaybeColor'),
      flags: member('Some'),
    },
    additionalProperties: false,
  },
  Line: {
    type: 'object',
    required: ['kind', 'ends'],
    properties: {
      kind: { type: 'string', const: 'line' },
      ends: { type: 'array', items: ref('Point'), maxItems: 2 },
      a: member('Flag'),
      b: member('Flag'),
    },
    additionalProperties: false,
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  Shape: { oneOf: [ref('Point'), ref('Line')] },
  Shapes: {
    oneOf: [
      { type: 'array', items: ref('Shape'), minItems: 2 },
      { type: 'array', items: ref('Color'), maxItems: 0 },
      { type: 'array', items: ref('Color'), minItems: 1 },
    ],
  },
  High: toned('high'),
  Low: toned('low'),
  Tone: { oneOf: [ref('High'), ref('Low')] },
  Red: { allOf: [ref('Point'), { properties: { label: member('Color') } }] },
}

const document = {
  methods: [
    {
      name: 'draw',
      params: [
        { name: 'shape', required: true, schema: ref('Shape') },
        { name: 'color', schema: ref('MaybeColor') },
      ],
      result: { name: 'shape', schema: { oneOf: [ref('Shape'), { type: 'null' }] } },
    },
  ],
  components: { schemas, errors: {} },
} as unknown as OpenRpc

const source = stripTypeScriptTypes(validators(document))
const generated = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)) as {
  schemas: Readonly<Record<string, (value: unknown) => unknown>>
  params: { draw(params: unknown): unknown }
}

test.each(Object.keys(schemas))('a generated check of %s agrees with ajv', (name) => {
  const ajv = new Ajv({ strict: false }).compile({ components: { schemas }, ...ref(name) })
  const check = generated.schemas[name]!
  const property = fc.property(arbitrary(document, ref(name)), (value) => {
    expect([check(value), ajv(value)]).toEqual([undefined, true])
    for (const mutant of mutants(document, ref(name), value))
      expect([check(mutant.value) !== undefined, ajv(mutant.value)], JSON.stringify(mutant)).toEqual([
        true,
        false,
      ])
  })
  fc.assert(property, { numRuns: 30 })
})

test('an optional parameter may be left out, and is checked where it is given', () => {
  const point = { kind: 'point' }
  expect(generated.params.draw([point])).toBeUndefined()
  expect(generated.params.draw([point, null])).toBeUndefined()
  expect(generated.params.draw([])).toEqual({
    path: '/0',
    message: 'shape must be an object, and is missing',
  })
  expect(generated.params.draw([point, 'green'])).toEqual({
    path: '/1',
    message: 'color must be red or blue, not "green"',
  })
  expect(generated.params.draw([point, 'red', 1])).toEqual({
    path: '',
    message: 'params must be an array of at most 2, not 3',
  })
})

test('a member that only an inherited property has is not there', () => {
  const inherits = Object.create({ kind: 'point' })
  expect(generated.schemas['Point']!(inherits)).toEqual({ path: '', message: 'must have the member "kind"' })
})

test('a schema beyond the subset is refused', () => {
  expect(() => checkFunction('Any', { type: 'object' }, {})).toThrow(
    'No check can be written for {"type":"object"}.',
  )
})
