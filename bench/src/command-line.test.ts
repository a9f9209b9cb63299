import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

async function run(...args: readonly string[]) {
  const path = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

test.each([
  ['growth', ['--passes', '0'], '--passes must be a number above 0, not "0".'],
  [
    'growth',
    ['--sizes', '1,x'],
    '--sizes must be whole numbers above 0 with commas between them, not "1,x".',
  ],
  ['import', ['--rounds', 'x'], '--rounds must be a number above 0, not "x".'],
  ['drain', ['more'], "Unexpected argument 'more'."],
  ['client', ['more'], "Unexpected argument 'more'."],
])('%s says how it is run, and names a wrong argument in one line', async (name, wrong, problem) => {
  const [help, strange, bad] = await Promise.all([
    run(name, '--help'),
    run(name, '--strange'),
    run(name, ...wrong),
  ])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout.startsWith(`npm run bench -- ${name} [--`)).toBe(true)
  expect(strange).toEqual({
    code: 2,
    stdout: '',
    stderr: `Unknown option '--strange'. Usage: ${help.stdout}`,
  })
  expect(bad).toEqual({ code: 2, stdout: '', stderr: `${problem} Usage: ${help.stdout}` })
})

test('without a name the measurements are listed, also for an unknown one', async () => {
  const [list, unknown] = await Promise.all([run(), run('x')])
  expect(list).toMatchObject({ code: 0, stderr: '' })
  expect(list.stdout).toMatch(/^ {2}serve {2,}CPU per request/m)
  expect(unknown).toEqual({ code: 2, stdout: '', stderr: `There is no measurement "x".\n${list.stdout}` })
})
