import type { AccessListEntry, Authorization, Fields, Log } from '../block/fields.ts'
import type { Family } from './family.ts'

/** A block's header. Later forks' fields are absent in earlier blocks; numbers are bigint, the rest bytes. */
export interface Header {
  readonly parentHash: Uint8Array
  readonly sha3Uncles: Uint8Array
  readonly miner: Uint8Array
  readonly stateRoot: Uint8Array
  readonly transactionsRoot: Uint8Array
  readonly receiptsRoot: Uint8Array
  readonly logsBloom: Uint8Array
  readonly difficulty: bigint
  readonly number: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly extraData: Uint8Array
  readonly mixHash: Uint8Array
  /** 8 bytes. */
  readonly nonce: Uint8Array
  /** Wei per gas. */
  readonly baseFeePerGas?: bigint
  readonly withdrawalsRoot?: Uint8Array
  readonly blobGasUsed?: bigint
  readonly excessBlobGas?: bigint
  readonly parentBeaconBlockRoot?: Uint8Array
  readonly requestsHash?: Uint8Array
  readonly blockAccessListHash?: Uint8Array
  readonly slotNumber?: bigint
  /** The RLP of an unknown fork's fields, so that the hash stays right. */
  readonly unknown?: readonly Uint8Array[]
}

/** The header's fields in the order of its list; a fork adds its fields at the end. */
export const headerFields: Fields<Omit<Header, 'unknown'>> = {
  parentHash: 'hash', // Frontier
  sha3Uncles: 'hash',
  miner: 'address',
  stateRoot: 'hash',
  transactionsRoot: 'hash',
  receiptsRoot: 'hash',
  logsBloom: 'bloom',
  difficulty: 'uint256',
  number: 'uint64',
  gasLimit: 'uint64',
  gasUsed: 'uint64',
  timestamp: 'uint64',
  extraData: 'bytes',
  mixHash: 'hash',
  nonce: 'bytes8',
  baseFeePerGas: 'uint256', // London, EIP-1559
  withdrawalsRoot: 'hash', // Shanghai, EIP-4895
  blobGasUsed: 'uint64', // Cancun, EIP-4844
  excessBlobGas: 'uint64',
  parentBeaconBlockRoot: 'hash', // Cancun, EIP-4788
  requestsHash: 'hash', // Prague, EIP-7685
  blockAccessListHash: 'hash', // Amsterdam, EIP-7928
  slotNumber: 'uint64', // Amsterdam, EIP-7843
}

/** A fork that shows in the header. */
export type HeaderFork = 'london' | 'shanghai' | 'cancun' | 'prague' | 'amsterdam'

/** A field that a fork added to the header. */
export type ForkField = Exclude<
  { [K in keyof Header]-?: object extends Pick<Header, K> ? K : never }[keyof Header],
  'unknown'
>

/** Which fork added a field, in the order of the header's list. */
export const fieldForks: { readonly [K in ForkField]: HeaderFork } = {
  baseFeePerGas: 'london',
  withdrawalsRoot: 'shanghai',
  blobGasUsed: 'cancun',
  excessBlobGas: 'cancun',
  parentBeaconBlockRoot: 'cancun',
  requestsHash: 'prague',
  blockAccessListHash: 'amsterdam',
  slotNumber: 'amsterdam',
}

interface Signed {
  readonly nonce: bigint
  /** The gas limit. */
  readonly gas: bigint
  /** 20 bytes; null creates a contract. */
  readonly to: Uint8Array | null
  /** Wei. */
  readonly value: bigint
  readonly input: Uint8Array
  readonly r: bigint
  readonly s: bigint
}

interface Typed extends Signed {
  readonly chainId: bigint
  readonly accessList: readonly AccessListEntry[]
  readonly yParity: 0 | 1
}

/** A transaction as before EIP-2718. `v` is 27 + parity, or 35 + 2 × chain id + parity (EIP-155). */
export interface LegacyTransaction extends Signed {
  readonly type: 0
  /** Wei per gas. */
  readonly gasPrice: bigint
  readonly v: bigint
}

