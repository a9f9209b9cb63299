import { importEras, openStore } from '../src/index.ts'
import { inspectEra } from '../src/archive/era.ts'
import { findEraFiles } from '../src/archive/eras.ts'
import { syntheticConfig } from './synthetic.ts'
import { acknowledging } from './acknowledging-store.ts'

// Imports era files of synthetic blocks with threads, compresses old ones, and prints each number that the store acknowledges as durable.
const [datadir, source, workers] = process.argv.slice(2) as [string, string, string]
const [file] = await findEraFiles([source])
const hashes: Uint8Array[] = []
await inspectEra(file!, { onHeader: (_, hash) => void hashes.push(hash) })
const chain = { genesisHash: hashes[0]!, config: syntheticConfig }
await using store = await openStore(datadir, { chain })
await importEras({
  store: acknowledging(store),
  sources: [source],
  chain,
  workers: Number(workers),
  batch: { blocks: 8 },
  hot: 60,
})
