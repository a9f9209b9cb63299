import { HistoryError } from '../error.ts'
import { showUrl } from '../show-url.ts'
import { isWritten } from './embedded/lock.ts'
import { type EmbeddedStore, openEmbeddedStore, type StoreOptions } from './embedded/store.ts'
import type { ChainIdentity, Store } from './interface.ts'
import type {
  ClusterLocation,
  OpenOptions,
  Replication,
  StoreAdapter,
  StoreLocation,
  StoreStatus,
} from './location.ts'

/** The adapters, by the protocol of their URLs. Each is loaded on demand: its driver may be missing. */
export const adapters: Map<string, () => Promise<StoreAdapter>> = new Map([
  ['cassandra:', async () => (await import('./cassandra/open.ts')).adapter],
])

/**
 * Opens a store: the embedded one of a folder, which is created if it is missing, or the one of a cluster, which must exist.
 *
 * @returns the one writer of the store, or with `readOnly` one of any number of readers
 * @throws HistoryError `missing`, `foreign`, `newer`, `older`, `chain`, `locked`, `unwritable`, `damaged`, `location` or `unavailable`
 * @example
 * await using store = await openStore('./history', { readOnly: true })
 */
export function openStore(datadir: string, options?: StoreOptions): Promise<EmbeddedStore>
export function openStore(location: StoreLocation, options?: StoreOptions): Promise<Store>
export async function openStore(
  location: string | StoreLocation,
  options: StoreOptions = {},
): Promise<Store> {
  if (typeof location === 'string') return await openEmbeddedStore(location, options)
  if ('datadir' in location) return await openEmbeddedStore(location.datadir, options)
  return await (await loadAdapter(location)).openStore(location, options satisfies OpenOptions)
}

/** Creates an empty store with `replication` copies of each row in a cluster, unless one exists. */
export async function createStore(
  location: StoreLocation,
  { replication = 3 }: { readonly replication?: Replication } = {},
): Promise<void> {
  if (!('datadir' in location)) return (await loadAdapter(location)).createStore(location, { replication })
  await using _ = await openEmbeddedStore(location.datadir)
}

/** Reads the status of a store, even while it is written. Throws HistoryError as `openStore` does. */
export async function readStatus(location: StoreLocation): Promise<StoreStatus> {
  if (!('datadir' in location)) return (await loadAdapter(location)).readStatus(location)
  const { datadir } = location
  await using store = await openEmbeddedStore(datadir, { readOnly: true })
  const writer = (await isWritten(datadir)) ? 'a process of this machine' : null
  return { chain: store.chain, head: store.head, writer, report: store.report() }
}

/** Returns the chain of a store; null if there is no store, or it is of no chain yet. Makes none. */
export async function readChain(location: StoreLocation): Promise<ChainIdentity | null> {
  try {
    await using store = await openStore(location, { readOnly: true })
    return store.chain
  } catch (error) {
    if (error instanceof HistoryError && error.code === 'missing') return null
    throw error
  }
}

/** Returns the name of a location for a sentence: the folder, or the URL without secrets. */
export const showLocation = (location: StoreLocation): string =>
  'datadir' in location ? location.datadir : showUrl(location.url)

async function loadAdapter({ url }: ClusterLocation): Promise<StoreAdapter> {
  const load = adapters.get(/^[a-z][a-z0-9+.-]*:/.exec(url)?.[0] ?? '')
  if (load) return await load()
  throw new HistoryError(
    'location',
    `${showUrl(url)} is no URL of a store, such as cassandra://host,host/keyspace?dc=name.`,
  )
}
