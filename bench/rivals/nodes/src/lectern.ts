import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chains, corpus, headFile, type Chain } from './chains.ts'
import type { Node } from './nodes.ts'
import { oddChains } from './odd-blocks.ts'
import { folder, startProcess, type RunningNode } from './process.ts'

const program = join(folder, '../../../apps/lectern/src/main.ts')

/** Our own server with each chain that is there, and our client, served again, in front of it. */
export const ownNodes: readonly Node[] = [
  ...chains.map((chain): Node => ({ name: `lectern-${chain.name}`, start: () => serve(chain) })),
  ...chains.slice(0, 2).map((chain): Node => ({ name: `client-${chain.name}`, start: () => relay(chain) })),
]

/** A node of each other chain that the corpus has a block of: real data in answers as that chain's nodes give them. */
export const oddNodes: readonly Node[] = Object.keys(oddChains).flatMap((name): Node[] => {
  const path = `${corpus}/blocks/${name}.ndjson.gz`
  const launch = (port: number) => ({
    program: process.execPath,
    args: [join(folder, 'src/odd.ts'), name, path, `${port}`],
  })
  return existsSync(path) ? [{ name, mode: 'lenient', start: () => startProcess(name, launch) }] : []
})

async function serve(chain: Chain): Promise<RunningNode> {
  const datadir = mkdtempSync(join(tmpdir(), 'lectern-own-'))
  const head = headFile(chain)
  const args = ['import', `${chain.folder}/chain.rlp`, '--datadir', datadir, '--genesis', chain.genesis]
  execFileSync(process.execPath, [program].concat(args, head === undefined ? [] : ['--head', head]), {
    stdio: 'ignore',
  })
  const running = await startProcess(`lectern-${chain.name}`, (port) => ({
    program: process.execPath,
    args: [program, 'serve', '--datadir', datadir, '--http.port', `${port}`, '--log.level', 'error'],
  }))
  return withEnd(running, () => rmSync(datadir, { recursive: true }))
}

async function relay(chain: Chain): Promise<RunningNode> {
  const origin = await serve(chain)
  const running = await startProcess(`client-${chain.name}`, (port) => ({
    program: process.execPath,
    args: [join(folder, 'src/relay.ts'), origin.url, `${port}`],
  }))
  return withEnd(running, () => origin.stop())
}

const withEnd = (running: RunningNode, end: () => void | Promise<void>): RunningNode => ({
  ...running,
  async stop() {
    await running.stop()
    await end()
  },
})
