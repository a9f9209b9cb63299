import type { Block, BlockNumberOrTag, HashParameter, Methods, Receipt, Transaction } from '@lectern/spec'
import type { BlockOptions, CallOptions, Results, WireResults } from './client-options.ts'

/** A block's number, as a bigint, a safe integer or 0x hex, or its tag. */
export type BlockParameter = bigint | number | BlockNumberOrTag

/**
 * The functions of a client. They resolve to null for what is not found, and reject with a ClientError. The eth_
 * functions are `Methods`, so that a client can be served again.
 */
export interface Client<R extends Results = WireResults, P = unknown>
  extends WireMethods, Getters<R, 'nullable'> {
  /** The same functions, which throw ClientError NOT_FOUND instead of null. */
  readonly orThrow: WireMethods<'required'> & Getters<R, 'required'>
  /** The same functions, which resolve to the result with the report of `verify`, and throw NOT_FOUND instead of null. */
  readonly proven: WireMethods<'proven', P> & Getters<R, 'proven', P>
}

/** The outcome of a function: the result or null, the result, or the result with a report. */
export type Outcome = 'nullable' | 'required' | 'proven'

/** A result as a function resolves to it; `P` is the type of the report. */
export type OutcomeOf<T, O extends Outcome, P> = {
  nullable: T | null
  required: T
  proven: Proven<T, P>
}[O]

/** A result, and the report of its proof: plain data, which a copy keeps. */
export interface Proven<T, P> {
  readonly result: T
  readonly report: P
}

/** The compiler names here a method that `WireMethods` lacks. */
export type ServableMethods = Served<WireMethods>
type Served<W extends Methods> = W

/** The methods by their own names, with the parameters and the results of the wire, whatever the client decodes. */
export interface WireMethods<O extends Outcome = 'nullable', P = unknown> {
  /** Gets a transaction by its hash, as wire JSON. */
  eth_getTransactionByHash(
    hash: HashParameter,
    options?: CallOptions<P>,
  ): Promise<OutcomeOf<Transaction, O, P>>
  /** Gets the receipt of a transaction by the transaction's hash, as wire JSON. */
  eth_getTransactionReceipt(hash: HashParameter, options?: CallOptions<P>): Promise<OutcomeOf<Receipt, O, P>>
  /** Gets a block by its number or tag, as wire JSON; its transactions as hashes (false) or as objects (true). */
  eth_getBlockByNumber<Full extends boolean>(
    block_number: BlockNumberOrTag,
    return_full_txns: Full,
    options?: CallOptions<P>,
  ): Promise<OutcomeOf<WireBlock<Full>, O, P>>
}

/** The methods by short names; their results are wire JSON, or what the client's `decode` makes of it. */
export interface Getters<R extends Results, O extends Outcome, P = unknown> {
  /** Gets a transaction by its hash. */
  getTransaction(hash: HashParameter, options?: CallOptions<P>): Promise<OutcomeOf<R['transaction'], O, P>>
  /** Gets the receipt of a transaction by the transaction's hash. */
  getReceipt(hash: HashParameter, options?: CallOptions<P>): Promise<OutcomeOf<R['receipt'], O, P>>
  /** Gets a block by its number or tag. */
  getBlock<Full extends boolean = false>(
    block: BlockParameter,
    options?: BlockOptions<Full, P>,
  ): Promise<OutcomeOf<BlockOf<R, Full>, O, P>>
}

/** The type of a block: with its transactions as objects if `Full` is true, as hashes if false, either if boolean. */
export type BlockOf<R extends Results, Full extends boolean> = Full extends true
  ? R['blockWithTransactions']
  : R['blockWithHashes']

export type WireBlock<Full extends boolean> = boolean extends Full ? Block : BlockOf<WireResults, Full>
