import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** A server that runs in a process of its own, until it is stopped. */
export interface RunningServer {
  readonly url: string
  isAlive(): boolean
  stop(): Promise<void>
}

/** Starts `servers/NAME.ts` at a free port of 127.0.0.1. Throws an Error, with what it wrote, when it does not listen after 20 s. */
export async function startServer(name: string): Promise<RunningServer> {
  const port = await freePort()
  const program = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, `${port}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = `${said}${text}`.slice(-2_000)))
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const url = `http://127.0.0.1:${port}/`
  const stop = async () => {
    if (!isAlive()) return
    const end = once(child, 'exit')
    child.kill('SIGKILL')
    await end
  }
  for (let turn = 0; turn < 400 && isAlive(); turn++) {
    if (await listens(url)) return { url, isAlive, stop }
    await pause(50)
  }
  await stop()
  throw new Error(`${name} does not listen: ${said}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const listens = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  )
