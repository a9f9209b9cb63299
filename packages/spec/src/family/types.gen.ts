// Generated from openrpc.json and its overlays by packages/spec/generate. Run `npm run generate` instead of editing.
import type {
  Quantity,
  Bytes,
  Hash,
  Address,
  Bloom,
  BlockNonce,
  TransactionType,
  Parity,
  Status,
  LegacyTransaction,
  AccessListTransaction,
  DynamicFeeTransaction,
  BlobTransaction,
  SetCodeTransaction,
  Transaction,
  Log,
  Receipt,
  Withdrawal,
  BlockTransactions,
  Block,
  BlockWithHashes,
  BlockWithTransactions,
} from '../types.gen.ts'

/** The EIP-2718 type: one of Ethereum's without blobs, or one that ArbOS or layer 1 makes. */
export type ArbitrumTransactionType =
  | '0x0'
  | '0x1'
  | '0x2'
  | '0x3'
  | '0x4'
  | '0x64'
  | '0x65'
  | '0x66'
  | '0x68'
  | '0x69'
  | '0x6a'

/** Ether that layer 1 moves to an account. */
export interface ArbitrumDepositTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender; nothing signs it. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The type of such transactions. */
  type: '0x64'
  /** The chain that the transaction is for. */
  chainId?: Quantity
  /** Always 0x0. */
  v: Quantity
  /** Always 0x0. */
  r: Quantity
  /** Always 0x0. */
  s: Quantity
  /** Number of its message of layer 1, as 32 bytes. */
  requestId: Hash
}

/** A transaction that an account sends through layer 1. */
export interface ArbitrumUnsignedTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender; nothing signs it. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The type of such transactions. */
  type: '0x65'
  /** The chain that the transaction is for. */
  chainId?: Quantity
  /** Always 0x0. */
  v: Quantity
  /** Always 0x0. */
  r: Quantity
  /** Always 0x0. */
  s: Quantity
  /** The most that is paid for one gas, in wei. */
  maxFeePerGas: Quantity
}

/** A transaction that a contract sends through layer 1. */
export interface ArbitrumContractTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender; nothing signs it. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The type of such transactions. */
  type: '0x66'
  /** The chain that the transaction is for. */
  chainId?: Quantity
  /** Always 0x0. */
  v: Quantity
  /** Always 0x0. */
  r: Quantity
  /** Always 0x0. */
  s: Quantity
  /** Number of its message of layer 1, as 32 bytes. */
  requestId: Hash
  /** The most that is paid for one gas, in wei. */
  maxFeePerGas: Quantity
}

/** An attempt to redeem a retryable ticket. Some nodes leave out members that its hash needs. */
export interface ArbitrumRetryTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender; nothing signs it. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The type of such transactions. */
  type: '0x68'
  /** The chain that the transaction is for. */
  chainId?: Quantity
  /** Always 0x0. */
  v: Quantity
  /** Always 0x0. */
  r: Quantity
  /** Always 0x0. */
  s: Quantity
  /** The most that is paid for one gas, in wei. */
  maxFeePerGas: Quantity
  /** Hash of the transaction that submitted the ticket. */
  ticketId: Hash
  /** Address that gets back what is not spent. */
  refundTo: Address
  /** The most that it gets back, in wei. */
  maxRefund: Quantity
  /** The fee of the submission that it gets back, in wei. */
  submissionFeeRefund: Quantity
}

/** A new retryable ticket. Some nodes leave out members that its hash needs. */
export interface ArbitrumSubmitRetryableTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender; nothing signs it. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The type of such transactions. */
  type: '0x69'
  /** The chain that the transaction is for. */
  chainId?: Quantity
  /** Always 0x0. */
  v: Quantity
  /** Always 0x0. */
  r: Quantity
  /** Always 0x0. */
  s: Quantity
  /** Number of its message of layer 1, as 32 bytes. */
  requestId: Hash
  /** The most that is paid for one gas, in wei. */
  maxFeePerGas: Quantity
  /** Base fee of layer 1, in wei per gas. */
  l1BaseFee: Quantity
  /** Wei that layer 1 locks, created on this chain. */
  depositValue: Quantity
  /** The receiver of the ticket; absent if it creates a contract. */
  retryTo?: Address | null
  /** Wei that the ticket moves. */
  retryValue: Quantity
  /** Address that gets the value of a ticket that expires. */
  beneficiary: Address
  /** The most that is paid for the submission, in wei. */
  maxSubmissionFee: Quantity
  /** Address that gets back what is not spent. */
  refundTo: Address
  /** Call data of the ticket. */
  retryData: Bytes
}

