// Generated from openrpc.json (sha256 322fad9ee0d978494918c527a7006ca83b4b5c69e98680e4bffcbc00325579e5) by packages/spec/generate. Run `npm run generate` instead of editing.
import type {
  Quantity,
  HashParameter,
  BlockNumberOrTag,
  BlockReference,
  IndexParameter,
  Transaction,
  Receipt,
  Block,
  Uncle,
  SyncStatus,
  Capabilities,
} from './types.gen.ts'

/** The parameters and the result of each method, as JSON. */
export interface Signatures {
  /**
   * Returns the transaction with this hash and its position in its block; null when no stored block contains
   * it. Every stored transaction is found, however old.
   */
  eth_getTransactionByHash: { params: [tx_hash: HashParameter]; result: Transaction | null }
  /**
   * Returns the receipt of the transaction with this hash: the result of its execution; null when no stored
   * block contains it. Every transaction that eth_getTransactionByHash finds has a receipt.
   */
  eth_getTransactionReceipt: { params: [tx_hash: HashParameter]; result: Receipt | null }
  /**
   * Returns a block with its transactions as hashes or whole; null for a number above the highest stored
   * block and for a tag that names no block; error 4444 for a number below the lowest stored block.
   */
  eth_getBlockByNumber: {
    params: [block_number: BlockNumberOrTag, return_full_txns: boolean]
    result: Block | null
  }
}

/** The parameters and the result of each companion, as JSON. */
export interface CompanionSignatures {
  /**
   * Returns the chain id of EIP-155, by which the signatures of one chain do not count on another. It is the
   * same for as long as the server runs.
   */
  eth_chainId: { params: []; result: Quantity }
  /**
   * Returns the number of the block that the tag latest names. In a batch it is the latest block of all its
   * calls.
   */
  eth_blockNumber: { params: []; result: Quantity }
  /**
   * Returns the chain id as decimal digits: nodes of one chain have it as their network id, unless they are
   * set up otherwise.
   */
  net_version: { params: []; result: string }
  /** Returns the name and the version of the server, its platform and its runtime, joined by slashes. */
  web3_clientVersion: { params: []; result: string }
  /**
   * Returns a block with its transactions as hashes or whole, as eth_getBlockByNumber does; null when no
   * stored block has this hash. A block that a reorg removed is not stored.
   */
  eth_getBlockByHash: { params: [block_hash: HashParameter, return_full_txns: boolean]; result: Block | null }
  /**
   * Returns the uncle at this index of the block with this hash, as a block without transactions; null when
   * no stored block has this hash, and for an index above its uncles.
   */
  eth_getUncleByBlockHashAndIndex: {
    params: [block_hash: HashParameter, uncle_index: IndexParameter]
    result: Uncle | null
  }
  /**
   * Returns false, or an object while the server is more than 32 blocks behind the nodes that it follows. A
   * server that follows none in its own process returns false.
   */
  eth_syncing: { params: []; result: SyncStatus }
  /**
   * Returns the head, and the lowest stored block as the oldest one of transactions, receipts and blocks.
   * State, logs and proofs of state are disabled. Source: execution-apis.
   */
  eth_capabilities: { params: []; result: Capabilities }
  /** Returns true, since only a server that listens replies. */
  net_listening: { params: []; result: boolean }
  /**
   * Returns the receipts in the order of the transactions, each as eth_getTransactionReceipt does; an empty
   * array for a block without transactions, null when there is no such block.
   */
  eth_getBlockReceipts: { params: [block: BlockReference]; result: Receipt[] | null }
  /**
   * Returns a transaction as eth_getTransactionByHash does; null when the block has none at this index, or no
   * stored block has this hash.
   */
  eth_getTransactionByBlockHashAndIndex: {
    params: [block_hash: HashParameter, transaction_index: IndexParameter]
    result: Transaction | null
  }
  /**
   * Returns a transaction as eth_getTransactionByHash does; null when the block has none at this index, or
   * there is no such block.
   */
  eth_getTransactionByBlockNumberAndIndex: {
    params: [block_number: BlockNumberOrTag, transaction_index: IndexParameter]
    result: Transaction | null
  }
  /** Returns the number of transactions; null when no stored block has this hash. */
  eth_getBlockTransactionCountByHash: { params: [block_hash: HashParameter]; result: Quantity | null }
  /** Returns the number of transactions; null when there is no such block. */
  eth_getBlockTransactionCountByNumber: { params: [block_number: BlockNumberOrTag]; result: Quantity | null }
}

