// Generated from openrpc.json (sha256 195fd10b3d93df0894d8d28667f971e004abad64246c46e4209da3698241f760) by packages/spec/generate. Run `npm run generate` instead of editing.
import * as Type from 'typebox'

const as = <T>(schema: Type.TSchema, own: object): Type.TUnsafe<T> => Type.Unsafe<T>({ ...schema, ...own })

/**
 * An unsigned integer of at most 256 bits: hex digits after 0x, lower case, without leading zeros; zero is
 * 0x0. Source: execution-apis uint256.
 */
export type Quantity = `0x${string}`
/** TypeBox schema of Quantity. */
export const Quantity: Type.TUnsafe<Quantity> = Type.Unsafe<Quantity>({
  title: 'Quantity',
  description:
    'An unsigned integer of at most 256 bits: hex digits after 0x, lower case, without leading zeros; zero is 0x0. Source: execution-apis uint256.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,63})$',
})

/**
 * Bytes of any number, two lower case hex digits each after 0x; none is 0x. Source: execution-apis bytes,
 * here an even number of digits.
 */
export type Bytes = `0x${string}`
/** TypeBox schema of Bytes. */
export const Bytes: Type.TUnsafe<Bytes> = Type.Unsafe<Bytes>({
  title: 'Byte string',
  description:
    'Bytes of any number, two lower case hex digits each after 0x; none is 0x. Source: execution-apis bytes, here an even number of digits.',
  type: 'string',
  pattern: '^0x([0-9a-f]{2})*$',
})

/**
 * A Keccak-256 hash, a root or another word of 32 bytes: 64 lower case hex digits after 0x. Source:
 * execution-apis hash32.
 */
export type Hash = `0x${string}`
/** TypeBox schema of Hash. */
export const Hash: Type.TUnsafe<Hash> = Type.Unsafe<Hash>({
  title: 'Hash',
  description:
    'A Keccak-256 hash, a root or another word of 32 bytes: 64 lower case hex digits after 0x. Source: execution-apis hash32.',
  type: 'string',
  pattern: '^0x[0-9a-f]{64}$',
})

/**
 * An account of 20 bytes: 40 lower case hex digits after 0x, without EIP-55 checksum case. Source:
 * execution-apis address, which also lets upper case pass.
 */
export type Address = `0x${string}`
/** TypeBox schema of Address. */
export const Address: Type.TUnsafe<Address> = Type.Unsafe<Address>({
  title: 'Address',
  description:
    'An account of 20 bytes: 40 lower case hex digits after 0x, without EIP-55 checksum case. Source: execution-apis address, which also lets upper case pass.',
  type: 'string',
  pattern: '^0x[0-9a-f]{40}$',
})

/**
 * The 2,048 bits of a logs bloom, 256 bytes: 512 lower case hex digits after 0x. Source: execution-apis
 * bytes256.
 */
export type Bloom = `0x${string}`
/** TypeBox schema of Bloom. */
export const Bloom: Type.TUnsafe<Bloom> = Type.Unsafe<Bloom>({
  title: 'Bloom filter',
  description:
    'The 2,048 bits of a logs bloom, 256 bytes: 512 lower case hex digits after 0x. Source: execution-apis bytes256.',
  type: 'string',
  pattern: '^0x[0-9a-f]{512}$',
})

/**
 * The 8 bytes that proof of work found, zero since the merge (EIP-3675): 16 lower case hex digits after 0x.
 * Source: execution-apis bytes8.
 */
export type BlockNonce = `0x${string}`
/** TypeBox schema of BlockNonce. */
export const BlockNonce: Type.TUnsafe<BlockNonce> = Type.Unsafe<BlockNonce>({
  title: 'Block nonce',
  description:
    'The 8 bytes that proof of work found, zero since the merge (EIP-3675): 16 lower case hex digits after 0x. Source: execution-apis bytes8.',
  type: 'string',
  pattern: '^0x[0-9a-f]{16}$',
})

/**
 * A hash of 32 bytes: 64 hex digits of either case after 0x. Wider than execution-apis hash32, as geth is;
 * answers are always lower case.
 */
export type HashParameter = `0x${string}`
/** TypeBox schema of HashParameter. */
export const HashParameter: Type.TUnsafe<HashParameter> = Type.Unsafe<HashParameter>({
  title: 'Hash, as a caller may write it',
  description:
    'A hash of 32 bytes: 64 hex digits of either case after 0x. Wider than execution-apis hash32, as geth is; answers are always lower case.',
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{64}$',
})

/**
 * The number of a block, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source:
 * execution-apis uint.
 */
export type BlockNumber = `0x${string}`
/** TypeBox schema of BlockNumber. */
export const BlockNumber: Type.TUnsafe<BlockNumber> = Type.Unsafe<BlockNumber>({
  title: 'Block number',
  description:
    'The number of a block, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source: execution-apis uint.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$',
})

/**
 * A name for a block: earliest, the lowest block held; latest, the highest; safe and finalized, the highest
 * whose hash a person vouched for; pending, none, since there is no mempool. A tag that names no block is
 * answered with null. Source: execution-apis BlockTag.
 */