/** The first transaction of each block, which ArbOS makes. */
export interface ArbitrumInternalTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender; nothing signs it. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The type of such transactions. */
  type: '0x6a'
  /** The chain that the transaction is for. */
  chainId?: Quantity
  /** Always 0x0. */
  v: Quantity
  /** Always 0x0. */
  r: Quantity
  /** Always 0x0. */
  s: Quantity
}

/**
 * A signed transaction with its position in a block. Its type decides which members it has: the members of
 * its own type are all present, those of other types are absent, never null. Source: execution-apis
 * TransactionInfo, with geth's members.
 */
export type ArbitrumTransaction =
  | LegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | BlobTransaction
  | SetCodeTransaction
  | ArbitrumDepositTransaction
  | ArbitrumUnsignedTransaction
  | ArbitrumContractTransaction
  | ArbitrumRetryTransaction
  | ArbitrumSubmitRetryableTransaction
  | ArbitrumInternalTransaction

/**
 * The result of executing one transaction: with root before Byzantium, with status from Byzantium on
 * (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.
 */
export interface ArbitrumReceipt {
  /** Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only. */
  blobGasPrice?: Quantity
  /** Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only. */
  blobGasUsed?: Quantity
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /**
   * Address of the contract that the transaction was to create, even when that failed; null when to is an
   * address.
   */
  contractAddress: Address | null
  /** Gas used by this transaction and all before it in the block. */
  cumulativeGasUsed: Quantity
  /** The price that was paid for one gas, in wei. */
  effectiveGasPrice: Quantity
  /** The sender. */
  from: Address
  /** Gas used by this transaction alone. */
  gasUsed: Quantity
  /** What the execution wrote, in order; empty when it failed. */
  logs: Log[]
  /** Bloom filter of the addresses and topics of the logs. */
  logsBloom: Bloom
  /** State root after the transaction. Before Byzantium only. */
  root?: Hash
  /** Success or failure. Since Byzantium. */
  status?: Status
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Hash of the transaction. */
  transactionHash: Hash
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** The EIP-2718 type of the transaction. */
  type: ArbitrumTransactionType
  /** The part of gasUsed that pays for data on layer 1. */
  gasUsedForL1?: Quantity
  /** Number of the block of layer 1 that the block knows. */
  l1BlockNumber?: Quantity
  /** Whether the transaction came by the express lane. Null if the node does not know. */
  timeboosted?: boolean | null
}

/**
 * The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so
 * that an empty array matches one of them only. Source: execution-apis Block, where it is both.
 */
export type ArbitrumBlockTransactions = Hash[] | ArbitrumTransaction[]

/**
 * A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole.
 * A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's
 * members.
 */