/** The name of a method. */
export type MethodName = keyof Signatures
/** The name of a companion. */
export type CompanionName = keyof CompanionSignatures
type AnySignatures = Signatures & CompanionSignatures
/** The parameters of a method or companion, in order: `Params<'eth_getBlockByNumber'>`. */
export type Params<M extends MethodName | CompanionName> = AnySignatures[M]['params']
/** The result of a method or companion: `Result<'eth_getBlockByNumber'>`. */
export type Result<M extends MethodName | CompanionName> = AnySignatures[M]['result']

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
   * Returns the transaction with this hash and its position in its block; null when no stored block contains
   * it. Every stored transaction is found, however old.
   * @param tx_hash Hash of the transaction.
   * @returns The transaction, or null.
   */
  eth_getTransactionByHash: (
    tx_hash: HashParameter,
  ) => MaybePromise<Result<'eth_getTransactionByHash'> | Json<Result<'eth_getTransactionByHash'>>>
  /**
   * Returns the receipt of the transaction with this hash: the result of its execution; null when no stored
   * block contains it. Every transaction that eth_getTransactionByHash finds has a receipt.
   * @param tx_hash Hash of the transaction.
   * @returns The receipt, or null.
   */
  eth_getTransactionReceipt: (
    tx_hash: HashParameter,
  ) => MaybePromise<Result<'eth_getTransactionReceipt'> | Json<Result<'eth_getTransactionReceipt'>>>
  /**
   * Returns a block with its transactions as hashes or whole; null for a number above the highest stored
   * block and for a tag that names no block; error 4444 for a number below the lowest stored block.
   * @param block_number Number of the block, or a tag.
   * @param return_full_txns True for the transactions themselves, false for their hashes.
   * @returns The block, or null.
   */
  eth_getBlockByNumber: (
    block_number: BlockNumberOrTag,
    return_full_txns: boolean,
  ) => MaybePromise<Result<'eth_getBlockByNumber'> | Json<Result<'eth_getBlockByNumber'>>>
}

