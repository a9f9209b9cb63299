import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadDocument } from './load.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-load-'))
afterAll(() => rmSync(folder, { recursive: true }))

const target = { send: () => Promise.reject(new Error('nothing is asked')) }
const load = (source: string) => loadDocument(source, { target })

const valid = {
  openrpc: '1.3.2',
  info: { title: 'Users', version: '1.0.0' },
  methods: [
    {
      name: 'getUser',
      params: [{ name: 'id', schema: { type: 'integer' } }],
      result: { name: 'user', schema: {} },
    },
  ],
}
const text = JSON.stringify(valid)

test.each([
  ['{"a": \n}', String.raw`Unexpected token '}', "{"a": \n}" is not valid JSON.`],
  ['{"a": 1 "b": 2}', "Expected ',' or '}' after property value in JSON at position 8 (line 1 column 9)."],
  ['{"a":\n', 'Unexpected end of JSON input.'],
])(
  'a file that is not JSON has the sentence of the parser, without line breaks: %#',
  async (given, sentence) => {
    const file = join(folder, 'broken.json')
    writeFileSync(file, given)
    await expect(load(file)).rejects.toThrow(`${file} is not JSON: ${sentence}`)
  },
)

test.each([
  [
    text.replace('"integer"', '"integr"'),
    '#/methods/0/params/0/schema/type is "integr"; allowed: array, boolean, integer, null, number, object, string.',
  ],
  [text.replace('"Users"', '7'), '#/info/title must be string, not 7.'],
  [text.replace('"title"', '"titel"'), '#/info has the unknown member "titel".'],
])('a document that is not valid: %#', async (given, sentence) => {
  const file = join(folder, 'invalid.json')
  writeFileSync(file, given)
  await expect(load(file)).rejects.toThrow(`The document cannot be used: ${sentence}`)
})

test('an address that nothing listens at is refused with the reason', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await expect(load(`http://127.0.0.1:${port}/doc.json`)).rejects.toThrow(
    `http://127.0.0.1:${port}/doc.json cannot be read: connect ECONNREFUSED 127.0.0.1:${port}.`,
  )
})