export interface ArbitrumBlock {
  /** The part of the price of one gas that is burnt, in wei. Since London (EIP-1559). */
  baseFeePerGas?: Quantity
  /** Blob gas of all transactions. Since Cancun (EIP-4844). */
  blobGasUsed?: Quantity
  /** Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928). */
  blockAccessListHash?: Hash
  /** Difficulty of the proof of work; 0x0 since the merge (EIP-3675). */
  difficulty: Quantity
  /** Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844). */
  excessBlobGas?: Quantity
  /** The sendRoot. Since Nitro. */
  extraData: Bytes
  /** The most gas that the block's transactions may use. */
  gasLimit: Quantity
  /**
   * Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since
   * Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).
   */
  gasUsed: Quantity
  /** Keccak-256 of the header's RLP. */
  hash: Hash
  /** Bloom filter of all logs of the block. */
  logsBloom: Bloom
  /** Account that gets the fees: the miner's, since the merge the proposer's fee recipient. */
  miner: Address
  /** Numbers of ArbOS, as 8 bytes each: sendCount, l1BlockNumber, its version, and flags. */
  mixHash: Hash
  /** Part of the proof of work; zero since the merge. */
  nonce: BlockNonce
  /** Number of the block: how many blocks came before it. */
  number: Quantity
  /** Root of the parent beacon block. Since Cancun (EIP-4788). */
  parentBeaconBlockRoot?: Hash
  /** Hash of the block before. */
  parentHash: Hash
  /** Root of the trie of the receipts. */
  receiptsRoot: Hash
  /** Commitment to the requests to the beacon chain. Since Prague (EIP-7685). */
  requestsHash?: Hash
  /** Keccak-256 of the RLP list of the uncles' headers. */
  sha3Uncles: Hash
  /** Length of the whole block's RLP, in bytes. */
  size: Quantity
  /** Number of the beacon chain's slot. Since Amsterdam (EIP-7843). */
  slotNumber?: Quantity
  /** Root of the state trie after the block. */
  stateRoot: Hash
  /** When the block was made, in seconds since 1970. */
  timestamp: Quantity
  /** The transactions in order: whole when return_full_txns is true, else their hashes. */
  transactions: ArbitrumBlockTransactions
  /** Root of the trie of the transactions. */
  transactionsRoot: Hash
  /** Hashes of the uncles; empty since the merge. */
  uncles: Hash[]
  /** The withdrawals in order. Since Shanghai (EIP-4895). */
  withdrawals?: Withdrawal[]
  /** Root of the trie of the withdrawals. Since Shanghai (EIP-4895). */
  withdrawalsRoot?: Hash
  /** Root of the tree of messages to layer 1. Since Nitro. */
  sendRoot?: Hash
  /** Number of messages to layer 1. Since Nitro. */
  sendCount?: Quantity
  /** Number of the block of layer 1 that the block knows. */
  l1BlockNumber?: Quantity
}

/** A block whose transactions are hashes: what return_full_txns false asks for. */
export interface ArbitrumBlockWithHashes extends ArbitrumBlock {
  transactions: Hash[]
}

/** A block whose transactions are whole: what return_full_txns true asks for. */
export interface ArbitrumBlockWithTransactions extends ArbitrumBlock {
  transactions: ArbitrumTransaction[]
}

/**
 * A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole.
 * A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's
 * members.
 */
export interface BscBlock {
  /** The part of the price of one gas that is burnt, in wei. Since London (EIP-1559). */
  baseFeePerGas?: Quantity
  /** Blob gas of all transactions. Since Cancun (EIP-4844). */
  blobGasUsed?: Quantity
  /** Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928). */
  blockAccessListHash?: Hash
  /** Difficulty of the proof of work; 0x0 since the merge (EIP-3675). */
  difficulty: Quantity
  /** Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844). */
  excessBlobGas?: Quantity
  /** What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis. */
  extraData: Bytes
  /** The most gas that the block's transactions may use. */
  gasLimit: Quantity
  /**
   * Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since
   * Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).
   */
  gasUsed: Quantity
  /** Keccak-256 of the header's RLP. */
  hash: Hash
  /** Bloom filter of all logs of the block. */
  logsBloom: Bloom
  /** Account that gets the fees: the miner's, since the merge the proposer's fee recipient. */
  miner: Address
  /** Part of the proof of work; since the merge the beacon chain's randomness (EIP-4399). */
  mixHash: Hash
  /** Part of the proof of work; zero since the merge. */
  nonce: BlockNonce
  /** Number of the block: how many blocks came before it. */
  number: Quantity
  /** Root of the parent beacon block. Since Cancun (EIP-4788). */
  parentBeaconBlockRoot?: Hash
  /** Hash of the block before. */
  parentHash: Hash
  /** Root of the trie of the receipts. */
  receiptsRoot: Hash
  /** Commitment to the requests to the beacon chain. Since Prague (EIP-7685). */
  requestsHash?: Hash
  /** Keccak-256 of the RLP list of the uncles' headers. */
  sha3Uncles: Hash
  /** Length of the whole block's RLP, in bytes. */
  size: Quantity
  /** Number of the beacon chain's slot. Since Amsterdam (EIP-7843). */
  slotNumber?: Quantity
  /** Root of the state trie after the block. */
  stateRoot: Hash
  /** When the block was made, in seconds since 1970. */
  timestamp: Quantity
  /** The transactions in order: whole when return_full_txns is true, else their hashes. */
  transactions: BlockTransactions
  /** Root of the trie of the transactions. */
  transactionsRoot: Hash
  /** Hashes of the uncles; empty since the merge. */
  uncles: Hash[]
  /** The withdrawals in order. Since Shanghai (EIP-4895). */
  withdrawals?: Withdrawal[]
  /** Root of the trie of the withdrawals. Since Shanghai (EIP-4895). */
  withdrawalsRoot?: Hash
  /** Timestamp in milliseconds since 1970, since blocks take less than a second. */
  milliTimestamp?: Quantity
}

