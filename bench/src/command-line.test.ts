import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

async function run(program: string, args: readonly string[]) {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

test.each([
  [
    'growth.ts',
    'npm run bench:growth -- ',
    ['--passes', '0'],
    '--passes must be a whole number from 1 on, not "0".',
  ],
  [
    'serve.ts',
    'npm run bench:serve -- ',
    ['--only', 'x'],
    '--only takes traffic, connections, workers, unknown, appends, exchanges, not "x".',
  ],
  [
    'eras.ts',
    'node bench/src/eras.ts ',
    ['--rounds', 'x'],
    '--rounds must be a whole number from 1 on, not "x".',
  ],
  ['client.ts', 'node bench/src/client.ts', ['more'], "Unexpected argument 'more'."],
  ['../reliability/main.ts', 'npm run bench:reliability -- ', ['x'], 'There is no measurement "x".'],
])(
  '%s says how it is run, and what it does not know, in one line',
  async (program, usage, wrong, problem) => {
    const [help, strange, bad] = await Promise.all([
      run(program, ['--help']),
      run(program, ['--strange']),
      run(program, wrong),
    ])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout.startsWith(usage)).toBe(true)
    expect(strange).toEqual({
      code: 2,
      stdout: '',
      stderr: `Unknown option '--strange'. It is run as ${help.stdout}`,
    })
    expect(bad).toEqual({ code: 2, stdout: '', stderr: `${problem} It is run as ${help.stdout}` })
  },
)
