import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { miniServer, type Defect } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

/** How a program ended. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [stdout, stderr, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'exit'),
  ])
  return { code: code as number, stdout: String(stdout), stderr: String(stderr) }
}

/** The mini server over HTTP on a free port of this machine. */
export async function listen(defect: Defect = {}): Promise<{ readonly url: string; close(): void }> {
  const rpc = miniServer(makePaperChain(), defect)
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json').end(await rpc(await buffer(request)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
