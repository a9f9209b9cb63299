import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describeCorpus, officialExchanges, sample } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import * as typebox from '../src/schemas.gen.ts'
import {
  type CompanionName,
  companions,
  document,
  errors,
  type MethodName,
  methods,
  type Schema,
} from '../src/index.ts'
import * as validators from '../src/validators.gen.ts'

const { components } = document
const { schemas } = validators
/** Of the methods and of the companions. */
const params = { ...validators.params, ...validators.companionParams }
const results = { ...validators.results, ...validators.companionResults }
const all = { ...methods, ...companions }

/** The members of a component, and those that are always there. */
const membersOf = (name: string) => {
  const { properties = {}, required = [] } = components.schemas[name] ?? {}
  return { all: Object.keys(properties), required }
}

const words = (text: string) => text.split(' ')

test('D1 each component is a TypeBox constant that is the same JSON Schema', () => {
  const constants: Readonly<Record<string, unknown>> = { ...typebox }
  for (const [name, schema] of Object.entries(components.schemas)) {
    const json = JSON.parse(JSON.stringify(constants[name]))
    expect(sorted(json), name).toEqual(sorted(inlined(schema)))
  }
})

test('D1 each component has a validator', () => {
  expect(Object.keys(schemas).toSorted()).toEqual(Object.keys(components.schemas).toSorted())
})

test('D1 each method and each error of the document is a row of its table', () => {
  const { companion: tagged = [], own = [] } = Object.groupBy(document.methods, ({ tags = [] }) =>
    tags.some(({ name }) => name === 'companion') ? 'companion' : 'own',
  )
  expect(Object.keys(methods)).toEqual(own.map(({ name }) => name))
  expect(Object.keys(companions)).toEqual(tagged.map(({ name }) => name))
  expect([own.length, tagged.length]).toEqual([3, 14])
  expect(errors).toEqual(components.errors)
  expect(methods.eth_getBlockByNumber.errors).toEqual([-32602, -32603, -32005, 4444])
})

test.each<[string, MethodName, string]>([
  ['S3', 'eth_getTransactionByHash', 'tx_hash'],
  ['S4', 'eth_getTransactionReceipt', 'tx_hash'],
  ['S5', 'eth_getBlockByNumber', 'block_number return_full_txns'],
])('%s %s takes %s, all required', (_id, name, expected) => {
  expect(methods[name].params.map((param) => param.name)).toEqual(words(expected))
  expect(methods[name].params.every(({ required }) => required)).toBe(true)
})

test('S6 every string of a result but the tags is 0x-prefixed hexadecimal', () => {
  const texts = Object.entries(components.schemas).filter(
    ([name, { type }]) => type === 'string' && name !== 'BlockTag',
  )
  for (const [name, { pattern, enum: values = [] }] of texts) {
    if (pattern !== undefined) expect(pattern, name).toMatch(/^\^0x/)
    for (const value of values) expect(value, name).toMatch(/^0x[0-9a-f]+$/)
  }
  expect(texts.length).toBeGreaterThan(8)
})

test('S7 a dynamic fee transaction always has the members that the mission names', () => {
  const named = words(
    'type chainId nonce gas maxFeePerGas maxPriorityFeePerGas gasPrice to from value accessList input r s yParity v hash blockHash blockNumber transactionIndex',
  )
  expect(membersOf('DynamicFeeTransaction').required).toEqual(expect.arrayContaining(named))
  expect(named).toHaveLength(20)
})

test('S8 a receipt has the members that the mission names, all but status always', () => {
  const named = words(
    'type cumulativeGasUsed gasUsed effectiveGasPrice logs logsBloom transactionHash transactionIndex blockHash blockNumber from to contractAddress',
  )
  expect(membersOf('Receipt').required.toSorted()).toEqual(named.toSorted())
  expect(membersOf('Receipt').all).toContain('status')
})

test('S9 a log always has the members that the mission names', () => {
  const named = words(
    'address topics data blockHash blockNumber transactionHash transactionIndex logIndex removed',
  )
  expect(membersOf('Log').required).toEqual(expect.arrayContaining(named))
  expect(components.schemas['Log']?.properties?.['removed']?.type).toBe('boolean')
})

