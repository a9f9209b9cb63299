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
import type { Answers, Verify, WireAnswers } from './plug.ts'

/** What holds for one call. */
export interface CallOptions {
  /** Gives the call up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Proves this result otherwise than the client's `verify`; false takes it unproven. */
  readonly verify?: Verify | false | undefined
}

/** What holds for a question for a block. */
export interface BlockOptions extends CallOptions {
  /** Whether the block comes with its transactions whole, instead of their hashes. */
  readonly transactions?: boolean | undefined
}

/** A block's number, as a bigint, a safe integer or 0x hex, or its tag. */
export type BlockParameter = bigint | number | BlockNumberOrTag

/**
 * The functions of a client. What is not found is null; everything else that is no answer rejects with a
 * ClientError. The eth_ functions are `Methods`, so that a client can be served again.
 */
export interface Client<A extends Answers = WireAnswers> extends Wire<null>, Questions<A, null> {
  /** The same functions for what must be there: ClientError NOT_FOUND instead of null. */
  readonly require: Wire<never> & Questions<A, never>
}

/** A client can be served again: a method that `Wire` lacks is named here by the compiler. */
export type ServableWire = Served<Wire<null>>
type Served<W extends Methods> = W

/** The methods by their own names, with the parameters and the results of the wire, whatever the client decodes. */
export interface Wire<Absent> {
  /** Gives the transaction that has a hash, as wire JSON. */
  eth_getTransactionByHash(hash: HashParameter, options?: CallOptions): Promise<Transaction | Absent>
  /** Gives the receipt of the transaction that has a hash, as wire JSON. */
  eth_getTransactionReceipt(hash: HashParameter, options?: CallOptions): Promise<Receipt | Absent>
  /** Gives the block that has a number or a tag, as wire JSON; its transactions as hashes (false) or whole (true). */
  eth_getBlockByNumber: AskBlock<Absent>
}

/** The kind of the block follows from return_full_txns where it is written as a literal. */
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

/** The three questions in plain words; their answers are wire JSON, or what the client's `decode` makes of it. */
export interface Questions<A extends Answers, Absent> {
  /** Gives the transaction that has a hash. */
  getTransaction(hash: HashParameter, options?: CallOptions): Promise<A['transaction'] | Absent>
  /** Gives the receipt of the transaction that has a hash. */
  getReceipt(hash: HashParameter, options?: CallOptions): Promise<A['receipt'] | Absent>
  /** Gives the block that has a number or a tag. */
  getBlock: GetBlock<A, Absent>
}

/** The kind of the block follows from `transactions` where it is written as a literal. */
export interface GetBlock<A extends Answers, Absent> {
  (
    block: BlockParameter,
    options: BlockOptions & { readonly transactions: true },
  ): Promise<A['blockWithTransactions'] | Absent>
  (
    block: BlockParameter,
    options?: BlockOptions & { readonly transactions?: false | undefined },
  ): Promise<A['blockWithHashes'] | Absent>
  (
    block: BlockParameter,
    options: BlockOptions,
  ): Promise<A['blockWithHashes'] | A['blockWithTransactions'] | Absent>
}
