import type { ChainConfig, VerifiedBlock, BlockProof } from '@lectern/chain'
import type { BlockName } from '@lectern/consensus'
import type { Companions, MaybePromise, Methods } from '@lectern/spec'

/**
 * A chain's stored history: one process writes it, any number read it, each commit atomically. The embedded store returns no promises; a
 * store of a cluster does.
 */
export interface Store extends AsyncDisposable {
  /** The chain that the store is for; null if it was never named. */
  readonly chain: ChainIdentity | null
  /** Takes a snapshot of the last commit. Dispose of it soon: what it reads cannot be removed before. */
  snapshot(): MaybePromise<Snapshot>
  /**
   * Changes the store in one commit, which is durable when this returns. A reorg passes both `keepUpTo` and `blocks`.
   *
   * @throws HistoryError, and nothing has changed: `unwritable`, `read-only`
   * - `contiguity`: a block does not follow the one before it, or a commit to a cluster replaces more than 8,192 blocks
   * - `chain`: block 0 is another chain's
   * - `anchor`: a trusted or finalized block would be removed, a named block is not stored, or finalized is above safe
   */
  commit(change: StoreChange): MaybePromise<void>
  /**
   * Moves the oldest blocks that are not in the cold form into it, apart from the newest `hot`, in one commit. Readers do not see it. Returns null if
   * there are none left.
   *
   * @throws HistoryError `unwritable`, `read-only` or `damaged`
   */
  compact(options: CompactOptions): Promise<CompactStep | null>
  /** Counts the stored blocks, transactions and bytes. */
  report(): MaybePromise<StoreReport>
  /** Reads all of the hash index, in steps. Throws HistoryError `damaged`. */
  checkIndex(): Iterable<void> | AsyncIterable<void>
  /** Whether another store has taken this one's path. @default never */
  isReplaced?(): boolean
  /** Proofs of what is stored now: each names its block, so it needs no snapshot. */
  readonly proofs: Proofs
}

/** Returns the head of a store now. */
export async function readHead(store: {
  snapshot(): MaybePromise<Pick<Snapshot, 'head'> & AsyncDisposable>
}): Promise<Head | null> {
  await using snapshot = await store.snapshot()
  return snapshot.head
}

/** Returns the bytes of a block, its receipts and claims, about so many if it comes with frames. */
export const bytesOf = (
  block: Pick<StoredBlock, 'size' | 'transactions' | 'raw'>,
  frames?: readonly PackedFrame[],
): number => {
  const rest = block.size + (block.raw.claims?.length ?? 0)
  return frames
    ? frames.reduce((sum, { receipts, hashes }) => sum + receipts.size + BLOOMS * hashes.size, rest)
    : block.transactions.reduce((sum, { receipt }) => sum + receipt.length, rest)
}

const BLOOMS = 256 / 32 // a frame has no blooms, but a hash of each transaction

/** The companions that a store answers; the server names itself. */
export type StoredCompanions = Omit<Companions, 'web3_clientVersion'>

/** A store at one commit. Its methods return results as JSON bytes. Throws HistoryError `closed` once it is disposed of. */
export interface Snapshot extends Methods, StoredCompanions, AsyncDisposable {
  /** Null if no block is stored; the same object for the same commit. */
  readonly head: Head | null
  /** Returns 32 bytes; undefined if the block is not stored. */
  blockHash(number: bigint): MaybePromise<Uint8Array | undefined>
  /** Returns the number of the stored block of a 32-byte hash; undefined if it is not stored. */
  blockNumber(hash: Uint8Array): MaybePromise<bigint | undefined>
  /** Reads headers in order, from one number to another, both included, at a hundredth of the cost of blocks. */
  headers(from?: bigint, to?: bigint): Iterable<StoredHeader> | AsyncIterable<StoredHeader>
  /** Reads blocks in order, from one number to another, both included. */
  blocks(from?: bigint, to?: bigint): Iterable<StoredBlock> | AsyncIterable<StoredBlock>
  /**
   * Compares each stored byte of a verified block, in all copies, with the bytes of a commit, and looks up each of its hashes. `first`
   * transactions are before it. Throws HistoryError `block` for the first difference, or `damaged`.
   */
  checkBlock(block: VerifiedBlock, first: number): MaybePromise<void>
  /** Compares the store's counts with the checked blocks, from the lowest on. Throws HistoryError `block` or `damaged`. */
  checkState(checked: Checked): MaybePromise<void>
}

/** The blocks that were checked. */
export interface Checked {
  /** The number of the last one. */
  readonly last: number
  /** The number of transactions in them. */
  readonly transactions: number
}

/** Which blocks are moved into the cold form at a time. */
export interface CompactOptions {
  /** The number of newest blocks that stay. */
  readonly hot: number
  /** The most blocks of one commit. @default 64 */
  readonly blocks?: number
  /** The bytes of blocks and receipts after which a commit ends. @default 16 MiB */
  readonly bytes?: number
  /** Whether a call that moves nothing waits until the space of moved blocks is free: in a cluster minutes. @default false */
  readonly isComplete?: boolean
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined
}

