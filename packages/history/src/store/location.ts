import type { ChainIdentity, Head, Store, StoreReport } from './interface.ts'

/** Where a store is: a folder, or a cluster. */
export type StoreLocation = { readonly datadir: string } | ClusterLocation

/** Where a store of a cluster is, and how to get in. */
export interface ClusterLocation extends ClusterAccess {
  /** Its protocol says which adapter opens it. */
  readonly url: string
}

/** How to get into a cluster. */
export interface ClusterAccess {
  readonly user?: string
  readonly password?: string
  /** TLS, by the system's authorities or by `ca`; the name in the nodes' certificate is checked. @default no TLS */
  readonly tls?: TlsFiles
}

/** PEM texts: authorities, and the certificate with its key that this side shows. */
export interface TlsFiles {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** What a store is like now. */
export interface StoreStatus {
  readonly chain: ChainIdentity | null
  readonly head: Head | null
  /** Who writes it, in words; null if nobody does, as far as it is known. */
  readonly writer: string | null
  readonly report: StoreReport
  /** Of a cluster. */
  readonly cluster?: ClusterStatus
}

/** What a store of a cluster says beside its content. */
export interface ClusterStatus {
  /** How many writers took the store over, one after another. */
  readonly epoch: bigint
  /** How many commits it has had. */
  readonly sequence: bigint
  readonly nodes: readonly NodeStatus[]
}

/** A node of a cluster. */
export interface NodeStatus {
  readonly address: string
  readonly datacenter: string
  /** Of its software; null if it does not answer. */
  readonly version: string | null
  readonly isUp: boolean
}

/** How many copies of each row a cluster keeps: in the URL's datacenter, or by the name of each. */
export type Replication = number | Readonly<Record<string, number>>

/** Options of each store, wherever it is. */
export interface OpenOptions {
  /**
   * Opens the store for reading only, which many processes may do at once. It must exist.
   * @default false
   */
  readonly readOnly?: boolean
  /** The chain it is for: a store without a block takes it, one with blocks of another chain is an error. */
  readonly chain?: ChainIdentity
  /**
   * Bytes of rendered results that are cached, those asked for last: blocks, and the transactions and receipts of the newest; 0 caches none.
   * @default 64 MiB
   */
  readonly renderedBytes?: number
  /**
   * Bytes of memory for what the proofs of a block share, of the blocks asked for last; 0 caches none.
   * @default 64 MiB
   */
  readonly provenBytes?: number
}

/** What opens the stores of a protocol. Each throws HistoryError, with a sentence for a person that has no password in it. */
export interface StoreAdapter {
  /** Opens a store; without `readOnly` it becomes its one writer. */
  openStore(location: ClusterLocation, options: OpenOptions): Promise<Store>
  /** Makes an empty store where there is none. */
  createStore(location: ClusterLocation, options: { readonly replication: Replication }): Promise<void>
  /** Reads what the store is like, also while parts of the cluster are down. */
  readStatus(location: ClusterLocation): Promise<StoreStatus>
}