export type BlockTag = 'earliest' | 'finalized' | 'safe' | 'latest' | 'pending'
/** TypeBox schema of BlockTag. */
export const BlockTag: Type.TUnsafe<BlockTag> = Type.Unsafe<BlockTag>({
  title: 'Block tag',
  description:
    'A name for a block: earliest, the lowest block held; latest, the highest; safe and finalized, the highest whose hash a person vouched for; pending, none, since there is no mempool. A tag that names no block is answered with null. Source: execution-apis BlockTag.',
  type: 'string',
  enum: ['earliest', 'finalized', 'safe', 'latest', 'pending'],
})

/** Which block: its number, or a tag. Source: execution-apis BlockNumberOrTag. */
export type BlockNumberOrTag = BlockNumber | BlockTag
/** TypeBox schema of BlockNumberOrTag. */
export const BlockNumberOrTag: Type.TUnsafe<BlockNumberOrTag> = Type.Unsafe<BlockNumberOrTag>({
  title: 'Block number or tag',
  description: 'Which block: its number, or a tag. Source: execution-apis BlockNumberOrTag.',
  oneOf: [BlockNumber, BlockTag],
})

/**
 * The EIP-2718 type: 0x0 legacy, 0x1 with access list (EIP-2930), 0x2 dynamic fee (EIP-1559), 0x3 with
 * blobs (EIP-4844), 0x4 setting code (EIP-7702).
 */
export type TransactionType = '0x0' | '0x1' | '0x2' | '0x3' | '0x4'
/** TypeBox schema of TransactionType. */
export const TransactionType: Type.TUnsafe<TransactionType> = Type.Unsafe<TransactionType>({
  title: 'Transaction type',
  description:
    'The EIP-2718 type: 0x0 legacy, 0x1 with access list (EIP-2930), 0x2 dynamic fee (EIP-1559), 0x3 with blobs (EIP-4844), 0x4 setting code (EIP-7702).',
  type: 'string',
  enum: ['0x0', '0x1', '0x2', '0x3', '0x4'],
})

/**
 * The parity of the y coordinate of a signature's curve point: 0x0 even, 0x1 odd. Source: EIP-2930;
 * execution-apis byte, yParity.
 */
export type Parity = '0x0' | '0x1'
/** TypeBox schema of Parity. */
export const Parity: Type.TUnsafe<Parity> = Type.Unsafe<Parity>({
  title: 'Parity',
  description:
    "The parity of the y coordinate of a signature's curve point: 0x0 even, 0x1 odd. Source: EIP-2930; execution-apis byte, yParity.",
  type: 'string',
  enum: ['0x0', '0x1'],
})

/** Whether the execution succeeded: 0x1 yes, 0x0 no. Source: EIP-658, from Byzantium on. */
export type Status = '0x0' | '0x1'
/** TypeBox schema of Status. */
export const Status: Type.TUnsafe<Status> = Type.Unsafe<Status>({
  title: 'Status',
  description: 'Whether the execution succeeded: 0x1 yes, 0x0 no. Source: EIP-658, from Byzantium on.',
  type: 'string',
  enum: ['0x0', '0x1'],
})

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
/** TypeBox schema of AccessListEntry. */
export const AccessListEntry: Type.TObject<{
  address: Type.TUnsafe<Address>
  storageKeys: Type.TUnsafe<Hash[]>
}> = Type.Object(
  {
    address: as<Address>(Address, { description: 'The account.' }),
    storageKeys: Type.Unsafe<Hash[]>({
      description: 'The storage slots, 32 bytes each.',
      type: 'array',
      items: Hash,
    }),
  },
  {
    title: 'Access list entry',
    description:
      'One account of an access list, and the storage slots of it that the transaction announces. Source: EIP-2930.',
    additionalProperties: false,
  },
)

/** The accounts and storage slots that a transaction announces; may be empty. Source: EIP-2930. */
export type AccessList = AccessListEntry[]
/** TypeBox schema of AccessList. */
export const AccessList: Type.TUnsafe<AccessList> = Type.Unsafe<AccessList>({
  title: 'Access list',
  description: 'The accounts and storage slots that a transaction announces; may be empty. Source: EIP-2930.',
  type: 'array',
  items: AccessListEntry,
})

