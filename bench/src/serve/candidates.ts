import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveGeth } from '@lectern/rivals/nodes/geth'
import { launchers } from '@lectern/rivals/nodes/nodes'
import { startProcess, type RunningNode, type StartOptions } from '@lectern/rivals/nodes/process'
import { sendBlocks, signChain } from './chain.ts'
import { describeGeth, makeGethHistory } from './geth-history.ts'
import { type Load, readSigned } from './loads.ts'

/** A server to be measured. */
export interface Candidate {
  readonly name: string
  readonly kind: 'ours' | 'rival' | 'reference'
  /** What it is asked: the same loads in the same order, about the chain that it has. */
  readonly loads: readonly Load[]
  /** Whether it is measured on the newest blocks and bare requests alone. */
  readonly isBrief?: true
  /** Whether it has all blocks that ours has: the indexer's rival, who reads an archive. */
  readonly isArchive?: true
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

/** Our server over a history, one worker: as it comes, and without the fast lane. */
export const ownServers = (datadir: string, loads: readonly Load[]): Candidate[] => [
  { name: 'Lectern', kind: 'ours', loads, start: (options) => startLectern(datadir, usual, options) },
  {
    name: 'Lectern, through Fastify',
    kind: 'ours',
    loads,
    isBrief: true,
    start: (options) => startLectern(datadir, [...usual, '--http.fastlane', 'off'], options),
  },
]

/** One worker; pages of any origin may ask, and the proxy is known. */
export const usual: readonly string[] = [
  '--workers',
  '1',
  '--http.corsdomain',
  '*',
  '--http.trusted-proxies',
  '127.0.0.1',
]

/** Servers of node:http and of Fastify alone, which read the request and answer a body as long as ours that they have at hand. */
export const references = (loads: readonly Load[]): Candidate[] =>
  ['node:http', 'fastify'].map((framework) => ({
    name: framework === 'fastify' ? 'plain Fastify, a constant body' : 'node:http, a constant body',
    kind: 'reference',
    loads,
    isBrief: true,
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

/** The development nodes that npm has, with a short chain of blocks as long. */
export async function developmentNodes(): Promise<Candidate[]> {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../rivals/nodes/package.json', import.meta.url), 'utf8'),
  ) as { dependencies: Record<string, string> }
  const blocks = await signChain()
  const loads = await readSigned(blocks)
  return Object.entries(launchers).map(([name, launch]) => ({
    name: `${name} ${dependencies[name] ?? dependencies[`@foundry-rs/${name}`]}`,
    kind: 'rival',
    loads,
    async start(options) {
      const running = await startProcess(name, launch, options)
      await sendBlocks(running.url, blocks)
      return running
    },
  }))
}

/** A geth with the blocks of our store. */
export function gethCandidate(geth: string, datadir: string, loads: readonly Load[]): Candidate {
  return {
    name: describeGeth(geth),
    kind: 'rival',
    loads,
    isArchive: true,
    async start(options) {
      const { head, ...made } = await makeGethHistory(geth, datadir)
      const flags = [
        '--networkid',
        '1',
        '--history.transactions',
        '0',
        '--history.logs.disable',
        '--http.corsdomain',
        '*',
      ]
      return serveGeth('geth', geth, { datadir: made.datadir, head, flags }, options)
    },
  }
}
