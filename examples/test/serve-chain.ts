import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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

/** Imports a chain and serves it as `npm start` does with the sample chain, but on a free port; disposing of it ends that. */
export async function serveChain({ chain, genesis, head }: ChainFiles = sample): Promise<
  AsyncDisposable & { readonly url: string }
> {
  const datadir = await mkdtemp(`${tmpdir()}/lectern-examples-`)
  const source = [chain, '--genesis', genesis, '--head', head]
  await promisify(execFile)(process.execPath, [command, 'import', ...source, '--datadir', datadir])
  const serve = ['serve', '--datadir', datadir, '--http.port', '0']
  const child = spawn(process.execPath, [command, ...serve], { stdio: ['ignore', 'pipe', 'inherit'] })
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