/** A signed wish of an account to run the code of another address. Source: EIP-7702. */
export interface Authorization {
  /** The chain it is meant for; 0x0 for every chain. */
  chainId: Quantity
  /** The address whose code the account shall run. */
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
/** TypeBox schema of Authorization. */
export const Authorization: Type.TObject<{
  chainId: Type.TUnsafe<Quantity>
  address: Type.TUnsafe<Address>
  nonce: Type.TUnsafe<Quantity>
  yParity: Type.TUnsafe<Quantity>
  r: Type.TUnsafe<Quantity>
  s: Type.TUnsafe<Quantity>
}> = Type.Object(
  {
    chainId: as<Quantity>(Quantity, { description: 'The chain it is meant for; 0x0 for every chain.' }),
    address: as<Address>(Address, { description: 'The address whose code the account shall run.' }),
    nonce: as<Quantity>(Quantity, { description: 'The nonce the account must have, at most 64 bits.' }),
    yParity: as<Quantity>(Quantity, {
      description:
        'Parity of the signature, at most 8 bits; one above 0x1 makes the authorization void, not the transaction.',
    }),
    r: as<Quantity>(Quantity, { description: 'The r value of the signature, a quantity.' }),
    s: as<Quantity>(Quantity, { description: 'The s value of the signature, a quantity.' }),
  },
  {
    title: 'Authorization',
    description: 'A signed wish of an account to run the code of another address. Source: EIP-7702.',
    additionalProperties: false,
  },
)

/**
 * A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain
 * (before EIP-155, Spurious Dragon).
 */
export interface LegacyTransaction {
  /** Hash of the block that holds the transaction. */
  blockHash: Hash
  /** Number of the block that holds the transaction. */
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
/** TypeBox schema of LegacyTransaction. */
export const LegacyTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<Hash>
  blockNumber: Type.TUnsafe<Quantity>
  blockTimestamp: Type.TUnsafe<Quantity>
  from: Type.TUnsafe<Address>
  gas: Type.TUnsafe<Quantity>
  gasPrice: Type.TUnsafe<Quantity>
  hash: Type.TUnsafe<Hash>
  input: Type.TUnsafe<Bytes>
  nonce: Type.TUnsafe<Quantity>
  to: Type.TUnsafe<Address | null>
  transactionIndex: Type.TUnsafe<Quantity>
  value: Type.TUnsafe<Quantity>
  type: Type.TUnsafe<'0x0'>
  chainId: Type.TOptional<Type.TUnsafe<Quantity>>
  v: Type.TUnsafe<Quantity>
  r: Type.TUnsafe<Quantity>
  s: Type.TUnsafe<Quantity>
}> = Type.Object(
  {
    blockHash: as<Hash>(Hash, {
      description: 'Hash of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<Quantity>(Quantity, {
      description: 'Number of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<Quantity>(Quantity, { description: 'The signed price of one gas, in wei.' }),
    hash: as<Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<Quantity>(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: Type.Unsafe<Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as<Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x0'>({ description: 'The EIP-2718 type.', const: '0x0', type: 'string' }),
    chainId: Type.Optional(
      as<Quantity>(Quantity, {
        description: 'The chain that the signature is for; absent when v is 0x1b or 0x1c. EIP-155.',
        'x-elsewhere': ['null'],
      }),
    ),
    v: as<Quantity>(Quantity, {
      description: 'Recovery value of the signature: 0x1b or 0x1c, or 35 + 2 * chainId + parity. EIP-155.',
    }),
    r: as<Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
    }),
    s: as<Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
    }),
  },
  {
    title: 'Legacy transaction',
    description:
      'A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain (before EIP-155, Spurious Dragon).',
    additionalProperties: false,
  },
)

/** A transaction that announces what it will touch, since Berlin. Source: EIP-2930. */
export interface AccessListTransaction {
  /** Hash of the block that holds the transaction. */
  blockHash: Hash
  /** Number of the block that holds the transaction. */
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
  /** The same as yParity, as geth sends it. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}
/** TypeBox schema of AccessListTransaction. */
export const AccessListTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<Hash>
  blockNumber: Type.TUnsafe<Quantity>
  blockTimestamp: Type.TUnsafe<Quantity>
  from: Type.TUnsafe<Address>
  gas: Type.TUnsafe<Quantity>
  gasPrice: Type.TUnsafe<Quantity>
  hash: Type.TUnsafe<Hash>
  input: Type.TUnsafe<Bytes>
  nonce: Type.TUnsafe<Quantity>
  to: Type.TUnsafe<Address | null>
  transactionIndex: Type.TUnsafe<Quantity>
  value: Type.TUnsafe<Quantity>
  type: Type.TUnsafe<'0x1'>
  accessList: Type.TUnsafe<AccessList>
  chainId: Type.TUnsafe<Quantity>
  v: Type.TUnsafe<Parity>
  r: Type.TUnsafe<Quantity>
  s: Type.TUnsafe<Quantity>
  yParity: Type.TUnsafe<Parity>
}> = Type.Object(
  {
    blockHash: as<Hash>(Hash, {
      description: 'Hash of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<Quantity>(Quantity, {
      description: 'Number of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<Quantity>(Quantity, { description: 'The signed price of one gas, in wei.' }),
    hash: as<Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<Quantity>(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: Type.Unsafe<Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as<Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x1'>({ description: 'The EIP-2718 type.', const: '0x1', type: 'string' }),
    accessList: as<AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<Quantity>(Quantity, { description: 'The chain that the signature is for. EIP-155.' }),
    v: as<Parity>(Parity, {
      description: 'The same as yParity, as geth sends it.',
      'x-elsewhere': ['absent'],
    }),
    r: as<Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
    }),
    s: as<Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
    }),
    yParity: as<Parity>(Parity, { description: 'Parity of the signature.' }),
  },
  {
    title: 'Access list transaction',
    description: 'A transaction that announces what it will touch, since Berlin. Source: EIP-2930.',
    additionalProperties: false,
  },
)

