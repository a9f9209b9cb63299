import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromHex } from '@lectern/chain'
import { sample } from '@lectern/fixtures'
import { afterAll, expect, test } from 'vitest'
import { contentOf } from './content.ts'
import { importUntil, kills } from './killed-import.ts'
import { readGenesis } from '../src/execution/genesis.ts'
import { importChain } from '../src/import/import-chain.ts'
import { openEmbeddedStore } from '../src/store/embedded/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))

afterAll(() => rmSync(folder, { recursive: true }))

test(
  `an import killed ${kills} times loses no acknowledged block, goes on, and ends like one that was never interrupted`,
  async () => {
    const genesis = await readGenesis(sample.genesis)
    await using whole = await openEmbeddedStore(join(folder, 'whole'), { chain: genesis.chain })
    await importChain({ store: whole, source: sample.chain, genesis, head: fromHex(sample.head) })
    const truth = contentOf(whole)
    const datadir = join(folder, 'killed')
    const signals: (NodeJS.Signals | null)[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const { acknowledged, signal } = await importUntil(
        'import-child.ts',
        [datadir, sample.chain, sample.genesis],
        Math.floor((kill * (sample.headNumber - 20)) / kills),
      )
      signals.push(signal)
      await using store = await openEmbeddedStore(datadir, { readOnly: true })
      const stored = contentOf(store)
      expect(stored.length).toBeGreaterThan(acknowledged)
      expect(stored).toEqual(truth.slice(0, stored.length))
    }
    expect(signals).toContain('SIGKILL')
    await using resumed = await openEmbeddedStore(datadir, { chain: genesis.chain })
    const result = await importChain({
      store: resumed,
      source: sample.chain,
      genesis,
      head: fromHex(sample.head),
    })
    expect(result.stored).toBeGreaterThan(sample.headNumber - 30)
    expect(contentOf(resumed)).toEqual(truth)
    expect(resumed.head).toEqual(whole.head)
  },
  600_000 + 60_000 * kills,
)
