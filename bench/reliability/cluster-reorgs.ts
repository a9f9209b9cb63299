import { createStore } from '@lectern/history'
import { startCluster } from '@lectern/history/testing'
import type { Finding, Scope } from './finding.ts'
import { measureReorgs } from './reorgs.ts'

/** What `reorgs` does, on a store of one real node of Cassandra. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  await using cluster = await startCluster()
  const location = { url: cluster.url('reorgs') }
  await createStore(location, { replication: 1 })
  return await measureReorgs(scope, location)
}