/** A transaction with a fee cap and a tip, since London. Source: EIP-1559. */
export interface DynamicFeeTransaction {
  /** Hash of the block that holds the transaction. */
  blockHash: Hash
  /** Number of the block that holds the transaction. */
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
  /** The same as yParity, as geth sends it. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}
/** TypeBox schema of DynamicFeeTransaction. */
export const DynamicFeeTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<Hash>
  blockNumber: Type.TUnsafe<Quantity>
  blockTimestamp: Type.TUnsafe<Quantity>
  from: Type.TUnsafe<Address>
  gas: Type.TUnsafe<Quantity>
  gasPrice: Type.TUnsafe<Quantity>
  maxFeePerGas: Type.TUnsafe<Quantity>
  maxPriorityFeePerGas: Type.TUnsafe<Quantity>
  hash: Type.TUnsafe<Hash>
  input: Type.TUnsafe<Bytes>
  nonce: Type.TUnsafe<Quantity>
  to: Type.TUnsafe<Address | null>
  transactionIndex: Type.TUnsafe<Quantity>
  value: Type.TUnsafe<Quantity>
  type: Type.TUnsafe<'0x2'>
  accessList: Type.TUnsafe<AccessList>
  chainId: Type.TUnsafe<Quantity>
  v: Type.TUnsafe<Parity>
  r: Type.TUnsafe<Quantity>
  s: Type.TUnsafe<Quantity>
  yParity: Type.TUnsafe<Parity>
}> = Type.Object(
  {
    blockHash: as<Hash>(Hash, {
      description: 'Hash of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<Quantity>(Quantity, {
      description: 'Number of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<Quantity>(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
    }),
    maxFeePerGas: as<Quantity>(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as<Quantity>(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    hash: as<Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<Quantity>(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: Type.Unsafe<Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as<Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x2'>({ description: 'The EIP-2718 type.', const: '0x2', type: 'string' }),
    accessList: as<AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<Quantity>(Quantity, { description: 'The chain that the signature is for. EIP-155.' }),
    v: as<Parity>(Parity, {
      description: 'The same as yParity, as geth sends it.',
      'x-elsewhere': ['absent'],
    }),
    r: as<Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
    }),
    s: as<Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
    }),
    yParity: as<Parity>(Parity, { description: 'Parity of the signature.' }),
  },
  {
    title: 'Dynamic fee transaction',
    description: 'A transaction with a fee cap and a tip, since London. Source: EIP-1559.',
    additionalProperties: false,
  },
)

/** A transaction that carries blobs beside the block, since Cancun. Source: EIP-4844. */
export interface BlobTransaction {
  /** Hash of the block that holds the transaction. */
  blockHash: Hash
  /** Number of the block that holds the transaction. */
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
  /** The same as yParity, as geth sends it. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}
/** TypeBox schema of BlobTransaction. */
export const BlobTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<Hash>
  blockNumber: Type.TUnsafe<Quantity>
  blockTimestamp: Type.TUnsafe<Quantity>
  from: Type.TUnsafe<Address>
  gas: Type.TUnsafe<Quantity>
  gasPrice: Type.TUnsafe<Quantity>
  maxFeePerGas: Type.TUnsafe<Quantity>
  maxPriorityFeePerGas: Type.TUnsafe<Quantity>
  maxFeePerBlobGas: Type.TUnsafe<Quantity>
  hash: Type.TUnsafe<Hash>
  input: Type.TUnsafe<Bytes>
  nonce: Type.TUnsafe<Quantity>
  to: Type.TUnsafe<Address>
  transactionIndex: Type.TUnsafe<Quantity>
  value: Type.TUnsafe<Quantity>
  type: Type.TUnsafe<'0x3'>
  accessList: Type.TUnsafe<AccessList>
  chainId: Type.TUnsafe<Quantity>
  blobVersionedHashes: Type.TUnsafe<Hash[]>
  v: Type.TUnsafe<Parity>
  r: Type.TUnsafe<Quantity>
  s: Type.TUnsafe<Quantity>
  yParity: Type.TUnsafe<Parity>
}> = Type.Object(
  {
    blockHash: as<Hash>(Hash, {
      description: 'Hash of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<Quantity>(Quantity, {
      description: 'Number of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<Quantity>(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
      'x-elsewhere': ['absent'],
    }),
    maxFeePerGas: as<Quantity>(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as<Quantity>(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    maxFeePerBlobGas: as<Quantity>(Quantity, {
      description: 'The most that the sender pays for one blob gas, in wei. EIP-4844.',
    }),
    hash: as<Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<Quantity>(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: as<Address>(Address, { description: 'The receiver; a blob transaction cannot create a contract.' }),
    transactionIndex: as<Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x3'>({ description: 'The EIP-2718 type.', const: '0x3', type: 'string' }),
    accessList: as<AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<Quantity>(Quantity, { description: 'The chain that the signature is for. EIP-155.' }),
    blobVersionedHashes: Type.Unsafe<Hash[]>({
      description: "Versioned hashes of the blobs' commitments, one a blob.",
      type: 'array',
      items: Hash,
    }),
    v: as<Parity>(Parity, {
      description: 'The same as yParity, as geth sends it.',
      'x-elsewhere': ['absent'],
    }),
    r: as<Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
    }),
    s: as<Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
    }),
    yParity: as<Parity>(Parity, { description: 'Parity of the signature.' }),
  },
  {
    title: 'Blob transaction',
    description: 'A transaction that carries blobs beside the block, since Cancun. Source: EIP-4844.',
    additionalProperties: false,
  },
)

