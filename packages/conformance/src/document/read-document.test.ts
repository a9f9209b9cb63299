import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { plan } from '../rules/plan.ts'
import { loadDocument } from './load.ts'
import { readMethods } from './document.ts'
import { readDocument } from './read-document.ts'
import { checkValue } from './value-check.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-read-'))
afterAll(() => rmSync(folder, { recursive: true }))

const info = { title: 'Shop', version: '2.1.0' }
const methodOf = (schema: unknown, more: object = {}) => ({
  name: 'get_order',
  params: [{ name: 'id', required: true, schema }],
  result: { name: 'order', schema },
  ...more,
})
const documentOf = (schema: unknown, schemas: object = {}, more: object = {}) => ({
  openrpc: '1.3.2',
  info,
  methods: [methodOf(schema, more)],
  components: { schemas },
})

// oxfmt-ignore
const schemas: [what: string, schema: unknown, valid: unknown[], invalid: unknown[], schemas: object | undefined][] = [
  ['a list of types', { type: ['string', 'null'], minLength: 2 }, ['ab', null], ['a', 1], undefined],
  ['anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }] }, ['a', null], [3], undefined],
  ['allOf of one', { allOf: [{ $ref: '#/components/schemas/Id' }] }, [1], [0, 'a'], { Id: { type: 'integer', minimum: 1 } }],
  ['a $ref with siblings', { $ref: '#/components/schemas/Id', maximum: 5, title: 'id' }, [5], [0, 6], { Id: { type: 'integer', minimum: 1 } }],
  ['required without properties', { type: 'object', required: ['a'] }, [{ a: 1 }], [{}], undefined],
  ['true and false', { type: 'object', properties: { a: true, b: false } }, [{ a: 1 }], [{ b: 1 }], undefined],
  ['a tuple of draft-07', { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false }, [['a', 1]], [['a', 'b'], ['a', 1, 2]], undefined],
  ['a tuple of 2020-12', { type: 'array', prefixItems: [{ type: 'string' }] }, [['a', 1]], [[1]], undefined],
  // oxlint-disable-next-line no-thenable -- a keyword of JSON Schema
  ['if, then and not', { type: 'object', if: { required: ['a'] }, then: { required: ['b'] }, not: { required: ['c'] } }, [{}, { a: 1, b: 1 }], [{ a: 1 }, { c: 1 }], undefined],
  ['members that are called like keywords', { type: 'object', properties: { properties: { type: 'string' }, required: { type: 'string' }, oneOf: { type: 'integer' } } }, [{ properties: 'a', required: 'b', oneOf: 1 }], [{ oneOf: 'a' }, { required: 1 }], undefined],
  ['a recursive schema', { $ref: '#/components/schemas/List' }, [{ next: { next: null } }], [{ next: 1 }], { List: { type: 'object', properties: { next: { oneOf: [{ $ref: '#/components/schemas/List' }, { type: 'null' }] } } } }],
  ['a union that names itself', { $ref: '#/components/schemas/Value' }, [1, null], ['a'], { Value: { anyOf: [{ type: 'integer' }, { anyOf: [{ $ref: '#/components/schemas/Value' }, { type: 'null' }] }] } }],
]

test.each(schemas)('%s is checked as JSON Schema says', (_, schema, valid, invalid, components) => {
  const { document } = readDocument(documentOf(schema, components))
  const result = document.methods[0]!.result.schema
  for (const value of valid)
    for (const tolerant of [false, true])
      expect(checkValue(document, result, value, { tolerant })).toBeUndefined()
  for (const value of invalid) expect(checkValue(document, result, value)).toBeDefined()
})

test('a keyword that is not understood is named once, with the pointer to the first', () => {
  const { notes } = readDocument(documentOf({ type: 'string', patern: '^a', format: 'uint64' }))
  expect(notes).toEqual([
    {
      pointer: '#/methods/0/params/0/schema/patern',
      message: '"patern" is no keyword of JSON Schema, and is not checked',
    },
    { pointer: '#/methods/0/params/0/schema/format', message: 'the format "uint64" is not checked' },
  ])
})

// oxfmt-ignore
const faults: readonly (readonly [what: string, document: unknown, sentence: string])[] = [
  ['no object', [], 'The document cannot be used: # must be an OpenRPC document, not [].'],
  ['another version', { openrpc: '2.0.0' }, 'The document cannot be used: #/openrpc must be a version of OpenRPC 1, not "2.0.0".'],
  ['no methods', { openrpc: '1.3.2', info }, 'The document cannot be used: #/methods must be a list, not undefined.'],
  ['a $ref to nothing', documentOf({ $ref: '#/components/schemas/None' }), 'The document cannot be used: #/methods/0/params/0/schema/$ref "#/components/schemas/None" leads nowhere.'],
  ['a $ref to another document', documentOf({ $ref: './a.json#/b' }), 'The document cannot be used: #/methods/0/params/0/schema/$ref "./a.json#/b" leads to another document, which was not read.'],
  ['a pattern that is none', documentOf({ type: 'string', pattern: '(' }), 'The document cannot be used: #/methods/0/params/0/schema/pattern must be a regular expression, not "(".'],
  ['an exclusive bound of draft-04', documentOf({ type: 'number', minimum: 0, exclusiveMinimum: true }), 'The document cannot be used: #/methods/0/params/0/schema/exclusiveMinimum must be a number, not true.'],
  ['a name twice', { ...documentOf({}), methods: [methodOf({}), methodOf({})] }, 'The document cannot be used: #/methods/1/name must be another name: two methods are called "get_order".'],
]

test.each(faults)('%s is one sentence with the pointer', (_, document, sentence) => {
  expect(() => plan(document as object)).toThrow(sentence)
})

test('a method is left out for a fault of a component, and others that share parts of it are read', () => {
  const schemas = {
    Pair: {
      type: 'object',
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        other: { $ref: '#/components/schemas/Back' },
        bad: { $ref: '#/none' },
      },
    },
    Back: { type: 'object', properties: { pair: { $ref: '#/components/schemas/Pair' } } },
    Id: { type: 'integer' },
  }
  const methods = ['Pair', 'Back', 'Id'].map((name) =>
    methodOf({ $ref: `#/components/schemas/${name}` }, { name }),
  )
  const { document, problems } = readDocument({ ...documentOf({}), methods, components: { schemas } })
  expect(document.methods.map(({ name }) => name)).toEqual(['Id'])
  expect(Object.keys(document.components.schemas)).toEqual(['Id'])
  expect(problems).toEqual([
    { pointer: '#/components/schemas/Pair/properties/bad/$ref', message: '"#/none" leads nowhere' },
  ])
  expect(checkValue(document, document.methods[0]!.result.schema, 'a')).toBeDefined()
})

