import { digitsSource, type Source } from './template.ts'
import { putQuantity, putHex, putNumber } from './writer.ts'

/** What an answer says of the block that holds what was asked for. */
export interface BlockPlace {
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly number: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** Wei per gas; from London on. */
  readonly baseFeePerGas?: bigint | undefined
  /** Wei per blob gas; from Cancun on. */
  readonly blobGasPrice?: bigint | undefined
}

/** What an answer says of a transaction beyond its signed fields. */
export interface TransactionPlace {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The sender, 20 bytes. */
  readonly from: Uint8Array
  /** Its place in the block, from 0. */
  readonly index: number
  readonly block: BlockPlace
}

/** What transactions, receipts and logs tell of the transaction's context. */
export const placeSources: Readonly<Record<string, Source<TransactionPlace>>> = {
  blockHash: digitsSource((writer, { context }) => putHex(writer, context.block.hash)),
  blockNumber: digitsSource((writer, { context }) => putQuantity(writer, context.block.number)),
  blockTimestamp: digitsSource((writer, { context }) => putQuantity(writer, context.block.timestamp)),
  from: digitsSource((writer, { context }) => putHex(writer, context.from)),
  hash: digitsSource((writer, { context }) => putHex(writer, context.hash)),
  index: digitsSource((writer, { context }) => putNumber(writer, context.index)),
}

/** The place of no transaction, for scenes that wait for one. */
export const nowhere: TransactionPlace = {
  hash: new Uint8Array(),
  from: new Uint8Array(),
  index: 0,
  block: { hash: new Uint8Array(), number: 0n, timestamp: 0n },
}
