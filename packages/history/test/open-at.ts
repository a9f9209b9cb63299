import type { Store, StoreLocation } from '../src/index.ts'
import { openCassandraStore } from '../src/store/cassandra/open.ts'
import { openEmbeddedStore } from '../src/store/embedded/store.ts'
import { chains } from './store-model.ts'
import { syntheticConfig } from './synthetic.ts'

/** Opens the store of a place with small levels, or for writing with a short grace, so that more happens. */
export async function openAt(
  location: StoreLocation,
  options: { readonly readOnly?: true } = {},
): Promise<Store> {
  const chain = { genesisHash: chains[0]![0]!.hash, config: syntheticConfig }
  return 'datadir' in location
    ? openEmbeddedStore(location.datadir, { ...options, chain, recentHashes: 20 })
    : openCassandraStore(location, { ...options, chain, ...(!options.readOnly && { grace: 200 }) })
}
