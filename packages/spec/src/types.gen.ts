// Generated from openrpc.json (sha256 322fad9ee0d978494918c527a7006ca83b4b5c69e98680e4bffcbc00325579e5) by packages/spec/generate. Run `npm run generate` instead of editing.
/**
 * An unsigned integer of at most 256 bits: hex digits after 0x, lower case, without leading zeros; zero is
 * 0x0. Source: execution-apis uint256.
 */
export type Quantity = `0x${string}`

/**
 * Bytes of any number, two lower case hex digits each after 0x; none is 0x. Source: execution-apis bytes,
 * here an even number of digits.
 */
export type Bytes = `0x${string}`

/**
 * A Keccak-256 hash, a root or another word of 32 bytes: 64 lower case hex digits after 0x. Source:
 * execution-apis hash32.
 */
export type Hash = `0x${string}`

/**
 * An account of 20 bytes: 40 lower case hex digits after 0x, without EIP-55 checksum case. Source:
 * execution-apis address, which also accepts upper case.
 */
export type Address = `0x${string}`

/**
 * The 2,048 bits of a logs bloom, 256 bytes: 512 lower case hex digits after 0x. Source: execution-apis
 * bytes256.
 */
export type Bloom = `0x${string}`

/**
 * The 8 bytes that proof of work found, zero since the merge (EIP-3675): 16 lower case hex digits after 0x.
 * Source: execution-apis bytes8.
 */
export type BlockNonce = `0x${string}`

/**
 * A hash of 32 bytes: 64 hex digits of either case after 0x. Wider than execution-apis hash32, as in geth;
 * results are always lower case.
 */
export type HashParameter = `0x${string}`

/**
 * The number of a block, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source:
 * execution-apis uint.
 */
export type BlockNumber = `0x${string}`

/**
 * A name for a block: earliest, the lowest stored block; latest, the highest; safe and finalized, the
 * highest whose hash the operator vouched for; pending, none, since there is no mempool. The result for a
 * tag that names no block is null. Source: execution-apis BlockTag.
 */
export type BlockTag = 'earliest' | 'latest' | 'safe' | 'finalized' | 'pending'

/** Which block: its number, or a tag. Source: execution-apis BlockNumberOrTag. */
export type BlockNumberOrTag = BlockNumber | BlockTag

/** Which block, by its hash or by its number (EIP-1898). Source: geth. */
export interface BlockObject {
  /** Hash of the block. */
  blockHash?: HashParameter
  /** Number of the block, or a tag. */
  blockNumber?: BlockNumberOrTag
  /** Whether the block must be of the chain, as all stored blocks are. */
  requireCanonical?: boolean
}

/**
 * Which block: its number, a tag, its hash, or an object with one of them. Wider than execution-apis
 * BlockNumberOrTagOrHash, as in geth.
 */
export type BlockReference = BlockNumber | BlockTag | HashParameter | BlockObject

/**
 * An index from zero, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source:
 * execution-apis uint.
 */
export type IndexParameter = `0x${string}`

/**
 * The EIP-2718 type: 0x0 legacy, 0x1 with access list (EIP-2930), 0x2 dynamic fee (EIP-1559), 0x3 with
 * blobs (EIP-4844), 0x4 setting code (EIP-7702).
 */
export type TransactionType = '0x0' | '0x1' | '0x2' | '0x3' | '0x4'

/**
 * The parity of the y coordinate of a signature's curve point: 0x0 even, 0x1 odd. Source: EIP-2930;
 * execution-apis byte, yParity.
 */
export type Parity = '0x0' | '0x1'

/** Whether the execution succeeded: 0x1 yes, 0x0 no. Source: EIP-658, from Byzantium on. */
export type Status = '0x0' | '0x1'

/**
 * One account of an access list, and the storage slots of it that the transaction announces. Source:
 * EIP-2930.
 */
export interface AccessListEntry {
  /** The account. */
  address: Address
  /** The storage slots, 32 bytes each. */
  storageKeys: Hash[]
}

/** The accounts and storage slots that a transaction announces; may be empty. Source: EIP-2930. */
export type AccessList = AccessListEntry[]

/** A signed authorization by which an account runs the code of another address. Source: EIP-7702. */
export interface Authorization {
  /** The chain for which it is valid; 0x0 for every chain. */
  chainId: Quantity
  /** The address whose code the account runs. */
  address: Address
  /** The nonce the account must have, at most 64 bits. */
  nonce: Quantity
  /**
   * Parity of the signature, at most 8 bits; one above 0x1 makes the authorization void, not the transaction.
   */
  yParity: Quantity
  /** The r value of the signature, a quantity. */
  r: Quantity
  /** The s value of the signature, a quantity. */
  s: Quantity
}