/** A transaction that lets accounts run the code of other addresses, since Prague. Source: EIP-7702. */
export interface SetCodeTransaction {
  /** Hash of the block that holds the transaction. */
  blockHash: Hash
  /** Number of the block that holds the transaction. */
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
  /** The same as yParity, as geth sends it. */
  v: Parity
  /** The r value of the signature: a quantity, without leading zeros. */
  r: Quantity
  /** The s value of the signature: a quantity, without leading zeros. */
  s: Quantity
  /** Parity of the signature. */
  yParity: Parity
}
/** TypeBox schema of SetCodeTransaction. */
export const SetCodeTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<Hash>
  blockNumber: Type.TUnsafe<Quantity>
  blockTimestamp: Type.TUnsafe<Quantity>
  from: Type.TUnsafe<Address>
  gas: Type.TUnsafe<Quantity>
  gasPrice: Type.TUnsafe<Quantity>
  maxFeePerGas: Type.TUnsafe<Quantity>
  maxPriorityFeePerGas: Type.TUnsafe<Quantity>
  hash: Type.TUnsafe<Hash>
  input: Type.TUnsafe<Bytes>
  nonce: Type.TUnsafe<Quantity>
  to: Type.TUnsafe<Address>
  transactionIndex: Type.TUnsafe<Quantity>
  value: Type.TUnsafe<Quantity>
  type: Type.TUnsafe<'0x4'>
  accessList: Type.TUnsafe<AccessList>
  chainId: Type.TUnsafe<Quantity>
  authorizationList: Type.TUnsafe<Authorization[]>
  v: Type.TUnsafe<Parity>
  r: Type.TUnsafe<Quantity>
  s: Type.TUnsafe<Quantity>
  yParity: Type.TUnsafe<Parity>
}> = Type.Object(
  {
    blockHash: as<Hash>(Hash, {
      description: 'Hash of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<Quantity>(Quantity, {
      description: 'Number of the block that holds the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<Quantity>(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
      'x-elsewhere': ['absent'],
    }),
    maxFeePerGas: as<Quantity>(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as<Quantity>(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    hash: as<Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<Quantity>(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: as<Address>(Address, {
      description: 'The receiver; a set code transaction cannot create a contract.',
    }),
    transactionIndex: as<Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x4'>({ description: 'The EIP-2718 type.', const: '0x4', type: 'string' }),
    accessList: as<AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<Quantity>(Quantity, { description: 'The chain that the signature is for. EIP-155.' }),
    authorizationList: Type.Unsafe<Authorization[]>({
      description: 'The authorizations, in the order in which they are applied.',
      type: 'array',
      items: Authorization,
    }),
    v: as<Parity>(Parity, {
      description: 'The same as yParity, as geth sends it.',
      'x-elsewhere': ['absent'],
    }),
    r: as<Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
    }),
    s: as<Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
    }),
    yParity: as<Parity>(Parity, { description: 'Parity of the signature.' }),
  },
  {
    title: 'Set code transaction',
    description:
      'A transaction that lets accounts run the code of other addresses, since Prague. Source: EIP-7702.',
    additionalProperties: false,
  },
)

/**
 * A signed transaction in its place in a block. Its type decides which members it has: a type's own members
 * are all present, those of other types are absent, never null. Source: execution-apis TransactionInfo,
 * with geth's members.
 */
export type Transaction =
  | LegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | BlobTransaction
  | SetCodeTransaction
/** TypeBox schema of Transaction. */
export const Transaction: Type.TUnsafe<Transaction> = Type.Unsafe<Transaction>({
  title: 'Transaction',
  description:
    "A signed transaction in its place in a block. Its type decides which members it has: a type's own members are all present, those of other types are absent, never null. Source: execution-apis TransactionInfo, with geth's members.",
  oneOf: [
    LegacyTransaction,
    AccessListTransaction,
    DynamicFeeTransaction,
    BlobTransaction,
    SetCodeTransaction,
  ],
})

