import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lectern, temporaryFolder } from '../test/command.ts'

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