/** The document's helper methods as functions, which clients call before or after the methods. A server may have all, some or none. */
export interface Companions {
  /**
   * Returns the chain id of EIP-155, by which the signatures of one chain do not count on another. It is the
   * same for as long as the server runs.
   * @returns The chain id.
   */
  eth_chainId: () => MaybePromise<Result<'eth_chainId'> | Json<Result<'eth_chainId'>>>
  /**
   * Returns the number of the block that the tag latest names. In a batch it is the latest block of all its
   * calls.
   * @returns The number of the highest stored block.
   */
  eth_blockNumber: () => MaybePromise<Result<'eth_blockNumber'> | Json<Result<'eth_blockNumber'>>>
  /**
   * Returns the chain id as decimal digits: nodes of one chain have it as their network id, unless they are
   * set up otherwise.
   * @returns The network id.
   */
  net_version: () => MaybePromise<Result<'net_version'> | Json<Result<'net_version'>>>
  /**
   * Returns the name and the version of the server, its platform and its runtime, joined by slashes.
   * @returns Name, version, platform and runtime.
   */
  web3_clientVersion: () => MaybePromise<Result<'web3_clientVersion'> | Json<Result<'web3_clientVersion'>>>
  /**
   * Returns a block with its transactions as hashes or whole, as eth_getBlockByNumber does; null when no
   * stored block has this hash. A block that a reorg removed is not stored.
   * @param block_hash Hash of the block.
   * @param return_full_txns True for the transactions themselves, false for their hashes.
   * @returns The block, or null.
   */
  eth_getBlockByHash: (
    block_hash: HashParameter,
    return_full_txns: boolean,
  ) => MaybePromise<Result<'eth_getBlockByHash'> | Json<Result<'eth_getBlockByHash'>>>
  /**
   * Returns the uncle at this index of the block with this hash, as a block without transactions; null when
   * no stored block has this hash, and for an index above its uncles.
   * @param block_hash Hash of the block.
   * @param uncle_index Index of the uncle in the block, from zero.
   * @returns The uncle, or null.
   */
  eth_getUncleByBlockHashAndIndex: (
    block_hash: HashParameter,
    uncle_index: IndexParameter,
  ) => MaybePromise<
    Result<'eth_getUncleByBlockHashAndIndex'> | Json<Result<'eth_getUncleByBlockHashAndIndex'>>
  >
  /**
   * Returns false, or an object while the server is more than 32 blocks behind the nodes that it follows. A
   * server that follows none in its own process returns false.
   * @returns False, or the progress.
   */
  eth_syncing: () => MaybePromise<Result<'eth_syncing'> | Json<Result<'eth_syncing'>>>
  /**
   * Returns the head, and the lowest stored block as the oldest one of transactions, receipts and blocks.
   * State, logs and proofs of state are disabled. Source: execution-apis.
   * @returns The capabilities.
   */
  eth_capabilities: () => MaybePromise<Result<'eth_capabilities'> | Json<Result<'eth_capabilities'>>>
  /**
   * Returns true, since only a server that listens replies.
   * @returns True.
   */
  net_listening: () => MaybePromise<Result<'net_listening'> | Json<Result<'net_listening'>>>
  /**
   * Returns the receipts in the order of the transactions, each as eth_getTransactionReceipt does; an empty
   * array for a block without transactions, null when there is no such block.
   * @param block Number, tag or hash of the block; also in an object (EIP-1898).
   * @returns The receipts, or null.
   */
  eth_getBlockReceipts: (
    block: BlockReference,
  ) => MaybePromise<Result<'eth_getBlockReceipts'> | Json<Result<'eth_getBlockReceipts'>>>
  /**
   * Returns a transaction as eth_getTransactionByHash does; null when the block has none at this index, or no
   * stored block has this hash.
   * @param block_hash Hash of the block.
   * @param transaction_index Index of the transaction in the block, from zero.
   * @returns The transaction, or null.
   */
  eth_getTransactionByBlockHashAndIndex: (
    block_hash: HashParameter,
    transaction_index: IndexParameter,
  ) => MaybePromise<
    Result<'eth_getTransactionByBlockHashAndIndex'> | Json<Result<'eth_getTransactionByBlockHashAndIndex'>>
  >
  /**
   * Returns a transaction as eth_getTransactionByHash does; null when the block has none at this index, or
   * there is no such block.
   * @param block_number Number of the block, or a tag.
   * @param transaction_index Index of the transaction in the block, from zero.
   * @returns The transaction, or null.
   */
  eth_getTransactionByBlockNumberAndIndex: (
    block_number: BlockNumberOrTag,
    transaction_index: IndexParameter,
  ) => MaybePromise<
    | Result<'eth_getTransactionByBlockNumberAndIndex'>
    | Json<Result<'eth_getTransactionByBlockNumberAndIndex'>>
  >
  /**
   * Returns the number of transactions; null when no stored block has this hash.
   * @param block_hash Hash of the block.
   * @returns The number of transactions, or null.
   */
  eth_getBlockTransactionCountByHash: (
    block_hash: HashParameter,
  ) => MaybePromise<
    Result<'eth_getBlockTransactionCountByHash'> | Json<Result<'eth_getBlockTransactionCountByHash'>>
  >
  /**
   * Returns the number of transactions; null when there is no such block.
   * @param block_number Number of the block, or a tag.
   * @returns The number of transactions, or null.
   */
  eth_getBlockTransactionCountByNumber: (
    block_number: BlockNumberOrTag,
  ) => MaybePromise<
    Result<'eth_getBlockTransactionCountByNumber'> | Json<Result<'eth_getBlockTransactionCountByNumber'>>
  >
}

