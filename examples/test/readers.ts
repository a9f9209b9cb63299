import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import type { Read, ReadBlock, ReadChain } from '../clients/reading.ts'
import { abi, bytecode, key } from '../dapps/contract.ts'
import type { Dapp, Step } from '../dapps/step.ts'

/** Go takes the compiler that is there, and no C. */
const env = { ...process.env, GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }

type Command = readonly [program: string, ...args: string[]]

/** A program of `clients/` that reads a chain with one client. */
export interface Reader {
  readonly client: string
  /** Readies the program: undefined, or why it cannot be run on this machine. Throws an Error where the program itself is at fault. */
  readonly prepare: () => Promise<string | undefined>
  readonly read: Read
  readonly dapp?: Dapp
  /** Runs lines of the client's language, which may import the client, and returns their output. */
  readonly runLines?: (code: string) => Promise<string>
}

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
/** Builds and installed packages go here; they are not committed. */
const built = path('../../.lectern/clients/')
const [python, go, jars] = [`${built}web3py/bin/python`, `${built}go/`, `${built}web3j`]
const install = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--requirement', 'requirements.txt']
const copy = ['--quiet', '--batch-mode', 'dependency:copy-dependencies', '-DincludeScope=runtime']

/** Each client, by the file or folder of its program. */
export const readers: readonly Reader[] = [
  npmReader(
    'viem',
    () => import('../clients/viem.ts'),
    () => import('../dapps/viem.ts'),
  ),
  npmReader(
    'ethers',
    () => import('../clients/ethers.ts'),
    () => import('../dapps/ethers.ts'),
  ),
  npmReader(
    'web3',
    () => import('../clients/web3.ts'),
    () => import('../dapps/web3.ts'),
  ),
  programReader('web3py', {
    tools: [['python3', '--version']],
    locked: 'requirements.txt',
    download: [
      ['python3', '-m', 'venv', `${built}web3py`],
      [python, ...install],
    ],
    run: [python, 'read.py'],
    dapp: [python, 'dapp.py'],
    lines: [python, 'lines.py'],
  }),
  programReader('ethclient', {
    tools: [['go', 'version']],
    download: [['go', 'mod', 'download']],
    build: ['go', 'build', '-o', go, '.', './dapp'],
    run: [`${go}ethclient`],
    dapp: [`${go}dapp`],
    lines: ['go', 'run', 'lines.go'],
  }),
  programReader('web3j', {
    tools: [
      ['javac', '--release', '17', '--version'],
      ['mvn', '--version'],
    ],
    locked: 'pom.xml',
    download: [['mvn', ...copy, `-DoutputDirectory=${jars}`]],
    build: ['javac', '--release', '17', '-cp', `${jars}/*`, '-d', jars, 'Read.java'],
    run: ['java', '-cp', `${jars}:${jars}/*`, 'Read'],
  }),
  programReader('alloy', {
    tools: [['cargo', '--version']],
    download: [['cargo', 'fetch', '--locked']],
    build: ['cargo', 'build', '--locked', '--quiet', '--target-dir', `${built}alloy`],
    run: [`${built}alloy/debug/lectern-alloy`],
    onDemand: true,
  }),
]

function npmReader(
  client: string,
  load: () => Promise<{ read: Read }>,
  loadDapp: () => Promise<{ run: Dapp }>,
): Reader {
  return {
    client,
    prepare: async () => undefined,
    async *read(url) {
      yield* (await load()).read(url)
    },
    async *dapp(url) {
      yield* (await loadDapp()).run(url)
    },
  }
}

interface Program {
  readonly tools: readonly Command[]
  /** The file that says what to download; where it is as at the last time, nothing is downloaded. */
  readonly locked?: string
  readonly download: readonly Command[]
  readonly build?: Command
  readonly run: Command
  readonly dapp?: Command
  /** How a file of its language is run. */
  readonly lines?: Command
  /** Run with LECTERN_CLIENTS=all only, since the build takes minutes. */
  readonly onDemand?: boolean
}

function programReader(
  client: string,
  { tools, locked, download, build, run, dapp, lines, onDemand }: Program,
): Reader {
  const cwd = path(`../clients/${client}/`)
  const prepare = async () => {
    if (onDemand && process.env['LECTERN_CLIENTS'] !== 'all')
      return 'it is built with LECTERN_CLIENTS=all alone'
    const marker = `${built}${client}.installed`
    const wanted = locked === undefined ? undefined : readFileSync(cwd + locked, 'utf8')
    const isInstalled = wanted !== undefined && existsSync(marker) && readFileSync(marker, 'utf8') === wanted
    for (const command of [...tools, ...(isInstalled ? [] : download)]) {
      const reason = await explainFailure(command, cwd)
      if (reason !== undefined) return reason
    }
    mkdirSync(built, { recursive: true })
    if (wanted !== undefined) writeFileSync(marker, wanted)
    const failure = build && (await runCommand(build, cwd, 1_800_000))
    if (failure !== undefined) throw new Error(failure)
    return undefined
  }
  let prepared: ReturnType<typeof prepare> | undefined
  return {
    client,
    prepare: () => (prepared ??= prepare()),
    ...(lines && { runLines: (code) => runLines(lines, code, cwd) }),
    read: (url) => readLines<ReadChain | ReadBlock>([...run, url], cwd),
    ...(dapp && {
      dapp: (url) => readLines<Step>([...dapp, url, key, JSON.stringify(abi), bytecode], cwd),
    }),
  }
}

/** Runs a program; yields each line of its output, which is JSON. */
async function* readLines<T>([program, ...args]: Command, cwd: string): AsyncGenerator<T> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  for await (const line of createInterface(child.stdout)) yield JSON.parse(line) as T
  const [code] = (await closed) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors}`)
}

/** Runs lines as a file outside of the client's folder, but in it, so that what it locks is found. */
async function runLines(command: Command, code: string, cwd: string): Promise<string> {
  const [program, ...args] = command
  const file = `${built}${args.at(-1)!}`
  writeFileSync(file, code)
  const { stdout } = await promisify(execFile)(program, [...args.slice(0, -1), file], { cwd, env })
  return stdout
}

/** Runs a command in a folder: undefined where it succeeds, else why it did not, in the command's own words. */
function runCommand(command: Command, cwd: string, timeout: number): Promise<string | undefined> {
  const [program, ...args] = command
  return new Promise((resolve) => {
    execFile(program, args, { cwd, timeout, env }, (error, stdout, stderr) => {
      const name = [program, ...args].join(' ')
      if (error === null) resolve(undefined)
      else if (error.code === 'ENOENT') resolve(`${program} is not installed`)
      else if (error.killed) resolve(`${name} took more than ${timeout / 1000} s`)
      else resolve(`${name} failed:\n${stripVTControlCharacters(`${stderr}${stdout}`).trim()}`)
    })
  })
}

/** Runs a command that needs a tool or the network: undefined, or in one line why it failed. */
export async function explainFailure(command: Command, cwd: string): Promise<string | undefined> {
  const failure = await runCommand(command, cwd, 180_000)
  return failure && inOneLine(failure)
}

/** A failure in one line: the command, and the first line of its words that begins as an error. */
function inOneLine(failure: string): string {
  const [first, ...lines] = failure.split('\n')
  return [first, lines.find((line) => /^\W*error\b/i.test(line)) ?? lines[0]].join(' ').trim()
}
