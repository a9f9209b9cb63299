import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { fromHex } from '@lectern/chain'
import { sample } from '@lectern/fixtures'
import { afterAll, expect, test } from 'vitest'
import { readGenesis } from './archive/genesis.ts'
import { importChain } from './import.ts'
import { openStore, type Store } from './store/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
const kills = Number(process.env['LECTERN_KILLS'] ?? (process.env['CI'] ? 5 : 2))
const child = fileURLToPath(new URL('../test/import-child.ts', import.meta.url))

afterAll(() => rmSync(folder, { recursive: true }))

/** Imports in a child process until it has acknowledged some block, kills it soon after, and gives the last number it acknowledged. */
const importUntil = async (datadir: string, last: number) => {
  const importing = spawn(process.execPath, [child, datadir, sample.chain, sample.genesis], {
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
  `an import killed ${kills} times loses no acknowledged block, goes on, and ends like one that was never interrupted`,
  async () => {
    const genesis = await readGenesis(sample.genesis)
    await using whole = await openStore(join(folder, 'whole'), { chain: genesis.chain })
    await importChain({ store: whole, source: sample.chain, genesis, head: fromHex(sample.head) })
    const truth = contentOf(whole)
    const datadir = join(folder, 'killed')
    const signals: (NodeJS.Signals | null)[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const { acknowledged, signal } = await importUntil(
        datadir,
        Math.floor((kill * (sample.headNumber - 20)) / kills),
      )
      signals.push(signal)
      await using store = await openStore(datadir, { readOnly: true })
      const held = contentOf(store)
      expect(held.length).toBeGreaterThan(acknowledged)
      expect(held).toEqual(truth.slice(0, held.length))
    }
    expect(signals).toContain('SIGKILL')
    await using resumed = await openStore(datadir, { chain: genesis.chain })
    const result = await importChain({
      store: resumed,
      source: sample.chain,
      genesis,
      head: fromHex(sample.head),
    })
    expect(result.held).toBeGreaterThan(sample.headNumber - 30)
    expect(contentOf(resumed)).toEqual(truth)
    expect(resumed.head).toEqual(whole.head)
  },
  10_000 + 5_000 * kills,
)