/** A block whose transactions are hashes: what return_full_txns false asks for. */
export interface BscBlockWithHashes extends BscBlock {
  transactions: Hash[]
}

/** A block whose transactions are whole: what return_full_txns true asks for. */
export interface BscBlockWithTransactions extends BscBlock {
  transactions: Transaction[]
}

/**
 * A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole.
 * A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's
 * members.
 */
export interface GnosisBlock {
  /** The part of the price of one gas that is burnt, in wei. Since London (EIP-1559). */
  baseFeePerGas?: Quantity
  /** Blob gas of all transactions. Since Cancun (EIP-4844). */
  blobGasUsed?: Quantity
  /** Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928). */
  blockAccessListHash?: Hash
  /** Difficulty of the proof of work; 0x0 since the merge (EIP-3675). */
  difficulty: Quantity
  /** Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844). */
  excessBlobGas?: Quantity
  /** What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis. */
  extraData: Bytes
  /** The most gas that the block's transactions may use. */
  gasLimit: Quantity
  /**
   * Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since
   * Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).
   */
  gasUsed: Quantity
  /** Keccak-256 of the header's RLP. */
  hash: Hash
  /** Bloom filter of all logs of the block. */
  logsBloom: Bloom
  /** Account that gets the fees: the miner's, since the merge the proposer's fee recipient. */
  miner: Address
  /** The beacon chain's randomness (EIP-4399). Since the merge. */
  mixHash?: Hash
  /** Zero. Since the merge. */
  nonce?: BlockNonce
  /** Number of the block: how many blocks came before it. */
  number: Quantity
  /** Root of the parent beacon block. Since Cancun (EIP-4788). */
  parentBeaconBlockRoot?: Hash
  /** Hash of the block before. */
  parentHash: Hash
  /** Root of the trie of the receipts. */
  receiptsRoot: Hash
  /** Commitment to the requests to the beacon chain. Since Prague (EIP-7685). */
  requestsHash?: Hash
  /** Keccak-256 of the RLP list of the uncles' headers. */
  sha3Uncles: Hash
  /** Length of the whole block's RLP, in bytes. */
  size: Quantity
  /** Number of the beacon chain's slot. Since Amsterdam (EIP-7843). */
  slotNumber?: Quantity
  /** Root of the state trie after the block. */
  stateRoot: Hash
  /** When the block was made, in seconds since 1970. */
  timestamp: Quantity
  /** The transactions in order: whole when return_full_txns is true, else their hashes. */
  transactions: BlockTransactions
  /** Root of the trie of the transactions. */
  transactionsRoot: Hash
  /** Hashes of the uncles; empty since the merge. */
  uncles: Hash[]
  /** The withdrawals in order. Since Shanghai (EIP-4895). */
  withdrawals?: Withdrawal[]
  /** Root of the trie of the withdrawals. Since Shanghai (EIP-4895). */
  withdrawalsRoot?: Hash
  /** The step of AuRa in which the block was made. Until the merge. */
  auraStep?: Quantity
  /** Signature of the validator that made the block. Until the merge. */
  auraSeal?: Bytes
}

