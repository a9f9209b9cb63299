import type { ChainConfig, VerifiedBlock } from '@lectern/chain'
import type { BlockProof } from '@lectern/chain/internal'
import type { Companions, MaybePromise, Methods } from '@lectern/spec'

/**
 * A chain's stored history. One process writes it, any number read it; each reads all of a commit or nothing of it. `openStore` opens
 * the embedded one; what reads or writes a store takes this interface, so that a store elsewhere, whose members return promises, does too.
 */
export interface Store extends AsyncDisposable {
  /** The chain it was made for; null where nobody has said. */
  readonly chain: ChainIdentity | null
  /** What the store is now. Dispose of it soon: what it reads cannot be given up before. */
  snapshot(): MaybePromise<Snapshot>
  /**
   * Changes the store in one commit, which is durable when this returns; readers see the store before it or after it.
   *
   * @param change - a reorg gives `keepUpTo` and `blocks`, so that no reader sees the chain without either end
   * @throws HistoryError, and nothing has changed: `contiguity` if a block does not follow the one before it, or if a cluster's commit
   *   replaces more than 8,192 blocks (unwind them by a commit before); `chain` if block 0 is another
   *   chain's; `anchor` if a trusted or finalized block would go, if the anchor, an expected, safe or finalized block is not stored, or if they are out of order; `unwritable`, `read-only`
   */
  commit(change: StoreChange): MaybePromise<void>
  /** How much is stored. */
  report(): MaybePromise<StoreReport>
  /** Reads the index of hashes that says that a hash is not stored: a part with each step. Throws HistoryError `damaged`. */
  checkIndex(): Iterable<void> | AsyncIterable<void>
  /** Whether another store is in its place by now, while this one still reads what was there. @default it never is */
  isReplaced?(): boolean
  /** A proof names its block, so it needs no snapshot. */
  readonly proofs: Proofs
}

/** The head of a store now. */
export async function readHead(store: Pick<Store, 'snapshot'>): Promise<Head | null> {
  await using snapshot = await store.snapshot()
  return snapshot.head
}

/** The companions that a store answers; the server names itself. */
export type StoredCompanions = Omit<Companions, 'web3_clientVersion'>

/** A store as it was at one commit. Its methods return results as JSON bytes. Throws HistoryError `closed` once it is disposed of. */
export interface Snapshot extends Methods, StoredCompanions, AsyncDisposable {
  /** null if no block is stored; the same object for the same commit. */
  readonly head: Head | null
  /** 32 bytes; undefined if the block is not stored. */
  blockHash(number: bigint): MaybePromise<Uint8Array | undefined>
  /** The number of the stored block of a 32-byte hash; undefined if it is not stored. */
  blockNumber(hash: Uint8Array): MaybePromise<bigint | undefined>
  /** Where the transaction of a 32-byte hash is, without its result; undefined if it is not stored. */
  locate(hash: Uint8Array): MaybePromise<TransactionLocation | undefined>
  /** The stored headers from one number to another, both included; a hundredth of the cost of a block. */
  headers(from?: bigint, to?: bigint): Iterable<StoredHeader> | AsyncIterable<StoredHeader>
  /** The stored blocks from one number to another, both included. */
  blocks(from?: bigint, to?: bigint): Iterable<StoredBlock> | AsyncIterable<StoredBlock>
  /**
   * Compares all that is stored of a block with what would be written of it, byte for byte, and finds each of its hashes. A store of several
   * copies compares what all of them say.
   *
   * @param block - verified from its stored parts
   * @param first - how many transactions the stored blocks before it have
   * @throws HistoryError `block` for the first difference, `damaged`
   */
  checkBlock(block: VerifiedBlock, first: number): MaybePromise<void>
  /** Compares what the store counts with the blocks that were checked, which are all from the lowest on. Throws HistoryError `block` or `damaged`. */
  checkState(checked: Checked): MaybePromise<void>
}

/** How far the blocks of a store were checked. */
export interface Checked {
  /** The last one's number. */
  readonly last: number
  /** How many transactions they have. */
  readonly transactions: number
}