/** EIP-2930 (Berlin). */
export interface AccessListTransaction extends Typed {
  readonly type: 1
  /** Wei per gas. */
  readonly gasPrice: bigint
}

interface Fees extends Typed {
  /** Wei per gas. */
  readonly maxPriorityFeePerGas: bigint
  /** Wei per gas. */
  readonly maxFeePerGas: bigint
}

/** EIP-1559 (London). */
export interface DynamicFeeTransaction extends Fees {
  readonly type: 2
}

/** EIP-4844 (Cancun), as a block has it: without the blobs. */
export interface BlobTransaction extends Fees {
  readonly type: 3
  readonly to: Uint8Array
  /** Wei per blob gas. */
  readonly maxFeePerBlobGas: bigint
  readonly blobVersionedHashes: readonly Uint8Array[]
}

/** EIP-7702 (Prague). */
export interface SetCodeTransaction extends Fees {
  readonly type: 4
  readonly to: Uint8Array
  readonly authorizationList: readonly Authorization[]
}

/** A signed transaction; `type` says which one. */
export type Transaction =
  | LegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | BlobTransaction
  | SetCodeTransaction

/** The EIP-2718 types that are known. */
export type TransactionType = Transaction['type']

/** Each type's signed fields in the order of its list. The last three are the signature. */
export const transactionFields: {
  readonly [T in TransactionType]: Fields<Omit<Extract<Transaction, { type: T }>, 'type'>>
} = {
  0: {
    nonce: 'uint64',
    gasPrice: 'uint256',
    gas: 'uint64',
    to: 'recipient',
    value: 'uint256',
    input: 'bytes',
    v: 'uint256',
    r: 'uint256',
    s: 'uint256',
  },
  1: typed({ gasPrice: 'uint256' }, 'recipient', {}),
  2: typed({ maxPriorityFeePerGas: 'uint256', maxFeePerGas: 'uint256' }, 'recipient', {}),
  3: typed({ maxPriorityFeePerGas: 'uint256', maxFeePerGas: 'uint256' }, 'address', {
    maxFeePerBlobGas: 'uint256',
    blobVersionedHashes: 'hashes',
  }),
  4: typed({ maxPriorityFeePerGas: 'uint256', maxFeePerGas: 'uint256' }, 'address', {
    authorizationList: 'authorizations',
  }),
}

/** The outcome of a transaction, with either a `status` or a `root`. */
export interface Receipt {
  readonly type: TransactionType
  /** 1 done, 0 failed (EIP-658); from Byzantium on. */
  readonly status?: 0 | 1
  /** The state after it; before Byzantium. */
  readonly root?: Uint8Array
  /** The gas of this transaction and of those before it in the block. */
  readonly cumulativeGasUsed: bigint
  readonly logsBloom: Uint8Array
  readonly logs: readonly Log[]
}

/** The receipt's fields after its outcome, in the order of its list. */
export const receiptFields: Fields<Omit<Receipt, 'type' | 'status' | 'root'>> = {
  cumulativeGasUsed: 'uint64',
  logsBloom: 'bloom',
  logs: 'logs',
}

/** Ether moved from the beacon chain to an account (EIP-4895). */
export interface Withdrawal {
  readonly index: bigint
  readonly validatorIndex: bigint
  readonly address: Uint8Array
  /** Gwei. */
  readonly amount: bigint
}

/** A withdrawal's fields in the order of its list. */
export const withdrawalFields: Fields<Withdrawal> = {
  index: 'uint64',
  validatorIndex: 'uint64',
  address: 'address',
  amount: 'uint64',
}

/** Returns the fields of a typed transaction: its prices, its recipient, and the fields of its type. */
function typed<const P, const R, const A>(prices: P, to: R, added: A) {
  return {
    chainId: 'uint256',
    nonce: 'uint64',
    ...prices,
    gas: 'uint64',
    to,
    value: 'uint256',
    input: 'bytes',
    accessList: 'accessList',
    ...added,
    yParity: 'parity',
    r: 'uint256',
    s: 'uint256',
  } as const
}

/** Ethereum and its test networks, and every chain with the same rules. */
export const ethereum: Family = { name: 'ethereum', header: headerFields, transactions: transactionFields }
