// Generated from openrpc.json (sha256 322fad9ee0d978494918c527a7006ca83b4b5c69e98680e4bffcbc00325579e5) by packages/spec/generate. Run `npm run generate` instead of editing.
import type {
  Bytes,
  Hash,
  Address,
  Bloom,
  BlockNonce,
  TransactionType,
  Status,
  AccessList,
  Transaction,
  Receipt,
  Block,
} from './types.gen.ts'

/** A signed authorization by which an account runs the code of another address. Source: EIP-7702. */
export interface AuthorizationValues {
  /** The chain for which it is valid; 0x0 for every chain. */
  chainId: bigint
  /** The address whose code the account runs. */
  address: Address
  /** The nonce the account must have, at most 64 bits. */
  nonce: bigint
  /**
   * Parity of the signature, at most 8 bits; one above 0x1 makes the authorization void, not the transaction.
   */
  yParity: bigint
  /** The r value of the signature, a quantity. */
  r: bigint
  /** The s value of the signature, a quantity. */
  s: bigint
}

/**
 * A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain
 * (before EIP-155, Spurious Dragon).
 */
export interface LegacyTransactionValues {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: bigint
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: bigint
  /** The sender, recovered from the signature. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: bigint
  /** The signed price of one gas, in wei. */
  gasPrice: bigint
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: bigint
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: bigint
  /** What the sender transfers, in wei. */
  value: bigint
  /** The EIP-2718 type. */
  type: '0x0'
  /** The chain that the signature is for; absent when v is 0x1b or 0x1c. EIP-155. */
  chainId?: bigint
  /** Recovery value of the signature: 0x1b or 0x1c, or 35 + 2 * chainId + parity. EIP-155. */
  v: bigint
  /** The r value of the signature: a quantity, without leading zeros. */
  r: bigint
  /** The s value of the signature: a quantity, without leading zeros. */
  s: bigint
}

/** A transaction that announces what it will touch, since Berlin. Source: EIP-2930. */
export interface AccessListTransactionValues {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: bigint
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: bigint
  /** The sender, recovered from the signature. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: bigint
  /** The signed price of one gas, in wei. */
  gasPrice: bigint
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: bigint
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: bigint
  /** What the sender transfers, in wei. */
  value: bigint
  /** The EIP-2718 type. */
  type: '0x1'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: bigint
  /** The same as yParity; geth sends both. */
  v: bigint
  /** The r value of the signature: a quantity, without leading zeros. */
  r: bigint
  /** The s value of the signature: a quantity, without leading zeros. */
  s: bigint
  /** Parity of the signature. */
  yParity: bigint
}

/** A transaction with a fee cap and a tip, since London. Source: EIP-1559. */
export interface DynamicFeeTransactionValues {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: bigint
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: bigint
  /** The sender, recovered from the signature. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: bigint
  /**
   * The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas +
   * maxPriorityFeePerGas.
   */
  gasPrice: bigint
  /** The most that the sender pays for one gas, in wei. EIP-1559. */
  maxFeePerGas: bigint
  /** The most of it that goes to the block's miner or proposer, in wei. EIP-1559. */
  maxPriorityFeePerGas: bigint
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: bigint
  /** The receiver; null when the transaction creates a contract. */
  to: Address | null
  /** Position in the block, from 0x0. */
  transactionIndex: bigint
  /** What the sender transfers, in wei. */
  value: bigint
  /** The EIP-2718 type. */
  type: '0x2'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: bigint
  /** The same as yParity; geth sends both. */
  v: bigint
  /** The r value of the signature: a quantity, without leading zeros. */
  r: bigint
  /** The s value of the signature: a quantity, without leading zeros. */
  s: bigint
  /** Parity of the signature. */
  yParity: bigint
}

