import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A program, its arguments, and what its environment has beside ours. */
export interface Launch {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Record<string, string>
}

/** A node that runs, until it is stopped. */
export interface RunningNode {
  readonly url: string
  readonly pid: number
  /** Whether it still runs: some requests end some nodes. */
  isAlive(): boolean
  stop(): Promise<void>
}

/** How a node is started. */
export interface StartOptions {
  /** The core that the process, its threads and its children keep to; any by default. Linux alone. */
  readonly core?: number
}

/** The folder of the other nodes' package: where they are installed, and where they run. */
export const folder: string = fileURLToPath(new URL('..', import.meta.url))

/**
 * Starts a node whose JSON-RPC is at a free port of 127.0.0.1, on one core where one is named, and waits until it answers.
 * Throws an Error, with what the node wrote last, when it ends or stays silent for a minute.
 */
export async function startProcess(
  name: string,
  launch: (port: number) => Launch,
  { core }: StartOptions = {},
): Promise<RunningNode> {
  const port = await freePort()
  const { program, args, env } = pin(launch(port), core)
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env, TMPDIR: mkdtempSync(join(tmpdir(), 'lectern-node-')) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = `${said}${text}`.slice(-2_000)))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const url = `http://127.0.0.1:${port}/`
  for (let turn = 0; turn < 240 && isAlive(); turn++) {
    if (await answers(url)) return { url, pid: child.pid!, isAlive, stop: () => stop(child, isAlive) }
    await pause(250)
  }
  await stop(child, isAlive)
  throw new Error(`${name} does not answer at ${url}: ${said}`)
}

/** A port of 127.0.0.1 that nothing listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

// Whoever ends this process, the nodes are not to stay behind.
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill()))

const pin = ({ program, args, ...rest }: Launch, core: number | undefined): Launch =>
  core === undefined
    ? { program, args, ...rest }
    : { program: 'taskset', args: ['-c', `${core}`, program, ...args], ...rest }

async function answers(url: string): Promise<boolean> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
  const headers = { 'content-type': 'application/json' }
  return await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function stop(child: ChildProcess, isAlive: () => boolean): Promise<void> {
  if (!isAlive()) return
  const end = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await end
  clearTimeout(timer)
}