/**
 * A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain
 * (before EIP-155, Spurious Dragon).
 */
export interface LegacyTransaction {
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
}

/** A transaction that announces what it will touch, since Berlin. Source: EIP-2930. */
export interface AccessListTransaction {
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
  type: '0x1'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: Quantity
  /** The same as yParity; geth sends both. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}

/** A transaction with a fee cap and a tip, since London. Source: EIP-1559. */
export interface DynamicFeeTransaction {
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
  /**
   * The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas +
   * maxPriorityFeePerGas.
   */
  gasPrice: Quantity
  /** The most that the sender pays for one gas, in wei. EIP-1559. */
  maxFeePerGas: Quantity
  /** The most of it that goes to the block's miner or proposer, in wei. EIP-1559. */
  maxPriorityFeePerGas: Quantity
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
  type: '0x2'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: Quantity
  /** The same as yParity; geth sends both. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}

/** A transaction that carries blobs beside the block, since Cancun. Source: EIP-4844. */
export interface BlobTransaction {
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
  /**
   * The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas +
   * maxPriorityFeePerGas.
   */
  gasPrice: Quantity
  /** The most that the sender pays for one gas, in wei. EIP-1559. */
  maxFeePerGas: Quantity
  /** The most of it that goes to the block's miner or proposer, in wei. EIP-1559. */
  maxPriorityFeePerGas: Quantity
  /** The most that the sender pays for one blob gas, in wei. EIP-4844. */
  maxFeePerBlobGas: Quantity
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; a blob transaction cannot create a contract. */
  to: Address
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The EIP-2718 type. */
  type: '0x3'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: Quantity
  /** Versioned hashes of the blobs' commitments, one a blob. */
  blobVersionedHashes: Hash[]
  /** The same as yParity; geth sends both. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}

/** A transaction that lets accounts run the code of other addresses, since Prague. Source: EIP-7702. */
export interface SetCodeTransaction {
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
  /**
   * The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas +
   * maxPriorityFeePerGas.
   */
  gasPrice: Quantity
  /** The most that the sender pays for one gas, in wei. EIP-1559. */
  maxFeePerGas: Quantity
  /** The most of it that goes to the block's miner or proposer, in wei. EIP-1559. */
  maxPriorityFeePerGas: Quantity
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: Quantity
  /** The receiver; a set code transaction cannot create a contract. */
  to: Address
  /** Position in the block, from 0x0. */
  transactionIndex: Quantity
  /** What the sender transfers, in wei. */
  value: Quantity
  /** The EIP-2718 type. */
  type: '0x4'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: Quantity
  /** The authorizations, in the order in which they are applied. */
  authorizationList: Authorization[]
  /** The same as yParity; geth sends both. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}

/**
 * A signed transaction with its position in a block. Its type decides which members it has: the members of
 * its own type are all present, those of other types are absent, never null. Source: execution-apis
 * TransactionInfo, with geth's members.
 */
export type Transaction =
  | LegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | BlobTransaction
  | SetCodeTransaction

/** What a contract wrote with one LOG instruction. Source: execution-apis Log. */
export interface Log {
  /** The contract that wrote the log. */
  address: Address
  /**
   * Zero to four indexed words of 32 bytes; of an event of Solidity the first is usually its signature's
   * hash.
   */
  topics: Hash[]
  /** The words that are not indexed. */
  data: Bytes
  /** Number of the block that contains the log. */
  blockNumber: Quantity
  /** Hash of the transaction that wrote the log. */
  transactionHash: Hash
  /** Position of that transaction in the block, from 0x0. */
  transactionIndex: Quantity
  /** Hash of the block that contains the log. */
  blockHash: Hash
  /** Timestamp of that block, in seconds since 1970. In execution-apis since August 2025. */
  blockTimestamp: Quantity
  /** Position among the logs of the whole block, not of the transaction, from 0x0. */
  logIndex: Quantity
  /** True when a reorg removed the log from the chain; always false in a receipt of a stored block. */
  removed: boolean
}

/**
 * The result of executing one transaction: with root before Byzantium, with status from Byzantium on
 * (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.
 */
export interface Receipt {
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
  type: TransactionType
}

/** Ether that the beacon chain paid out to an account. Source: EIP-4895, since Shanghai. */
export interface Withdrawal {
  /** Number of the withdrawal since the first one, at most 64 bits. */
  index: Quantity
  /** The validator that it was withdrawn from, at most 64 bits. */
  validatorIndex: Quantity
  /** The account that received it. */
  address: Address
  /** How much, in gwei (10^9 wei). */
  amount: Quantity
}

/**
 * The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so
 * that an empty array matches one of them only. Source: execution-apis Block, where it is both.
 */
export type BlockTransactions = Hash[] | Transaction[]

/**
 * A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole.
 * A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's
 * members.
 */
export interface Block {
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
}

/** A block whose transactions are hashes: what return_full_txns false asks for. */
export interface BlockWithHashes extends Block {
  transactions: Hash[]
}

/** A block whose transactions are whole: what return_full_txns true asks for. */
export interface BlockWithTransactions extends Block {
  transactions: Transaction[]
}

/**
 * The header of an uncle, as a block without transactions. Uncles end with the merge, so later members
 * never apply. Source: geth.
 */
export interface Uncle {
  /** The part of the price of one gas that is burnt, in wei. Since London (EIP-1559). */
  baseFeePerGas?: Quantity
  /** Difficulty of the proof of work. */
  difficulty: Quantity
  /** What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis. */
  extraData: Bytes
  /** The most gas that the block's transactions may use. */
  gasLimit: Quantity
  /** Gas used by all transactions. */
  gasUsed: Quantity
  /** Keccak-256 of the header's RLP. */
  hash: Hash
  /** Bloom filter of all logs of the block. */
  logsBloom: Bloom
  /** Account of the miner. */
  miner: Address
  /** Part of the proof of work. */
  mixHash: Hash
  /** Part of the proof of work. */
  nonce: BlockNonce
  /** Number of the block: how many blocks came before it. */
  number: Quantity
  /** Hash of the block before. */
  parentHash: Hash
  /** Root of the trie of the uncle's receipts. */
  receiptsRoot: Hash
  /** Keccak-256 of the RLP list of the headers of the uncle's own uncles. */
  sha3Uncles: Hash
  /** Length in bytes of the RLP of a block with this header and nothing else. */
  size: Quantity
  /** Root of the state trie after the block. */
  stateRoot: Hash
  /** When the block was made, in seconds since 1970. */
  timestamp: Quantity
  /** Root of the trie of the uncle's transactions. */
  transactionsRoot: Hash
  /** Empty: only an uncle's header is stored. */
  uncles: Hash[]
}

/** The progress of a server that is catching up. Source: execution-apis SyncingStatus. */
export interface SyncProgress {
  /** The number of the highest stored block. */
  currentBlock: Quantity
  /** The number of the highest known block. */
  highestBlock: Quantity
  /** The number of the highest stored block when the server first reported the progress. */
  startingBlock: Quantity
}

/** False, or the progress of a server that is catching up. Source: execution-apis SyncingStatus. */
export type SyncStatus = boolean | SyncProgress

/** The head when the capabilities were read. Source: execution-apis EthCapabilitiesHead. */
export interface CapabilitiesHead {
  /** The number of the highest stored block. */
  number: Quantity
  /** The hash of that block. */
  hash: Hash
}

/**
 * How a server deletes old data; Lectern deletes none. Source: execution-apis
 * EthCapabilitiesDeleteStrategy.
 */
export interface DeleteStrategy {
  /** A window: the newest blocks remain. */
  type: 'window'
  /** The number of blocks that remain. */
  retentionBlocks: Quantity
}

/** The range of one kind of data. Source: execution-apis EthCapabilitiesEffectiveResource. */
export interface Capability {
  /** Whether there is no such data. */
  disabled: boolean
  /** The lowest block with such data; absent if it is disabled. */
  oldestBlock?: Quantity
  /** How old data is deleted; absent if it never is. */
  deleteStrategy?: DeleteStrategy
}

/** The data that a server has, and from which block on. Source: execution-apis EthCapabilities. */
export interface Capabilities {
  /** The highest stored block. */
  head: CapabilitiesHead
  /** State of accounts: disabled. */
  state: Capability
  /** Transactions, by their hash or place. */
  tx: Capability
  /** Queries of logs: disabled. Receipts have the logs. */
  logs: Capability
  /** Receipts. */
  receipts: Capability
  /** Blocks. */
  blocks: Capability
  /** Proofs of state: disabled. */
  stateproofs: Capability
}
