import { writeFileSync, writeSync } from 'node:fs'
import { sample } from '@lectern/fixtures'
import { fromHex, toHex, type VerifiedBlock } from '@lectern/chain'
import { importChain, openStore, readGenesis, type EmbeddedStore } from '../src/index.ts'
import { createSynthesizer, syntheticConfig } from './synthetic.ts'
import { acknowledging } from './acknowledging-store.ts'
import { withFrames } from './compacting-store.ts'
import { contentOf } from './content.ts'
import { digestStore } from './store-digest.ts'

// Writes a store while what it writes is recorded, and says the digest of all that it holds after each change that it acknowledged. The
// hashes of all transactions that it ever stored go into a file.
const [what, datadir, list] = process.argv.slice(2) as [string, string, string]

const hashes = new Set<string>()

function say(store: EmbeddedStore): void {
  writeSync(1, `${digestStore(store)}\n`)
  for (const { transactions } of contentOf(store))
    for (const { hash } of transactions) hashes.add(toHex(hash))
}

/** The sample chain, three blocks a commit, with some of it unwound and imported again. */
async function importSample(): Promise<void> {
  const genesis = await readGenesis(sample.genesis)
  await using store = await openStore(datadir, { chain: genesis.chain })
  say(store)
  const options = {
    store: acknowledging(store, () => say(store)),
    source: sample.chain,
    genesis,
    batch: { blocks: 3, bytes: Infinity },
  }
  await importChain(options)
  await store.commit({ keepUpTo: BigInt(sample.headNumber - 10) })
  say(store)
  await importChain({ ...options, head: fromHex(sample.head) })
  say(store)
}

/** Blocks that others replace, again and again, with an index of many small levels. The older ones are moved into the cold form, or come in it. */
async function reorganise(turns: number): Promise<void> {
  const chains = [3, 4].map(createSynthesizer)
  let blocks: VerifiedBlock[] = []
  const grow = (count: number, branch: number) => {
    for (let i = 0; i < count; i++) blocks.push(chains[branch]!(blocks.at(-1) ?? null, 3))
    return blocks.slice(-count)
  }
  const first = grow(4, 0)
  const chain = { genesisHash: first[0]!.hash, config: syntheticConfig }
  await using store = await openStore(datadir, { chain, recentHashes: 20 })
  say(store)
  await store.commit({ blocks: first })
  say(store)
  for (let turn = 1; turn <= turns; turn++) {
    await store.commit({ blocks: grow(5, turn % 2) })
    say(store)
    while ((await store.compact({ hot: 2, blocks: 4 })) !== null) say(store)
    await store.commit({ keepUpTo: BigInt(blocks.length - 1 - (turn % 4)) })
    blocks = blocks.slice(0, blocks.length - (turn % 4))
    say(store)
    while ((await store.compact({ hot: 0 })) !== null) say(store)
    await store.commit(withFrames({ blocks: grow(turn, (turn + 1) % 2) }, 1))
    say(store)
    if (turn === 2) {
      await store.commit({ anchor: blocks.at(-6)! })
      say(store)
    }
  }
}

if (what === 'import') await importSample()
else await reorganise(Number(what.replace('reorgs ', '')))
writeFileSync(list, [...hashes].join('\n'))
