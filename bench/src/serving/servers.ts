import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGeth } from '@lectern/rivals/nodes/geth'
import { launchers } from '@lectern/rivals/nodes/nodes'
import { startProcess, type RunningNode, type StartOptions } from '@lectern/rivals/nodes/process'
import type { ServedChain } from './chain.ts'
import { sendBlocks } from './fill.ts'

/** A server to be measured. */
export interface Candidate {
  readonly name: string
  readonly kind: 'ours' | 'rival' | 'reference'
  /** Starts it with a chain of the same transactions. */
  start(options?: StartOptions): Promise<RunningNode>
}

const program = fileURLToPath(new URL('../../../apps/lectern/src/main.ts', import.meta.url))

/** A folder with a history, to be removed at the end. */
export interface Datadir extends Disposable {
  readonly datadir: string
}

/** Imports a chain by the command that users have. */
export function importChain(chain: { readonly folder: string; readonly genesis: string }): Datadir {
  const datadir = mkdtempSync(join(tmpdir(), 'lectern-serving-'))
  const source = [
    `${chain.folder}/chain.rlp`,
    '--genesis',
    chain.genesis,
    '--head',
    `${chain.folder}/headfcu.json`,
  ]
  execFileSync(process.execPath, [program, 'import', ...source, '--datadir', datadir], { stdio: 'ignore' })
  const remove = () => rmSync(datadir, { recursive: true, force: true })
  process.once('exit', remove) // where it is ended by a signal
  return { datadir, [Symbol.dispose]: remove }
}

/** Starts `lectern serve` over a history, with flags of its own beside those of each run. */
export function startLectern(
  datadir: string,
  flags: readonly string[],
  options?: StartOptions,
): Promise<RunningNode> {
  const launch = (port: number) => ({
    program: process.execPath,
    args: [
      program,
      'serve',
      '--datadir',
      datadir,
      '--http.port',
      `${port}`,
      '--log.level',
      'error',
      ...flags,
    ],
  })
  return startProcess('lectern', launch, options)
}

const own: readonly (readonly [name: string, ...flags: string[]])[] = [
  ['Lectern, through Fastify', '--http.fastlane', 'off'],
  ['Lectern, fast lane', '--http.fastlane', 'on'],
  ['Lectern, fast lane, no cache of rendered blocks', '--http.fastlane', 'on', '--cache.rendered', '0'],
]

/** Our server over a history in each of its modes, one worker each. */
export const ownServers = (datadir: string): Candidate[] =>
  own.map(([name, ...flags]) => ({
    name,
    kind: 'ours',
    start: (options) => startLectern(datadir, ['--workers', '1', ...flags], options),
  }))

/** Servers of node:http and of Fastify alone, which read the request and answer a body as long as ours that they have at hand. */
export const references: readonly Candidate[] = ['node:http', 'fastify'].map((framework) => ({
  name: framework === 'fastify' ? 'plain Fastify, a constant body' : 'node:http, a constant body',
  kind: 'reference',
  start: (options) =>
    startProcess(
      framework,
      (port) => ({
        program: process.execPath,
        args: [fileURLToPath(new URL('constant.ts', import.meta.url)), `${port}`, framework],
      }),
      options,
    ),
}))

/** The development nodes that npm has, and a geth where its program is given, each with a chain's transactions. */
export function rivals(chain: ServedChain, geth?: string): Candidate[] {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../rivals/nodes/package.json', import.meta.url), 'utf8'),
  ) as { dependencies: Record<string, string> }
  const nodes = Object.entries(launchers).map(([name, launch]): Candidate => ({
    name: `${name} ${dependencies[name] ?? dependencies[`@foundry-rs/${name}`]}`,
    kind: 'rival',
    async start(options) {
      const running = await startProcess(name, launch, options)
      await sendBlocks(running.url, chain.transactions)
      return running
    },
  }))
  return geth === undefined ? nodes : [...nodes, gethCandidate(chain, geth)]
}

function gethCandidate(chain: ServedChain, geth: string): Candidate {
  const [version] = /(?<=^Version: )\S+/m.exec(execFileSync(geth, ['version'], { encoding: 'utf8' }))!
  const start = (options?: StartOptions) =>
    startGeth('geth', geth, chain, `${chain.folder}/headfcu.json`, options)
  return { name: `geth ${version}`, kind: 'rival', start }
}
