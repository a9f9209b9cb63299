import type { BlockContext, Family, RawBlock, VerifiedTransaction } from '@lectern/chain'
import type { MaybePromise } from '@lectern/spec'
import type { Head, StoredBlock } from '../interface.ts'

/** Reads the records that results are made of, of a store at one commit or as it is now. */
export interface Reader<B extends BlockRecord = BlockRecord> {
  /** Returns the same object for the same commit. */
  head(): Head | null
  /** Returns the chain's id; null if it was never named. */
  chainId(): MaybePromise<bigint | null>
  family(): Family
  /** Returns the number of the stored block of a 32-byte hash; undefined if it is not stored. */
  blockNumber(hash: Uint8Array): MaybePromise<number | undefined>
  /** Returns undefined if the block is not stored. */
  block(number: number): MaybePromise<(B & BlockParts) | undefined>
  /** Returns the same without its parts. */
  blockRecord(number: number): MaybePromise<B | undefined>
  /** Returns the hashes of a block's transactions, 32 bytes each, in one array. */
  blockHashes(block: B): MaybePromise<Uint8Array>
  /** Returns a block's transactions in a range of indexes, the last not included. Each is good until the next one is read. */
  transactions(
    block: B,
    from?: number,
    to?: number,
    hasReceipts?: boolean,
  ): MaybePromise<Iterable<TransactionRecord>>
  /** Returns the transaction of a 32-byte hash, good until the next one is read; undefined if it is not stored. */
  transaction(hash: Uint8Array, hasReceipt?: boolean): MaybePromise<TransactionRecord | undefined>
}

/** A stored transaction, with the facts that are expensive to compute again, and its place. Blooms pack well, and take many keccaks. */
export interface TransactionRecord extends VerifiedTransaction {
  /** Of its block. */
  readonly number: number
  readonly index: number
}

/** The block context of its transactions, its size and their number. */
export interface BlockRecord extends Omit<BlockContext, 'number' | 'family' | 'claims'> {
  readonly count: number
  /** The length of the block's RLP, in bytes. */
  readonly size: number
}

/** The parts of a block without its transactions. */
export interface BlockParts extends Pick<RawBlock, 'header' | 'uncles' | 'withdrawals' | 'claims'> {
  /** Set if its last transaction is in none of its roots. */
  readonly outside?: Uint8Array | true
}

/** Assembles a stored block, and copies its transactions; `hashOf` returns a hash that stays good. */
export function toStoredBlock(
  number: number,
  { hash, size, blobGasPrice, header, uncles, withdrawals, claims, outside }: BlockRecord & BlockParts,
  records: Iterable<TransactionRecord>,
  hashOf: (record: TransactionRecord, index: number) => Uint8Array,
): StoredBlock {
  const transactions = Array.from(records, (record, index): StoredBlock['transactions'][number] => {
    const { from, bytes, receipt, gasUsed, firstLogIndex } = record
    const copies = { from: from.slice(), bytes: bytes.slice(), receipt: receipt.slice() }
    return { hash: hashOf(record, index), ...copies, gasUsed, firstLogIndex }
  })
  const inside = outside ? transactions.slice(0, -1) : transactions
  return {
    number: BigInt(number),
    hash,
    raw: {
      header,
      transactions: inside.map(({ bytes }) => bytes),
      uncles,
      ...(withdrawals && { withdrawals }),
      receipts: inside.map(({ receipt }) => receipt),
      ...(outside && { outside: transactions.at(-1)!.receipt }),
      ...(claims && { claims }),
    },
    size,
    ...(blobGasPrice !== undefined && { blobGasPrice }),
    transactions,
  }
}
