import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitrary, mutants } from './arbitraries.ts'
import { document, type Schema } from './index.ts'

const beyond: [schema: Schema, message: string][] = [
  [{ $ref: '#/components/schemas/Aunt' }, 'There is no component #/components/schemas/Aunt.'],
  [
    { $ref: '#/components/schemas/List' },
    'No finite value can be made for {"$ref":"#/components/schemas/List"}.',
  ],
]

const List = {
  type: 'object',
  required: ['next'],
  properties: { next: { $ref: '#/components/schemas/List' } },
} as const
const endless = { components: { ...document.components, schemas: { ...document.components.schemas, List } } }

test.each(beyond)('no values are made for %j', (schema, message) => {
  expect(() => arbitrary(endless, schema)).toThrow(new TypeError(message))
})

test('a pattern without a fast path is drawn by its digits', () => {
  const schema: Schema = { type: 'string', pattern: '^0x[01]{3}$' }
  expect(fc.sample(arbitrary(document, schema), { seed: 1, numRuns: 3 })).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^0x[01]{3}$/)),
  )
})

test('a fault is a value, the pointer to what was changed, and the keyword that is broken', () => {
  const log = { address: `0x${'a'.repeat(40)}`, storageKeys: [`0x${'b'.repeat(64)}`] }
  const found = mutants(document, { $ref: '#/components/schemas/AccessListEntry' }, log)
  expect(found.every(({ value }) => value !== log)).toBe(true)
  expect([...new Set(found.map(({ pointer, keyword }) => `${pointer} ${keyword}`))]).toMatchInlineSnapshot(`
    [
      " type",
      "/address type",
      "/address pattern",
      "/storageKeys type",
      "/storageKeys/0 type",
      "/storageKeys/0 pattern",
      " required",
      " additionalProperties",
    ]
  `)
})

test('a union is broken only where no branch takes the value', () => {
  const schema: Schema = { oneOf: [{ $ref: '#/components/schemas/BlockTag' }, { type: 'null' }] }
  const found = mutants(document, schema, null).map(({ value }) => value)
  expect(found).toEqual([true, 0, '0x0', [], {}])
  expect(mutants(document, schema, 'latest').map(({ value }) => value)).not.toContain(null)
})
