import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a program with Node, and returns its output and exit code. */
const run = (cwd: string, ...args: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  )

/** Runs tests as a package's, and then checks the requirements by them. */
async function check(rows: Record<string, string>, tests: string, ...args: readonly string[]) {
  mkdirSync(join(root, '.lectern'), { recursive: true })
  const folder = mkdtempSync(join(root, '.lectern/tests-')) // below the root, where vitest is found
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = join(folder, 'packages/one')
  mkdirSync(at, { recursive: true })
  writeFileSync(join(folder, 'requirements.json'), JSON.stringify(rows))
  writeFileSync(join(at, 'one.test.ts'), `import { describe, expect, test } from 'vitest'\n${tests}`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  await run(at, vitest, 'run', '--config', join(root, 'scripts/vitest.config.ts'))
  return run(root, join(root, 'scripts/after-tests.ts'), folder, ...args)
}

test('a requirement is proven by a test that ran, asserts and passed, by no other', async () => {
  const rows = Object.fromEntries(
    ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'D1'].map((id) => [id, `row ${id}`]),
  )
  const { code, stderr } = await check(
    rows,
    `
    test('S1 S2 asserts', () => expect(1).toBe(1))
    describe('in a group', () => test.for([1])('D1 asserts by the expect of its own', (_, { expect }) => expect(1).toBe(1)))
    test('S3 is skipped', { meta: { needs: 'the sea' }, skip: true }, () => expect(1).toBe(1))
    test('S4 asserts nothing', () => {})
    test('S5 fails', () => expect(1).toBe(2))
    test.todo('S6 is not written', { meta: { needs: 'to be written' } })
    test('S7 is left', ({ skip }) => { expect(1).toBe(1); skip('time') })
    test('that S8 is cited elsewhere', () => expect(1).toBe(1))
    test('S9 is no row', () => expect(1).toBe(1))`,
  )
  expect(stderr.trim().split('\n')).toEqual([
    ...['S3', 'S4', 'S5', 'S6', 'S7', 'S8'].map(
      (id) => `${id} is proven by no test that ran and asserts: row ${id}.`,
    ),
    "S9, which a test's name begins with, is no row of requirements.json.",
  ])
  expect(code).toBe(1)
})

test('the number of requirements is printed if all are proven', async () => {
  expect(await check({ S1: 'row' }, `test('S1 asserts', () => expect(1).toBe(1))`)).toMatchObject({
    code: 0,
    stdout: 'Each of 1 requirements is proven by a test that ran and asserts.\n',
  })
})

test('what was skipped is listed with why; a test that does not say it fails the run, and so does one that must run', async () => {
  const tests = `
    test('S1 asserts', () => expect(1).toBe(1))
    describe('in a browser', { meta: { needs: 'a browser: install one' }, skip: true }, () => test.for([1, 2])('%i', () => {}))
    test('dives', ({ skip }) => skip('the sea is calm'))`
  const stdout = `Each of 1 requirements is proven by a test that ran and asserts.
Skipped (2): it needs a browser: install one.
Skipped (1): the sea is calm.
`
  expect(await check({ S1: 'row' }, tests)).toEqual({ code: 0, stdout, stderr: '' })
  expect(await check({ S1: 'row' }, tests, '--must-run', 'a browser')).toMatchObject({
    code: 1,
    stderr: '2 tests must run here, and were skipped: it needs a browser: install one.\n',
  })
  expect(await check({ S1: 'row' }, `${tests}\ntest.skip('sleeps', () => {})`)).toMatchObject({
    code: 1,
    stderr: '"sleeps" was skipped and does not say why.\n',
  })
})
