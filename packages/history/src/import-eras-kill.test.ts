import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { writeEraFile } from '../test/era-file.ts'
import { importEras } from './import-eras.ts'
import { openStore, type Store } from './store/store.ts'
import { makeChain, syntheticConfig } from './synthetic.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
const kills = Number(process.env['LECTERN_KILLS'] ?? (process.env['CI'] ? 5 : 2))
const child = fileURLToPath(new URL('../test/import-eras-child.ts', import.meta.url))
const BLOCKS = 800

afterAll(() => rmSync(folder, { recursive: true }))

/** Imports with threads in a child process until it has acknowledged some block, kills it soon after, and gives the last number it acknowledged. */
async function importUntil(datadir: string, source: string, last: number) {
  const importing = spawn(process.execPath, [child, datadir, source, '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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

const contentOf = (store: Store) => [...store.blocks()]

test(
  `an import of era files by threads, killed ${kills} times, loses no acknowledged block, goes on, and ends like one that was never interrupted`,
  async () => {
    const blocks = makeChain(BLOCKS, 2)
    const { folder: source } = await writeEraFile(blocks.map(({ raw }) => raw))
    const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
    await using whole = await openStore(join(folder, 'whole'), { chain })
    await importEras({ store: whole, chain, sources: [source], workers: 0 })
    const truth = contentOf(whole)
    expect(truth).toHaveLength(BLOCKS)
    const datadir = join(folder, 'killed')
    const signals: (NodeJS.Signals | null)[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const { acknowledged, signal } = await importUntil(
        datadir,
        source,
        Math.floor((kill * (BLOCKS - 150)) / kills),
      )
      signals.push(signal)
      await using store = await openStore(datadir, { readOnly: true })
      const held = contentOf(store)
      expect(held.length).toBeGreaterThan(acknowledged)
      expect(held).toEqual(truth.slice(0, held.length))
    }
    expect(signals).toContain('SIGKILL')
    await using resumed = await openStore(datadir, { chain })
    const { held, added } = await importEras({ store: resumed, chain, sources: [source], workers: 2 })
    expect(held + added).toBe(BLOCKS)
    expect(held).toBeGreaterThan(0)
    expect(contentOf(resumed)).toEqual(truth)
    expect(resumed.head).toEqual(whole.head)
  },
  30_000 + 10_000 * kills,
)
