import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { readOverlays } from '../document/files.ts'
import { documentText } from '../document/text.ts'
import { generate } from './generate.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const text = read('../../../openrpc.json')
const overlays = readOverlays(fileURLToPath(new URL('../../../openrpc.json', import.meta.url)))
const files = await generate(text, packageJson.version, overlays)

test.each(Object.keys(files))(
  'D1 src/%s is what the generator makes of openrpc.json and its overlays',
  (name) => {
    expect(files[name]).toBe(read(`../src/${name}`))
  },
)

test('D1 no other file in src is named as generated', () => {
  const generated = readdirSync(new URL('../src', import.meta.url), { recursive: true, encoding: 'utf8' })
  expect(generated.filter((name) => name.endsWith('.gen.ts')).toSorted()).toEqual(
    Object.keys(files).toSorted(),
  )
})

test.each(['openrpc.json', ...Object.keys(overlays).map((name) => `openrpc.${name}.json`)])(
  '%s is written as the generator writes it',
  (name) => {
    const text = read(`../../../${name}`)
    expect(text).toBe(documentText(JSON.parse(text) as object))
  },
)

test('the validators import nothing, and make no code from text', () => {
  expect(files['validators.gen.ts']).not.toMatch(/\bimport\b|\brequire\(|\beval\b|\bFunction\(/)
})

test('a changed document changes the generated types', async () => {
  const changed = JSON.parse(text) as { components: { schemas: { Withdrawal: { required: string[] } } } }
  changed.components.schemas.Withdrawal.required = ['index', 'validatorIndex', 'address']
  const { 'types.gen.ts': types } = await generate(documentText(changed), packageJson.version)
  expect(files['types.gen.ts']).toContain('amount: Quantity\n')
  expect(types).toContain('amount?: Quantity\n')
})

/** Runs the command on a document; returns its exit code and standard error. */
function run(path: string, out = 'none'): Promise<[code: unknown, stderr: string]> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, [main, path, out], (error, _, stderr) => resolve([error?.code, stderr]))
  })
}

test.each([
  ['no JSON', '{"openrpc"', /^openrpc\.json is refused:\n.*JSON.*\n$/],
  ['null', 'null', /^openrpc\.json is refused:\n# .*\(open-rpc\)\n#\/components has no schemas.*\n#.*\n$/],
  ['a version that is not known', '{"openrpc": "9.0.0"}', /^openrpc\.json is refused:\n# cannot be read/],
  ['a folder that is not there', text, /^openrpc\.json is refused:\nENOENT: .*\n$/],
])('what stops the generator is printed in a line, without a stack: %s', async (_, document, said) => {
  const folder = mkdtempSync(`${tmpdir()}/lectern-generate-`)
  writeFileSync(`${folder}/openrpc.json`, document)
  const [code, stderr] = await run(`${folder}/openrpc.json`)
  rmSync(folder, { recursive: true })
  expect(code).toBe(1)
  expect(stderr).toMatch(said)
  expect(stderr).not.toContain('    at ')
})

test('an overlay that is no JSON, or leads nowhere, is refused by its name', async () => {
  const folder = mkdtempSync(`${tmpdir()}/lectern-generate-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(`${folder}/openrpc.json`, text)
  writeFileSync(`${folder}/openrpc.op.json`, '{')
  expect(await run(`${folder}/openrpc.json`)).toEqual([
    1,
    expect.stringMatching(/openrpc\.op\.json is no JSON: /),
  ])
  const broken = JSON.stringify(overlays['op']).replace(
    '#/components/schemas/DepositTransaction',
    '#/components/schemas/None',
  )
  writeFileSync(`${folder}/openrpc.op.json`, broken)
  const [code, stderr] = await run(`${folder}/openrpc.json`, folder)
  expect(code).toBe(1)
  expect(stderr).toContain(
    'openrpc.op.json: #/components/schemas/Transaction/oneOf/5 refers to "#/components/schemas/None"',
  )
  expect(readdirSync(folder)).toHaveLength(2)
})

test('for a document that breaks a rule nothing is written', async () => {
  const folder = mkdtempSync(`${tmpdir()}/lectern-generate-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const broken = text.replace(/"description": "[^"]*",/, '')
  writeFileSync(`${folder}/openrpc.json`, broken)
  const [code, stderr] = await run(`${folder}/openrpc.json`, folder)
  expect(stderr).toMatch(/^openrpc\.json is refused:\n#\/.*\([a-z-]+\)$/m)
  expect([code, readdirSync(folder)]).toEqual([1, ['openrpc.json']])
  expect(readFileSync(`${folder}/openrpc.json`, 'utf8')).toBe(broken)
})
