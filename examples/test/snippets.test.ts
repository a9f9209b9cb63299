import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from './run-program.ts'
import { serveChain } from './serve-chain.ts'
import { serveMainnet, type SimulatedMainnet } from './simulated-mainnet.ts'
import { moduleOf, readSnippets, type Snippet, snippetsOf } from './snippets.ts'

const snippets = readSnippets()
const fileOf = (snippet: Snippet) => `${folder}snippet-${snippets.indexOf(snippet)}.ts`
const folder = fileURLToPath(new URL('../.snippets/', import.meta.url)) // here, so that the packages are found

let served: Awaited<ReturnType<typeof serveChain>>
let beacon: SimulatedMainnet
beforeAll(async () => {
  served = await serveChain()
  beacon = await serveMainnet(served.url)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const snippet of snippets) writeFileSync(fileOf(snippet), moduleOf(snippet, served.url, beacon))
  writeFileSync(`${folder}mainnet.ts`, beacon.module)
  const compilerOptions = { noUnusedLocals: false, isolatedDeclarations: false, declaration: false }
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'], exclude: [] }
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config))
  const chain = fileURLToPath(new URL('../../fixtures/chain/', import.meta.url))
  for (const name of ['chain.rlp', 'genesis.json']) cpSync(chain + name, folder + name)
})
afterAll(async () => {
  await beacon[Symbol.asyncDispose]()
  await served[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

test('there are snippets, and each that is not run says why', () => {
  expect(snippets.length).toBeGreaterThan(8)
  const text =
    'a\n\n<!-- snippet: not run, since it needs a wallet -->\n\n```ts\na()\n```\n\n```ts\nb()\n```\n'
  expect(snippetsOf('README.md', text)).toEqual([
    { location: 'README.md:5', code: 'a()\n', notRun: 'it needs a wallet' },
    { location: 'README.md:9', code: 'b()\n', notRun: undefined },
  ])
})

test('no text advises people to run a package by a name that is not published: anyone could claim it', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const files = globSync(
    '{*.md,.changeset/*.md,{packages,apps,deploy,docs,examples,bench,fixtures}/**/*.{md,sh,yml,yaml,html}}',
    {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    },
  )
  const advising = files.filter((file) =>
    /\b(npx|bunx|dlx|npm exec)\s+(-\S+\s+)*["']?(@lectern\/|lectern\b)/.test(
      readFileSync(root + file, 'utf8'),
    ),
  )
  expect(files).toContain('packages/conformance/action.sh')
  expect(advising).toEqual([])
})

test('the compiler accepts each snippet of each README', async () => {
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    )
  })
  const lines = output.split('\n').filter((line) => line.startsWith('snippet-')) // `npm run check` reports the packages
  const named = lines.map((line) =>
    line.replace(/^snippet-(\d+)\.ts/, (_, index: string) => snippets[Number(index)]!.location),
  )
  expect(named).toEqual([])
})

test.each(snippets.filter(({ notRun }) => notRun === undefined))('$location runs', async (snippet) => {
  await runProgram(fileOf(snippet))
})
