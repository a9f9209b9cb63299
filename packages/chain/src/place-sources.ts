import { digitsSource, type Scene, type Source } from './json-plan.ts'
import { putQuantity, putHex, putNumber } from './json-writer.ts'

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

/** What transactions, receipts and logs tell of the transaction's place. */
export const placeSources: Readonly<Record<string, Source<Scene & { place: TransactionPlace }>>> = {
  blockHash: digitsSource((writer, { place }) => putHex(writer, place.block.hash)),
  blockNumber: digitsSource((writer, { place }) => putQuantity(writer, place.block.number)),
  blockTimestamp: digitsSource((writer, { place }) => putQuantity(writer, place.block.timestamp)),
  from: digitsSource((writer, { place }) => putHex(writer, place.from)),
  hash: digitsSource((writer, { place }) => putHex(writer, place.hash)),
  index: digitsSource((writer, { place }) => putNumber(writer, place.index)),
}

/** The place of no transaction, for scenes that wait for one. */
export const nowhere: TransactionPlace = {
  hash: new Uint8Array(),
  from: new Uint8Array(),
  index: 0,
  block: { hash: new Uint8Array(), number: 0n, timestamp: 0n },
}