/** What a contract wrote with one LOG instruction. Source: execution-apis Log. */
export interface Log {
  /** The contract that wrote it. */
  address: Address
  /**
   * Zero to four indexed words of 32 bytes; of an event of Solidity the first is usually its signature's
   * hash.
   */
  topics: Hash[]
  /** The words that are not indexed. */
  data: Bytes
  /** Number of the block that holds the log. */
  blockNumber: Quantity
  /** Hash of the transaction that wrote it. */
  transactionHash: Hash
  /** Position of that transaction in the block, from 0x0. */
  transactionIndex: Quantity
  /** Hash of the block that holds the log. */
  blockHash: Hash
  /** Timestamp of that block, in seconds since 1970. In execution-apis since August 2025. */
  blockTimestamp: Quantity
  /** Position among the logs of the whole block, not of the transaction, from 0x0. */
  logIndex: Quantity
  /** True when a reorg took the log out of the chain; a receipt of a held block has false. */
  removed: boolean
}
/** TypeBox schema of Log. */
export const Log: Type.TObject<{
  address: Type.TUnsafe<Address>
  topics: Type.TUnsafe<Hash[]>
  data: Type.TUnsafe<Bytes>
  blockNumber: Type.TUnsafe<Quantity>
  transactionHash: Type.TUnsafe<Hash>
  transactionIndex: Type.TUnsafe<Quantity>
  blockHash: Type.TUnsafe<Hash>
  blockTimestamp: Type.TUnsafe<Quantity>
  logIndex: Type.TUnsafe<Quantity>
  removed: Type.TUnsafe<boolean>
}> = Type.Object(
  {
    address: as<Address>(Address, { description: 'The contract that wrote it.' }),
    topics: Type.Unsafe<Hash[]>({
      description:
        "Zero to four indexed words of 32 bytes; of an event of Solidity the first is usually its signature's hash.",
      type: 'array',
      items: Hash,
      maxItems: 4,
    }),
    data: as<Bytes>(Bytes, { description: 'The words that are not indexed.' }),
    blockNumber: as<Quantity>(Quantity, { description: 'Number of the block that holds the log.' }),
    transactionHash: as<Hash>(Hash, { description: 'Hash of the transaction that wrote it.' }),
    transactionIndex: as<Quantity>(Quantity, {
      description: 'Position of that transaction in the block, from 0x0.',
    }),
    blockHash: as<Hash>(Hash, { description: 'Hash of the block that holds the log.' }),
    blockTimestamp: as<Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since August 2025.',
      'x-elsewhere': ['absent'],
    }),
    logIndex: as<Quantity>(Quantity, {
      description: 'Position among the logs of the whole block, not of the transaction, from 0x0.',
    }),
    removed: Type.Unsafe<boolean>({
      description: 'True when a reorg took the log out of the chain; a receipt of a held block has false.',
      type: 'boolean',
    }),
  },
  {
    title: 'Log',
    description: 'What a contract wrote with one LOG instruction. Source: execution-apis Log.',
    additionalProperties: false,
  },
)

/**
 * The result of executing one transaction: with root before Byzantium, with status from Byzantium on
 * (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.
 */
export interface Receipt {
  /** Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only. */
  blobGasPrice?: Quantity
  /** Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only. */
  blobGasUsed?: Quantity
  /** Hash of the block that holds the transaction. */
  blockHash: Hash
  /** Number of the block that holds the transaction. */
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
/** TypeBox schema of Receipt. */
export const Receipt: Type.TObject<{
  blobGasPrice: Type.TOptional<Type.TUnsafe<Quantity>>
  blobGasUsed: Type.TOptional<Type.TUnsafe<Quantity>>
  blockHash: Type.TUnsafe<Hash>
  blockNumber: Type.TUnsafe<Quantity>
  contractAddress: Type.TUnsafe<Address | null>
  cumulativeGasUsed: Type.TUnsafe<Quantity>
  effectiveGasPrice: Type.TUnsafe<Quantity>
  from: Type.TUnsafe<Address>
  gasUsed: Type.TUnsafe<Quantity>
  logs: Type.TUnsafe<Log[]>
  logsBloom: Type.TUnsafe<Bloom>
  root: Type.TOptional<Type.TUnsafe<Hash>>
  status: Type.TOptional<Type.TUnsafe<Status>>
  to: Type.TUnsafe<Address | null>
  transactionHash: Type.TUnsafe<Hash>
  transactionIndex: Type.TUnsafe<Quantity>
  type: Type.TUnsafe<TransactionType>
}> = Type.Object(
  {
    blobGasPrice: Type.Optional(
      as<Quantity>(Quantity, {
        description: 'Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only.',
      }),
    ),
    blobGasUsed: Type.Optional(
      as<Quantity>(Quantity, {
        description: 'Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only.',
      }),
    ),
    blockHash: as<Hash>(Hash, { description: 'Hash of the block that holds the transaction.' }),
    blockNumber: as<Quantity>(Quantity, { description: 'Number of the block that holds the transaction.' }),
    contractAddress: Type.Unsafe<Address | null>({
      description:
        'Address of the contract that the transaction was to create, even when that failed; null when to is an address.',
      'x-elsewhere': ['absent'],
      oneOf: [Address, { type: 'null' }],
    }),
    cumulativeGasUsed: as<Quantity>(Quantity, {
      description: 'Gas used by this transaction and all before it in the block.',
    }),
    effectiveGasPrice: as<Quantity>(Quantity, {
      description: 'The price that was paid for one gas, in wei.',
    }),
    from: as<Address>(Address, { description: 'The sender.' }),
    gasUsed: as<Quantity>(Quantity, { description: 'Gas used by this transaction alone.' }),
    logs: Type.Unsafe<Log[]>({
      description: 'What the execution wrote, in order; empty when it failed.',
      type: 'array',
      items: Log,
    }),
    logsBloom: as<Bloom>(Bloom, { description: 'Bloom filter of the addresses and topics of the logs.' }),
    root: Type.Optional(
      as<Hash>(Hash, { description: 'State root after the transaction. Before Byzantium only.' }),
    ),
    status: Type.Optional(as<Status>(Status, { description: 'Success or failure. Since Byzantium.' })),
    to: Type.Unsafe<Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      'x-elsewhere': ['absent'],
      oneOf: [Address, { type: 'null' }],
    }),
    transactionHash: as<Hash>(Hash, { description: 'Hash of the transaction.' }),
    transactionIndex: as<Quantity>(Quantity, { description: 'Position in the block, from 0x0.' }),
    type: as<TransactionType>(TransactionType, {
      description: 'The EIP-2718 type of the transaction.',
      'x-elsewhere': ['absent'],
    }),
  },
  {
    title: 'Receipt',
    description:
      'The result of executing one transaction: with root before Byzantium, with status from Byzantium on (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.',
    additionalProperties: false,
    oneOf: [{ required: ['status'] }, { required: ['root'] }],
  },
)

