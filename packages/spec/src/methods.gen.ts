// Generated from openrpc.json (sha256 6a25a7ff36e0c041d7c5c7ed298b90c8e62be7fd44f3dde23c58703df4940f6f) by packages/spec/generate. Run `npm run generate` instead of editing.
import type { HashParameter, BlockNumberOrTag, Transaction, Receipt, Block } from './types.gen.ts'

/** The parameters and the result of each method, as JSON. */
export interface Signatures {
  /**
   * Gives the transaction with this hash and its position in its block; null when no stored block contains
   * it. Every stored transaction is found, however old.
   */
  eth_getTransactionByHash: { params: [tx_hash: HashParameter]; result: Transaction | null }
  /**
   * Gives the receipt of the transaction with this hash: the result of its execution; null when no stored
   * block contains it. Every transaction that eth_getTransactionByHash finds has a receipt.
   */
  eth_getTransactionReceipt: { params: [tx_hash: HashParameter]; result: Receipt | null }
  /**
   * Gives a block with its transactions as hashes or whole; null for a number above the highest stored block
   * and for a tag that names no block; error 4444 for a number below the lowest stored block.
   */
  eth_getBlockByNumber: {
    params: [block_number: BlockNumberOrTag, return_full_txns: boolean]
    result: Block | null
  }
}

/** The name of a method. */
export type MethodName = keyof Signatures
/** The parameters of a method, in order: `Params<'eth_getBlockByNumber'>`. */
export type Params<M extends MethodName> = Signatures[M]['params']
/** The result of a method: `Result<'eth_getBlockByNumber'>`. */
export type Result<M extends MethodName> = Signatures[M]['result']

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>
/** The UTF-8 bytes of a value's JSON text. */
export type Json<T> = Uint8Array & { readonly __value?: T }

/**
 * The document's methods as functions: a store implements them, a server exposes them, a client has them. A result may be
 * given as the UTF-8 bytes of its JSON. A function that throws replies with an error: the code of the thrown error if it
 * is one of `errors`, else Internal error.
 */
export interface Methods {
  /**
   * Gives the transaction with this hash and its position in its block; null when no stored block contains
   * it. Every stored transaction is found, however old.
   * @param tx_hash Hash of the transaction.
   * @returns The transaction, or null.
   */
  eth_getTransactionByHash: (
    tx_hash: HashParameter,
  ) => MaybePromise<Result<'eth_getTransactionByHash'> | Json<Result<'eth_getTransactionByHash'>>>
  /**
   * Gives the receipt of the transaction with this hash: the result of its execution; null when no stored
   * block contains it. Every transaction that eth_getTransactionByHash finds has a receipt.
   * @param tx_hash Hash of the transaction.
   * @returns The receipt, or null.
   */
  eth_getTransactionReceipt: (
    tx_hash: HashParameter,
  ) => MaybePromise<Result<'eth_getTransactionReceipt'> | Json<Result<'eth_getTransactionReceipt'>>>
  /**
   * Gives a block with its transactions as hashes or whole; null for a number above the highest stored block
   * and for a tag that names no block; error 4444 for a number below the lowest stored block.
   * @param block_number Number of the block, or a tag.
   * @param return_full_txns True for the transactions themselves, false for their hashes.
   * @returns The block, or null.
   */
  eth_getBlockByNumber: (
    block_number: BlockNumberOrTag,
    return_full_txns: boolean,
  ) => MaybePromise<Result<'eth_getBlockByNumber'> | Json<Result<'eth_getBlockByNumber'>>>
}

/** A parameter, as the document describes it. */
export interface ParamInfo {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

/** A method, as the document describes it; `errors` are the codes that a well-formed call to it can get. */
export interface MethodInfo<M extends MethodName = MethodName> {
  readonly name: M
  readonly summary: string
  readonly params: readonly ParamInfo[]
  readonly errors: readonly ErrorCode[]
}

/**
 * Each method by its name.
 *
 * @example methods.eth_getBlockByNumber.params.map(({ name }) => name) // ['block_number', 'return_full_txns']
 */
export const methods: { readonly [M in MethodName]: MethodInfo<M> } = {
  eth_getTransactionByHash: {
    name: 'eth_getTransactionByHash',
    summary: 'The transaction with a given hash.',
    params: [{ name: 'tx_hash', required: true, description: 'Hash of the transaction.' }],
    errors: [-32602, -32603, -32005],
  },
  eth_getTransactionReceipt: {
    name: 'eth_getTransactionReceipt',
    summary: 'The receipt of the transaction with a given hash.',
    params: [{ name: 'tx_hash', required: true, description: 'Hash of the transaction.' }],
    errors: [-32602, -32603, -32005],
  },
  eth_getBlockByNumber: {
    name: 'eth_getBlockByNumber',
    summary: 'The block with a given number or tag.',
    params: [
      { name: 'block_number', required: true, description: 'Number of the block, or a tag.' },
      {
        name: 'return_full_txns',
        required: true,
        description: 'True for the transactions themselves, false for their hashes.',
      },
    ],
    errors: [-32602, -32603, -32005, 4444],
  },
}

/**
 * Each error that the service replies with, by its name in the document.
 *
 * @example errors.PrunedHistoryUnavailable.code // 4444
 */
export const errors: {
  readonly ParseError: { readonly code: -32700; readonly message: 'Parse error' }
  readonly InvalidRequest: { readonly code: -32600; readonly message: 'Invalid request' }
  readonly MethodNotFound: { readonly code: -32601; readonly message: 'Method not found' }
  readonly InvalidParams: { readonly code: -32602; readonly message: 'Invalid params' }
  readonly InternalError: { readonly code: -32603; readonly message: 'Internal error' }
  readonly LimitExceeded: { readonly code: -32005; readonly message: 'Limit exceeded' }
  readonly PrunedHistoryUnavailable: { readonly code: 4444; readonly message: 'Pruned history unavailable' }
} = {
  ParseError: { code: -32700, message: 'Parse error' },
  InvalidRequest: { code: -32600, message: 'Invalid request' },
  MethodNotFound: { code: -32601, message: 'Method not found' },
  InvalidParams: { code: -32602, message: 'Invalid params' },
  InternalError: { code: -32603, message: 'Internal error' },
  LimitExceeded: { code: -32005, message: 'Limit exceeded' },
  PrunedHistoryUnavailable: { code: 4444, message: 'Pruned history unavailable' },
}

/** The name of an error. */
export type ErrorName = keyof typeof errors
/** The code of an error. */
export type ErrorCode = (typeof errors)[ErrorName]['code']
