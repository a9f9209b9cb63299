import { importChain, openStore, readGenesis } from '../src/index.ts'
import { acknowledging } from './acknowledging-store.ts'

// Imports in this process, and prints each number that the store acknowledges as durable.
const [datadir, source, path] = process.argv.slice(2) as [string, string, string]
const genesis = await readGenesis(path)
await using store = await openStore(datadir, { chain: genesis.chain })
await importChain({
  store: acknowledging(store),
  source,
  genesis,
  batch: { blocks: 3, bytes: Infinity },
})
