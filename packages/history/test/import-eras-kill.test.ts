import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeEraFile } from './era-file.ts'
import { contentOf } from './content.ts'
import { importUntil, kills } from './killed-import.ts'
import { importEras } from '../src/import/import-eras.ts'
import { openEmbeddedStore } from '../src/store/embedded/store.ts'
import { makeChain, syntheticConfig } from './synthetic.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
const BLOCKS = 800

afterAll(() => rmSync(folder, { recursive: true }))

test(
  `an import of era files by threads, killed ${kills} times, loses no acknowledged block, goes on, and ends like one that was never interrupted`,
  async () => {
    const blocks = makeChain(BLOCKS, 2)
    const { folder: source } = await writeEraFile(blocks.map(({ raw }) => raw))
    const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
    await using whole = await openEmbeddedStore(join(folder, 'whole'), { chain })
    await importEras({ store: whole, chain, sources: [source], workers: 0 })
    const truth = contentOf(whole)
    expect(truth).toHaveLength(BLOCKS)
    const datadir = join(folder, 'killed')
    const signals: (NodeJS.Signals | null)[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const { acknowledged, signal } = await importUntil(
        'import-eras-child.ts',
        [datadir, source, '2'],
        Math.floor((kill * (BLOCKS - 150)) / kills),
      )
      signals.push(signal)
      await using store = await openEmbeddedStore(datadir, { readOnly: true })
      const stored = contentOf(store)
      expect(stored.length).toBeGreaterThan(acknowledged)
      expect(stored).toEqual(truth.slice(0, stored.length))
    }
    expect(signals).toContain('SIGKILL')
    await using resumed = await openEmbeddedStore(datadir, { chain })
    const { stored, added } = await importEras({ store: resumed, chain, sources: [source], workers: 2 })
    expect(stored + added).toBe(BLOCKS)
    expect(stored).toBeGreaterThan(0)
    expect(contentOf(resumed)).toEqual(truth)
    expect(resumed.head).toEqual(whole.head)
  },
  600_000 + 60_000 * kills,
)