/** A parameter, as the document describes it. */
export interface ParamInfo {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

/** A method, as the document describes it; `errors` are the codes that a well-formed call to it can get. */
export interface MethodInfo<M extends MethodName | CompanionName = MethodName | CompanionName> {
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

/** Each companion by its name. */
export const companions: { readonly [M in CompanionName]: MethodInfo<M> } = {
  eth_chainId: {
    name: 'eth_chainId',
    summary: 'The id of the chain.',
    params: [],
    errors: [-32602, -32603, -32005, -32002],
  },
  eth_blockNumber: {
    name: 'eth_blockNumber',
    summary: 'The number of the highest stored block.',
    params: [],
    errors: [-32602, -32603, -32005, -32002],
  },
  net_version: {
    name: 'net_version',
    summary: 'The id of the network, in decimal.',
    params: [],
    errors: [-32602, -32603, -32005, -32002],
  },
  web3_clientVersion: {
    name: 'web3_clientVersion',
    summary: 'The name and version of the server.',
    params: [],
    errors: [-32602, -32603, -32005],
  },
  eth_getBlockByHash: {
    name: 'eth_getBlockByHash',
    summary: 'The block with a given hash.',
    params: [
      { name: 'block_hash', required: true, description: 'Hash of the block.' },
      {
        name: 'return_full_txns',
        required: true,
        description: 'True for the transactions themselves, false for their hashes.',
      },
    ],
    errors: [-32602, -32603, -32005, -32002],
  },
  eth_getUncleByBlockHashAndIndex: {
    name: 'eth_getUncleByBlockHashAndIndex',
    summary: 'The uncle of a block at a given index.',
    params: [
      { name: 'block_hash', required: true, description: 'Hash of the block.' },
      { name: 'uncle_index', required: true, description: 'Index of the uncle in the block, from zero.' },
    ],
    errors: [-32602, -32603, -32005, -32002],
  },
  eth_syncing: {
    name: 'eth_syncing',
    summary: 'Whether the server is catching up.',
    params: [],
    errors: [-32602, -32603, -32005],
  },
  eth_capabilities: {
    name: 'eth_capabilities',
    summary: 'The data that the server has, and from which block on.',
    params: [],
    errors: [-32602, -32603, -32005, -32002],
  },
  net_listening: {
    name: 'net_listening',
    summary: 'Whether the server listens.',
    params: [],
    errors: [-32602, -32603, -32005],
  },
  eth_getBlockReceipts: {
    name: 'eth_getBlockReceipts',
    summary: 'The receipts of all transactions of a block.',
    params: [
      {
        name: 'block',
        required: true,
        description: 'Number, tag or hash of the block; also in an object (EIP-1898).',
      },
    ],
    errors: [-32602, -32603, -32005, 4444, -32002],
  },
  eth_getTransactionByBlockHashAndIndex: {
    name: 'eth_getTransactionByBlockHashAndIndex',
    summary: 'The transaction at an index of a block, by its hash.',
    params: [
      { name: 'block_hash', required: true, description: 'Hash of the block.' },
      {
        name: 'transaction_index',
        required: true,
        description: 'Index of the transaction in the block, from zero.',
      },
    ],
    errors: [-32602, -32603, -32005, -32002],
  },
  eth_getTransactionByBlockNumberAndIndex: {
    name: 'eth_getTransactionByBlockNumberAndIndex',
    summary: 'The transaction at an index of a block, by its number.',
    params: [
      { name: 'block_number', required: true, description: 'Number of the block, or a tag.' },
      {
        name: 'transaction_index',
        required: true,
        description: 'Index of the transaction in the block, from zero.',
      },
    ],
    errors: [-32602, -32603, -32005, 4444, -32002],
  },
  eth_getBlockTransactionCountByHash: {
    name: 'eth_getBlockTransactionCountByHash',
    summary: 'The number of transactions in a block, by its hash.',
    params: [{ name: 'block_hash', required: true, description: 'Hash of the block.' }],
    errors: [-32602, -32603, -32005, -32002],
  },
  eth_getBlockTransactionCountByNumber: {
    name: 'eth_getBlockTransactionCountByNumber',
    summary: 'The number of transactions in a block, by its number.',
    params: [{ name: 'block_number', required: true, description: 'Number of the block, or a tag.' }],
    errors: [-32602, -32603, -32005, 4444, -32002],
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
  readonly ResourceUnavailable: { readonly code: -32002; readonly message: 'Resource unavailable' }
} = {
  ParseError: { code: -32700, message: 'Parse error' },
  InvalidRequest: { code: -32600, message: 'Invalid request' },
  MethodNotFound: { code: -32601, message: 'Method not found' },
  InvalidParams: { code: -32602, message: 'Invalid params' },
  InternalError: { code: -32603, message: 'Internal error' },
  LimitExceeded: { code: -32005, message: 'Limit exceeded' },
  PrunedHistoryUnavailable: { code: 4444, message: 'Pruned history unavailable' },
  ResourceUnavailable: { code: -32002, message: 'Resource unavailable' },
}

/** The members of the methods' results that all nodes write alike: those that no `x-elsewhere` of the document excludes, by name. */
export const comparedMembers: string =
  'address storageKeys nonce blockHash blockNumber from gas hash input to transactionIndex value accessList maxFeePerGas maxPriorityFeePerGas maxFeePerBlobGas blobVersionedHashes authorizationList topics data transactionHash logIndex removed blobGasUsed contractAddress cumulativeGasUsed effectiveGasPrice gasUsed logs logsBloom status index validatorIndex amount baseFeePerGas blockAccessListHash excessBlobGas extraData gasLimit miner mixHash number parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles slotNumber stateRoot timestamp transactions transactionsRoot uncles withdrawals withdrawalsRoot'

/** The name of an error. */
export type ErrorName = keyof typeof errors
/** The code of an error. */
export type ErrorCode = (typeof errors)[ErrorName]['code']
