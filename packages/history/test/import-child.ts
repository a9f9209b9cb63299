import { importChain, openStore, readGenesis } from '../src/index.ts'

// Imports in a process of its own, and says each number that the store has acknowledged as durable.
const [datadir, source, path] = process.argv.slice(2) as [string, string, string]
const genesis = await readGenesis(path)
await using store = await openStore(datadir, { chain: genesis.chain })
await importChain({
  store: {
    chain: store.chain,
    get head() {
      return store.head
    },
    blockHash: (number) => store.blockHash(number),
    async append(blocks) {
      await store.append(blocks)
      console.log(String(blocks.at(-1)!.number))
    },
    trust: (anchor) => store.trust(anchor),
  },
  source,
  genesis,
  batch: { blocks: 3, bytes: Infinity },
})
