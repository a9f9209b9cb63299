import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { fromHex } from '@lectern/chain'
import { sample } from '@lectern/fixtures'
import { afterAll, expect, test } from 'vitest'
import { contentOf } from './content.ts'
import { writeEraFile } from './era-file.ts'
import { readGenesis } from '../src/execution/genesis.ts'
import { importChain } from '../src/import/import-chain.ts'
import { importEras } from '../src/import/import-eras.ts'
import type { ImportResult } from '../src/import/ingest.ts'
import type { ChainIdentity, Store } from '../src/store/interface.ts'
import { openEmbeddedStore } from '../src/store/embedded/store.ts'
import { makeChain, syntheticConfig } from './synthetic.ts'

/** How often an import is killed: a few times, or as often as LECTERN_KILLS says. */
const kills = Number(process.env['LECTERN_KILLS'] ?? (process.env['CI'] ? 5 : 2))

/** Runs a program of this folder that imports until it has acknowledged some block, kills it soon after, and returns the last number it acknowledged. */
async function importUntil(
  program: string,
  args: readonly string[],
  last: number,
): Promise<{ acknowledged: number; signal: NodeJS.Signals | null }> {
  const child = fileURLToPath(new URL(program, import.meta.url))
  const importing = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = new Promise<NodeJS.Signals | null>((resolve) =>
    importing.on('exit', (_, signal) => resolve(signal)),
  )
  let acknowledged = -1
  for await (const line of createInterface({ input: importing.stdout })) {
    acknowledged = Number(line)
    if (acknowledged >= last) setTimeout(() => importing.kill('SIGKILL'), Math.random() * 8)
  }
  return { acknowledged, signal: await exit }
}

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** An import in this thread and in others, and the program that does the same. */
interface Kind {
  readonly chain: ChainIdentity
  readonly blocks: number
  /** The last kill comes after the acknowledgement of this block; at least `least` blocks are stored then. */
  readonly last: number
  readonly least: number
  readonly child: readonly [program: string, ...args: string[]]
  run(store: Store, workers: number): Promise<ImportResult>
}

const kinds: Record<string, () => Promise<Kind>> = {
  async 'an import by execution'() {
    const genesis = await readGenesis(sample.genesis)
    const head = fromHex(sample.head)
    return {
      chain: genesis.chain,
      blocks: sample.headNumber + 1,
      last: sample.headNumber - 20,
      least: sample.headNumber - 29,
      child: ['import-child.ts', sample.chain, sample.genesis],
      run: (store) => importChain({ store, source: sample.chain, genesis, head }),
    }
  },
  async 'an import of era files by threads, which compresses old blocks'() {
    const made = makeChain(800, 2)
    const { folder: source } = await writeEraFile(made.map(({ raw }) => raw))
    const chain = { genesisHash: made[0]!.hash, config: syntheticConfig }
    return {
      chain,
      blocks: made.length,
      last: made.length - 150,
      least: 1,
      child: ['import-eras-child.ts', source, '2'],
      run: (store, workers) => importEras({ store, chain, sources: [source], workers, hot: 60 }),
    }
  },
}

test.each(Object.keys(kinds))(
  `%s killed ${kills} times loses no acknowledged block, resumes, and ends like one that was never interrupted`,
  async (name) => {
    const { chain, blocks, last, least, child, run } = await kinds[name]!()
    const [program, ...args] = child
    await using whole = await openEmbeddedStore(join(folder, `${name}, whole`), { chain })
    await run(whole, 0)
    const truth = contentOf(whole)
    expect(truth).toHaveLength(blocks)
    const datadir = join(folder, name)
    const signals: (NodeJS.Signals | null)[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const until = Math.floor((kill * last) / kills)
      const { acknowledged, signal } = await importUntil(program, [datadir, ...args], until)
      signals.push(signal)
      await using store = await openEmbeddedStore(datadir, { readOnly: true })
      const stored = contentOf(store)
      expect(stored.length).toBeGreaterThan(acknowledged)
      expect(stored).toEqual(truth.slice(0, stored.length))
    }
    expect(signals).toContain('SIGKILL')
    await using resumed = await openEmbeddedStore(datadir, { chain })
    const { stored, added } = await run(resumed, 2)
    expect(stored + added).toBe(blocks)
    expect(stored).toBeGreaterThanOrEqual(least)
    expect(contentOf(resumed)).toEqual(truth)
    expect(resumed.head).toEqual(whole.head)
  },
  600_000 + 60_000 * kills,
)
