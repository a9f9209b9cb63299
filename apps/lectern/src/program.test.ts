import { spawnSync } from 'node:child_process'
import { closeSync, copyFileSync, existsSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lectern, temporaryFolder } from '../test/command.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

test('an older Node is told which one is needed, before anything is loaded that it may not know', () => {
  const alone = `${temporaryFolder()}/main.mjs` // nothing that it could import is beside it
  copyFileSync(new URL('main.ts', import.meta.url), alone)
  const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.9.0"}})'
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, alone], { encoding: 'utf8' })
  expect(stderr).toBe(`lectern: Node 24 or newer is needed; this is ${process.version}.\n`)
  expect(status).toBe(2)
})

test('a command that is none is told where all of them stand', async () => {
  expect(await lectern(['prove'])).toEqual({
    code: 2,
    stdout: '',
    stderr: "error: unknown command 'prove'\nlectern --help lists the commands.\n",
  })
})

test.skipIf(!existsSync('/dev/full'))('output that cannot be written ends a command with a sentence', () => {
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
})

test('output that nobody reads any more ends a command quietly', () => {
  const text = `'${process.execPath}' '${main}' config print serve --datadir x 2>&1 >&3 | cat >&2`
  const { status, stderr } = spawnSync('sh', ['-c', `{ ${text}; } 3>&1 | true`], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test.each(['serve', 'import', 'conform'])('the help of %s fits into 80 columns', async (name) => {
  const { stdout } = await lectern([name, '--help'])
  const long = stdout.split('\n').filter((line) => line.length > 80)
  expect(long).toEqual([])
})
