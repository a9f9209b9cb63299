import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import type { OpenRpc } from '../src/open-rpc.ts'
import { generate } from '../generate/generate.ts'
import { DocumentError, lint, ruleNames } from './lint.ts'
import { bad } from '../test/bad-documents.ts'
import { good } from '../test/good-document.ts'
import { reserved } from './names.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

test('a sound document has no findings', () => {
  expect(lint(good(), '1.0.0')).toEqual([])
})

test("D1 the service's own document breaks no rule", () => {
  expect(lint(JSON.parse(read('../../../openrpc.json')) as OpenRpc, packageJson.version)).toEqual([])
})

test.each(bad)('%s is refused', (rule, change, finding) => {
  const document = good()
  change(document)
  const found = lint(document, '1.0.0').find((one) => one.rule === rule)
  expect(`${found?.pointer} ${found?.sentence}`.slice(0, finding.length)).toBe(finding)
})

test('each rule has a document that breaks it', () => {
  expect(new Set(bad.map(([rule]) => rule))).toEqual(new Set(ruleNames))
})

test('each name that a generated module or the form of a document declares is reserved', async () => {
  const files = await generate(JSON.stringify(good()), '1.0.0')
  const text = [...Object.values(files), read('../src/open-rpc.ts')].join('\n')
  const declared = [...text.matchAll(/^(?:export )?(?:const|type|interface|function) ([A-Z]\w*)/gm)]
  const components = Object.keys(good().components.schemas)
  const names = new Set(declared.map(([, name = '']) => name)).difference(new Set(components))
  expect(names.size).toBeGreaterThan(25)
  expect(names.difference(reserved.components)).toEqual(new Set())
})

test('the generator refuses a document with findings and names each of them', async () => {
  const document = good()
  delete document.methods[0].summary
  delete document.info.description
  await expect(generate(JSON.stringify(document), '1.0.0')).rejects.toThrow(DocumentError)
  await expect(generate(JSON.stringify(document), '1.0.0')).rejects.toThrow(
    '#/methods/0 has no summary. (method-texts)\n#/info has no description. (info-texts)',
  )
})
