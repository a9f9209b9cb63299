import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@lectern/fixtures'
import { call, post } from './ask.ts'

/** Exit code of a process, or the signal that ended it. */
export type End = number | NodeJS.Signals

/** A server in another process. */
export interface Running {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly ended: Promise<End>
  /** The last 100 KB of its output. */
  log(): string
  /** Sends SIGTERM, and SIGKILL after half a minute. */
  stop(): Promise<End>
}

const folders = new Set<string>()
const ends = new Set<() => void>()
process.on('exit', () => {
  for (const end of ends) end()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Creates a temporary folder that is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  folders.add(folder)
  return folder
}

/** Starts a command that ends at the latest with this process. `output` receives what it writes. */
export function start(
  command: readonly string[],
  output: (text: string) => void,
): { pid: number; ended: Promise<End> } {
  const [program, ...args] = command
  const child = spawn(program!, args, {
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', output)
  const end = () => void child.kill('SIGKILL')
  ends.add(end)
  const ended = once(child, 'close').then(([code, signal]) => {
    ends.delete(end)
    return (code ?? signal) as End
  })
  return { pid: child.pid!, ended }
}

/**
 * Starts a JSON-RPC server on a free port of 127.0.0.1, on one core if one is given, and waits until it answers.
 * Throws an Error with its output if it ends or stays silent for a minute.
 */
export async function startServer(
  commandFor: (port: number) => readonly string[],
  core?: number,
): Promise<Running> {
  const port = await freePort()
  const command = commandFor(port)
  let text = ''
  const { pid, ended } = start(
    core === undefined ? command : ['taskset', '-c', `${core}`, ...command],
    (more) => (text = (text + more).slice(-100_000)),
  )
  const state = { alive: true }
  void ended.then(() => (state.alive = false))
  const url = `http://127.0.0.1:${port}/`
  const stop = async () => {
    if (state.alive) process.kill(pid, 'SIGTERM')
    const timer = setTimeout(() => state.alive && process.kill(pid, 'SIGKILL'), 30_000)
    const code = await ended
    clearTimeout(timer)
    return code
  }
  for (let turn = 0; turn < 600 && state.alive; turn++) {
    if (await isReady(url)) return { url, port, pid, ended, log: () => text, stop }
    await pause(100)
  }
  await stop()
  throw new Error(`${command.slice(0, 3).join(' ')} does not answer at ${url}: ${text}`)
}

const isReady = (url: string): Promise<boolean> =>
  post(url, call(1, 'eth_chainId')).then(
    (text) => text.startsWith('{'),
    () => false,
  )
