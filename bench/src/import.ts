import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, type RawBlock, useEngine, verify, type VerifiedBlock } from '@lectern/chain'
import { type ChainIdentity, findEraFiles, importEras, openStore, verifyHistory } from '@lectern/history'
import {
  inspectEra,
  readEra,
  syntheticConfig,
  unpackBlock,
  useFastEngine,
  writeEra1,
} from '@lectern/history/testing'
import { makeBlocks } from './chain/chain.ts'
import type { Bench } from './tools/bench.ts'
import { temporaryFolder } from './tools/process.ts'
import { readOwnMemory } from './tools/processes.ts'

/** Measures an import of era files and its verification, compared with the cryptography alone that both need. */
export const bench: Bench<{ transactions: number; workers: number; rounds: number }> = {
  flags: { transactions: 480_000, workers: availableParallelism(), rounds: 2 },
  async run({ transactions, workers, rounds }) {
    const folder = await makeArchive(transactions)
    const engine = await useFastEngine()
    const blocks = await readArchive(folder)
    const count = blocks.reduce((sum, { transactions }) => sum + transactions.length, 0)
    const verifyAll = () => {
      let parent: VerifiedBlock | null = null
      for (const raw of blocks) parent = verify(raw, { config: syntheticConfig, parent })
    }
    const cryptography = recordCryptography(engine, verifyAll)
    const runs: Run[] = []
    for (let round = 0; round < rounds; round++) {
      const alone = await measure(cryptography)
      const [hot, cold] = [importApart(folder, workers, Infinity), importApart(folder, workers, 0)]
      runs.push({ hot, cold, alone })
    }
    return {
      head: ['what', 'hot blocks', 'cold blocks', 'aim'],
      rows: [
        ['import: cryptography’s part of its CPU', ...inBoth(showShare), 'at least 75 %; 70 %'],
        [
          'import: transactions per second',
          ...inBoth((form) => Math.round(count / least(form, 'seconds'))),
          '',
        ],
        ['import: own memory, MiB', ...inBoth((form) => least(form, 'memory')), 'below 512'],
        [
          '`lectern verify`: its speed, of the import’s',
          ...inBoth(
            (form) => least(form, 'seconds') / Math.min(...runs.map((run) => run[form].verified.seconds)),
          ),
          'at least 0.9',
        ],
      ],
    }

    function least(form: 'hot' | 'cold', figure: 'seconds' | 'memory'): number {
      return Math.min(...runs.map((run) => run[form][figure]))
    }
    function showShare(form: 'hot' | 'cold'): string {
      return `${(100 * Math.max(...runs.map((run) => run.alone.cpu / run[form].cpu))).toFixed(0)} %`
    }
  },
}

const inBoth = <T>(figure: (form: 'hot' | 'cold') => T): readonly [T, T] => [figure('hot'), figure('cold')]

/** The cryptography alone, and imports that leave all blocks hot and none. */
interface Run extends Readonly<Record<'hot' | 'cold', Imported>> {
  readonly alone: Measured
}

/** Microseconds of CPU of all threads, and seconds. */
interface Measured {
  readonly cpu: number
  readonly seconds: number
}

interface Imported extends Measured {
  /** The most MiB of own memory. */
  readonly memory: number
  /** The verification of all of it. */
  readonly verified: Measured
}

async function measure(run: () => unknown): Promise<Measured> {
  const [before, started] = [process.cpuUsage(), performance.now()]
  await run()
  const { user, system } = process.cpuUsage(before)
  return { cpu: user + system, seconds: (performance.now() - started) / 1000 }
}

// An import in this process would share its memory with the recorded cryptography.
if (process.argv[2] === 'import-apart')
  console.log(
    JSON.stringify(await measureImport(process.argv[3]!, Number(process.argv[4]), Number(process.argv[5]))),
  )

function importApart(folder: string, workers: number, hot: number): Imported {
  const args = [import.meta.filename, 'import-apart', folder, `${workers}`, `${hot}`]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Imported
}

async function measureImport(folder: string, workers: number, hot: number): Promise<Imported> {
  const [file] = await findEraFiles([folder])
  let genesisHash: Uint8Array | undefined
  await inspectEra(file!, { onHeader: (_, hash) => void (genesisHash ??= hash) })
  const chain: ChainIdentity = { genesisHash: genesisHash!, config: syntheticConfig }
  await using store = await openStore(temporaryFolder(), { chain })
  let memory = 0
  const watch = setInterval(() => (memory = Math.max(memory, readOwnMemory(process.pid) / 2 ** 20)), 50)
  const options = { store, sources: [folder], chain, workers, ...(hot < Infinity && { hot }) }
  const imported = await measure(() => importEras(options))
  clearInterval(watch)
  return { ...imported, memory, verified: await measure(() => verifyHistory(store, { workers })) }
}

/** Records what `verify` asks of the engine, and returns a function that computes that and nothing else. */
function recordCryptography(engine: Engine, verifyAll: () => void): () => void {
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
  return () => {
    for (const input of hashed) engine.keccak256(input)
    for (const [hash, r, s, yParity] of recovered) engine.recover(hash, r, s, yParity)
  }
}

async function readArchive(folder: string): Promise<RawBlock[]> {
  const [file] = await findEraFiles([folder])
  const era = await inspectEra(file!)
  const blocks: RawBlock[] = []
  for await (const entries of readEra(era)) blocks.push(unpackBlock(era, entries, Infinity))
  return blocks
}

/** Makes an archive of synthetic blocks in the system's temporary folder, once. */
async function makeArchive(total: number): Promise<string> {
  const folder = join(tmpdir(), `lectern-bench-eras-${total}`)
  if (existsSync(folder)) return folder
  const made = `${folder}.${process.pid}`
  mkdirSync(made)
  const target = openSync(join(made, 'part'), 'w')
  await useFastEngine()
  const { name } = await writeEra1(makeRaw(total), 0n, (bytes) => void writeSync(target, bytes))
  closeSync(target)
  renameSync(join(made, 'part'), join(made, `synthetic-${name}`))
  renameSync(made, folder)
  return folder
}

async function* makeRaw(total: number): AsyncGenerator<RawBlock> {
  for await (const blocks of makeBlocks(total, 20)) for (const { raw } of blocks) yield raw
}
