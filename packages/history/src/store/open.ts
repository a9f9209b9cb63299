import { HistoryError } from '../error.ts'
import { showUrl } from '../show-url.ts'
import { isWritten } from './embedded/lock.ts'
import { type EmbeddedStore, openEmbeddedStore, type StoreOptions } from './embedded/store.ts'
import type { Store } from './interface.ts'
import type {
  ClusterLocation,
  OpenOptions,
  Replication,
  StoreAdapter,
  StoreLocation,
  StoreStatus,
} from './location.ts'

/** The adapters by the protocol of their URLs. Each is loaded when it is asked for: its driver may not be installed. */
export const adapters: Map<string, () => Promise<StoreAdapter>> = new Map([
  ['cassandra:', async () => (await import('./cassandra/open.ts')).adapter],
])

/**
 * Opens a store: the embedded one of a folder, which is made if there is none, or the one of a cluster, which must exist.
 *
 * @param location - the folder's path, or an object that says where the store is
 * @returns the one writer of the store, or with `readOnly` one of any number of readers
 * @throws HistoryError `missing`, `foreign`, `newer`, `older`, `chain`, `locked`, `unwritable`, `damaged`, `location` or `unavailable`, with a sentence for a person
 * @example
 * await using store = await openStore('./history', { readOnly: true })
 * console.log(store.head?.number)
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

/**
 * Makes an empty store, where there is none.
 *
 * @param options - `replication`: how many copies of each row a cluster keeps; 1 in a folder
 * @throws HistoryError as `openStore`
 */
export async function createStore(
  location: StoreLocation,
  { replication = 3 }: { readonly replication?: Replication } = {},
): Promise<void> {
  if (!('datadir' in location)) return (await loadAdapter(location)).createStore(location, { replication })
  await using _ = await openEmbeddedStore(location.datadir)
}

/**
 * Reads what a store is like, beside whoever writes it.
 *
 * @throws HistoryError as `openStore`
 */
export async function readStatus(location: StoreLocation): Promise<StoreStatus> {
  if (!('datadir' in location)) return (await loadAdapter(location)).readStatus(location)
  const { datadir } = location
  await using store = await openEmbeddedStore(datadir, { readOnly: true })
  const writer = (await isWritten(datadir)) ? 'a process of this machine' : null
  return { chain: store.chain, head: store.head, writer, report: store.report() }
}

/** What a location is called in a sentence: the folder, or the URL without secrets. */
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