/** Ether that the beacon chain paid out to an account. Source: EIP-4895, since Shanghai. */
export interface Withdrawal {
  /** Number of the withdrawal since the first one, at most 64 bits. */
  index: Quantity
  /** The validator it was taken from, at most 64 bits. */
  validatorIndex: Quantity
  /** The account it went to. */
  address: Address
  /** How much, in gwei (10^9 wei). */
  amount: Quantity
}
/** TypeBox schema of Withdrawal. */
export const Withdrawal: Type.TObject<{
  index: Type.TUnsafe<Quantity>
  validatorIndex: Type.TUnsafe<Quantity>
  address: Type.TUnsafe<Address>
  amount: Type.TUnsafe<Quantity>
}> = Type.Object(
  {
    index: as<Quantity>(Quantity, {
      description: 'Number of the withdrawal since the first one, at most 64 bits.',
    }),
    validatorIndex: as<Quantity>(Quantity, {
      description: 'The validator it was taken from, at most 64 bits.',
    }),
    address: as<Address>(Address, { description: 'The account it went to.' }),
    amount: as<Quantity>(Quantity, { description: 'How much, in gwei (10^9 wei).' }),
  },
  {
    title: 'Withdrawal',
    description: 'Ether that the beacon chain paid out to an account. Source: EIP-4895, since Shanghai.',
    additionalProperties: false,
  },
)

/**
 * The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so
 * that an empty array is one thing. Source: execution-apis Block, where it is both.
 */