/** The cold blocks after a step. */
export interface CompactStep {
  /** The number of the last block in it; blocks below are too. */
  readonly number: bigint
  /** How many blocks it moved. */
  readonly blocks: number
  /** How many blocks are left to move. */
  readonly left: number
}

/** One commit; absent members change nothing. */
export interface StoreChange {
  /** Removes the blocks above this number first, and lowers `safe` to it. A number below the lowest empties the store. */
  readonly keepUpTo?: bigint
  /** Added after the head, each the child of the one before it. */
  readonly blocks?: readonly VerifiedBlock[]
  /** The first blocks, compressed: they are written in the cold form if all blocks before them are in it. */
  readonly frames?: readonly (readonly PackedFrame[])[]
  /** A stored block to trust. One below the present anchor changes nothing. */
  readonly anchor?: BlockName & { readonly grounds?: Grounds | null }
  /** The highest safe block; null: none is known. */
  readonly safe?: bigint | null
  /** The highest finalized block, not above the safe one; null: none is known. */
  readonly finalized?: bigint | null
  /** Blocks that must be stored under these hashes after the commit. */
  readonly expected?: readonly BlockName[]
  /** The last stored block that was executed, with all before it. A lower number than the present one changes nothing. */
  readonly executed?: bigint
}

/** Adjacent transactions of a block in the cold form, and their sums. Nothing depends on where the block is stored. */
export interface PackedFrame {
  readonly bodies: PackedPart
  readonly receipts: PackedPart
  readonly hashes: PackedPart
  readonly gasUsed: bigint
  readonly logs: number
}

/** A part of a frame: its bytes, and their number before compression. */
export interface PackedPart {
  readonly bytes: Uint8Array
  readonly size: number
}

/** The state of a store at one commit. */
export interface Head extends BlockName {
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** The lowest stored block. */
  readonly lowest: bigint
  /** The highest block whose hash is trusted. */
  readonly anchor: Anchor | null
  /** Lower anchors with other grounds, the lowest first: each vouches for the blocks up to it. */
  readonly earlier?: readonly Pick<Anchor, 'number' | 'grounds'>[]
  /** The highest block that was executed with all stored ones below it. */
  readonly executed?: bigint
  /** The highest safe block: the tag `safe`. */
  readonly safe: bigint | null
  /** The highest finalized block: the tag `finalized`. */
  readonly finalized: bigint | null
}

/** A trusted block, and so all before it. */
export interface Anchor extends BlockName {
  /** Null if they are not known. */
  readonly grounds: Grounds | null
}

/** The reason to trust a block's hash. */
export type Grounds =
  | 'stated' // an operator named it
  | 'accumulator' // accumulator roots that an operator named
  | 'built-in' // the accumulator roots that are built in
  | 'historical-roots' // a history proof that ends at the beacon chain's historical roots
  | 'summaries' // or at its historical summaries
  | 'sync-committee' // its sync committee signed it as finalized

/** The chain of a store. */
export interface ChainIdentity {
  /** 32 bytes. */
  readonly genesisHash: Uint8Array
  readonly config: ChainConfig
}

/** The size of a store. */
export interface StoreReport {
  readonly blocks: number
  readonly transactions: number
  /** Used disk space. */
  readonly bytes: number
  /** The number of blocks in the cold form; absent if there are none. */
  readonly cold?: number
}

/** A stored block: its parts without requests, and the facts derived from them. */
export type StoredBlock = Pick<
  VerifiedBlock,
  'number' | 'hash' | 'raw' | 'size' | 'blobGasPrice' | 'transactions'
>

/** A stored header, without the rest of its block. */
export interface StoredHeader extends BlockName {
  /** RLP. */
  readonly header: Uint8Array
}

/**
 * Proofs of stored blocks; null if the block or transaction is not stored. They are made in steps of about a millisecond, so that other
 * requests get their turn. A step that yields a promise waits for the store.
 */
export interface Proofs {
  block(number: bigint): MaybePromise<BlockProof | null>
  /** Makes a TransactionProof for a 32-byte hash, `0x` hex. */
  transaction(hash: `0x${string}`): Steps<ProofJson | null>
  /** Makes a ReceiptProof for the 32-byte hash of its transaction, `0x` hex. */
  receipt(hash: `0x${string}`): Steps<ProofJson | null>
}

/** The JSON of a proof in pieces, each made when it is read. Proofs share them: do not change them. */
export type ProofJson = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Work in steps. A yielded promise must settle before the next step. */
export type Steps<T> = Generator<void | Promise<void>, T>

/** The same members without promises, as the embedded store has them. */
export type Sync<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R
    ? (...args: A) => Exclude<R, Promise<unknown> | AsyncIterable<unknown>>
    : T[K]
}
