import type { BlockContext } from '@lectern/chain/internal'
import type { MaybePromise } from '@lectern/spec'
import type { Head } from '../interface.ts'

/** What results are made of: the records of a store at one commit, or as they are now. */
export interface Reader<B extends BlockRecord = BlockRecord> {
  /** The same object for the same commit. */
  head(): Head | null
  /** The chain's id; null where nobody has said. */
  chainId(): MaybePromise<bigint | null>
  /** The number of the stored block of a 32-byte hash; undefined if it is not stored. */
  blockNumber(hash: Uint8Array): MaybePromise<number | undefined>
  /** undefined if the block is not stored. */
  block(number: number): MaybePromise<(B & BlockParts) | undefined>
  /** The same without its parts. */
  blockRecord(number: number): MaybePromise<B | undefined>
  /** The hashes of a block's transactions, 32 bytes each, one after the other. */
  blockHashes(block: B): MaybePromise<Uint8Array>
  /** Some of a block's transactions, by their indexes: all if none are given; the last is not included. Each is good until the next one is read; without receipts they have empty ones. */
  transactions(
    block: B,
    from?: number,
    to?: number,
    hasReceipts?: boolean,
  ): MaybePromise<Iterable<TransactionRecord>>
  /** The transaction of a 32-byte hash, good until the next one is read; undefined if it is not stored. */
  transaction(hash: Uint8Array): MaybePromise<TransactionRecord | undefined>
}

/** A reader whose members return no promise. */
export type SyncReader<B extends BlockRecord = BlockRecord> = {
  [K in keyof Reader<B>]: (
    ...args: Parameters<Reader<B>[K]>
  ) => Exclude<ReturnType<Reader<B>[K]>, Promise<unknown>>
}

/** A stored transaction: what the chain commits to, and what is expensive to compute again. */
export interface TransactionRecord {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The sender, 20 bytes. */
  readonly from: Uint8Array
  /** Its block's. */
  readonly number: number
  readonly index: number
  /** How many logs the block's earlier transactions wrote. */
  readonly firstLogIndex: number
  readonly gasUsed: bigint
  /** EIP-2718 bytes. */
  readonly bytes: Uint8Array
  /** The receipt's EIP-2718 bytes, with bloom: its zeros pack well, and computing it takes a keccak (5 µs) for each address and topic. */
  readonly receipt: Uint8Array
}

/** What the JSON of a block's transactions takes from it, its size and how many they are. */
export interface BlockRecord extends Omit<BlockContext, 'number'> {
  readonly count: number
  /** The length in bytes of the whole block's RLP. */
  readonly size: number
}

/** The parts of a block but its transactions. */
export interface BlockParts {
  /** RLP. */
  readonly header: Uint8Array
  /** RLP headers. */
  readonly uncles: readonly Uint8Array[]
  /** RLP items; absent before Shanghai. */
  readonly withdrawals?: readonly Uint8Array[] | undefined
}