/** A transaction that carries blobs beside the block, since Cancun. Source: EIP-4844. */
export interface BlobTransactionValues {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: bigint
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: bigint
  /** The sender, recovered from the signature. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: bigint
  /**
   * The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas +
   * maxPriorityFeePerGas.
   */
  gasPrice: bigint
  /** The most that the sender pays for one gas, in wei. EIP-1559. */
  maxFeePerGas: bigint
  /** The most of it that goes to the block's miner or proposer, in wei. EIP-1559. */
  maxPriorityFeePerGas: bigint
  /** The most that the sender pays for one blob gas, in wei. EIP-4844. */
  maxFeePerBlobGas: bigint
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: bigint
  /** The receiver; a blob transaction cannot create a contract. */
  to: Address
  /** Position in the block, from 0x0. */
  transactionIndex: bigint
  /** What the sender transfers, in wei. */
  value: bigint
  /** The EIP-2718 type. */
  type: '0x3'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: bigint
  /** Versioned hashes of the blobs' commitments, one a blob. */
  blobVersionedHashes: Hash[]
  /** The same as yParity; geth sends both. */
  v: bigint
  /** The r value of the signature: a quantity, without leading zeros. */
  r: bigint
  /** The s value of the signature: a quantity, without leading zeros. */
  s: bigint
  /** Parity of the signature. */
  yParity: bigint
}

/** A transaction that lets accounts run the code of other addresses, since Prague. Source: EIP-7702. */
export interface SetCodeTransactionValues {
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: bigint
  /** Timestamp of that block, in seconds since 1970. In execution-apis since February 2026. */
  blockTimestamp: bigint
  /** The sender, recovered from the signature. */
  from: Address
  /** Gas limit: the most gas that the execution may use. */
  gas: bigint
  /**
   * The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas +
   * maxPriorityFeePerGas.
   */
  gasPrice: bigint
  /** The most that the sender pays for one gas, in wei. EIP-1559. */
  maxFeePerGas: bigint
  /** The most of it that goes to the block's miner or proposer, in wei. EIP-1559. */
  maxPriorityFeePerGas: bigint
  /** Keccak-256 of the signed transaction's bytes. */
  hash: Hash
  /** Call data, or the creation code when to is null. */
  input: Bytes
  /** Number of transactions that the sender had sent before. */
  nonce: bigint
  /** The receiver; a set code transaction cannot create a contract. */
  to: Address
  /** Position in the block, from 0x0. */
  transactionIndex: bigint
  /** What the sender transfers, in wei. */
  value: bigint
  /** The EIP-2718 type. */
  type: '0x4'
  /** The accounts and storage slots that are announced; present even when empty. */
  accessList: AccessList
  /** The chain that the signature is for. EIP-155. */
  chainId: bigint
  /** The authorizations, in the order in which they are applied. */
  authorizationList: AuthorizationValues[]
  /** The same as yParity; geth sends both. */
  v: bigint
  /** The r value of the signature: a quantity, without leading zeros. */
  r: bigint
  /** The s value of the signature: a quantity, without leading zeros. */
  s: bigint
  /** Parity of the signature. */
  yParity: bigint
}

/**
 * A signed transaction with its position in a block. Its type decides which members it has: the members of
 * its own type are all present, those of other types are absent, never null. Source: execution-apis
 * TransactionInfo, with geth's members.
 */
export type TransactionValues =
  | LegacyTransactionValues
  | AccessListTransactionValues
  | DynamicFeeTransactionValues
  | BlobTransactionValues
  | SetCodeTransactionValues

/** What a contract wrote with one LOG instruction. Source: execution-apis Log. */
export interface LogValues {
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
  blockNumber: bigint
  /** Hash of the transaction that wrote the log. */
  transactionHash: Hash
  /** Position of that transaction in the block, from 0x0. */
  transactionIndex: bigint
  /** Hash of the block that contains the log. */
  blockHash: Hash
  /** Timestamp of that block, in seconds since 1970. In execution-apis since August 2025. */
  blockTimestamp: bigint
  /** Position among the logs of the whole block, not of the transaction, from 0x0. */
  logIndex: bigint
  /** True when a reorg removed the log from the chain; always false in a receipt of a stored block. */
  removed: boolean
}

/**
 * The result of executing one transaction: with root before Byzantium, with status from Byzantium on
 * (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.
 */
export interface ReceiptValues {
  /** Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only. */
  blobGasPrice?: bigint
  /** Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only. */
  blobGasUsed?: bigint
  /** Hash of the block that contains the transaction. */
  blockHash: Hash
  /** Number of the block that contains the transaction. */
  blockNumber: bigint
  /**
   * Address of the contract that the transaction was to create, even when that failed; null when to is an
   * address.
   */
  contractAddress: Address | null
  /** Gas used by this transaction and all before it in the block. */
  cumulativeGasUsed: bigint
  /** The price that was paid for one gas, in wei. */
  effectiveGasPrice: bigint
  /** The sender. */
  from: Address
  /** Gas used by this transaction alone. */
  gasUsed: bigint
  /** What the execution wrote, in order; empty when it failed. */
  logs: LogValues[]
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
  transactionIndex: bigint
  /** The EIP-2718 type of the transaction. */
  type: TransactionType
}

