import type {
  Block,
  BlockWithHashes,
  BlockWithTransactions,
  CompanionName,
  MethodName,
  Receipt,
  Transaction,
} from '@lectern/spec'
import type { Call, ClientEvent, Reply, Transport } from './transport.ts'

/** The options of a client. */
export interface ClientOptions<R extends Results = WireResults> {
  /** The URL of an endpoint, or a transport: `http(…)`, `failover([…])`. */
  readonly transport: string | URL | Transport
  /** Milliseconds for a whole call: every try, wait and endpoint, and the proof. @default 30_000 */
  readonly deadline?: number | undefined
  /** Proves each result; `verifier(…)` of @lectern/client/verify makes one. @default none: results are not proven */
  readonly verify?: Verify | undefined
  /** Checks each result against the document's schemas: `strictShape`, or `lenientShape(…)`. @default none */
  readonly validate?: Validate | undefined
  /** Decodes the results of getTransaction, getReceipt and getBlock; `bigints` makes a bigint of each quantity. @default none: wire JSON */
  readonly decode?: Decode<R> | undefined
  /** Called for each event of a call. Errors it throws are ignored. @default none */
  readonly onEvent?: ((event: ClientEvent) => unknown) | undefined
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined
  /** Proves this result instead of the client's `verify`; false leaves it unproven. @default the client's */
  readonly verify?: Verify | false | undefined
}

/** The options of a call for a block. */
export interface BlockOptions<Full extends boolean = boolean> extends CallOptions {
  /** Whether the block comes with its transactions as objects, instead of their hashes. @default false */
  readonly transactions?: Full | undefined
}

/**
 * Proves a result, never null, as the wire had it; throws a ClientError (UNVERIFIED) for one that it refutes, its message
 * without the method, which the client adds. `ask` performs further calls at the endpoint that gave the result, with the
 * same deadline; `signal` aborts with the call; `endpoint` is the same object for each result of one endpoint. Resolves to
 * a report, which the event `verified` carries.
 */
export interface Verify {
  (
    call: Call<MethodName>,
    reply: Reply,
    ask: Ask,
    signal: AbortSignal,
    endpoint: object,
  ): Promise<unknown> | unknown
  /** Replaces a call before it is sent: one for a tag by one for the block that is proven to have it. */
  readonly locate?: Locate | undefined
}

/** Gives the call to send instead of a call, such as one for a number instead of a tag; or the same call. */
export type Locate = (call: Call<MethodName>, ask: Ask, signal: AbortSignal) => Promise<Call<MethodName>>

/**
 * What objects do not show: of each result that a client gave, of each copy of it and of what was decoded from it, the
 * report of `verify`; of a client, the function that performs any call.
 */
export const hidden: WeakMap<object, unknown> = new WeakMap()

/** Performs a method or a companion with its wire parameters; resolves to the wire result. */
export type Ask = (method: MethodName | CompanionName, params: readonly unknown[]) => Promise<unknown>

/** Checks each result that answers its call; may throw a ClientError, its message without the method. */
export type Validate = (method: MethodName, result: unknown) => void

/** The types that getTransaction, getReceipt and getBlock resolve to, beside null. */
export interface Results {
  readonly transaction: object
  readonly receipt: object
  readonly blockWithHashes: object
  readonly blockWithTransactions: object
}

/** The JSON of the wire, typed from the document. */
export interface WireResults {
  readonly transaction: Transaction
  readonly receipt: Receipt
  readonly blockWithHashes: BlockWithHashes
  readonly blockWithTransactions: BlockWithTransactions
}

/** Decodes the results of getTransaction, getReceipt and getBlock; `bigints` is one. */
export interface Decode<R extends Results> {
  eth_getTransactionByHash(result: Transaction): R['transaction']
  eth_getTransactionReceipt(result: Receipt): R['receipt']
  eth_getBlockByNumber(result: Block): R['blockWithHashes'] | R['blockWithTransactions']
}
