import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { documentText } from './document-text.ts'
import { generate } from './generate.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const text = read('../../../openrpc.json')
const files = await generate(text, packageJson.version)

test.each(Object.keys(files))('D1 src/%s is what the generator makes of openrpc.json', (name) => {
  expect(files[name]).toBe(read(`../src/${name}`))
})

test('D1 no other file in src is named as generated', () => {
  const generated = readdirSync(new URL('../src', import.meta.url)).filter((name) => name.endsWith('.gen.ts'))
  expect(generated.toSorted()).toEqual(Object.keys(files).toSorted())
})

test('openrpc.json is written as the generator writes it', () => {
  expect(text).toBe(documentText(JSON.parse(text) as object))
})

test('the validators import nothing', () => {
  expect(files['validators.gen.ts']).not.toMatch(/\bimport\b|\brequire\(/)
})

test('a changed document changes the generated types', async () => {
  const changed = JSON.parse(text) as { components: { schemas: { Withdrawal: { required: string[] } } } }
  changed.components.schemas.Withdrawal.required = ['index', 'validatorIndex', 'address']
  const { 'spec.gen.ts': spec } = await generate(documentText(changed), packageJson.version)
  expect(files['spec.gen.ts']).toContain('amount: Quantity\n')
  expect(spec).toContain('amount?: Quantity\n')
})