/** Ether that the beacon chain paid out to an account. Source: EIP-4895, since Shanghai. */
export interface WithdrawalValues {
  /** Number of the withdrawal since the first one, at most 64 bits. */
  index: bigint
  /** The validator that it was withdrawn from, at most 64 bits. */
  validatorIndex: bigint
  /** The account that received it. */
  address: Address
  /** How much, in gwei (10^9 wei). */
  amount: bigint
}

/**
 * The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so
 * that an empty array matches one of them only. Source: execution-apis Block, where it is both.
 */
export type BlockTransactionsValues = Hash[] | TransactionValues[]

/**
 * A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole.
 * A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's
 * members.
 */
export interface BlockValues {
  /** The part of the price of one gas that is burnt, in wei. Since London (EIP-1559). */
  baseFeePerGas?: bigint
  /** Blob gas of all transactions. Since Cancun (EIP-4844). */
  blobGasUsed?: bigint
  /** Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928). */
  blockAccessListHash?: Hash
  /** Difficulty of the proof of work; 0x0 since the merge (EIP-3675). */
  difficulty: bigint
  /** Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844). */
  excessBlobGas?: bigint
  /** What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis. */
  extraData: Bytes
  /** The most gas that the block's transactions may use. */
  gasLimit: bigint
  /**
   * Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since
   * Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).
   */
  gasUsed: bigint
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
  number: bigint
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
  size: bigint
  /** Number of the beacon chain's slot. Since Amsterdam (EIP-7843). */
  slotNumber?: bigint
  /** Root of the state trie after the block. */
  stateRoot: Hash
  /** When the block was made, in seconds since 1970. */
  timestamp: bigint
  /** The transactions in order: whole when return_full_txns is true, else their hashes. */
  transactions: BlockTransactionsValues
  /** Root of the trie of the transactions. */
  transactionsRoot: Hash
  /** Hashes of the uncles; empty since the merge. */
  uncles: Hash[]
  /** The withdrawals in order. Since Shanghai (EIP-4895). */
  withdrawals?: WithdrawalValues[]
  /** Root of the trie of the withdrawals. Since Shanghai (EIP-4895). */
  withdrawalsRoot?: Hash
}

/** A block whose transactions are hashes: what return_full_txns false asks for. */
export interface BlockWithHashesValues extends BlockValues {
  transactions: Hash[]
}

/** A block whose transactions are whole: what return_full_txns true asks for. */
export interface BlockWithTransactionsValues extends BlockValues {
  transactions: TransactionValues[]
}

/**
 * The header of an uncle, as a block without transactions. Uncles end with the merge, so later members
 * never apply. Source: geth.
 */
export interface UncleValues {
  /** The part of the price of one gas that is burnt, in wei. Since London (EIP-1559). */
  baseFeePerGas?: bigint
  /** Difficulty of the proof of work. */
  difficulty: bigint
  /** What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis. */
  extraData: Bytes
  /** The most gas that the block's transactions may use. */
  gasLimit: bigint
  /** Gas used by all transactions. */
  gasUsed: bigint
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
  number: bigint
  /** Hash of the block before. */
  parentHash: Hash
  /** Root of the trie of the uncle's receipts. */
  receiptsRoot: Hash
  /** Keccak-256 of the RLP list of the headers of the uncle's own uncles. */
  sha3Uncles: Hash
  /** Length in bytes of the RLP of a block with this header and nothing else. */
  size: bigint
  /** Root of the state trie after the block. */
  stateRoot: Hash
  /** When the block was made, in seconds since 1970. */
  timestamp: bigint
  /** Root of the trie of the uncle's transactions. */
  transactionsRoot: Hash
  /** Empty: only an uncle's header is stored. */
  uncles: Hash[]
}

