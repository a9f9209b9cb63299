import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { needs } from '@lectern/fixtures/needs'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/run.js', import.meta.url))

/** `scripts/run.js node`, once that node has said that it runs. */
async function run(program: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, 'node', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'npm scripts pass %s on to their command, and end with its code',
  async (signal) => {
    const child = await run(
      `process.on('${signal}',()=>process.exit(7));setTimeout(()=>{},9e4);console.log('runs')`,
    )
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([7, null])
  },
)

test('npm scripts whose command ends by a signal end with the code that shells have for it', async () => {
  const child = await run(`console.log('runs');process.kill(process.pid,'SIGKILL')`)
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  expect(code).toBe(128 + 9)
})

test(
  'npm scripts end their command when the shell between them ends',
  needs('a shell', process.platform !== 'win32'),
  async () => {
    const program = `process.on('SIGTERM',()=>{console.log('ended');process.exit()});setTimeout(()=>{},9e4);console.log('runs')`
    const shell = spawn('sh', ['-c', '"$0" "$1" node -e "$2"; true', process.execPath, script, program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    })
    let text = ''
    shell.stdout.setEncoding('utf8').on('data', (more: string) => (text += more))
    await once(shell.stdout, 'data')
    shell.kill('SIGTERM')
    await once(shell, 'close')
    expect(text).toBe('runs\nended\n')
  },
)