/** One commit: what is absent stays as it is. */
export interface StoreChange {
  /** Removes the blocks above this number first; a number below the lowest empties the store. The highest safe block is this one then, if it was above. */
  readonly keepUpTo?: bigint
  /** Added after the head, each the child of the one before it. */
  readonly blocks?: readonly VerifiedBlock[]
  /** Its hash must be the stored block's. One below the present anchor changes nothing. */
  readonly anchor?: Omit<Anchor, 'grounds'> & Partial<Pick<Anchor, 'grounds'>>
  /** The highest safe block; null: none is known. */
  readonly safe?: bigint | null
  /** The highest finalized block, not above the safe one; null: none is known. */
  readonly finalized?: bigint | null
  /** Blocks that must be stored under these hashes, so that a number means the block that was meant. */
  readonly expected?: readonly Pick<Anchor, 'number' | 'hash'>[]
  /** The stored blocks up to this one were executed, and gave the headers' state roots. A lower number than before, or than the lowest block, changes nothing. */
  readonly executed?: bigint
}

/** What a store is at one commit. */
export interface Head {
  /** The highest block's. */
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** The lowest stored block. */
  readonly lowest: bigint
  /** The highest block whose hash is trusted. */
  readonly anchor: Anchor | null
  /** Lower anchors of other grounds, the lowest first: each vouches for the blocks up to it. Absent: none is known. */
  readonly earlier?: readonly Pick<Anchor, 'number' | 'grounds'>[]
  /** The highest block that was executed with all stored ones below it. Absent: none was. */
  readonly executed?: bigint
  /** The highest safe block: the tag `safe`. */
  readonly safe: bigint | null
  /** The highest finalized block: the tag `finalized`. */
  readonly finalized: bigint | null
}

/** A trusted block, and so all before it. */
export interface Anchor {
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** null if it was trusted before grounds were recorded. */
  readonly grounds: Grounds | null
}

/** Why a block's hash is trusted: a person stated it, accumulator roots that a person gave count it (`accumulator`), or those that are built in (`built-in`), or a history proof ends at the beacon chain's historical roots or summaries, or its sync committee signed it as finalized. */
export type Grounds =
  | 'stated'
  | 'accumulator'
  | 'built-in'
  | 'historical-roots'
  | 'summaries'
  | 'sync-committee'

/** Which chain a store is of. */
export interface ChainIdentity {
  /** 32 bytes. */
  readonly genesisHash: Uint8Array
  readonly config: ChainConfig
}

/** How much a store has. */
export interface StoreReport {
  readonly blocks: number
  readonly transactions: number
  /** What it uses of the disk. */
  readonly bytes: number
}

/** A stored block: its parts without requests, and what was derived from them. */
export type StoredBlock = Pick<
  VerifiedBlock,
  'number' | 'hash' | 'raw' | 'size' | 'blobGasPrice' | 'transactions'
>

/** A stored header, without the rest of its block. */
export interface StoredHeader {
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** As RLP. */
  readonly header: Uint8Array
}

/** The number of a transaction's block, and its index there. */
export interface TransactionLocation {
  readonly number: bigint
  readonly index: number
}

/**
 * Proofs of stored blocks, for anyone who trusts a block's hash; null if the block or transaction is not stored. They are made in steps of
 * about a millisecond, so that other requests get their turn between them. A step that yields a promise waits for the store: the next
 * one is to be asked for once it has settled; it never rejects.
 */
export interface Proofs {
  block(number: bigint): MaybePromise<BlockProof | null>
  /** A TransactionProof, by the 32-byte hash, `0x` hex. */
  transaction(hash: `0x${string}`): Steps<ProofJson | null>
  /** A ReceiptProof, by the 32-byte hash of its transaction, `0x` hex. */
  receipt(hash: `0x${string}`): Steps<ProofJson | null>
}

/** The JSON of a proof in pieces, each read or made when it is asked for. Proofs share them: do not change them. */
export type ProofJson = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

type Steps<T> = Generator<void | Promise<void>, T>