/** The progress of a server that is catching up. Source: execution-apis SyncingStatus. */
export interface SyncProgressValues {
  /** The number of the highest stored block. */
  currentBlock: bigint
  /** The number of the highest known block. */
  highestBlock: bigint
  /** The number of the highest stored block when the server first reported the progress. */
  startingBlock: bigint
}

/** False, or the progress of a server that is catching up. Source: execution-apis SyncingStatus. */
export type SyncStatusValues = boolean | SyncProgressValues

/** The head when the capabilities were read. Source: execution-apis EthCapabilitiesHead. */
export interface CapabilitiesHeadValues {
  /** The number of the highest stored block. */
  number: bigint
  /** The hash of that block. */
  hash: Hash
}

/**
 * How a server deletes old data; Lectern deletes none. Source: execution-apis
 * EthCapabilitiesDeleteStrategy.
 */
export interface DeleteStrategyValues {
  /** A window: the newest blocks remain. */
  type: 'window'
  /** The number of blocks that remain. */
  retentionBlocks: bigint
}

/** The range of one kind of data. Source: execution-apis EthCapabilitiesEffectiveResource. */
export interface CapabilityValues {
  /** Whether there is no such data. */
  disabled: boolean
  /** The lowest block with such data; absent if it is disabled. */
  oldestBlock?: bigint
  /** How old data is deleted; absent if it never is. */
  deleteStrategy?: DeleteStrategyValues
}

/** The data that a server has, and from which block on. Source: execution-apis EthCapabilities. */
export interface CapabilitiesValues {
  /** The highest stored block. */
  head: CapabilitiesHeadValues
  /** State of accounts: disabled. */
  state: CapabilityValues
  /** Transactions, by their hash or place. */
  tx: CapabilityValues
  /** Queries of logs: disabled. Receipts have the logs. */
  logs: CapabilityValues
  /** Receipts. */
  receipts: CapabilityValues
  /** Blocks. */
  blocks: CapabilityValues
  /** Proofs of state: disabled. */
  stateproofs: CapabilityValues
}

/** Called with a value that is no quantity and the JSON pointer to it; throws. */
export type Refuse = (path: string, value: unknown) => never

type Members = Record<string, unknown>
type Decoder = (value: unknown, refuse: Refuse, at: string) => unknown

const quantity = (value: unknown, refuse: Refuse, at: string, name?: string): bigint =>
  bigintOf(value) ?? refuse(below(at, name), value)

/** Reads a quantity: up to 7 digits digit by digit, at twice the speed of BigInt, and caches the result; longer ones by BigInt. Undefined for what is none. */
function bigintOf(value: unknown): bigint | undefined {
  const text = typeof value === 'string' ? value : ''
  const { length } = text
  const known = length > 9 ? undefined : small.get(text)
  if (known !== undefined) return known
  if (length < 3 || !text.startsWith('0x')) return undefined
  if (length > 9) return large(text)
  let number = 0
  for (let index = 2; index < length; index++) {
    const digit = digitOf(text.charCodeAt(index))
    if (digit < 0) return undefined
    number = number * 16 + digit
  }
  const read = BigInt(number)
  if (small.size > 1_000) small.clear()
  small.set(text, read)
  return read
}

/** Cache of short quantities: most of a block's are the same, as its number, its time and its chain. It saves a quarter of a block's time. */
const small: Map<string, bigint> = new Map()

/** The value of a character as a hex digit of either case; below 0 for any other. */
function digitOf(code: number): number {
  if (code < 58) return code - 48
  const digit = (code | 32) - 87
  return digit > 9 && digit < 16 ? digit : -1
}