test('a lenient reading leaves out the methods with a fault', () => {
  const given = {
    ...documentOf({}),
    methods: [methodOf({ $ref: '#/none' }), methodOf({ type: 'string' }, { name: 'b' })],
  }
  expect(readDocument(given).document.methods.map(({ name }) => name)).toEqual(['b'])
  expect(plan(given, { reading: 'lenient' }).some(({ id }) => id.includes('/b'))).toBe(true)
})

function call(values: Record<string, unknown[]>, more: object = {}) {
  const { document } = readDocument(documentOf({ type: 'string' }, {}, more))
  return readMethods(document, { values, methods: ['*'] })[0]!.call
}

describe('only what is known to change nothing is called beyond its examples', () => {
  const { document } = readDocument({
    ...documentOf({ type: 'string' }),
    methods: [
      methodOf({ type: 'string' }),
      methodOf({ type: 'string' }, { name: 'get_tagged', tags: [{ name: 'read-only' }] }),
      methodOf({ type: 'string' }, { name: 'get_stock', tags: [{ name: 'stock' }] }),
      methodOf({ type: 'string' }, { name: 'eth_getBalance' }),
    ],
  })
  test.each([
    [[], [undefined, 'tagged read-only', undefined, 'a read-only method of Ethereum']],
    [['get_o*'], ['named by --methods', 'tagged read-only', undefined, 'a read-only method of Ethereum']],
    [['tag:st*'], [undefined, 'tagged read-only', 'named by --methods', 'a read-only method of Ethereum']],
  ])('with %j', (methods, expected) => {
    const read = readMethods(document, { methods })
    expect(read.map(({ safety }) => safety)).toEqual(expected)
    expect(read.map(({ call }) => call !== undefined)).toEqual(expected.map((one) => one !== undefined))
  })

  test('values of the user come first, then examples, then made ones', () => {
    const examples = [
      { name: 'one', params: [{ name: 'id', value: 'shown' }], result: { name: 'order', value: 'x' } },
    ]
    expect(call({ 'get_order.id': ['mine'] }, { examples })).toEqual(['mine'])
    expect(call({ id: ['mine'] })).toEqual(['mine'])
    expect(call({ id: [7] }, { examples })).toEqual(['shown'])
    expect(call({})).toEqual([expect.any(String)])
  })
})

test('a document is loaded with the documents that it refers to, by a path from a folder above, too', async () => {
  writeFileSync(
    join(folder, 'types.json'),
    JSON.stringify({ Id: { $ref: '#/Whole' }, Whole: { type: 'integer' } }),
  )
  writeFileSync(join(folder, 'main.json'), JSON.stringify(documentOf({ $ref: './types.json#/Id' })))
  const target = { send: () => Promise.reject(new Error('nothing is asked')) }
  const { document: given } = await loadDocument(join(folder, 'main.json'), { target })
  const { document } = readDocument(given)
  expect(checkValue(document, document.methods[0]!.result.schema, 'a')?.message).toBe(
    'must be an integer, not "a"',
  )
  writeFileSync(
    join(folder, 'bad.json'),
    '{"openrpc":"1.3.2","info":{"title":"x","version":"1"},"methods":[],"servers":[{"url":"/v1"}]}',
  )
  await expect(loadDocument(join(folder, 'bad.json'), { target })).rejects.toThrow(
    'The document cannot be used: #/servers/0/url must match format "uri", not "/v1".',
  )
})