/** A block whose transactions are hashes: what return_full_txns false asks for. */
export interface GnosisBlockWithHashes extends GnosisBlock {
  transactions: Hash[]
}

/** A block whose transactions are whole: what return_full_txns true asks for. */
export interface GnosisBlockWithTransactions extends GnosisBlock {
  transactions: Transaction[]
}

/** The EIP-2718 type: one of Ethereum's without blobs, or 0x7e, a deposit of layer 1. */
export type OpTransactionType = '0x0' | '0x1' | '0x2' | '0x3' | '0x4' | '0x7e'

/**
 * A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain
 * (before EIP-155, Spurious Dragon).
 */
export interface OpLegacyTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender, recovered from the signature. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** The signed price of one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The EIP-2718 type. */
  type: '0x0'
  /** The chain that the signature is for; absent when v is 0x1b or 0x1c. EIP-155. */
  chainId?: Quantity
  /** Recovery value of the signature: 0x1b or 0x1c, or 35 + 2 * chainId + parity. EIP-155. */
  v: Quantity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Who ordered the transaction: the sequencer or layer 1. Until Bedrock. */
  queueOrigin?: 'sequencer' | 'l1'
  /** The sender on layer 1; null for a transaction of the sequencer. Until Bedrock. */
  l1TxOrigin?: Address | null
  /** Number of the block of layer 1 that the transaction knows. Until Bedrock. */
  l1BlockNumber?: Quantity
  /** Timestamp of that block, in seconds since 1970. Until Bedrock. */
  l1Timestamp?: Quantity
  /** Position of the transaction in the chain, from 0x0. Until Bedrock. */
  index?: Quantity
  /** Position in the queue of layer 1; null for a transaction of the sequencer. Until Bedrock. */
  queueIndex?: Quantity | null
  /** The signed bytes. Until Bedrock. */
  rawTransaction?: Bytes
}

/**
 * A transaction that layer 1 makes: the first of each block, and each deposit of a user. Nothing signs it.
 * Source: OP specification, deposits.
 */
export interface OpDepositTransaction {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: Quantity
  /** The sender that layer 1 names. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: Quantity
  /** Always 0x0: layer 1 pays. */
  gasPrice: Quantity
  /** Keccak-256 of the deposit's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** The depositNonce of its receipt. Since Regolith. */
  nonce?: Quantity
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The type of deposits. */
  type: '0x7e'
  /** Always 0x0. */
  v: Quantity
  /** Always 0x0. */
  r: Quantity
  /** Always 0x0. */
  s: Quantity
  /** Always 0x0; some nodes leave it out. */
  yParity?: Parity
  /** Names the origin of the deposit on layer 1, so that no two hashes are equal. */
  sourceHash: Hash
  /** Wei that layer 1 locks, created on this chain; absent if there is none. */
  mint?: Quantity
  /** Whether its gas is not counted. Until Regolith; absent if false. */
  isSystemTx?: boolean
  /** The same member of its receipt. Since Canyon. */
  depositReceiptVersion?: Quantity
}

/**
 * A signed transaction with its position in a block. Its type decides which members it has: the members of
 * its own type are all present, those of other types are absent, never null. Source: execution-apis
 * TransactionInfo, with geth's members.
 */
export type OpTransaction =
  | OpLegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | BlobTransaction
  | SetCodeTransaction
  | OpDepositTransaction

/**
 * The result of executing one transaction: with root before Byzantium, with status from Byzantium on
 * (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.
 */
