import { readFileSync } from 'node:fs'
import { parseOpenRPCDocument } from '@open-rpc/schema-utils-js'
import { OpenRPCSpecificationSchema1_3 } from '@open-rpc/spec'
import { Ajv } from 'ajv'
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }
import { expect, test } from 'vitest'

const document = JSON.parse(readFileSync(new URL('../../../openrpc.json', import.meta.url), 'utf8'))

test('D1 the document meets the published meta-schema of OpenRPC 1.3, its schemas that of draft-07', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  // The meta-schema names draft-07 by another address, and one definition in it that draft-07 has elsewhere.
  const JSONSchemaObject = { properties: { $ref: draft07.properties.$ref } }
  const definitions = { ...draft07.definitions, JSONSchemaObject }
  const { $id: _, ...standIn } = { ...draft07, definitions }
  for (const id of ['https://meta.json-schema.tools', 'https://meta.json-schema.tools/'])
    ajv.addSchema(standIn, id)
  const validate = ajv.compile(OpenRPCSpecificationSchema1_3)
  validate(document)
  expect(validate.errors ?? []).toEqual([])
  expect(validate({ ...document, methods: {} })).toBe(false)
})

test("D1 OpenRPC's reference tool reads the document and follows each reference", async () => {
  const parsed = await parseOpenRPCDocument(structuredClone(document))
  expect(JSON.stringify(parsed)).not.toContain('$ref')
  expect(parsed.methods.map((method) => ('name' in method ? method.name : ''))).toEqual(
    document.methods.map(({ name }: { name: string }) => name),
  )
})
