import type {
  Block,
  BlockNumberOrTag,
  BlockWithHashes,
  BlockWithTransactions,
  HashParameter,
  Methods,
  Receipt,
  Transaction,
} from '@lectern/spec'
import type { BlockOptions, CallOptions, Results, WireResults } from './client-options.ts'

/** A block's number, as a bigint, a safe integer or 0x hex, or its tag. */
export type BlockParameter = bigint | number | BlockNumberOrTag

/**
 * The functions of a client. They resolve to null for what is not found, and reject with a ClientError. The eth_
 * functions are `Methods`, so that a client can be served again.
 */
export interface Client<R extends Results = WireResults> extends WireMethods<null>, Getters<R, null> {
  /** The same functions, which throw ClientError NOT_FOUND in place of null. */
  readonly orThrow: WireMethods<never> & Getters<R, never>
}

/** The compiler names here a method that `WireMethods` lacks. */
export type ServableMethods = Served<WireMethods<null>>
type Served<W extends Methods> = W

/** The methods by their own names, with the parameters and the results of the wire, whatever the client decodes. */
export interface WireMethods<Absent> {
  /** Gets a transaction by its hash, as wire JSON. */
  eth_getTransactionByHash(hash: HashParameter, options?: CallOptions): Promise<Transaction | Absent>
  /** Gets the receipt of a transaction by the transaction's hash, as wire JSON. */
  eth_getTransactionReceipt(hash: HashParameter, options?: CallOptions): Promise<Receipt | Absent>
  /** Gets a block by its number or tag, as wire JSON; its transactions as hashes (false) or as objects (true). */
  eth_getBlockByNumber: AskBlock<Absent>
}

/** Its result type follows from return_full_txns, if that is a literal. */
export interface AskBlock<Absent = null> {
  (
    block_number: BlockNumberOrTag,
    return_full_txns: false,
    options?: CallOptions,
  ): Promise<BlockWithHashes | Absent>
  (
    block_number: BlockNumberOrTag,
    return_full_txns: true,
    options?: CallOptions,
  ): Promise<BlockWithTransactions | Absent>
  (block_number: BlockNumberOrTag, return_full_txns: boolean, options?: CallOptions): Promise<Block | Absent>
}

/** The methods by short names; their results are wire JSON, or what the client's `decode` makes of it. */
export interface Getters<R extends Results, Absent> {
  /** Gets a transaction by its hash. */
  getTransaction(hash: HashParameter, options?: CallOptions): Promise<R['transaction'] | Absent>
  /** Gets the receipt of a transaction by the transaction's hash. */
  getReceipt(hash: HashParameter, options?: CallOptions): Promise<R['receipt'] | Absent>
  /** Gets a block by its number or tag. */
  getBlock: GetBlock<R, Absent>
}

/** Its result type follows from `transactions`, if that is a literal. */
export interface GetBlock<R extends Results, Absent> {
  (
    block: BlockParameter,
    options: BlockOptions & { readonly transactions: true },
  ): Promise<R['blockWithTransactions'] | Absent>
  (
    block: BlockParameter,
    options?: BlockOptions & { readonly transactions?: false | undefined },
  ): Promise<R['blockWithHashes'] | Absent>
  (
    block: BlockParameter,
    options: BlockOptions,
  ): Promise<R['blockWithHashes'] | R['blockWithTransactions'] | Absent>
}