export interface OpReceipt {
  /** Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only. */
  blobGasPrice?: Quantity
  /** The footprint of the data that the transaction adds to layer 1. Since Jovian. */
  blobGasUsed?: Quantity
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /**
   * Address of the contract that the transaction was to create, even when that failed; null when to is an
   * address.
   */
  contractAddress: Address | null
  /** Gas used by this transaction and all before it in the block. */
  cumulativeGasUsed: Quantity
  /** The price that was paid for one gas, in wei. */
  effectiveGasPrice: Quantity
  /** The sender. */
  from: Address
  /** Gas used by this transaction alone. */
  gasUsed: Quantity
  /** What the execution wrote, in order; empty when it failed. */
  logs: Log[]
  /** Bloom filter of the addresses and topics of the logs. */
  logsBloom: Bloom
  /** State root after the transaction. Before Byzantium only. */
  root?: Hash
  /** Success or failure. Since Byzantium. */
  status?: Status
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Hash of the transaction. */
  transactionHash: Hash
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** The EIP-2718 type of the transaction. */
  type: OpTransactionType
  /**
   * Nonce of the sender of a deposit. Since Regolith; receiptsRoot has it with depositReceiptVersion alone.
   */
  depositNonce?: Quantity
  /** 0x1 if receiptsRoot has depositNonce. Since Canyon, type 0x7e only. */
  depositReceiptVersion?: Quantity
  /** Wei that the sender paid for data on layer 1. */
  l1Fee?: Quantity
  /** Base fee of layer 1, in wei per gas. */
  l1GasPrice?: Quantity
  /** Gas of layer 1 that the data is priced as. */
  l1GasUsed?: Quantity
  /** Factor of the fee for data, as a decimal number. Until Ecotone. */
  l1FeeScalar?: string
  /** Factor of the base fee of layer 1, in millionths. Since Ecotone. */
  l1BaseFeeScalar?: Quantity
  /** Price of blob gas on layer 1, in wei. Since Ecotone. */
  l1BlobBaseFee?: Quantity
  /** Factor of that price, in millionths. Since Ecotone. */
  l1BlobBaseFeeScalar?: Quantity
  /** Factor of the operator's fee. Since Isthmus. */
  operatorFeeScalar?: Quantity
  /** Constant part of the operator's fee, in wei. Since Isthmus. */
  operatorFeeConstant?: Quantity
  /** Gas per byte of the footprint. Since Jovian. */
  daFootprintGasScalar?: Quantity
}

/**
 * The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so
 * that an empty array matches one of them only. Source: execution-apis Block, where it is both.
 */
export type OpBlockTransactions = Hash[] | OpTransaction[]

/**
 * A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole.
 * A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's
 * members.
 */
export interface OpBlock {
  /** The part of the price of one gas that is burnt, in wei. Since London (EIP-1559). */
  baseFeePerGas?: Quantity
  /** Footprint of the data of all transactions. Zero until Jovian. */
  blobGasUsed?: Quantity
  /** Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928). */
  blockAccessListHash?: Hash
  /** Difficulty of the proof of work; 0x0 since the merge (EIP-3675). */
  difficulty: Quantity
  /** Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844). */
  excessBlobGas?: Quantity
  /** What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis. */
  extraData: Bytes
  /** The most gas that the block's transactions may use. */
  gasLimit: Quantity
  /**
   * Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since
   * Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).
   */
  gasUsed: Quantity
  /** Keccak-256 of the header's RLP. */
  hash: Hash
  /** Bloom filter of all logs of the block. */
  logsBloom: Bloom
  /** Account that gets the fees: the miner's, since the merge the proposer's fee recipient. */
  miner: Address
  /** Part of the proof of work; since the merge the beacon chain's randomness (EIP-4399). */
  mixHash: Hash
  /** Part of the proof of work; zero since the merge. */
  nonce: BlockNonce
  /** Number of the block: how many blocks came before it. */
  number: Quantity
  /** Root of the parent beacon block. Since Cancun (EIP-4788). */
  parentBeaconBlockRoot?: Hash
  /** Hash of the block before. */
  parentHash: Hash
  /** Root of the trie of the receipts. */
  receiptsRoot: Hash
  /** Commitment to the requests to the beacon chain. Since Prague (EIP-7685). */
  requestsHash?: Hash
  /** Keccak-256 of the RLP list of the uncles' headers. */
  sha3Uncles: Hash
  /** Length of the whole block's RLP, in bytes. */
  size: Quantity
  /** Number of the beacon chain's slot. Since Amsterdam (EIP-7843). */
  slotNumber?: Quantity
  /** Root of the state trie after the block. */
  stateRoot: Hash
  /** When the block was made, in seconds since 1970. */
  timestamp: Quantity
  /** The transactions in order: whole when return_full_txns is true, else their hashes. */
  transactions: OpBlockTransactions
  /** Root of the trie of the transactions. */
  transactionsRoot: Hash
  /** Hashes of the uncles; empty since the merge. */
  uncles: Hash[]
  /** The withdrawals in order. Since Shanghai (EIP-4895). */
  withdrawals?: Withdrawal[]
  /**
   * Root of the withdrawals, of which there are none. Since Isthmus, storage root of the contract
   * L2ToL1MessagePasser.
   */
  withdrawalsRoot?: Hash
}

