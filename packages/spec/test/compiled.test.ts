import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arbitrary, mutants, tolerant } from '../src/arbitraries.ts'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { generate } from '../generate/generate.ts'
import { splitMethods } from '../generate/methods.ts'
import { wider } from './wider-document.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(`${tmpdir()}/lectern-compiled-`)
const document = wider()
let files: Record<string, string>

beforeAll(async () => {
  files = await generate(JSON.stringify(document), document.info.version)
  mkdirSync(`${folder}/family`)
  for (const [name, code] of Object.entries(files)) writeFileSync(`${folder}/${name}`, code)
  copyFileSync(at('../src/open-rpc.ts'), `${folder}/open-rpc.ts`)
  symlinkSync(at('../node_modules'), `${folder}/node_modules`)
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
  const compilerOptions = { types: [] }
  const config = { extends: at('../../../tsconfig.json'), compilerOptions, include: ['*.ts'] }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Compiles the folder, and returns the compiler's output: empty if all is well. */
function compile(): Promise<string> {
  const tsc = at('../../../node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], (_, stdout) => resolve(stdout))
  })
}

/** Values of a method's result, but for null. */
const resultsOf = ({ result }: OpenRpc['methods'][number]) =>
  fc.sample(arbitrary(document, result.schema), { seed: 1, numRuns: 8 }).filter((value) => value !== null)

const load = (name: string) =>
  import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(files[name]!))}`
  ) as Promise<any>

const refuse = (path: string, value: unknown) => {
  throw new Error(`${path}: ${JSON.stringify(value)}`)
}

/** A value as TypeScript source. */
function sourceOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${sourceOf(member)}`)
  return `{ ${members.join(', ')} }`
}

test('D1 the modules of a document with every form of schema compile, and each value fits its type, as it is and decoded', async () => {
  const { values } = await load('values.gen.ts')
  const rows = splitMethods(document).own.flatMap((method) =>
    resultsOf(method).flatMap((result, index) => [
      `export const wire_${method.name}_${index}: Result<'${method.name}'> = ${sourceOf(result)}`,
      `export const ${method.name}_${index}: ReturnType<typeof values.${method.name}> = ${sourceOf(values[method.name](result, refuse))}`,
    ]),
  )
  const imports = `import type { Result } from './methods.gen.ts'\nimport type { values } from './values.gen.ts'\n`
  writeFileSync(`${folder}/fits.ts`, `${imports}${rows.join('\n')}\n`)
  expect(await compile()).toBe('')
  writeFileSync(
    `${folder}/fits.ts`,
    `${imports}export const number: ReturnType<typeof values.wider_blockNumber> = '0x1'\n`,
  )
  expect(await compile()).toContain(`Type 'string' is not assignable to type 'bigint'.`)
  rmSync(`${folder}/fits.ts`)
})

/** A line that compiles if the static type of a schema equals a type. */
const equal = (name: string, other: string) =>
  `export const ${name}: Equal<Static<typeof schemas.${name}>, types.${other}> = true`

test('D1 the static type of each TypeBox schema is its interface, in both directions', async () => {
  const head = `import type { Static } from 'typebox'
import type * as schemas from './schemas.gen.ts'
import type * as types from './types.gen.ts'
type Equal<A, B> = [A, B] extends [B, A] ? true : false`
  const names = Object.keys(document.components.schemas)
  writeFileSync(`${folder}/equal.ts`, [head, ...names.map((name) => equal(name, name))].join('\n'))
  expect(await compile()).toBe('')
  writeFileSync(`${folder}/equal.ts`, `${head}\n${equal('Log', 'Receipt')}`)
  expect(await compile()).toContain(`Type 'true' is not assignable to type 'false'.`)
  rmSync(`${folder}/equal.ts`)
})

test('D1 a result is decoded by its form: a text, a quantity, a list, an object in an object, null in them', async () => {
  const { values } = await load('values.gen.ts')
  const decode = (name: string, result: unknown) => values[name](result, refuse)
  expect(decode('wider_blockNumber', '0x10')).toBe(16n)
  expect(decode('wider_blockHash', '0x10')).toBe('0x10')
  expect(decode('wider_listening', true)).toBe(true)
  expect(decode('wider_gasPrices', ['0x1', '0x2'])).toEqual([1n, 2n])
  expect(decode('wider_wei', '0x2')).toBe(2n)
  expect(decode('wider_maybeWei', null)).toBe(null)
  expect(decode('wider_table', [['0x1'], [null, '0x2']])).toEqual([[1n], [null, 2n]])
  const receipt = { gasUsed: '0x5', fee: { amount: '0x3', tip: null, 'l1-fee': '0x4', note: '0x4' } }
  const decoded = { gasUsed: 5n, fee: { amount: 3n, tip: null, 'l1-fee': 4n, note: '0x4' } }
  expect(decode('wider_getBlockReceipts', [receipt, receipt])).toEqual([decoded, decoded])
  expect(decode('wider_getHeader', { number: '0x5', transactions: ['0x6'] })).toEqual({
    number: 5n,
    transactions: ['0x6'],
  })
})

test('D1 the pointer to what is no quantity is passed on in every form', async () => {
  const { values } = await load('values.gen.ts')
  const fails = (name: string, result: unknown) => () => values[name](result, refuse)
  expect(fails('wider_blockNumber', 'x')).toThrow(/^: "x"$/)
  expect(fails('wider_gasPrices', ['0x1', 'x'])).toThrow(/^\/1: "x"$/)
  expect(fails('wider_table', [['0x1', 'x']])).toThrow(/^\/0\/1: "x"$/)
  expect(fails('wider_getBlockReceipts', [{ fee: { 'l1-fee': 'x' } }])).toThrow(/^\/0\/fee\/l1-fee: "x"$/)
})

/** Values of a schema and faults made in them, each with what ajv says of it. */
function samplesOf(of: OpenRpc, schema: Schema): [value: unknown, valid: boolean][] {
  const ajv = new Ajv({ strict: false }).compile({ components: of.components, allOf: [schema] })
  const values = fc.sample(arbitrary(of, schema), { seed: 1, numRuns: 4 })
  const broken = values.flatMap((value) => mutants(of, schema, value).map((mutant) => mutant.value))
  return [...values, ...broken].map((value) => [value, ajv(value)])
}

test.each([
  ['strict', document],
  ['tolerant', tolerant(document)],
] as const)('D1 the %s validators of such a document agree with ajv', async (mode, other) => {
  const { schemas } = await load('validators.gen.ts')
  for (const name of Object.keys(document.components.schemas)) {
    const values = samplesOf(other, { $ref: `#/components/schemas/${name}` })
    expect(values.some(([, valid]) => valid)).toBe(true)
    for (const [value, valid] of values)
      expect([schemas[name](value, mode) === undefined, value], name).toEqual([valid, value])
  }
})

test('D1 the checks of its parameters agree with ajv, and name the parameter', async () => {
  const { params } = await load('validators.gen.ts')
  const method = document.methods.find(({ name }) => name === 'wider_version')!
  for (const [index, { name, schema }] of method.params.entries()) {
    const valid = method.examples![0]!.params.map(({ value }) => value)
    for (const [value, accepted] of samplesOf(document, schema)) {
      const issue = params.wider_version(valid.with(index, value))
      expect([issue === undefined, value]).toEqual([accepted, value])
      if (issue) expect(issue.message).toMatch(new RegExp(`^${name} must be .*, not .`))
    }
  }
})
