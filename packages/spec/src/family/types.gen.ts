// Generated from openrpc.json and its overlays by packages/spec/generate. Run `npm run generate` instead of editing.
import type {
  Quantity,
  Bytes,
  Hash,
  Address,
  BlockNonce,
  Parity,
  LegacyTransaction,
  AccessListTransaction,
  DynamicFeeTransaction,
  BlobTransaction,
  SetCodeTransaction,
  Transaction,
  Receipt,
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
export interface ArbitrumDepositTransaction extends Omit<
  LegacyTransaction,
  'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
> {
  /** The sender; nothing signs it. */
  from: Address
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
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
export interface ArbitrumUnsignedTransaction extends Omit<
  LegacyTransaction,
  'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
> {
  /** The sender; nothing signs it. */
  from: Address
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
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
export interface ArbitrumContractTransaction extends Omit<
  LegacyTransaction,
  'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
> {
  /** The sender; nothing signs it. */
  from: Address
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
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
export interface ArbitrumRetryTransaction extends Omit<
  LegacyTransaction,
  'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
> {
  /** The sender; nothing signs it. */
  from: Address
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
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
export interface ArbitrumSubmitRetryableTransaction extends Omit<
  LegacyTransaction,
  'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
> {
  /** The sender; nothing signs it. */
  from: Address
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
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
export interface ArbitrumInternalTransaction extends Omit<
  LegacyTransaction,
  'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
> {
  /** The sender; nothing signs it. */
  from: Address
  /** The price that was paid for one gas, in wei. */
  gasPrice: Quantity
  /** Keccak-256 of the transaction's bytes. */
  hash: Hash
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
export interface ArbitrumReceipt extends Omit<Receipt, 'type'> {
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
export interface ArbitrumBlock extends Omit<Block, 'extraData' | 'mixHash' | 'transactions'> {
  /** The sendRoot. Since Nitro. */
  extraData: Bytes
  /** Numbers of ArbOS, as 8 bytes each: sendCount, l1BlockNumber, its version, and flags. */
  mixHash: Hash
  /** The transactions in order: whole when return_full_txns is true, else their hashes. */
  transactions: ArbitrumBlockTransactions
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
export interface BscBlock extends Block {
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
export interface GnosisBlock extends Omit<Block, 'mixHash' | 'nonce'> {
  /** The beacon chain's randomness (EIP-4399). Since the merge. */
  mixHash?: Hash
  /** Zero. Since the merge. */
  nonce?: BlockNonce
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
export interface OpLegacyTransaction extends LegacyTransaction {
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
export interface OpDepositTransaction extends Omit<
  LegacyTransaction,
  'from' | 'gasPrice' | 'hash' | 'nonce' | 'type' | 'chainId' | 'v' | 'r' | 's'
> {
  /** The sender that layer 1 names. */
  from: Address
  /** Always 0x0: layer 1 pays. */
  gasPrice: Quantity
  /** Keccak-256 of the deposit's bytes. */
  hash: Hash
  /** The depositNonce of its receipt. Since Regolith. */
  nonce?: Quantity
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
export interface OpReceipt extends Omit<Receipt, 'blobGasUsed' | 'effectiveGasPrice' | 'type'> {
  /** The footprint of the data that the transaction adds to layer 1. Since Jovian. */
  blobGasUsed?: Quantity
  /** The price that was paid for one gas, in wei. */
  effectiveGasPrice: Quantity
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
export interface OpBlock extends Omit<Block, 'blobGasUsed' | 'transactions' | 'withdrawalsRoot'> {
  /** Footprint of the data of all transactions. Zero until Jovian. */
  blobGasUsed?: Quantity
  /** The transactions in order: whole when return_full_txns is true, else their hashes. */
  transactions: OpBlockTransactions
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
export interface PolygonReceipt extends Omit<Receipt, 'cumulativeGasUsed' | 'effectiveGasPrice'> {
  /**
   * Gas used by this transaction and all before it in the block; 0x0 for the one that applies the state of
   * layer 1.
   */
  cumulativeGasUsed: Quantity
  /** The price that was paid for one gas, in wei. */
  effectiveGasPrice: Quantity
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
