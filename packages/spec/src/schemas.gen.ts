// Generated from openrpc.json (sha256 513a5d01e30302806b73ad40552bd53a3cc26abaab7dcaaf0ee6e6a2bda26637) by packages/spec/generate. Run `npm run generate` instead of editing.
import * as Type from 'typebox'
import type * as types from './types.gen.ts'

const as = <T>(schema: Type.TSchema, own: object): Type.TUnsafe<T> => Type.Unsafe<T>({ ...schema, ...own })

/** TypeBox schema of Quantity. */
export const Quantity: Type.TUnsafe<types.Quantity> = Type.Unsafe<types.Quantity>({
  title: 'Quantity',
  description:
    'An unsigned integer of at most 256 bits: hex digits after 0x, lower case, without leading zeros; zero is 0x0. Source: execution-apis uint256.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,63})$',
})

/** TypeBox schema of Bytes. */
export const Bytes: Type.TUnsafe<types.Bytes> = Type.Unsafe<types.Bytes>({
  title: 'Byte string',
  description:
    'Bytes of any number, two lower case hex digits each after 0x; none is 0x. Source: execution-apis bytes, here an even number of digits.',
  type: 'string',
  pattern: '^0x([0-9a-f]{2})*$',
})

/** TypeBox schema of Hash. */
export const Hash: Type.TUnsafe<types.Hash> = Type.Unsafe<types.Hash>({
  title: 'Hash',
  description:
    'A Keccak-256 hash, a root or another word of 32 bytes: 64 lower case hex digits after 0x. Source: execution-apis hash32.',
  type: 'string',
  pattern: '^0x[0-9a-f]{64}$',
})

/** TypeBox schema of Address. */
export const Address: Type.TUnsafe<types.Address> = Type.Unsafe<types.Address>({
  title: 'Address',
  description:
    'An account of 20 bytes: 40 lower case hex digits after 0x, without EIP-55 checksum case. Source: execution-apis address, which also accepts upper case.',
  type: 'string',
  pattern: '^0x[0-9a-f]{40}$',
})

/** TypeBox schema of Bloom. */
export const Bloom: Type.TUnsafe<types.Bloom> = Type.Unsafe<types.Bloom>({
  title: 'Bloom filter',
  description:
    'The 2,048 bits of a logs bloom, 256 bytes: 512 lower case hex digits after 0x. Source: execution-apis bytes256.',
  type: 'string',
  pattern: '^0x[0-9a-f]{512}$',
})

/** TypeBox schema of BlockNonce. */
export const BlockNonce: Type.TUnsafe<types.BlockNonce> = Type.Unsafe<types.BlockNonce>({
  title: 'Block nonce',
  description:
    'The 8 bytes that proof of work found, zero since the merge (EIP-3675): 16 lower case hex digits after 0x. Source: execution-apis bytes8.',
  type: 'string',
  pattern: '^0x[0-9a-f]{16}$',
})

/** TypeBox schema of HashParameter. */
export const HashParameter: Type.TUnsafe<types.HashParameter> = Type.Unsafe<types.HashParameter>({
  title: 'Hash as a parameter',
  description:
    'A hash of 32 bytes: 64 hex digits of either case after 0x. Wider than execution-apis hash32, as in geth; results are always lower case.',
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{64}$',
})

/** TypeBox schema of BlockNumber. */
export const BlockNumber: Type.TUnsafe<types.BlockNumber> = Type.Unsafe<types.BlockNumber>({
  title: 'Block number',
  description:
    'The number of a block, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source: execution-apis uint.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$',
})

/** TypeBox schema of BlockTag. */
export const BlockTag: Type.TUnsafe<types.BlockTag> = Type.Unsafe<types.BlockTag>({
  title: 'Block tag',
  description:
    'A name for a block: earliest, the lowest stored block; latest, the highest; safe and finalized, the highest whose hash the operator vouched for; pending, none, since there is no mempool. The result for a tag that names no block is null. Source: execution-apis BlockTag.',
  type: 'string',
  enum: ['earliest', 'latest', 'safe', 'finalized', 'pending'],
})

/** TypeBox schema of BlockNumberOrTag. */
export const BlockNumberOrTag: Type.TUnsafe<types.BlockNumberOrTag> = Type.Unsafe<types.BlockNumberOrTag>({
  title: 'Block number or tag',
  description: 'Which block: its number, or a tag. Source: execution-apis BlockNumberOrTag.',
  oneOf: [BlockNumber, BlockTag],
})

/** TypeBox schema of IndexParameter. */
export const IndexParameter: Type.TUnsafe<types.IndexParameter> = Type.Unsafe<types.IndexParameter>({
  title: 'Index as a parameter',
  description:
    'An index from zero, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source: execution-apis uint.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$',
})

