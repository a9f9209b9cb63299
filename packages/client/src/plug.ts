import type {
  Block,
  BlockWithHashes,
  BlockWithTransactions,
  MethodName,
  Receipt,
  Transaction,
} from '@lectern/spec'
import type { Reply } from './transport.ts'

/** What a client was asked. */
export interface Question {
  readonly method: MethodName
  readonly params: readonly unknown[]
}

/**
 * Proves a result, never null, as it came over the wire; throws a ClientError (UNVERIFIED, its sentence without the
 * method, which the client puts before it) for one that is refuted. `ask` brings further results from the endpoint
 * that gave this one, within the same bounds, each bound to its own question; `signal` ends with the call. What it
 * resolves to is its report, which the event `verified` carries.
 */
export type Verify = (
  question: Question,
  reply: Reply,
  ask: Ask,
  signal: AbortSignal,
) => Promise<unknown> | unknown

/** What a `verify` reported of each result that a client gave, of its copies and of what was decoded from it. */
export const reports: WeakMap<object, unknown> = new WeakMap()

/** Asks a method, by its wire parameters, for its wire result. */
export type Ask = (method: MethodName, params: readonly unknown[]) => Promise<unknown>

/** Looks at each result that is the answer to its question; may throw a ClientError, its sentence without the method. */
export type Validate = (method: MethodName, result: unknown) => void

/** What getTransaction, getReceipt and getBlock give, null apart. */
export interface Answers {
  readonly transaction: object
  readonly receipt: object
  readonly blockWithHashes: object
  readonly blockWithTransactions: object
}

/** The JSON of the wire, typed from the document. */
export interface WireAnswers {
  readonly transaction: Transaction
  readonly receipt: Receipt
  readonly blockWithHashes: BlockWithHashes
  readonly blockWithTransactions: BlockWithTransactions
}

/** Makes of each result what getTransaction, getReceipt and getBlock shall give; `values` is one. */
export interface Decode<A extends Answers> {
  eth_getTransactionByHash(result: Transaction): A['transaction']
  eth_getTransactionReceipt(result: Receipt): A['receipt']
  eth_getBlockByNumber(result: Block): A['blockWithHashes'] | A['blockWithTransactions']
}
