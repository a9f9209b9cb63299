import { mkdirSync, rmSync } from 'node:fs'
import { useEngine, type VerifiedBlock } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { openStore } from '@lectern/history'
import { makeBlocks, PER_BLOCK } from '../chain/chain.ts'
import { BLOCKS_PER_APPEND } from '../chain/fill.ts'
import { checkAnswers } from '../serve/answers.ts'
import { type Load, readLoads } from '../serve/loads.ts'
import { least, measureInTurn } from '../serve/rounds.ts'
import type { Bench } from '../tools/bench.ts'
import { serve } from '../tools/lectern.ts'
import { bareHead, findTools } from '../tools/load.ts'
import { temporaryFolder } from '../tools/process.ts'
import { toRatio } from '../tools/table.ts'
import { repeatRealBlocks } from './real-blocks.ts'

/** Results are not cached: in a small store each block is soon requested again. */
const flags = ['--workers', '1', '--cache.rendered', '0']

/** Measures stores of hot and of cold blocks: disk, appends, and whole requests about blocks drawn over all of each store. */
export const bench: Bench<{ blocks: number; repeats: number; passes: number; seconds: number }> = {
  flags: { blocks: 4_000, repeats: 20, passes: 2, seconds: 2 },
  async run({ blocks, repeats, ...effort }) {
    findTools()
    useEngine(await loadWasmEngine())
    const chains: Readonly<Record<string, () => Blocks>> = {
      real: () => repeatRealBlocks(repeats, BLOCKS_PER_APPEND),
      synthetic: () => makeBlocks(blocks * PER_BLOCK, BLOCKS_PER_APPEND),
    }
    const rows: (readonly (string | number)[])[] = []
    for (const [name, read] of Object.entries(chains)) {
      const hot = await fill(read(), Infinity)
      const cold = await fill(read(), 0)
      rows.push([
        `${name}: disk per transaction, bytes`,
        hot.bytes,
        cold.bytes,
        toRatio(cold.bytes / hot.bytes),
      ])
      rows.push([`${name}: appends, µs per transaction`, hot.time, cold.time, toRatio(cold.time / hot.time)])
      const servers = [
        await serve(['--datadir', hot.datadir, ...flags], { core: 0 }),
        await serve(['--datadir', cold.datadir, ...flags], { core: 0 }),
      ]
      for (const load of (await readLoads(hot.datadir)).filter(isOverAll)) {
        process.stderr.write(`${name}: ${load.pattern}, ${load.name}\n`)
        const { bodies, connections = 16, requests = 1 } = load
        const runs = []
        for (const { url } of servers) await checkAnswers(url, load, bareHead)
        for (const run of await measureInTurn(
          servers.map(({ url, pid }) => ({ url, pid, bodies, head: bareHead, connections, core: 1 })),
          effort,
        ))
          runs.push(requests * least(run, 'cpu'))
        rows.push([`${name}: ${load.pattern}: ${load.name}, CPU µs`, ...runs, toRatio(runs[1]! / runs[0]!)])
      }
      for (const { stop } of servers) await stop()
      for (const { datadir } of [hot, cold]) rmSync(datadir, { recursive: true })
    }
    return { head: ['chain: figure', 'hot', 'cold', 'cold : hot'], rows }
  },
}

type Blocks = Iterable<VerifiedBlock[]> | AsyncIterable<VerifiedBlock[]>

const isOverAll = ({ pattern }: Load): boolean => pattern === 'all' || pattern === 'in order'

/** Fills a store, and moves all but the newest `hot` blocks into the cold form. Returns bytes and microseconds per transaction. */
async function fill(blocks: Blocks, hot: number) {
  const datadir = temporaryFolder()
  mkdirSync(datadir, { recursive: true })
  await using store = await openStore(datadir)
  let time = 0
  for await (const batch of blocks) {
    const start = performance.now()
    store.commit({ blocks: batch })
    while ((await store.compact({ hot })) !== null);
    time += performance.now() - start
  }
  const { bytes, transactions } = store.report()
  return { datadir, bytes: bytes / transactions, time: (1_000 * time) / transactions }
}