/** TypeBox schema of TransactionType. */
export const TransactionType: Type.TUnsafe<types.TransactionType> = Type.Unsafe<types.TransactionType>({
  title: 'Transaction type',
  description:
    'The EIP-2718 type: 0x0 legacy, 0x1 with access list (EIP-2930), 0x2 dynamic fee (EIP-1559), 0x3 with blobs (EIP-4844), 0x4 setting code (EIP-7702).',
  type: 'string',
  enum: ['0x0', '0x1', '0x2', '0x3', '0x4'],
})

/** TypeBox schema of Parity. */
export const Parity: Type.TUnsafe<types.Parity> = Type.Unsafe<types.Parity>({
  title: 'Parity',
  description:
    "The parity of the y coordinate of a signature's curve point: 0x0 even, 0x1 odd. Source: EIP-2930; execution-apis byte, yParity.",
  type: 'string',
  enum: ['0x0', '0x1'],
})

/** TypeBox schema of Status. */
export const Status: Type.TUnsafe<types.Status> = Type.Unsafe<types.Status>({
  title: 'Status',
  description: 'Whether the execution succeeded: 0x1 yes, 0x0 no. Source: EIP-658, from Byzantium on.',
  type: 'string',
  enum: ['0x0', '0x1'],
})

/** TypeBox schema of AccessListEntry. */
export const AccessListEntry: Type.TObject<{
  address: Type.TUnsafe<types.Address>
  storageKeys: Type.TUnsafe<types.Hash[]>
}> = Type.Object(
  {
    address: as<types.Address>(Address, { description: 'The account.' }),
    storageKeys: Type.Unsafe<types.Hash[]>({
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

/** TypeBox schema of AccessList. */
export const AccessList: Type.TUnsafe<types.AccessList> = Type.Unsafe<types.AccessList>({
  title: 'Access list',
  description: 'The accounts and storage slots that a transaction announces; may be empty. Source: EIP-2930.',
  type: 'array',
  items: AccessListEntry,
})

/** TypeBox schema of Authorization. */
export const Authorization: Type.TObject<{
  chainId: Type.TUnsafe<types.Quantity>
  address: Type.TUnsafe<types.Address>
  nonce: Type.TUnsafe<types.Quantity>
  yParity: Type.TUnsafe<types.Quantity>
  r: Type.TUnsafe<types.Quantity>
  s: Type.TUnsafe<types.Quantity>
}> = Type.Object(
  {
    chainId: as<types.Quantity>(Quantity, {
      description: 'The chain for which it is valid; 0x0 for every chain.',
    }),
    address: as<types.Address>(Address, { description: 'The address whose code the account runs.' }),
    nonce: as<types.Quantity>(Quantity, { description: 'The nonce the account must have, at most 64 bits.' }),
    yParity: as<types.Quantity>(Quantity, {
      description:
        'Parity of the signature, at most 8 bits; one above 0x1 makes the authorization void, not the transaction.',
    }),
    r: as<types.Quantity>(Quantity, { description: 'The r value of the signature, a quantity.' }),
    s: as<types.Quantity>(Quantity, { description: 'The s value of the signature, a quantity.' }),
  },
  {
    title: 'Authorization',
    description:
      'A signed authorization by which an account runs the code of another address. Source: EIP-7702.',
    additionalProperties: false,
  },
)

/** TypeBox schema of LegacyTransaction. */
export const LegacyTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<types.Hash>
  blockNumber: Type.TUnsafe<types.Quantity>
  blockTimestamp: Type.TUnsafe<types.Quantity>
  from: Type.TUnsafe<types.Address>
  gas: Type.TUnsafe<types.Quantity>
  gasPrice: Type.TUnsafe<types.Quantity>
  hash: Type.TUnsafe<types.Hash>
  input: Type.TUnsafe<types.Bytes>
  nonce: Type.TUnsafe<types.Quantity>
  to: Type.TUnsafe<types.Address | null>
  transactionIndex: Type.TUnsafe<types.Quantity>
  value: Type.TUnsafe<types.Quantity>
  type: Type.TUnsafe<'0x0'>
  chainId: Type.TOptional<Type.TUnsafe<types.Quantity>>
  v: Type.TUnsafe<types.Quantity>
  r: Type.TUnsafe<types.Quantity>
  s: Type.TUnsafe<types.Quantity>
}> = Type.Object(
  {
    blockHash: as<types.Hash>(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<types.Quantity>(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<types.Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<types.Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<types.Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<types.Quantity>(Quantity, { description: 'The signed price of one gas, in wei.' }),
    hash: as<types.Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<types.Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<types.Quantity>(Quantity, {
      description: 'Number of transactions that the sender had sent before.',
    }),
    to: Type.Unsafe<types.Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as<types.Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<types.Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x0'>({ description: 'The EIP-2718 type.', const: '0x0', type: 'string' }),
    chainId: Type.Optional(
      as<types.Quantity>(Quantity, {
        description: 'The chain that the signature is for; absent when v is 0x1b or 0x1c. EIP-155.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as<types.Quantity>(Quantity, {
      description: 'Recovery value of the signature: 0x1b or 0x1c, or 35 + 2 * chainId + parity. EIP-155.',
    }),
    r: as<types.Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as<types.Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
  },
  {
    title: 'Legacy transaction',
    description:
      'A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain (before EIP-155, Spurious Dragon).',
    additionalProperties: false,
  },
)

/** TypeBox schema of AccessListTransaction. */
export const AccessListTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<types.Hash>
  blockNumber: Type.TUnsafe<types.Quantity>
  blockTimestamp: Type.TUnsafe<types.Quantity>
  from: Type.TUnsafe<types.Address>
  gas: Type.TUnsafe<types.Quantity>
  gasPrice: Type.TUnsafe<types.Quantity>
  hash: Type.TUnsafe<types.Hash>
  input: Type.TUnsafe<types.Bytes>
  nonce: Type.TUnsafe<types.Quantity>
  to: Type.TUnsafe<types.Address | null>
  transactionIndex: Type.TUnsafe<types.Quantity>
  value: Type.TUnsafe<types.Quantity>
  type: Type.TUnsafe<'0x1'>
  accessList: Type.TUnsafe<types.AccessList>
  chainId: Type.TUnsafe<types.Quantity>
  v: Type.TUnsafe<types.Parity>
  r: Type.TUnsafe<types.Quantity>
  s: Type.TUnsafe<types.Quantity>
  yParity: Type.TUnsafe<types.Parity>
}> = Type.Object(
  {
    blockHash: as<types.Hash>(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<types.Quantity>(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<types.Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<types.Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<types.Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<types.Quantity>(Quantity, { description: 'The signed price of one gas, in wei.' }),
    hash: as<types.Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<types.Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<types.Quantity>(Quantity, {
      description: 'Number of transactions that the sender had sent before.',
    }),
    to: Type.Unsafe<types.Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as<types.Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<types.Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x1'>({ description: 'The EIP-2718 type.', const: '0x1', type: 'string' }),
    accessList: as<types.AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<types.Quantity>(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    v: as<types.Parity>(Parity, {
      description: 'The same as yParity; geth sends both.',
      'x-elsewhere': ['absent'],
    }),
    r: as<types.Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as<types.Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as<types.Parity>(Parity, {
      description: 'Parity of the signature.',
      'x-elsewhere': ['different'],
    }),
  },
  {
    title: 'Access list transaction',
    description: 'A transaction that announces what it will touch, since Berlin. Source: EIP-2930.',
    additionalProperties: false,
  },
)

/** TypeBox schema of DynamicFeeTransaction. */
export const DynamicFeeTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<types.Hash>
  blockNumber: Type.TUnsafe<types.Quantity>
  blockTimestamp: Type.TUnsafe<types.Quantity>
  from: Type.TUnsafe<types.Address>
  gas: Type.TUnsafe<types.Quantity>
  gasPrice: Type.TUnsafe<types.Quantity>
  maxFeePerGas: Type.TUnsafe<types.Quantity>
  maxPriorityFeePerGas: Type.TUnsafe<types.Quantity>
  hash: Type.TUnsafe<types.Hash>
  input: Type.TUnsafe<types.Bytes>
  nonce: Type.TUnsafe<types.Quantity>
  to: Type.TUnsafe<types.Address | null>
  transactionIndex: Type.TUnsafe<types.Quantity>
  value: Type.TUnsafe<types.Quantity>
  type: Type.TUnsafe<'0x2'>
  accessList: Type.TUnsafe<types.AccessList>
  chainId: Type.TUnsafe<types.Quantity>
  v: Type.TUnsafe<types.Parity>
  r: Type.TUnsafe<types.Quantity>
  s: Type.TUnsafe<types.Quantity>
  yParity: Type.TUnsafe<types.Parity>
}> = Type.Object(
  {
    blockHash: as<types.Hash>(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<types.Quantity>(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<types.Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<types.Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<types.Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<types.Quantity>(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
    }),
    maxFeePerGas: as<types.Quantity>(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as<types.Quantity>(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    hash: as<types.Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<types.Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<types.Quantity>(Quantity, {
      description: 'Number of transactions that the sender had sent before.',
    }),
    to: Type.Unsafe<types.Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as<types.Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<types.Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x2'>({ description: 'The EIP-2718 type.', const: '0x2', type: 'string' }),
    accessList: as<types.AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<types.Quantity>(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    v: as<types.Parity>(Parity, {
      description: 'The same as yParity; geth sends both.',
      'x-elsewhere': ['absent'],
    }),
    r: as<types.Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as<types.Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as<types.Parity>(Parity, {
      description: 'Parity of the signature.',
      'x-elsewhere': ['different'],
    }),
  },
  {
    title: 'Dynamic fee transaction',
    description: 'A transaction with a fee cap and a tip, since London. Source: EIP-1559.',
    additionalProperties: false,
  },
)

/** TypeBox schema of BlobTransaction. */
export const BlobTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<types.Hash>
  blockNumber: Type.TUnsafe<types.Quantity>
  blockTimestamp: Type.TUnsafe<types.Quantity>
  from: Type.TUnsafe<types.Address>
  gas: Type.TUnsafe<types.Quantity>
  gasPrice: Type.TUnsafe<types.Quantity>
  maxFeePerGas: Type.TUnsafe<types.Quantity>
  maxPriorityFeePerGas: Type.TUnsafe<types.Quantity>
  maxFeePerBlobGas: Type.TUnsafe<types.Quantity>
  hash: Type.TUnsafe<types.Hash>
  input: Type.TUnsafe<types.Bytes>
  nonce: Type.TUnsafe<types.Quantity>
  to: Type.TUnsafe<types.Address>
  transactionIndex: Type.TUnsafe<types.Quantity>
  value: Type.TUnsafe<types.Quantity>
  type: Type.TUnsafe<'0x3'>
  accessList: Type.TUnsafe<types.AccessList>
  chainId: Type.TUnsafe<types.Quantity>
  blobVersionedHashes: Type.TUnsafe<types.Hash[]>
  v: Type.TUnsafe<types.Parity>
  r: Type.TUnsafe<types.Quantity>
  s: Type.TUnsafe<types.Quantity>
  yParity: Type.TUnsafe<types.Parity>
}> = Type.Object(
  {
    blockHash: as<types.Hash>(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<types.Quantity>(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<types.Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<types.Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<types.Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<types.Quantity>(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
      'x-elsewhere': ['absent'],
    }),
    maxFeePerGas: as<types.Quantity>(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as<types.Quantity>(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    maxFeePerBlobGas: as<types.Quantity>(Quantity, {
      description: 'The most that the sender pays for one blob gas, in wei. EIP-4844.',
    }),
    hash: as<types.Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<types.Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<types.Quantity>(Quantity, {
      description: 'Number of transactions that the sender had sent before.',
    }),
    to: as<types.Address>(Address, {
      description: 'The receiver; a blob transaction cannot create a contract.',
    }),
    transactionIndex: as<types.Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<types.Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x3'>({ description: 'The EIP-2718 type.', const: '0x3', type: 'string' }),
    accessList: as<types.AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<types.Quantity>(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    blobVersionedHashes: Type.Unsafe<types.Hash[]>({
      description: "Versioned hashes of the blobs' commitments, one a blob.",
      type: 'array',
      items: Hash,
    }),
    v: as<types.Parity>(Parity, {
      description: 'The same as yParity; geth sends both.',
      'x-elsewhere': ['absent'],
    }),
    r: as<types.Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as<types.Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as<types.Parity>(Parity, {
      description: 'Parity of the signature.',
      'x-elsewhere': ['different'],
    }),
  },
  {
    title: 'Blob transaction',
    description: 'A transaction that carries blobs beside the block, since Cancun. Source: EIP-4844.',
    additionalProperties: false,
  },
)

/** TypeBox schema of SetCodeTransaction. */
export const SetCodeTransaction: Type.TObject<{
  blockHash: Type.TUnsafe<types.Hash>
  blockNumber: Type.TUnsafe<types.Quantity>
  blockTimestamp: Type.TUnsafe<types.Quantity>
  from: Type.TUnsafe<types.Address>
  gas: Type.TUnsafe<types.Quantity>
  gasPrice: Type.TUnsafe<types.Quantity>
  maxFeePerGas: Type.TUnsafe<types.Quantity>
  maxPriorityFeePerGas: Type.TUnsafe<types.Quantity>
  hash: Type.TUnsafe<types.Hash>
  input: Type.TUnsafe<types.Bytes>
  nonce: Type.TUnsafe<types.Quantity>
  to: Type.TUnsafe<types.Address>
  transactionIndex: Type.TUnsafe<types.Quantity>
  value: Type.TUnsafe<types.Quantity>
  type: Type.TUnsafe<'0x4'>
  accessList: Type.TUnsafe<types.AccessList>
  chainId: Type.TUnsafe<types.Quantity>
  authorizationList: Type.TUnsafe<types.Authorization[]>
  v: Type.TUnsafe<types.Parity>
  r: Type.TUnsafe<types.Quantity>
  s: Type.TUnsafe<types.Quantity>
  yParity: Type.TUnsafe<types.Parity>
}> = Type.Object(
  {
    blockHash: as<types.Hash>(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as<types.Quantity>(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as<types.Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as<types.Address>(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as<types.Quantity>(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as<types.Quantity>(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
      'x-elsewhere': ['absent'],
    }),
    maxFeePerGas: as<types.Quantity>(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as<types.Quantity>(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    hash: as<types.Hash>(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as<types.Bytes>(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as<types.Quantity>(Quantity, {
      description: 'Number of transactions that the sender had sent before.',
    }),
    to: as<types.Address>(Address, {
      description: 'The receiver; a set code transaction cannot create a contract.',
    }),
    transactionIndex: as<types.Quantity>(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as<types.Quantity>(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x4'>({ description: 'The EIP-2718 type.', const: '0x4', type: 'string' }),
    accessList: as<types.AccessList>(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as<types.Quantity>(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    authorizationList: Type.Unsafe<types.Authorization[]>({
      description: 'The authorizations, in the order in which they are applied.',
      type: 'array',
      items: Authorization,
    }),
    v: as<types.Parity>(Parity, {
      description: 'The same as yParity; geth sends both.',
      'x-elsewhere': ['absent'],
    }),
    r: as<types.Quantity>(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as<types.Quantity>(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as<types.Parity>(Parity, {
      description: 'Parity of the signature.',
      'x-elsewhere': ['different'],
    }),
  },
  {
    title: 'Set code transaction',
    description:
      'A transaction that lets accounts run the code of other addresses, since Prague. Source: EIP-7702.',
    additionalProperties: false,
  },
)

/** TypeBox schema of Transaction. */
export const Transaction: Type.TUnsafe<types.Transaction> = Type.Unsafe<types.Transaction>({
  title: 'Transaction',
  description:
    "A signed transaction with its position in a block. Its type decides which members it has: the members of its own type are all present, those of other types are absent, never null. Source: execution-apis TransactionInfo, with geth's members.",
  oneOf: [
    LegacyTransaction,
    AccessListTransaction,
    DynamicFeeTransaction,
    BlobTransaction,
    SetCodeTransaction,
  ],
})

/** TypeBox schema of Log. */
export const Log: Type.TObject<{
  address: Type.TUnsafe<types.Address>
  topics: Type.TUnsafe<types.Hash[]>
  data: Type.TUnsafe<types.Bytes>
  blockNumber: Type.TUnsafe<types.Quantity>
  transactionHash: Type.TUnsafe<types.Hash>
  transactionIndex: Type.TUnsafe<types.Quantity>
  blockHash: Type.TUnsafe<types.Hash>
  blockTimestamp: Type.TUnsafe<types.Quantity>
  logIndex: Type.TUnsafe<types.Quantity>
  removed: Type.TUnsafe<boolean>
}> = Type.Object(
  {
    address: as<types.Address>(Address, { description: 'The contract that wrote the log.' }),
    topics: Type.Unsafe<types.Hash[]>({
      description:
        "Zero to four indexed words of 32 bytes; of an event of Solidity the first is usually its signature's hash.",
      type: 'array',
      items: Hash,
      maxItems: 4,
    }),
    data: as<types.Bytes>(Bytes, { description: 'The words that are not indexed.' }),
    blockNumber: as<types.Quantity>(Quantity, { description: 'Number of the block that contains the log.' }),
    transactionHash: as<types.Hash>(Hash, { description: 'Hash of the transaction that wrote the log.' }),
    transactionIndex: as<types.Quantity>(Quantity, {
      description: 'Position of that transaction in the block, from 0x0.',
    }),
    blockHash: as<types.Hash>(Hash, { description: 'Hash of the block that contains the log.' }),
    blockTimestamp: as<types.Quantity>(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since August 2025.',
      'x-elsewhere': ['absent'],
    }),
    logIndex: as<types.Quantity>(Quantity, {
      description: 'Position among the logs of the whole block, not of the transaction, from 0x0.',
    }),
    removed: Type.Unsafe<boolean>({
      description:
        'True when a reorg removed the log from the chain; always false in a receipt of a stored block.',
      type: 'boolean',
    }),
  },
  {
    title: 'Log',
    description: 'What a contract wrote with one LOG instruction. Source: execution-apis Log.',
    additionalProperties: false,
  },
)

/** TypeBox schema of Receipt. */
export const Receipt: Type.TObject<{
  blobGasPrice: Type.TOptional<Type.TUnsafe<types.Quantity>>
  blobGasUsed: Type.TOptional<Type.TUnsafe<types.Quantity>>
  blockHash: Type.TUnsafe<types.Hash>
  blockNumber: Type.TUnsafe<types.Quantity>
  contractAddress: Type.TUnsafe<types.Address | null>
  cumulativeGasUsed: Type.TUnsafe<types.Quantity>
  effectiveGasPrice: Type.TUnsafe<types.Quantity>
  from: Type.TUnsafe<types.Address>
  gasUsed: Type.TUnsafe<types.Quantity>
  logs: Type.TUnsafe<types.Log[]>
  logsBloom: Type.TUnsafe<types.Bloom>
  root: Type.TOptional<Type.TUnsafe<types.Hash>>
  status: Type.TOptional<Type.TUnsafe<types.Status>>
  to: Type.TUnsafe<types.Address | null>
  transactionHash: Type.TUnsafe<types.Hash>
  transactionIndex: Type.TUnsafe<types.Quantity>
  type: Type.TUnsafe<types.TransactionType>
}> = Type.Object(
  {
    blobGasPrice: Type.Optional(
      as<types.Quantity>(Quantity, {
        description: 'Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only.',
        'x-elsewhere': ['different'],
      }),
    ),
    blobGasUsed: Type.Optional(
      as<types.Quantity>(Quantity, {
        description: 'Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only.',
      }),
    ),
    blockHash: as<types.Hash>(Hash, { description: 'Hash of the block that contains the transaction.' }),
    blockNumber: as<types.Quantity>(Quantity, {
      description: 'Number of the block that contains the transaction.',
    }),
    contractAddress: Type.Unsafe<types.Address | null>({
      description:
        'Address of the contract that the transaction was to create, even when that failed; null when to is an address.',
      'x-elsewhere': ['absent'],
      oneOf: [Address, { type: 'null' }],
    }),
    cumulativeGasUsed: as<types.Quantity>(Quantity, {
      description: 'Gas used by this transaction and all before it in the block.',
    }),
    effectiveGasPrice: as<types.Quantity>(Quantity, {
      description: 'The price that was paid for one gas, in wei.',
    }),
    from: as<types.Address>(Address, { description: 'The sender.' }),
    gasUsed: as<types.Quantity>(Quantity, { description: 'Gas used by this transaction alone.' }),
    logs: Type.Unsafe<types.Log[]>({
      description: 'What the execution wrote, in order; empty when it failed.',
      type: 'array',
      items: Log,
    }),
    logsBloom: as<types.Bloom>(Bloom, {
      description: 'Bloom filter of the addresses and topics of the logs.',
    }),
    root: Type.Optional(
      as<types.Hash>(Hash, {
        description: 'State root after the transaction. Before Byzantium only.',
        'x-elsewhere': ['different'],
      }),
    ),
    status: Type.Optional(as<types.Status>(Status, { description: 'Success or failure. Since Byzantium.' })),
    to: Type.Unsafe<types.Address | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      'x-elsewhere': ['absent'],
      oneOf: [Address, { type: 'null' }],
    }),
    transactionHash: as<types.Hash>(Hash, { description: 'Hash of the transaction.' }),
    transactionIndex: as<types.Quantity>(Quantity, { description: 'Position in the block, from 0x0.' }),
    type: as<types.TransactionType>(TransactionType, {
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

/** TypeBox schema of Withdrawal. */
export const Withdrawal: Type.TObject<{
  index: Type.TUnsafe<types.Quantity>
  validatorIndex: Type.TUnsafe<types.Quantity>
  address: Type.TUnsafe<types.Address>
  amount: Type.TUnsafe<types.Quantity>
}> = Type.Object(
  {
    index: as<types.Quantity>(Quantity, {
      description: 'Number of the withdrawal since the first one, at most 64 bits.',
    }),
    validatorIndex: as<types.Quantity>(Quantity, {
      description: 'The validator that it was withdrawn from, at most 64 bits.',
    }),
    address: as<types.Address>(Address, { description: 'The account that received it.' }),
    amount: as<types.Quantity>(Quantity, { description: 'How much, in gwei (10^9 wei).' }),
  },
  {
    title: 'Withdrawal',
    description: 'Ether that the beacon chain paid out to an account. Source: EIP-4895, since Shanghai.',
    additionalProperties: false,
  },
)

/** TypeBox schema of BlockTransactions. */
export const BlockTransactions: Type.TUnsafe<types.BlockTransactions> = Type.Unsafe<types.BlockTransactions>({
  title: 'Transactions of a block',
  description:
    'The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so that an empty array matches one of them only. Source: execution-apis Block, where it is both.',
  oneOf: [
    { description: 'No transaction.', type: 'array', items: Hash, maxItems: 0 },
    { description: 'Hashes.', type: 'array', items: Hash, minItems: 1 },
    { description: 'Whole transactions.', type: 'array', items: Transaction, minItems: 1 },
  ],
})

/** TypeBox schema of Block. */
export const Block: Type.TObject<{
  baseFeePerGas: Type.TOptional<Type.TUnsafe<types.Quantity>>
  blobGasUsed: Type.TOptional<Type.TUnsafe<types.Quantity>>
  blockAccessListHash: Type.TOptional<Type.TUnsafe<types.Hash>>
  difficulty: Type.TUnsafe<types.Quantity>
  excessBlobGas: Type.TOptional<Type.TUnsafe<types.Quantity>>
  extraData: Type.TUnsafe<types.Bytes>
  gasLimit: Type.TUnsafe<types.Quantity>
  gasUsed: Type.TUnsafe<types.Quantity>
  hash: Type.TUnsafe<types.Hash>
  logsBloom: Type.TUnsafe<types.Bloom>
  miner: Type.TUnsafe<types.Address>
  mixHash: Type.TUnsafe<types.Hash>
  nonce: Type.TUnsafe<types.BlockNonce>
  number: Type.TUnsafe<types.Quantity>
  parentBeaconBlockRoot: Type.TOptional<Type.TUnsafe<types.Hash>>
  parentHash: Type.TUnsafe<types.Hash>
  receiptsRoot: Type.TUnsafe<types.Hash>
  requestsHash: Type.TOptional<Type.TUnsafe<types.Hash>>
  sha3Uncles: Type.TUnsafe<types.Hash>
  size: Type.TUnsafe<types.Quantity>
  slotNumber: Type.TOptional<Type.TUnsafe<types.Quantity>>
  stateRoot: Type.TUnsafe<types.Hash>
  timestamp: Type.TUnsafe<types.Quantity>
  transactions: Type.TUnsafe<types.BlockTransactions>
  transactionsRoot: Type.TUnsafe<types.Hash>
  uncles: Type.TUnsafe<types.Hash[]>
  withdrawals: Type.TOptional<Type.TUnsafe<types.Withdrawal[]>>
  withdrawalsRoot: Type.TOptional<Type.TUnsafe<types.Hash>>
}> = Type.Object(
  {
    baseFeePerGas: Type.Optional(
      as<types.Quantity>(Quantity, {
        description: 'The part of the price of one gas that is burnt, in wei. Since London (EIP-1559).',
      }),
    ),
    blobGasUsed: Type.Optional(
      as<types.Quantity>(Quantity, { description: 'Blob gas of all transactions. Since Cancun (EIP-4844).' }),
    ),
    blockAccessListHash: Type.Optional(
      as<types.Hash>(Hash, {
        description: 'Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928).',
      }),
    ),
    difficulty: as<types.Quantity>(Quantity, {
      description: 'Difficulty of the proof of work; 0x0 since the merge (EIP-3675).',
      'x-elsewhere': ['absent'],
    }),
    excessBlobGas: Type.Optional(
      as<types.Quantity>(Quantity, {
        description:
          'Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844).',
      }),
    ),
    extraData: as<types.Bytes>(Bytes, {
      description:
        'What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis.',
    }),
    gasLimit: as<types.Quantity>(Quantity, {
      description: "The most gas that the block's transactions may use.",
    }),
    gasUsed: as<types.Quantity>(Quantity, {
      description:
        "Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).",
    }),
    hash: as<types.Hash>(Hash, { description: "Keccak-256 of the header's RLP.", 'x-elsewhere': ['null'] }),
    logsBloom: as<types.Bloom>(Bloom, {
      description: 'Bloom filter of all logs of the block.',
      'x-elsewhere': ['null'],
    }),
    miner: as<types.Address>(Address, {
      description: "Account that gets the fees: the miner's, since the merge the proposer's fee recipient.",
      'x-elsewhere': ['null'],
    }),
    mixHash: as<types.Hash>(Hash, {
      description: "Part of the proof of work; since the merge the beacon chain's randomness (EIP-4399).",
    }),
    nonce: as<types.BlockNonce>(BlockNonce, {
      description: 'Part of the proof of work; zero since the merge.',
      'x-elsewhere': ['null'],
    }),
    number: as<types.Quantity>(Quantity, {
      description: 'Number of the block: how many blocks came before it.',
      'x-elsewhere': ['null'],
    }),
    parentBeaconBlockRoot: Type.Optional(
      as<types.Hash>(Hash, { description: 'Root of the parent beacon block. Since Cancun (EIP-4788).' }),
    ),
    parentHash: as<types.Hash>(Hash, { description: 'Hash of the block before.' }),
    receiptsRoot: as<types.Hash>(Hash, { description: 'Root of the trie of the receipts.' }),
    requestsHash: Type.Optional(
      as<types.Hash>(Hash, {
        description: 'Commitment to the requests to the beacon chain. Since Prague (EIP-7685).',
      }),
    ),
    sha3Uncles: as<types.Hash>(Hash, { description: "Keccak-256 of the RLP list of the uncles' headers." }),
    size: as<types.Quantity>(Quantity, {
      description: "Length of the whole block's RLP, in bytes.",
      'x-elsewhere': ['different'],
    }),
    slotNumber: Type.Optional(
      as<types.Quantity>(Quantity, {
        description: "Number of the beacon chain's slot. Since Amsterdam (EIP-7843).",
      }),
    ),
    stateRoot: as<types.Hash>(Hash, { description: 'Root of the state trie after the block.' }),
    timestamp: as<types.Quantity>(Quantity, {
      description: 'When the block was made, in seconds since 1970.',
    }),
    transactions: as<types.BlockTransactions>(BlockTransactions, {
      description: 'The transactions in order: whole when return_full_txns is true, else their hashes.',
    }),
    transactionsRoot: as<types.Hash>(Hash, { description: 'Root of the trie of the transactions.' }),
    uncles: Type.Unsafe<types.Hash[]>({
      description: 'Hashes of the uncles; empty since the merge.',
      type: 'array',
      items: Hash,
    }),
    withdrawals: Type.Optional(
      Type.Unsafe<types.Withdrawal[]>({
        description: 'The withdrawals in order. Since Shanghai (EIP-4895).',
        type: 'array',
        items: Withdrawal,
      }),
    ),
    withdrawalsRoot: Type.Optional(
      as<types.Hash>(Hash, {
        description: 'Root of the trie of the withdrawals. Since Shanghai (EIP-4895).',
      }),
    ),
  },
  {
    title: 'Block',
    description:
      "A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole. A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's members.",
    additionalProperties: false,
  },
)

/** TypeBox schema of BlockWithHashes. */
export const BlockWithHashes: Type.TUnsafe<types.BlockWithHashes> = Type.Unsafe<types.BlockWithHashes>({
  title: 'Block with hashes',
  description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
  allOf: [Block, { properties: { transactions: { type: 'array', items: Hash } } }],
})

/** TypeBox schema of BlockWithTransactions. */
export const BlockWithTransactions: Type.TUnsafe<types.BlockWithTransactions> =
  Type.Unsafe<types.BlockWithTransactions>({
    title: 'Block with transactions',
    description: 'A block whose transactions are whole: what return_full_txns true asks for.',
    allOf: [Block, { properties: { transactions: { type: 'array', items: Transaction } } }],
  })

/** TypeBox schema of Uncle. */
export const Uncle: Type.TObject<{
  baseFeePerGas: Type.TOptional<Type.TUnsafe<types.Quantity>>
  difficulty: Type.TUnsafe<types.Quantity>
  extraData: Type.TUnsafe<types.Bytes>
  gasLimit: Type.TUnsafe<types.Quantity>
  gasUsed: Type.TUnsafe<types.Quantity>
  hash: Type.TUnsafe<types.Hash>
  logsBloom: Type.TUnsafe<types.Bloom>
  miner: Type.TUnsafe<types.Address>
  mixHash: Type.TUnsafe<types.Hash>
  nonce: Type.TUnsafe<types.BlockNonce>
  number: Type.TUnsafe<types.Quantity>
  parentHash: Type.TUnsafe<types.Hash>
  receiptsRoot: Type.TUnsafe<types.Hash>
  sha3Uncles: Type.TUnsafe<types.Hash>
  size: Type.TUnsafe<types.Quantity>
  stateRoot: Type.TUnsafe<types.Hash>
  timestamp: Type.TUnsafe<types.Quantity>
  transactionsRoot: Type.TUnsafe<types.Hash>
  uncles: Type.TUnsafe<types.Hash[]>
}> = Type.Object(
  {
    baseFeePerGas: Type.Optional(
      as<types.Quantity>(Quantity, {
        description: 'The part of the price of one gas that is burnt, in wei. Since London (EIP-1559).',
      }),
    ),
    difficulty: as<types.Quantity>(Quantity, { description: 'Difficulty of the proof of work.' }),
    extraData: as<types.Bytes>(Bytes, {
      description:
        'What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis.',
    }),
    gasLimit: as<types.Quantity>(Quantity, {
      description: "The most gas that the block's transactions may use.",
    }),
    gasUsed: as<types.Quantity>(Quantity, { description: 'Gas used by all transactions.' }),
    hash: as<types.Hash>(Hash, { description: "Keccak-256 of the header's RLP." }),
    logsBloom: as<types.Bloom>(Bloom, { description: 'Bloom filter of all logs of the block.' }),
    miner: as<types.Address>(Address, { description: 'Account of the miner.' }),
    mixHash: as<types.Hash>(Hash, { description: 'Part of the proof of work.' }),
    nonce: as<types.BlockNonce>(BlockNonce, { description: 'Part of the proof of work.' }),
    number: as<types.Quantity>(Quantity, {
      description: 'Number of the block: how many blocks came before it.',
    }),
    parentHash: as<types.Hash>(Hash, { description: 'Hash of the block before.' }),
    receiptsRoot: as<types.Hash>(Hash, { description: "Root of the trie of the uncle's receipts." }),
    sha3Uncles: as<types.Hash>(Hash, {
      description: "Keccak-256 of the RLP list of the headers of the uncle's own uncles.",
    }),
    size: as<types.Quantity>(Quantity, {
      description: 'Length in bytes of the RLP of a block with this header and nothing else.',
      'x-elsewhere': ['different'],
    }),
    stateRoot: as<types.Hash>(Hash, { description: 'Root of the state trie after the block.' }),
    timestamp: as<types.Quantity>(Quantity, {
      description: 'When the block was made, in seconds since 1970.',
    }),
    transactionsRoot: as<types.Hash>(Hash, { description: "Root of the trie of the uncle's transactions." }),
    uncles: Type.Unsafe<types.Hash[]>({
      description: "Empty: only an uncle's header is stored.",
      type: 'array',
      items: Hash,
      maxItems: 0,
    }),
  },
  {
    title: 'Uncle',
    description:
      'The header of an uncle, as a block without transactions. Uncles end with the merge, so later members never apply. Source: geth.',
    additionalProperties: false,
  },
)
