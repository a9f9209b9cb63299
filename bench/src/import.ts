import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, type RawBlock, useEngine, verify, type VerifiedBlock } from '@lectern/chain'
import { type ChainIdentity, findEraFiles, importEras, openStore, verifyHistory } from '@lectern/history'
import { eraFormats, syntheticConfig, unpackBlock, useFastEngine, writeEra1 } from '@lectern/history/testing'
import { readArguments } from '@lectern/bench-tools'
import { makeBlocks } from './growth/chain.ts'

// How fast era files come into a store, and how fast the store is verified again, beside the cryptography alone that both take:
// node bench/src/eras.ts --transactions 40000 --workers 2 --rounds 3
// The archive is made once, of valid blocks like mainnet's of today, and stored in the temporary folder. Each import runs in a process
// of its own (--import FOLDER prints what it took), which does not hold what this one has recorded.

const { values, count } = readArguments(
  'node bench/src/eras.ts [--transactions <number>] [--workers <number>] [--rounds <number>] [--import <folder>]',
  {
    transactions: { type: 'string', default: '40000' },
    workers: { type: 'string', default: String(availableParallelism()) },
    rounds: { type: 'string', default: '3' },
    import: { type: 'string' },
  },
)
const [total, workers, rounds] = [count('transactions'), count('workers'), count('rounds')]

if (values.import !== undefined) {
  console.log(JSON.stringify(await measureImport(values.import)))
  process.exit()
}
const folder = await makeArchive()
const [file] = await findEraFiles([folder])
const engine = await useFastEngine()
const { blocks, bytes } = await readArchive()
const transactions = blocks.reduce((sum, raw) => sum + raw.transactions.length, 0)
console.log(
  `${blocks.length} blocks, ${transactions} transactions, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${workers} workers, engine ${engine.name}; µs of CPU a transaction:`,
)
const calls = recordCryptography()
const rows = []
for (let round = 0; round < rounds; round++) {
  const bare = measure(runCryptography)
  const proof = measure(verifyAll)
  const imported = importApart()
  rows.push({
    'cryptography alone': (bare.cpu / transactions).toFixed(1),
    'verifying alone, one thread': (proof.cpu / transactions).toFixed(1),
    import: (imported.cpu / transactions).toFixed(1),
    'cryptography of the import’s CPU, %': ((100 * bare.cpu) / imported.cpu).toFixed(1),
    'import, tx/s': Math.round(transactions / imported.seconds),
    'lectern verify, tx/s': Math.round(transactions / imported.verified.seconds),
    'its speed, of the import’s': (imported.seconds / imported.verified.seconds).toFixed(2),
    'its CPU': (imported.verified.cpu / transactions).toFixed(1),
    'its own memory, MiB': Math.round(imported.memory),
    'MB/s': (bytes / 1e6 / imported.seconds).toFixed(1),
    'the limit, tx/s': Math.round((transactions * Math.max(1, workers) * 1e6) / bare.cpu),
  })
}
console.table(rows)

interface Measured {
  /** Microseconds of all threads. */
  readonly cpu: number
  readonly seconds: number
}

function measure(run: () => void): Measured {
  const [before, started] = [process.cpuUsage(), performance.now()]
  run()
  const { user, system } = process.cpuUsage(before)
  return { cpu: user + system, seconds: (performance.now() - started) / 1000 }
}

function ownMemory(): number {
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
}

function importApart(): Imported {
  const args = [import.meta.filename, '--workers', String(workers), '--import', folder]
  const imported: Imported = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  if (imported.added !== blocks.length)
    throw new Error(`${imported.added} of ${blocks.length} blocks were imported`)
  return imported
}

interface Imported extends Measured {
  /** Blocks. */
  readonly added: number
  /** The most MiB of the process's own memory: what is not of files that are mapped. */
  readonly memory: number
  /** All of it again, from the store. */
  readonly verified: Measured
}

async function measureImport(folder: string): Promise<Imported> {
  const datadir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const [file] = await findEraFiles([folder])
  let genesisHash: Uint8Array | undefined
  await eraFormats[file!.format].inspect(file!.path, { onHeader: (_, hash) => void (genesisHash ??= hash) })
  const chain: ChainIdentity = { genesisHash: genesisHash!, config: syntheticConfig }
  try {
    const [before, started] = [process.cpuUsage(), performance.now()]
    await using store = await openStore(datadir, { chain })
    let memory = 0
    const watch = setInterval(() => (memory = Math.max(memory, ownMemory())), 50)
    const { added } = await importEras({ store, sources: [folder], chain, workers })
    clearInterval(watch)
    const { user, system } = process.cpuUsage(before)
    const imported = { cpu: user + system, seconds: (performance.now() - started) / 1000 }
    const [beforeVerify, startedVerify] = [process.cpuUsage(), performance.now()]
    await verifyHistory(store, { workers })
    const again = process.cpuUsage(beforeVerify)
    const seconds = (performance.now() - startedVerify) / 1000
    return { added, memory, ...imported, verified: { cpu: again.user + again.system, seconds } }
  } finally {
    rmSync(datadir, { recursive: true, force: true })
  }
}

/** What `verify` asks of the engine for all blocks: nothing else of it is cryptography, and nothing of this can be left out. */
function recordCryptography(): { hashed: Uint8Array[]; recovered: Parameters<Engine['recover']>[] } {
  const hashed: Uint8Array[] = []
  const recovered: Parameters<Engine['recover']>[] = []
  useEngine({
    name: 'recording',
    keccak256(input) {
      hashed.push(Uint8Array.from(input))
      return engine.keccak256(input)
    },
    recover(...args) {
      recovered.push([Uint8Array.from(args[0]), args[1], args[2], args[3]])
      return engine.recover(...args)
    },
  })
  verifyAll()
  useEngine(engine)
  return { hashed, recovered }
}

function runCryptography(): void {
  for (const input of calls.hashed) engine.keccak256(input)
  for (const [hash, r, s, yParity] of calls.recovered) engine.recover(hash, r, s, yParity)
}

function verifyAll(): void {
  let parent: VerifiedBlock | null = null
  for (const raw of blocks) parent = verify(raw, { config: syntheticConfig, parent })
}

async function readArchive(): Promise<{ blocks: RawBlock[]; bytes: number }> {
  const { inspect, read } = eraFormats[file!.format]
  const era = await inspect(file!.path, { onHeader() {} })
  const blocks: RawBlock[] = []
  for await (const entries of read(era)) blocks.push(unpackBlock(era, entries, Infinity))
  return { blocks, bytes: file!.size }
}

async function makeArchive(): Promise<string> {
  const folder = join(tmpdir(), `lectern-bench-eras-${total}`)
  if (existsSync(folder)) return folder
  console.log(`Makes an archive of ${total} transactions in ${folder}.`)
  const made = `${folder}.${process.pid}`
  mkdirSync(made)
  const target = openSync(join(made, 'part'), 'w')
  await useFastEngine()
  const { name } = await writeEra1(makeRaw(), 0n, (bytes) => void writeSync(target, bytes))
  closeSync(target)
  renameSync(join(made, 'part'), join(made, `synthetic-${name}`))
  renameSync(made, folder)
  return folder
}

async function* makeRaw(): AsyncGenerator<RawBlock> {
  for await (const blocks of makeBlocks(total, 20)) for (const { raw } of blocks) yield raw
}