export type BlockTransactions = Hash[] | Transaction[]
/** TypeBox schema of BlockTransactions. */
export const BlockTransactions: Type.TUnsafe<BlockTransactions> = Type.Unsafe<BlockTransactions>({
  title: 'Transactions of a block',
  description:
    'The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so that an empty array is one thing. Source: execution-apis Block, where it is both.',
  oneOf: [
    { description: 'No transaction.', type: 'array', items: Hash, maxItems: 0 },
    { description: 'Hashes.', type: 'array', items: Hash, minItems: 1 },
    { description: 'Whole transactions.', type: 'array', items: Transaction, minItems: 1 },
  ],
})

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
  /** Gas used by all transactions. */
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
/** TypeBox schema of Block. */
export const Block: Type.TObject<{
  baseFeePerGas: Type.TOptional<Type.TUnsafe<Quantity>>
  blobGasUsed: Type.TOptional<Type.TUnsafe<Quantity>>
  blockAccessListHash: Type.TOptional<Type.TUnsafe<Hash>>
  difficulty: Type.TUnsafe<Quantity>
  excessBlobGas: Type.TOptional<Type.TUnsafe<Quantity>>
  extraData: Type.TUnsafe<Bytes>
  gasLimit: Type.TUnsafe<Quantity>
  gasUsed: Type.TUnsafe<Quantity>
  hash: Type.TUnsafe<Hash>
  logsBloom: Type.TUnsafe<Bloom>
  miner: Type.TUnsafe<Address>
  mixHash: Type.TUnsafe<Hash>
  nonce: Type.TUnsafe<BlockNonce>
  number: Type.TUnsafe<Quantity>
  parentBeaconBlockRoot: Type.TOptional<Type.TUnsafe<Hash>>
  parentHash: Type.TUnsafe<Hash>
  receiptsRoot: Type.TUnsafe<Hash>
  requestsHash: Type.TOptional<Type.TUnsafe<Hash>>
  sha3Uncles: Type.TUnsafe<Hash>
  size: Type.TUnsafe<Quantity>
  slotNumber: Type.TOptional<Type.TUnsafe<Quantity>>
  stateRoot: Type.TUnsafe<Hash>
  timestamp: Type.TUnsafe<Quantity>
  transactions: Type.TUnsafe<BlockTransactions>
  transactionsRoot: Type.TUnsafe<Hash>
  uncles: Type.TUnsafe<Hash[]>
  withdrawals: Type.TOptional<Type.TUnsafe<Withdrawal[]>>
  withdrawalsRoot: Type.TOptional<Type.TUnsafe<Hash>>
}> = Type.Object(
  {
    baseFeePerGas: Type.Optional(
      as<Quantity>(Quantity, {
        description: 'The part of the price of one gas that is burnt, in wei. Since London (EIP-1559).',
      }),
    ),
    blobGasUsed: Type.Optional(
      as<Quantity>(Quantity, { description: 'Blob gas of all transactions. Since Cancun (EIP-4844).' }),
    ),
    blockAccessListHash: Type.Optional(
      as<Hash>(Hash, {
        description: 'Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928).',
      }),
    ),
    difficulty: as<Quantity>(Quantity, {
      description: 'Difficulty of the proof of work; 0x0 since the merge (EIP-3675).',
      'x-elsewhere': ['absent'],
    }),
    excessBlobGas: Type.Optional(
      as<Quantity>(Quantity, {
        description:
          'Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844).',
      }),
    ),
    extraData: as<Bytes>(Bytes, {
      description:
        'What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis.',
    }),
    gasLimit: as<Quantity>(Quantity, { description: "The most gas that the block's transactions may use." }),
    gasUsed: as<Quantity>(Quantity, { description: 'Gas used by all transactions.' }),
    hash: as<Hash>(Hash, { description: "Keccak-256 of the header's RLP.", 'x-elsewhere': ['null'] }),
    logsBloom: as<Bloom>(Bloom, {
      description: 'Bloom filter of all logs of the block.',
      'x-elsewhere': ['null'],
    }),
    miner: as<Address>(Address, {
      description: "Account that gets the fees: the miner's, since the merge the proposer's fee recipient.",
      'x-elsewhere': ['null'],
    }),
    mixHash: as<Hash>(Hash, {
      description: "Part of the proof of work; since the merge the beacon chain's randomness (EIP-4399).",
    }),
    nonce: as<BlockNonce>(BlockNonce, {
      description: 'Part of the proof of work; zero since the merge.',
      'x-elsewhere': ['null'],
    }),
    number: as<Quantity>(Quantity, {
      description: 'Number of the block: how many blocks came before it.',
      'x-elsewhere': ['null'],
    }),
    parentBeaconBlockRoot: Type.Optional(
      as<Hash>(Hash, { description: 'Root of the parent beacon block. Since Cancun (EIP-4788).' }),
    ),
    parentHash: as<Hash>(Hash, { description: 'Hash of the block before.' }),
    receiptsRoot: as<Hash>(Hash, { description: 'Root of the trie of the receipts.' }),
    requestsHash: Type.Optional(
      as<Hash>(Hash, {
        description: 'Commitment to the requests to the beacon chain. Since Prague (EIP-7685).',
      }),
    ),
    sha3Uncles: as<Hash>(Hash, { description: "Keccak-256 of the RLP list of the uncles' headers." }),
    size: as<Quantity>(Quantity, { description: "Length of the whole block's RLP, in bytes." }),
    slotNumber: Type.Optional(
      as<Quantity>(Quantity, {
        description: "Number of the beacon chain's slot. Since Amsterdam (EIP-7843).",
      }),
    ),
    stateRoot: as<Hash>(Hash, { description: 'Root of the state trie after the block.' }),
    timestamp: as<Quantity>(Quantity, { description: 'When the block was made, in seconds since 1970.' }),
    transactions: as<BlockTransactions>(BlockTransactions, {
      description: 'The transactions in order: whole when return_full_txns is true, else their hashes.',
    }),
    transactionsRoot: as<Hash>(Hash, { description: 'Root of the trie of the transactions.' }),
    uncles: Type.Unsafe<Hash[]>({
      description: 'Hashes of the uncles; empty since the merge.',
      type: 'array',
      items: Hash,
    }),
    withdrawals: Type.Optional(
      Type.Unsafe<Withdrawal[]>({
        description: 'The withdrawals in order. Since Shanghai (EIP-4895).',
        type: 'array',
        items: Withdrawal,
      }),
    ),
    withdrawalsRoot: Type.Optional(
      as<Hash>(Hash, { description: 'Root of the trie of the withdrawals. Since Shanghai (EIP-4895).' }),
    ),
  },
  {
    title: 'Block',
    description:
      "A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole. A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's members.",
    additionalProperties: false,
  },
)

/** A block whose transactions are hashes: what return_full_txns false asks for. */
export interface BlockWithHashes extends Block {
  transactions: Hash[]
}
/** TypeBox schema of BlockWithHashes. */
export const BlockWithHashes: Type.TUnsafe<BlockWithHashes> = Type.Unsafe<BlockWithHashes>({
  title: 'Block with hashes',
  description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
  allOf: [Block, { properties: { transactions: { type: 'array', items: Hash } } }],
})

/** A block whose transactions are whole: what return_full_txns true asks for. */
export interface BlockWithTransactions extends Block {
  transactions: Transaction[]
}
/** TypeBox schema of BlockWithTransactions. */
export const BlockWithTransactions: Type.TUnsafe<BlockWithTransactions> = Type.Unsafe<BlockWithTransactions>({
  title: 'Block with transactions',
  description: 'A block whose transactions are whole: what return_full_txns true asks for.',
  allOf: [Block, { properties: { transactions: { type: 'array', items: Transaction } } }],
})
