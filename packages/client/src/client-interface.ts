import type { Block, BlockNumberOrTag, HashParameter, Methods, Receipt, Transaction } from '@lectern/spec'
import type { BlockOptions, CallOptions, Results, WireResults } from './client-options.ts'

/** A block's number, as a bigint, a safe integer or 0x hex, or its tag. */
export type BlockParameter = bigint | number | BlockNumberOrTag

/**
 * The functions of a client. They resolve to null for what is not found, and reject with a ClientError. The eth_
 * functions are `Methods`, so that a client can be served again.
 */
export interface Client<R extends Results = WireResults> extends WireMethods<null>, Getters<R, null> {
  /** The same functions, which throw ClientError NOT_FOUND instead of null. */
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
  eth_getBlockByNumber<Full extends boolean>(
    block_number: BlockNumberOrTag,
    return_full_txns: Full,
    options?: CallOptions,
  ): Promise<(boolean extends Full ? Block : BlockOf<WireResults, Full>) | Absent>
}

/** The methods by short names; their results are wire JSON, or what the client's `decode` makes of it. */
export interface Getters<R extends Results, Absent> {
  /** Gets a transaction by its hash. */
  getTransaction(hash: HashParameter, options?: CallOptions): Promise<R['transaction'] | Absent>
  /** Gets the receipt of a transaction by the transaction's hash. */
  getReceipt(hash: HashParameter, options?: CallOptions): Promise<R['receipt'] | Absent>
  /** Gets a block by its number or tag. */
  getBlock<Full extends boolean = false>(
    block: BlockParameter,
    options?: BlockOptions<Full>,
  ): Promise<BlockOf<R, Full> | Absent>
}

/** The type of a block: with its transactions as objects if `Full` is true, as hashes if false, either if boolean. */
export type BlockOf<R extends Results, Full extends boolean> = Full extends true
  ? R['blockWithTransactions']
  : R['blockWithHashes']
