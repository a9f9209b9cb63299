import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fromHex } from '@lectern/chain'
import { freePort } from '@lectern/fixtures'
import { type Need, needs } from '@lectern/fixtures/needs'
import type { ChainIdentity } from '@lectern/history'

/** Options of a test of anvil or hardhat: the lockfile has their programs for Linux on x64 alone. */
export const needsLiveNodes: Need = needs(
  'Linux on x64, where anvil and hardhat run',
  process.platform === 'linux' && process.arch === 'x64',
)

/** A development node that runs. */
export interface LiveNode extends AsyncDisposable {
  readonly url: string
  /** The result of a call; throws its error. */
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** The identity of its chain. */
  identity(): Promise<ChainIdentity>
}

/** Starts anvil without automatic mining; its own arguments follow. */
export async function startAnvil(...args: readonly string[]): Promise<LiveNode> {
  const options = (port: number) => [
    '--host',
    '127.0.0.1',
    '--port',
    `${port}`,
    '--no-mining',
    '--silent',
    ...args,
  ]
  const node = await start('anvil', options)
  await node.ask('anvil_setBlockTimestampInterval', 1) // else blocks of one second share their time, which no fork allows
  return node
}

/** Starts hardhat's node. */
export const startHardhat = (): Promise<LiveNode> =>
  start('hardhat', (port) => ['node', '--hostname', '127.0.0.1', '--port', `${port}`])

/** The first of the accounts that both nodes sign for. */
export const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

async function start(name: string, args: (port: number) => readonly string[]): Promise<LiveNode> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-node-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'hardhat.config.ts'), 'export default {}\n')
  const program = fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))
  const child = spawn(program, args(port), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a process group: the program may be a script that starts another
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = `${said}${text}`.slice(-2_000)))
  const url = `http://127.0.0.1:${port}`
  const ask = (method: string, ...params: readonly unknown[]) => call(url, method, params)
  const node: LiveNode = {
    url,
    ask,
    async identity() {
      const { hash } = (await ask('eth_getBlockByNumber', '0x0', false)) as { hash: string }
      const chainId = BigInt((await ask('eth_chainId')) as string)
      const blobSchedule = [{ timestamp: 0n, updateFraction: 5_007_716n }] // Prague's
      return { genesisHash: fromHex(hash), config: { chainId, blobSchedule } }
    },
    async [Symbol.asyncDispose]() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  for (let turn = 0; turn < 600 && child.exitCode === null; turn++) {
    if (await ask('eth_chainId').catch(() => undefined)) return node
    await wait(50)
  }
  await node[Symbol.asyncDispose]()
  throw new Error(`${name} does not answer at ${url}: ${said}`)
}

async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}
