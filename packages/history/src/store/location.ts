import type { ChainIdentity, Head, Store, StoreReport } from './interface.ts'

/** The place of a store: a folder, or a cluster. */
export type StoreLocation = { readonly datadir: string } | ClusterLocation

/** The place of a store in a cluster, and the access to it. */
export interface ClusterLocation extends ClusterAccess {
  /** Its protocol selects the adapter. */
  readonly url: string
}

/** The access to a cluster. */
export interface ClusterAccess {
  readonly user?: string
  readonly password?: string
  /** TLS with the system's authorities or `ca`; the name in the nodes' certificate is checked. @default no TLS */
  readonly tls?: TlsFiles
}

/** PEM texts: authorities, and the client's certificate with its key. */
export interface TlsFiles {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** The status of a store. */
export interface StoreStatus {
  readonly chain: ChainIdentity | null
  readonly head: Head | null
  /** The writer, in words; null if none is known. */
  readonly writer: string | null
  readonly report: StoreReport
  /** Only of a cluster. */
  readonly cluster?: ClusterStatus
}

/** The status of a cluster. */
export interface ClusterStatus {
  /** The number of writers so far. */
  readonly epoch: bigint
  /** The number of changes so far. */
  readonly sequence: bigint
  readonly nodes: readonly NodeStatus[]
}

/** A node of a cluster. */
export interface NodeStatus {
  readonly address: string
  readonly datacenter: string
  /** The version of its software; null if it does not answer. */
  readonly version: string | null
  readonly isUp: boolean
}

/** The number of copies of each row in a cluster: in the URL's datacenter, or by the name of each. */
export type Replication = number | Readonly<Record<string, number>>

/** Options of every store. */
export interface OpenOptions {
  /** Opens an existing store for reading only. Many processes may read one store. @default false */
  readonly readOnly?: boolean
  /** The chain of the store: an empty one takes it, one with blocks of another chain is an error. */
  readonly chain?: ChainIdentity
  /** Bytes of cached results: of requests that repeat, and of the newest blocks; 0 caches none. @default 64 MiB */
  readonly renderedBytes?: number
  /** Bytes of cached parts of proofs, of recently proven blocks; 0 caches none. @default 64 MiB */
  readonly provenBytes?: number
}

/** Opens the stores of a protocol. Each method throws HistoryError with a sentence for the operator, without a password in it. */
export interface StoreAdapter {
  /** Opens a store; without `readOnly` it becomes its one writer. */
  openStore(location: ClusterLocation, options: OpenOptions): Promise<Store>
  /** Creates an empty store, unless one exists. */
  createStore(location: ClusterLocation, options: { readonly replication: Replication }): Promise<void>
  /** Reads the status of the store, even while parts of the cluster are down. */
  readStatus(location: ClusterLocation): Promise<StoreStatus>
}
