import { spawnSync } from 'node:child_process'
import { closeSync, copyFileSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { needs } from '@lectern/fixtures/needs'
import { expect, test } from 'vitest'
import { lectern, temporaryFolder } from '../../test/command.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

test('an older Node gets a sentence that names the one that is needed, before anything else is loaded', () => {
  const alone = `${temporaryFolder()}/main.mjs` // nothing that it could import is beside it
  copyFileSync(new URL('../main.ts', import.meta.url), alone)
  const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.9.0"}})'
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, alone], { encoding: 'utf8' })
  expect(stderr).toBe(`lectern: Node 24 or newer is needed; this is ${process.version}.\n`)
  expect(status).toBe(2)
})

test('an unknown command gets a sentence that says how to list all of them', async () => {
  expect(await lectern(['attest'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "error: unknown command 'attest'\nlectern --help lists the commands.\n",
  })
})

test(
  'output that cannot be written ends a command with a sentence',
  needs('/dev/full', existsSync('/dev/full')),
  () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(
      process.execPath,
      [main, 'config', 'print', 'serve', '--datadir', 'x'],
      {
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      },
    )
    closeSync(full)
    expect(stderr).toBe('lectern: standard output cannot be written: No space is left on the disk.\n')
    expect(status).toBe(2)
  },
)

test('output that nobody reads any more ends a command quietly', () => {
  const text = `'${process.execPath}' '${main}' config print serve --datadir x 2>&1 >&3 | cat >&2`
  const { status, stderr } = spawnSync('sh', ['-c', `{ ${text}; } 3>&1 | true`], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('the help names each command, and its description every one of them', async () => {
  const { stdout } = await lectern(['--help'])
  const [description] = stdout.split('Options:')
  const names = [...stdout.split('Commands:')[1]!.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!)
  expect(names).toEqual([
    'import',
    'follow',
    'export',
    'serve',
    'proxy',
    'verify',
    'copy',
    'compact',
    'conform',
    'health',
    'store',
    'config',
    'help',
  ])
  for (const name of names.slice(0, -1)) expect(description).toContain(name)
})

test('the help of serve has its flags in groups, each flag once, and ends with examples and the precedence', async () => {
  const { stdout } = await lectern(['serve', '--help'])
  const headings = [...stdout.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual([
    'Store',
    'Endpoint',
    'Proofs of old blocks',
    'Access',
    'Limits of a request',
    'Limits of each worker',
    'Time limits',
    'Processes',
    'Following',
    'Upstream',
    'Logs, metrics, traces',
    'Options',
    'Examples',
  ])
  const flags = [...stdout.matchAll(/^ {2}(--[\w.-]+)/gm)].map(([, flag]) => flag!)
  const { command } = await import('./serve.ts')
  expect(flags.toSorted()).toEqual([...command.options.map(({ long }) => long!), '--config'].toSorted())
  expect(
    stdout
      .split('Options:')[1]!
      .match(/--[a-z]+/g)!
      .slice(0, 2),
  ).toEqual(['--config', '--help'])
  expect(stdout).toContain('(default: 8545)')
  expect(stdout).toContain('LECTERN_HTTP_PORT')
  expect(stdout).not.toContain('env:')
})

test.each([
  ['--port', '(Did you mean --http.port or --metrics.port?)'],
  ['--datadr', '(Did you mean --datadir?)'],
  ['--timeouts.write', '(Did you mean --http.timeouts.write?)'],
])('the flag %s is refused with the flags that it is short for, or near to', async (flag, suggestion) => {
  const { code, stderr } = await lectern(['serve', flag, '3'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: `error: unknown option '${flag}'\n${suggestion}\n` })
})

test.each(['serve', 'import', 'follow', 'conform'])('the help of %s fits into 80 columns', async (name) => {
  const { stdout } = await lectern([name, '--help'])
  const long = stdout.split('\n').filter((line) => line.length > 80)
  expect(long).toEqual([])
})
