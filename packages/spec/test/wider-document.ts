import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { arbitrary } from '../src/arbitraries.ts'
import type { Method, OpenRpc, Schema } from '../src/open-rpc.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const member = (name: string): Schema => ({ description: 'A member.', allOf: [ref(name)] })
const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] })
const component = (schema: Schema): Schema => ({ title: 'Title', description: 'A component.', ...schema })

type Editable = Omit<OpenRpc, 'methods'> & {
  readonly methods: Method[]
}

/** Results of forms that the document lacks. */
const results: Readonly<Record<string, Schema>> = {
  wider_blockNumber: ref('Quantity'),
  wider_blockHash: ref('Hash'),
  wider_listening: { type: 'boolean' },
  wider_gasPrices: { type: 'array', items: ref('Quantity') },
  wider_wei: ref('Wei'),
  wider_maybeWei: ref('MaybeWei'),
  wider_table: ref('Table'),
  wider_version: { type: 'string' },
  wider_code: { type: 'string', pattern: '^0x[0-9]{2}$' },
  wider_getBlockReceipts: orNull({ type: 'array', items: ref('Receipt') }),
  wider_getHeader: orNull(ref('BlockWithHashes')),
}

const components: Readonly<Record<string, Schema>> = {
  Wei: component({ allOf: [ref('Quantity')] }),
  MaybeWei: component(orNull(ref('Wei'))),
  Row: component({ type: 'array', items: ref('MaybeWei') }),
  Table: component({ type: 'array', items: ref('Row') }),
  Fee: component({
    type: 'object',
    properties: {
      amount: member('Quantity'),
      tip: { description: 'A member.', ...orNull(ref('Quantity')) },
      'l1-fee': member('Wei'),
      note: { description: 'A member.', type: 'string' },
      hash: { description: 'A member.', type: 'string', pattern: '^[0-9a-f]{4}$' },
      level: member('Level'),
    },
    additionalProperties: false,
  }),
  LevelOrDigit: component({ oneOf: [ref('Level'), { type: 'string', pattern: '^[0-9]$' }] }),
  Shallow: component({ allOf: [ref('Fee'), { properties: { note: { type: 'string', const: 'low' } } }] }),
  Level: component({ type: 'string', enum: ['low', 'high', 'LOW'], pattern: '^[a-z]+$' }),
}

/** Parameters of forms that the document lacks; one method takes all of them. */
const parameters: Readonly<Record<string, Schema>> = {
  level: ref('Level'),
  name: { type: 'string' },
  form: { type: 'string', const: 'a.b' },
  sign: { type: 'string', enum: ['a+', 'b|c', '/'] },
  digit: { type: 'string', pattern: '^[0-9]$' },
  either: ref('LevelOrDigit'),
}

/** The service's own document with methods, members and components of every other form that the lint lets pass. */
export function wider(): OpenRpc {
  const text = readFileSync(new URL('../../../openrpc.json', import.meta.url), 'utf8')
  const document = JSON.parse(text) as Editable
  Object.assign(document.components.schemas, components)
  Object.assign(document.components.schemas['Receipt']!.properties!, { fee: member('Fee') })
  for (const [name, schema] of Object.entries(results))
    document.methods.push(methodOf(name, schema, document))
  Object.assign(document.methods[0]!, {
    deprecated: true,
    tags: [{ name: 'old' }],
    externalDocs: { url: 'https://example.com' },
  })
  Object.assign(document.components.errors['InternalError']!, { data: { reason: 'none' } })
  return document
}

function methodOf(name: string, schema: Schema, document: OpenRpc): Method {
  const sample = (each: Schema) => fc.sample(arbitrary(document, each), { seed: 1, numRuns: 20 })
  const params = name === 'wider_version' ? Object.entries(parameters) : []
  const results = [
    sample(schema).find((value) => value !== null),
    sample(schema).find((value) => value === null),
  ].filter((value) => value !== undefined)
  return {
    name,
    summary: 'A method.',
    description: 'A method.',
    paramStructure: 'by-position',
    params: params.map(([key, form]) => ({ name: key, description: 'A parameter.', schema: form })),
    result: { name: 'value', schema },
    errors: [{ $ref: '#/components/errors/InternalError' }],
    examples: results.map((value, index) => ({
      name: `example-${index}`,
      params: params.map(([key, form]) => ({ name: key, value: sample(form)[0] })),
      result: { name: 'value', value },
    })),
  }
}