function large(text: string): bigint | undefined {
  if (digitOf(text.charCodeAt(text.length - 1)) < 0) return undefined // BigInt takes white space
  try {
    return BigInt(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The pointer to a member of the value at a pointer, or that pointer itself. */
const below = (at: string, name?: string): string => (name === undefined ? at : `${at}/${name}`)

const each = (list: unknown, decode: Decoder, refuse: Refuse, at: string, name?: string): unknown =>
  Array.isArray(list)
    ? list.map((item: unknown, index) =>
        item === null
          ? item // the pointer is joined only if something is refused: 3 of 5 µs for 200 hashes
          : decode(item, (path, part) => refuse(`${below(at, name)}/${index}${path}`, part), ''),
      )
    : list

function decodeAuthorization(value: unknown, refuse: Refuse, at: string): unknown {
  if (!isObject(value)) return value
  const copy = { ...value }
  if (copy['chainId'] != null) copy['chainId'] = quantity(copy['chainId'], refuse, at, 'chainId')
  if (copy['nonce'] != null) copy['nonce'] = quantity(copy['nonce'], refuse, at, 'nonce')
  if (copy['yParity'] != null) copy['yParity'] = quantity(copy['yParity'], refuse, at, 'yParity')
  if (copy['r'] != null) copy['r'] = quantity(copy['r'], refuse, at, 'r')
  if (copy['s'] != null) copy['s'] = quantity(copy['s'], refuse, at, 's')
  return copy
}

function decodeTransaction(value: unknown, refuse: Refuse, at: string): unknown {
  if (!isObject(value)) return value
  const copy = { ...value }
  if (copy['blockNumber'] != null)
    copy['blockNumber'] = quantity(copy['blockNumber'], refuse, at, 'blockNumber')
  if (copy['blockTimestamp'] != null)
    copy['blockTimestamp'] = quantity(copy['blockTimestamp'], refuse, at, 'blockTimestamp')
  if (copy['gas'] != null) copy['gas'] = quantity(copy['gas'], refuse, at, 'gas')
  if (copy['gasPrice'] != null) copy['gasPrice'] = quantity(copy['gasPrice'], refuse, at, 'gasPrice')
  if (copy['nonce'] != null) copy['nonce'] = quantity(copy['nonce'], refuse, at, 'nonce')
  if (copy['transactionIndex'] != null)
    copy['transactionIndex'] = quantity(copy['transactionIndex'], refuse, at, 'transactionIndex')
  if (copy['value'] != null) copy['value'] = quantity(copy['value'], refuse, at, 'value')
  if (copy['chainId'] != null) copy['chainId'] = quantity(copy['chainId'], refuse, at, 'chainId')
  if (copy['v'] != null) copy['v'] = quantity(copy['v'], refuse, at, 'v')
  if (copy['r'] != null) copy['r'] = quantity(copy['r'], refuse, at, 'r')
  if (copy['s'] != null) copy['s'] = quantity(copy['s'], refuse, at, 's')
  if (copy['yParity'] != null) copy['yParity'] = quantity(copy['yParity'], refuse, at, 'yParity')
  if (copy['maxFeePerGas'] != null)
    copy['maxFeePerGas'] = quantity(copy['maxFeePerGas'], refuse, at, 'maxFeePerGas')
  if (copy['maxPriorityFeePerGas'] != null)
    copy['maxPriorityFeePerGas'] = quantity(copy['maxPriorityFeePerGas'], refuse, at, 'maxPriorityFeePerGas')
  if (copy['maxFeePerBlobGas'] != null)
    copy['maxFeePerBlobGas'] = quantity(copy['maxFeePerBlobGas'], refuse, at, 'maxFeePerBlobGas')
  if (copy['authorizationList'] != null)
    copy['authorizationList'] = each(
      copy['authorizationList'],
      decodeAuthorization,
      refuse,
      at,
      'authorizationList',
    )
  return copy
}

function decodeLog(value: unknown, refuse: Refuse, at: string): unknown {
  if (!isObject(value)) return value
  const copy = { ...value }
  if (copy['blockNumber'] != null)
    copy['blockNumber'] = quantity(copy['blockNumber'], refuse, at, 'blockNumber')
  if (copy['transactionIndex'] != null)
    copy['transactionIndex'] = quantity(copy['transactionIndex'], refuse, at, 'transactionIndex')
  if (copy['blockTimestamp'] != null)
    copy['blockTimestamp'] = quantity(copy['blockTimestamp'], refuse, at, 'blockTimestamp')
  if (copy['logIndex'] != null) copy['logIndex'] = quantity(copy['logIndex'], refuse, at, 'logIndex')
  return copy
}

function decodeReceipt(value: unknown, refuse: Refuse, at: string): unknown {
  if (!isObject(value)) return value
  const copy = { ...value }
  if (copy['blobGasPrice'] != null)
    copy['blobGasPrice'] = quantity(copy['blobGasPrice'], refuse, at, 'blobGasPrice')
  if (copy['blobGasUsed'] != null)
    copy['blobGasUsed'] = quantity(copy['blobGasUsed'], refuse, at, 'blobGasUsed')
  if (copy['blockNumber'] != null)
    copy['blockNumber'] = quantity(copy['blockNumber'], refuse, at, 'blockNumber')
  if (copy['cumulativeGasUsed'] != null)
    copy['cumulativeGasUsed'] = quantity(copy['cumulativeGasUsed'], refuse, at, 'cumulativeGasUsed')
  if (copy['effectiveGasPrice'] != null)
    copy['effectiveGasPrice'] = quantity(copy['effectiveGasPrice'], refuse, at, 'effectiveGasPrice')
  if (copy['gasUsed'] != null) copy['gasUsed'] = quantity(copy['gasUsed'], refuse, at, 'gasUsed')
  if (copy['logs'] != null) copy['logs'] = each(copy['logs'], decodeLog, refuse, at, 'logs')
  if (copy['transactionIndex'] != null)
    copy['transactionIndex'] = quantity(copy['transactionIndex'], refuse, at, 'transactionIndex')
  return copy
}

function decodeWithdrawal(value: unknown, refuse: Refuse, at: string): unknown {
  if (!isObject(value)) return value
  const copy = { ...value }
  if (copy['index'] != null) copy['index'] = quantity(copy['index'], refuse, at, 'index')
  if (copy['validatorIndex'] != null)
    copy['validatorIndex'] = quantity(copy['validatorIndex'], refuse, at, 'validatorIndex')
  if (copy['amount'] != null) copy['amount'] = quantity(copy['amount'], refuse, at, 'amount')
  return copy
}

function decodeBlock(value: unknown, refuse: Refuse, at: string): unknown {
  if (!isObject(value)) return value
  const copy = { ...value }
  if (copy['baseFeePerGas'] != null)
    copy['baseFeePerGas'] = quantity(copy['baseFeePerGas'], refuse, at, 'baseFeePerGas')
  if (copy['blobGasUsed'] != null)
    copy['blobGasUsed'] = quantity(copy['blobGasUsed'], refuse, at, 'blobGasUsed')
  if (copy['difficulty'] != null) copy['difficulty'] = quantity(copy['difficulty'], refuse, at, 'difficulty')
  if (copy['excessBlobGas'] != null)
    copy['excessBlobGas'] = quantity(copy['excessBlobGas'], refuse, at, 'excessBlobGas')
  if (copy['gasLimit'] != null) copy['gasLimit'] = quantity(copy['gasLimit'], refuse, at, 'gasLimit')
  if (copy['gasUsed'] != null) copy['gasUsed'] = quantity(copy['gasUsed'], refuse, at, 'gasUsed')
  if (copy['number'] != null) copy['number'] = quantity(copy['number'], refuse, at, 'number')
  if (copy['size'] != null) copy['size'] = quantity(copy['size'], refuse, at, 'size')
  if (copy['slotNumber'] != null) copy['slotNumber'] = quantity(copy['slotNumber'], refuse, at, 'slotNumber')
  if (copy['timestamp'] != null) copy['timestamp'] = quantity(copy['timestamp'], refuse, at, 'timestamp')
  if (copy['transactions'] != null)
    copy['transactions'] = each(copy['transactions'], decodeTransaction, refuse, at, 'transactions')
  if (copy['withdrawals'] != null)
    copy['withdrawals'] = each(copy['withdrawals'], decodeWithdrawal, refuse, at, 'withdrawals')
  return copy
}

/**
 * Decodes each method's result: a bigint for each quantity. Unknown members and types stay as they are.
 * `refuse` is called with a value that is no quantity, and throws.
 */
export const values: {
  readonly eth_getTransactionByHash: (result: Transaction, refuse: Refuse) => TransactionValues
  readonly eth_getTransactionReceipt: (result: Receipt, refuse: Refuse) => ReceiptValues
  readonly eth_getBlockByNumber: (result: Block, refuse: Refuse) => BlockValues
} = {
  eth_getTransactionByHash: (result, refuse) => decodeTransaction(result, refuse, '') as TransactionValues,
  eth_getTransactionReceipt: (result, refuse) => decodeReceipt(result, refuse, '') as ReceiptValues,
  eth_getBlockByNumber: (result, refuse) => decodeBlock(result, refuse, '') as BlockValues,
}