test('S10 a block always has the members that the mission names, and a nonce of 8 bytes', () => {
  const named = words(
    'hash parentHash sha3Uncles miner stateRoot transactionsRoot receiptsRoot logsBloom difficulty number gasLimit gasUsed timestamp extraData mixHash nonce uncles transactions',
  )
  expect(membersOf('Block').required.toSorted()).toEqual([...named, 'size'].toSorted())
  expect(schemas.BlockNonce('0x0000000000000042')).toBeUndefined()
  expect(schemas.BlockNonce('0x42')).toEqual({ path: '', message: 'must be 0x and 16 lower-case hex digits' })
})

interface Exchange {
  readonly name: string
  readonly method: MethodName | CompanionName
  readonly request: { readonly method: string; readonly params?: unknown[] }
  readonly response: { readonly result?: unknown; readonly error?: { readonly code: number } }
}

function exchangesIn(folder: string): Exchange[] {
  const recorded = (Object.keys(all) as (MethodName | CompanionName)[]).filter((method) =>
    existsSync(`${folder}/${method}`),
  )
  return recorded.flatMap((method) =>
    readdirSync(`${folder}/${method}`).map((file) => {
      const lines = readFileSync(`${folder}/${method}/${file}`, 'utf8').split('\n')
      const json = (mark: string) => JSON.parse(lines.find((line) => line.startsWith(mark))!.slice(2))
      return { name: file.replace('.io', ''), method, request: json('>>'), response: json('<<') }
    }),
  )
}

describeCorpus('execution-apis/tests', 'the official exchanges', (folder) => {
  test.each(exchangesIn(folder))(
    'D1 $method/$name is valid by the document, strictly',
    ({ method, request, response }) => {
      expect(params[method](request.params)).toBeUndefined()
      expect(results[method](response.result)).toBeUndefined()
    },
  )
  test('are 28', () => {
    expect(exchangesIn(folder)).toHaveLength(28)
  })
})

test.each(exchangesIn(officialExchanges))(
  'D1 the official $method/$name is valid by the document, strictly',
  ({ method, request, response }) => {
    expect(params[method](request.params ?? [])).toBeUndefined()
    expect(results[method](response.result)).toBeUndefined()
  },
)

describe("the sample chain's exchanges", () => {
  const exchanges = exchangesIn(sample.exchanges)

  test.each(exchanges.filter(({ response }) => response.error === undefined))(
    'D1 $method/$name is valid by the document, strictly',
    ({ method, request, response }) => {
      expect(params[method](request.params)).toBeUndefined()
      expect(results[method](response.result)).toBeUndefined()
    },
  )

  test.each(
    exchanges.filter(
      ({ method, request, response }) => response.error?.code === -32602 && request.method === method,
    ),
  )('D1 $method/$name has parameters that the document refuses', ({ method, request }) => {
    expect(params[method](request.params)).toMatchObject({ message: expect.stringMatching(/ must /) })
  })

  const recorded = document.methods.filter(({ name }) => exchanges.some(({ method }) => method === name))

  test.each(
    recorded.flatMap(({ name, examples = [] }) => examples.map((example) => ({ method: name, example }))),
  )('D1 the example $example.name of $method is one of them', ({ method, example }) => {
    const exchange = exchanges.find((one) => one.method === method && one.name === example.name)
    expect(example.params.map(({ value }) => value)).toEqual(exchange?.request.params)
    expect(JSON.stringify(example.result.value)).toBe(JSON.stringify(exchange?.response.result))
  })
})

/** A schema as TypeBox writes it: components instead of references, a described one with its own description. */
function inlined(schema: Schema): Schema {
  const { $ref, allOf, ...rest } = schema
  const base = $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined)
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlinedIn(key, value)]))
  if (base !== undefined) return { ...inlined(components.schemas[base.split('/').at(-1)!]!), ...own }
  return allOf ? { ...own, allOf: allOf.map(inlined) } : own
}

function inlinedIn(key: string, value: unknown): unknown {
  if (key === 'items') return inlined(value as Schema)
  if (key === 'oneOf') return (value as Schema[]).map(inlined)
  if (key !== 'properties') return value
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [name, inlined(member as Schema)]),
  )
}

/** The lists of required members in one order: TypeBox has its own. */
function sorted(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'required' && Array.isArray(value) ? value.toSorted() : value,
  )
}
