import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sample } from '@lectern/fixtures'
import { onTestFinished } from 'vitest'

/** The command's program. */
export const main: string = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the command, which may have so many files open where a number is given. */
export function start(
  args: readonly string[],
  env: Record<string, string> = {},
  files?: number,
): ChildProcess {
  const command = [process.execPath, main, ...args] as const
  const limited = ['sh', '-c', `ulimit -n ${files} && exec "$@"`, 'sh', ...command] as const
  const [program, ...rest] = files === undefined ? command : limited
  return spawn(program, rest, {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs the command to its end, as an operator does. */
export async function lectern(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = start(args, env)
  let [stdout, stderr] = ['', '']
  child.stdout!.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text) => (stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** A command that serves, and what it has said so far. */
export interface Serving {
  readonly url: string
  readonly child: ChildProcess
  readonly output: () => string
}

/** Runs `lectern serve` on a free port; it is ended with the test. */
export const serve = (
  args: readonly string[],
  env?: Record<string, string>,
  files?: number,
): Promise<Serving> => listen(['serve', ...args], env, files)

/** Runs `lectern proxy` on a free port; it is ended with the test. */
export const startProxy = (...args: readonly string[]): Promise<Serving> => listen(['proxy', ...args])

async function listen(
  args: readonly string[],
  env?: Record<string, string>,
  files?: number,
): Promise<Serving> {
  const child = start([...args, '--http.port', '0'], env, files)
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout!.setEncoding('utf8')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.stdout!.on('data', (chunk: string) => {
    text += chunk
    const [, url] = /Serving (http:\/\/127\.0\.0\.1:\d+)/.exec(text) ?? []
    if (url !== undefined) resolve(url)
  })
  child.once('close', () => reject(new Error(`serve ended: ${text}`)))
  return { url: await promise, child, output: () => text }
}

/** A new folder below the system's temporary one; it goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/lectern-`)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The arguments that import the sample chain into a folder. */
export const importSample = (datadir: string): string[] => [
  'import',
  sample.chain,
  '--genesis',
  sample.genesis,
  '--head',
  sample.head,
  '--datadir',
  datadir,
]