/** A block whose transactions are hashes: what return_full_txns false asks for. */
export interface OpBlockWithHashes extends OpBlock {
  transactions: Hash[]
}

/** A block whose transactions are whole: what return_full_txns true asks for. */
export interface OpBlockWithTransactions extends OpBlock {
  transactions: OpTransaction[]
}

/**
 * The result of executing one transaction: with root before Byzantium, with status from Byzantium on
 * (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.
 */
export interface PolygonReceipt {
  /** Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only. */
  blobGasPrice?: Quantity
  /** Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only. */
  blobGasUsed?: Quantity
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: Quantity
  /**
   * Address of the contract that the transaction was to create, even when that failed; null when to is an
   * address.
   */
  contractAddress: Address | null
  /**
   * Gas used by this transaction and all before it in the block; 0x0 for the one that applies the state of
   * layer 1.
   */
  cumulativeGasUsed: Quantity
  /** The price that was paid for one gas, in wei. */
  effectiveGasPrice: Quantity
  /** The sender. */
  from: Address
  /** Gas used by this transaction alone. */
  gasUsed: Quantity
  /** What the execution wrote, in order; empty when it failed. */
  logs: Log[]
  /** Bloom filter of the addresses and topics of the logs. */
  logsBloom: Bloom
  /** State root after the transaction. Before Byzantium only. */
  root?: Hash
  /** Success or failure. Since Byzantium. */
  status?: Status
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Hash of the transaction. */
  transactionHash: Hash
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** The EIP-2718 type of the transaction. */
  type: TransactionType
}

/** The types of each family's results. */
export interface FamilyTypes {
  /** Arbitrum. */
  readonly arbitrum: {
    Transaction: ArbitrumTransaction
    Receipt: ArbitrumReceipt
    Block: ArbitrumBlock
    BlockWithHashes: ArbitrumBlockWithHashes
    BlockWithTransactions: ArbitrumBlockWithTransactions
  }
  /** BNB Smart Chain. */
  readonly bsc: {
    Transaction: Transaction
    Receipt: Receipt
    Block: BscBlock
    BlockWithHashes: BscBlockWithHashes
    BlockWithTransactions: BscBlockWithTransactions
  }
  /** Gnosis. */
  readonly gnosis: {
    Transaction: Transaction
    Receipt: Receipt
    Block: GnosisBlock
    BlockWithHashes: GnosisBlockWithHashes
    BlockWithTransactions: GnosisBlockWithTransactions
  }
  /** OP stack. */
  readonly op: {
    Transaction: OpTransaction
    Receipt: OpReceipt
    Block: OpBlock
    BlockWithHashes: OpBlockWithHashes
    BlockWithTransactions: OpBlockWithTransactions
  }
  /** Polygon. */
  readonly polygon: {
    Transaction: Transaction
    Receipt: PolygonReceipt
    Block: Block
    BlockWithHashes: BlockWithHashes
    BlockWithTransactions: BlockWithTransactions
  }
}

/** The name of a family of chains whose results differ from Ethereum's. */
export type FamilyName = keyof FamilyTypes
