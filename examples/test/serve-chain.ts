import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sample } from '@lectern/fixtures'

const command = fileURLToPath(new URL('../../apps/lectern/src/main.ts', import.meta.url))

/** The files that an import of a chain takes. */
export interface ChainFiles {
  readonly chain: string
  readonly genesis: string
  readonly head: string
}

/** A server with a new store; disposing of it ends both. */
export interface ServedChain extends AsyncDisposable {
  readonly url: string
}

/** Imports a chain and serves it as `npm start` does with the sample chain, but on a free port. */
export function serveChain({ chain, genesis, head }: ChainFiles = sample): Promise<ServedChain> {
  return serve([], async (store) => {
    const source = [chain, '--genesis', genesis, '--head', head]
    await promisify(execFile)(process.execPath, [command, 'import', ...source, ...store])
  })
}

/** Serves a node's chain as that is followed, once a load balancer would send requests; the node is asked for everything else. */
export async function serveNode(node: string): Promise<ServedChain> {
  const flags = ['--follow.genesis', 'node', '--follow.poll', '20', '--workers', '1']
  const served = await serve(['--upstream', node, '--follow', node, ...flags])
  // Before its first block is stored, the newest one is the node's.
  while (!(await fetch(`${served.url}/readyz`)).ok) await wait(20)
  return served
}

/** Runs `lectern serve` on a free port, with a new store that `fill` may fill. */
export async function serve(
  args: readonly string[],
  fill?: (store: readonly string[]) => Promise<void>,
): Promise<ServedChain> {
  const datadir = await mkdtemp(`${tmpdir()}/lectern-examples-`)
  const store = ['--datadir', datadir]
  await fill?.(store)
  const all = [command, 'serve', '--http.port', '0', ...store, ...args]
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const [, url] = /Serving (http:\/\/127\.0\.0\.1:\d+)/.exec(text) ?? []
    if (url !== undefined) resolve(url)
  })
  void ended.then(() => reject(new Error(`lectern serve ended: ${text}`)))
  return {
    url: await promise,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      await rm(datadir, { recursive: true })
    },
  }
}
