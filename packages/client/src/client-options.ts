import type {
  Block,
  BlockWithHashes,
  BlockWithTransactions,
  CompanionName,
  MethodName,
  Receipt,
  Transaction,
} from '@lectern/spec'
import type { Call, ClientEvent, Reply, Transport } from './transport/transport.ts'

/** The options of a client. */
export interface ClientOptions<R extends Results = WireResults, P = unknown> {
  /** The URL of an endpoint, or a transport: `http(…)`, `failover([…])`. */
  readonly transport: string | URL | Transport
  /** Milliseconds for a full call: every attempt, wait and endpoint, and the proof. @default 30_000 */
  readonly deadline?: number | undefined
  /** Proves each result; `verifier(…)` of @lectern/client/verify creates one. @default none: results are not proven */
  readonly verify?: Verify<P> | undefined
  /** Checks each result against the document's schemas: `strictShape`, or `lenientShape(…)`. @default none */
  readonly validate?: Validate | undefined
  /** Decodes the results of getTransaction, getReceipt and getBlock: `bigints` makes a bigint of each quantity. @default none: wire JSON */
  readonly decode?: Decode<R> | undefined
  /** Called for each event of a call. Errors it throws are ignored. @default none */
  readonly onEvent?: ((event: ClientEvent) => unknown) | undefined
}

/** The options of one call. */
export interface CallOptions<P = unknown> {
  /** Aborts the call, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined
  /** Proves this result instead of the client's `verify`; false leaves it unproven. @default the client's */
  readonly verify?: Verify<P> | false | undefined
}

/** The options of a call for a block. */
export interface BlockOptions<Full extends boolean = boolean, P = unknown> extends CallOptions<P> {
  /** Whether the block has its transactions as objects, instead of their hashes. @default false */
  readonly transactions?: Full | undefined
}

/**
 * Proves a result, never null, as the wire had it. Resolves to a report, which `client.proven` returns. Throws a
 * ClientError (UNVERIFIED) for a result that it refutes, its message without the method, which the client adds. `ask` performs further calls at the endpoint that sent the result, with the same deadline. `endpoint` is one object per endpoint.
 */
export interface Verify<P = unknown> {
  (call: Call<MethodName>, reply: Reply, ask: Ask, signal: AbortSignal, endpoint: object): Promise<P> | P
  /** Replaces a call before it is sent. */
  readonly locate?: Locate | undefined
}

/** Returns the call to send instead of another one, such as one for a number instead of a tag; or the same call. */
export type Locate = (call: Call<MethodName>, ask: Ask, signal: AbortSignal) => Promise<Call<MethodName>>

/** Performs a method or a companion with its wire parameters. Resolves to the wire result. */
export type Ask = (method: MethodName | CompanionName, params: readonly unknown[]) => Promise<unknown>

/** Checks each result that answers its call. May throw a ClientError, its message without the method. */
export type Validate = (method: MethodName, result: unknown) => void

/** The types that getTransaction, getReceipt and getBlock resolve to, as well as null. */
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

/** Decodes the results of getTransaction, getReceipt and getBlock. */
export interface Decode<R extends Results> {
  readonly eth_getTransactionByHash: (result: Transaction) => R['transaction']
  readonly eth_getTransactionReceipt: (result: Receipt) => R['receipt']
  readonly eth_getBlockByNumber: (result: Block) => R['blockWithHashes'] | R['blockWithTransactions']
}
