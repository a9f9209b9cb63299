// Generated from openrpc.json (sha256 322fad9ee0d978494918c527a7006ca83b4b5c69e98680e4bffcbc00325579e5) by packages/spec/generate. Run `npm run generate` instead of editing.
import * as Type from 'typebox'

const as = <T extends Type.TSchema>(schema: T, own: object): T => ({ ...schema, ...own })

/** TypeBox schema of Quantity. */
export const Quantity: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Quantity',
  description:
    'An unsigned integer of at most 256 bits: hex digits after 0x, lower case, without leading zeros; zero is 0x0. Source: execution-apis uint256.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,63})$',
})

/** TypeBox schema of Bytes. */
export const Bytes: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Byte string',
  description:
    'Bytes of any number, two lower case hex digits each after 0x; none is 0x. Source: execution-apis bytes, here an even number of digits.',
  type: 'string',
  pattern: '^0x([0-9a-f]{2})*$',
})

/** TypeBox schema of Hash. */
export const Hash: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Hash',
  description:
    'A Keccak-256 hash, a root or another word of 32 bytes: 64 lower case hex digits after 0x. Source: execution-apis hash32.',
  type: 'string',
  pattern: '^0x[0-9a-f]{64}$',
})

/** TypeBox schema of Address. */
export const Address: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Address',
  description:
    'An account of 20 bytes: 40 lower case hex digits after 0x, without EIP-55 checksum case. Source: execution-apis address, which also accepts upper case.',
  type: 'string',
  pattern: '^0x[0-9a-f]{40}$',
})

/** TypeBox schema of Bloom. */
export const Bloom: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Bloom filter',
  description:
    'The 2,048 bits of a logs bloom, 256 bytes: 512 lower case hex digits after 0x. Source: execution-apis bytes256.',
  type: 'string',
  pattern: '^0x[0-9a-f]{512}$',
})

/** TypeBox schema of BlockNonce. */
export const BlockNonce: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Block nonce',
  description:
    'The 8 bytes that proof of work found, zero since the merge (EIP-3675): 16 lower case hex digits after 0x. Source: execution-apis bytes8.',
  type: 'string',
  pattern: '^0x[0-9a-f]{16}$',
})

/** TypeBox schema of HashParameter. */
export const HashParameter: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Hash as a parameter',
  description:
    'A hash of 32 bytes: 64 hex digits of either case after 0x. Wider than execution-apis hash32, as in geth; results are always lower case.',
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{64}$',
})

/** TypeBox schema of BlockNumber. */
export const BlockNumber: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Block number',
  description:
    'The number of a block, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source: execution-apis uint.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$',
})

/** TypeBox schema of BlockTag. */
export const BlockTag: Type.TUnsafe<'earliest' | 'latest' | 'safe' | 'finalized' | 'pending'> = Type.Unsafe<
  'earliest' | 'latest' | 'safe' | 'finalized' | 'pending'
>({
  title: 'Block tag',
  description:
    'A name for a block: earliest, the lowest stored block; latest, the highest; safe and finalized, the highest whose hash the operator vouched for; pending, none, since there is no mempool. The result for a tag that names no block is null. Source: execution-apis BlockTag.',
  type: 'string',
  enum: ['earliest', 'latest', 'safe', 'finalized', 'pending'],
})

/** TypeBox schema of BlockNumberOrTag. */
export const BlockNumberOrTag: Type.TUnsafe<Type.Static<typeof BlockNumber> | Type.Static<typeof BlockTag>> =
  Type.Unsafe<Type.Static<typeof BlockNumber> | Type.Static<typeof BlockTag>>({
    title: 'Block number or tag',
    description: 'Which block: its number, or a tag. Source: execution-apis BlockNumberOrTag.',
    oneOf: [BlockNumber, BlockTag],
  })

/** TypeBox schema of BlockObject. */
export const BlockObject: Type.TObject<{
  blockHash: Type.TOptional<typeof HashParameter>
  blockNumber: Type.TOptional<typeof BlockNumberOrTag>
  requireCanonical: Type.TOptional<Type.TUnsafe<boolean>>
}> = Type.Object(
  {
    blockHash: Type.Optional(as(HashParameter, { description: 'Hash of the block.' })),
    blockNumber: Type.Optional(as(BlockNumberOrTag, { description: 'Number of the block, or a tag.' })),
    requireCanonical: Type.Optional(
      Type.Unsafe<boolean>({
        description: 'Whether the block must be of the chain, as all stored blocks are.',
        type: 'boolean',
      }),
    ),
  },
  {
    title: 'Block in an object',
    description: 'Which block, by its hash or by its number (EIP-1898). Source: geth.',
    oneOf: [{ required: ['blockHash'] }, { required: ['blockNumber'] }],
    additionalProperties: false,
  },
)

/** TypeBox schema of BlockReference. */
export const BlockReference: Type.TUnsafe<
  | Type.Static<typeof BlockNumber>
  | Type.Static<typeof BlockTag>
  | Type.Static<typeof HashParameter>
  | Type.Static<typeof BlockObject>
> = Type.Unsafe<
  | Type.Static<typeof BlockNumber>
  | Type.Static<typeof BlockTag>
  | Type.Static<typeof HashParameter>
  | Type.Static<typeof BlockObject>
>({
  title: 'Block number, tag or hash',
  description:
    'Which block: its number, a tag, its hash, or an object with one of them. Wider than execution-apis BlockNumberOrTagOrHash, as in geth.',
  oneOf: [BlockNumber, BlockTag, HashParameter, BlockObject],
})

/** TypeBox schema of IndexParameter. */
export const IndexParameter: Type.TUnsafe<`0x${string}`> = Type.Unsafe<`0x${string}`>({
  title: 'Index as a parameter',
  description:
    'An index from zero, at most 64 bits: hex digits after 0x, lower case, without leading zeros. Source: execution-apis uint.',
  type: 'string',
  pattern: '^0x(0|[1-9a-f][0-9a-f]{0,15})$',
})

/** TypeBox schema of TransactionType. */
export const TransactionType: Type.TUnsafe<'0x0' | '0x1' | '0x2' | '0x3' | '0x4'> = Type.Unsafe<
  '0x0' | '0x1' | '0x2' | '0x3' | '0x4'
>({
  title: 'Transaction type',
  description:
    'The EIP-2718 type: 0x0 legacy, 0x1 with access list (EIP-2930), 0x2 dynamic fee (EIP-1559), 0x3 with blobs (EIP-4844), 0x4 setting code (EIP-7702).',
  type: 'string',
  enum: ['0x0', '0x1', '0x2', '0x3', '0x4'],
})

/** TypeBox schema of Parity. */
export const Parity: Type.TUnsafe<'0x0' | '0x1'> = Type.Unsafe<'0x0' | '0x1'>({
  title: 'Parity',
  description:
    "The parity of the y coordinate of a signature's curve point: 0x0 even, 0x1 odd. Source: EIP-2930; execution-apis byte, yParity.",
  type: 'string',
  enum: ['0x0', '0x1'],
})

/** TypeBox schema of Status. */
export const Status: Type.TUnsafe<'0x0' | '0x1'> = Type.Unsafe<'0x0' | '0x1'>({
  title: 'Status',
  description: 'Whether the execution succeeded: 0x1 yes, 0x0 no. Source: EIP-658, from Byzantium on.',
  type: 'string',
  enum: ['0x0', '0x1'],
})

/** TypeBox schema of AccessListEntry. */
export const AccessListEntry: Type.TObject<{
  address: typeof Address
  storageKeys: Type.TUnsafe<Type.Static<typeof Hash>[]>
}> = Type.Object(
  {
    address: as(Address, { description: 'The account.' }),
    storageKeys: Type.Unsafe<Type.Static<typeof Hash>[]>({
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
export const AccessList: Type.TUnsafe<Type.Static<typeof AccessListEntry>[]> = Type.Unsafe<
  Type.Static<typeof AccessListEntry>[]
>({
  title: 'Access list',
  description: 'The accounts and storage slots that a transaction announces; may be empty. Source: EIP-2930.',
  type: 'array',
  items: AccessListEntry,
})

/** TypeBox schema of Authorization. */
export const Authorization: Type.TObject<{
  chainId: typeof Quantity
  address: typeof Address
  nonce: typeof Quantity
  yParity: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
}> = Type.Object(
  {
    chainId: as(Quantity, { description: 'The chain for which it is valid; 0x0 for every chain.' }),
    address: as(Address, { description: 'The address whose code the account runs.' }),
    nonce: as(Quantity, { description: 'The nonce the account must have, at most 64 bits.' }),
    yParity: as(Quantity, {
      description:
        'Parity of the signature, at most 8 bits; one above 0x1 makes the authorization void, not the transaction.',
    }),
    r: as(Quantity, { description: 'The r value of the signature, a quantity.' }),
    s: as(Quantity, { description: 'The s value of the signature, a quantity.' }),
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
  blockHash: typeof Hash
  blockNumber: typeof Quantity
  blockTimestamp: typeof Quantity
  from: typeof Address
  gas: typeof Quantity
  gasPrice: typeof Quantity
  hash: typeof Hash
  input: typeof Bytes
  nonce: typeof Quantity
  to: Type.TUnsafe<Type.Static<typeof Address> | null>
  transactionIndex: typeof Quantity
  value: typeof Quantity
  type: Type.TUnsafe<'0x0'>
  chainId: Type.TOptional<typeof Quantity>
  v: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
}> = Type.Object(
  {
    blockHash: as(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The signed price of one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: Type.Unsafe<Type.Static<typeof Address> | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x0'>({ description: 'The EIP-2718 type.', const: '0x0', type: 'string' }),
    chainId: Type.Optional(
      as(Quantity, {
        description: 'The chain that the signature is for; absent when v is 0x1b or 0x1c. EIP-155.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as(Quantity, {
      description: 'Recovery value of the signature: 0x1b or 0x1c, or 35 + 2 * chainId + parity. EIP-155.',
    }),
    r: as(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as(Quantity, {
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
  blockHash: typeof Hash
  blockNumber: typeof Quantity
  blockTimestamp: typeof Quantity
  from: typeof Address
  gas: typeof Quantity
  gasPrice: typeof Quantity
  hash: typeof Hash
  input: typeof Bytes
  nonce: typeof Quantity
  to: Type.TUnsafe<Type.Static<typeof Address> | null>
  transactionIndex: typeof Quantity
  value: typeof Quantity
  type: Type.TUnsafe<'0x1'>
  accessList: typeof AccessList
  chainId: typeof Quantity
  v: typeof Parity
  r: typeof Quantity
  s: typeof Quantity
  yParity: typeof Parity
}> = Type.Object(
  {
    blockHash: as(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The signed price of one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: Type.Unsafe<Type.Static<typeof Address> | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x1'>({ description: 'The EIP-2718 type.', const: '0x1', type: 'string' }),
    accessList: as(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    v: as(Parity, { description: 'The same as yParity; geth sends both.', 'x-elsewhere': ['absent'] }),
    r: as(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as(Parity, { description: 'Parity of the signature.', 'x-elsewhere': ['different'] }),
  },
  {
    title: 'Access list transaction',
    description: 'A transaction that announces what it will touch, since Berlin. Source: EIP-2930.',
    additionalProperties: false,
  },
)

/** TypeBox schema of DynamicFeeTransaction. */
export const DynamicFeeTransaction: Type.TObject<{
  blockHash: typeof Hash
  blockNumber: typeof Quantity
  blockTimestamp: typeof Quantity
  from: typeof Address
  gas: typeof Quantity
  gasPrice: typeof Quantity
  maxFeePerGas: typeof Quantity
  maxPriorityFeePerGas: typeof Quantity
  hash: typeof Hash
  input: typeof Bytes
  nonce: typeof Quantity
  to: Type.TUnsafe<Type.Static<typeof Address> | null>
  transactionIndex: typeof Quantity
  value: typeof Quantity
  type: Type.TUnsafe<'0x2'>
  accessList: typeof AccessList
  chainId: typeof Quantity
  v: typeof Parity
  r: typeof Quantity
  s: typeof Quantity
  yParity: typeof Parity
}> = Type.Object(
  {
    blockHash: as(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
    }),
    maxFeePerGas: as(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    hash: as(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: Type.Unsafe<Type.Static<typeof Address> | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x2'>({ description: 'The EIP-2718 type.', const: '0x2', type: 'string' }),
    accessList: as(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    v: as(Parity, { description: 'The same as yParity; geth sends both.', 'x-elsewhere': ['absent'] }),
    r: as(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as(Parity, { description: 'Parity of the signature.', 'x-elsewhere': ['different'] }),
  },
  {
    title: 'Dynamic fee transaction',
    description: 'A transaction with a fee cap and a tip, since London. Source: EIP-1559.',
    additionalProperties: false,
  },
)

/** TypeBox schema of BlobTransaction. */
export const BlobTransaction: Type.TObject<{
  blockHash: typeof Hash
  blockNumber: typeof Quantity
  blockTimestamp: typeof Quantity
  from: typeof Address
  gas: typeof Quantity
  gasPrice: typeof Quantity
  maxFeePerGas: typeof Quantity
  maxPriorityFeePerGas: typeof Quantity
  maxFeePerBlobGas: typeof Quantity
  hash: typeof Hash
  input: typeof Bytes
  nonce: typeof Quantity
  to: typeof Address
  transactionIndex: typeof Quantity
  value: typeof Quantity
  type: Type.TUnsafe<'0x3'>
  accessList: typeof AccessList
  chainId: typeof Quantity
  blobVersionedHashes: Type.TUnsafe<Type.Static<typeof Hash>[]>
  v: typeof Parity
  r: typeof Quantity
  s: typeof Quantity
  yParity: typeof Parity
}> = Type.Object(
  {
    blockHash: as(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
      'x-elsewhere': ['absent'],
    }),
    maxFeePerGas: as(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    maxFeePerBlobGas: as(Quantity, {
      description: 'The most that the sender pays for one blob gas, in wei. EIP-4844.',
    }),
    hash: as(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: as(Address, { description: 'The receiver; a blob transaction cannot create a contract.' }),
    transactionIndex: as(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x3'>({ description: 'The EIP-2718 type.', const: '0x3', type: 'string' }),
    accessList: as(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    blobVersionedHashes: Type.Unsafe<Type.Static<typeof Hash>[]>({
      description: "Versioned hashes of the blobs' commitments, one a blob.",
      type: 'array',
      items: Hash,
    }),
    v: as(Parity, { description: 'The same as yParity; geth sends both.', 'x-elsewhere': ['absent'] }),
    r: as(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as(Parity, { description: 'Parity of the signature.', 'x-elsewhere': ['different'] }),
  },
  {
    title: 'Blob transaction',
    description: 'A transaction that carries blobs beside the block, since Cancun. Source: EIP-4844.',
    additionalProperties: false,
  },
)

/** TypeBox schema of SetCodeTransaction. */
export const SetCodeTransaction: Type.TObject<{
  blockHash: typeof Hash
  blockNumber: typeof Quantity
  blockTimestamp: typeof Quantity
  from: typeof Address
  gas: typeof Quantity
  gasPrice: typeof Quantity
  maxFeePerGas: typeof Quantity
  maxPriorityFeePerGas: typeof Quantity
  hash: typeof Hash
  input: typeof Bytes
  nonce: typeof Quantity
  to: typeof Address
  transactionIndex: typeof Quantity
  value: typeof Quantity
  type: Type.TUnsafe<'0x4'>
  accessList: typeof AccessList
  chainId: typeof Quantity
  authorizationList: Type.TUnsafe<Type.Static<typeof Authorization>[]>
  v: typeof Parity
  r: typeof Quantity
  s: typeof Quantity
  yParity: typeof Parity
}> = Type.Object(
  {
    blockHash: as(Hash, {
      description: 'Hash of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockNumber: as(Quantity, {
      description: 'Number of the block that contains the transaction.',
      'x-elsewhere': ['null'],
    }),
    blockTimestamp: as(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since February 2026.',
      'x-elsewhere': ['null', 'absent'],
    }),
    from: as(Address, { description: 'The sender, recovered from the signature.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, {
      description:
        "The price that was paid for one gas, in wei: the smaller of maxFeePerGas and the block's baseFeePerGas + maxPriorityFeePerGas.",
      'x-elsewhere': ['absent'],
    }),
    maxFeePerGas: as(Quantity, {
      description: 'The most that the sender pays for one gas, in wei. EIP-1559.',
    }),
    maxPriorityFeePerGas: as(Quantity, {
      description: "The most of it that goes to the block's miner or proposer, in wei. EIP-1559.",
    }),
    hash: as(Hash, { description: "Keccak-256 of the signed transaction's bytes." }),
    input: as(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: as(Quantity, { description: 'Number of transactions that the sender had sent before.' }),
    to: as(Address, { description: 'The receiver; a set code transaction cannot create a contract.' }),
    transactionIndex: as(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x4'>({ description: 'The EIP-2718 type.', const: '0x4', type: 'string' }),
    accessList: as(AccessList, {
      description: 'The accounts and storage slots that are announced; present even when empty.',
    }),
    chainId: as(Quantity, {
      description: 'The chain that the signature is for. EIP-155.',
      'x-elsewhere': ['different'],
    }),
    authorizationList: Type.Unsafe<Type.Static<typeof Authorization>[]>({
      description: 'The authorizations, in the order in which they are applied.',
      type: 'array',
      items: Authorization,
    }),
    v: as(Parity, { description: 'The same as yParity; geth sends both.', 'x-elsewhere': ['absent'] }),
    r: as(Quantity, {
      description: 'The r value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    s: as(Quantity, {
      description: 'The s value of the signature: a quantity, without leading zeros.',
      'x-elsewhere': ['different'],
    }),
    yParity: as(Parity, { description: 'Parity of the signature.', 'x-elsewhere': ['different'] }),
  },
  {
    title: 'Set code transaction',
    description:
      'A transaction that lets accounts run the code of other addresses, since Prague. Source: EIP-7702.',
    additionalProperties: false,
  },
)

/** TypeBox schema of Transaction. */
export const Transaction: Type.TUnsafe<
  | Type.Static<typeof LegacyTransaction>
  | Type.Static<typeof AccessListTransaction>
  | Type.Static<typeof DynamicFeeTransaction>
  | Type.Static<typeof BlobTransaction>
  | Type.Static<typeof SetCodeTransaction>
> = Type.Unsafe<
  | Type.Static<typeof LegacyTransaction>
  | Type.Static<typeof AccessListTransaction>
  | Type.Static<typeof DynamicFeeTransaction>
  | Type.Static<typeof BlobTransaction>
  | Type.Static<typeof SetCodeTransaction>
>({
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
  address: typeof Address
  topics: Type.TUnsafe<Type.Static<typeof Hash>[]>
  data: typeof Bytes
  blockNumber: typeof Quantity
  transactionHash: typeof Hash
  transactionIndex: typeof Quantity
  blockHash: typeof Hash
  blockTimestamp: typeof Quantity
  logIndex: typeof Quantity
  removed: Type.TUnsafe<boolean>
}> = Type.Object(
  {
    address: as(Address, { description: 'The contract that wrote the log.' }),
    topics: Type.Unsafe<Type.Static<typeof Hash>[]>({
      description:
        "Zero to four indexed words of 32 bytes; of an event of Solidity the first is usually its signature's hash.",
      type: 'array',
      items: Hash,
      maxItems: 4,
    }),
    data: as(Bytes, { description: 'The words that are not indexed.' }),
    blockNumber: as(Quantity, { description: 'Number of the block that contains the log.' }),
    transactionHash: as(Hash, { description: 'Hash of the transaction that wrote the log.' }),
    transactionIndex: as(Quantity, { description: 'Position of that transaction in the block, from 0x0.' }),
    blockHash: as(Hash, { description: 'Hash of the block that contains the log.' }),
    blockTimestamp: as(Quantity, {
      description: 'Timestamp of that block, in seconds since 1970. In execution-apis since August 2025.',
      'x-elsewhere': ['absent'],
    }),
    logIndex: as(Quantity, {
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
  blobGasPrice: Type.TOptional<typeof Quantity>
  blobGasUsed: Type.TOptional<typeof Quantity>
  blockHash: typeof Hash
  blockNumber: typeof Quantity
  contractAddress: Type.TUnsafe<Type.Static<typeof Address> | null>
  cumulativeGasUsed: typeof Quantity
  effectiveGasPrice: typeof Quantity
  from: typeof Address
  gasUsed: typeof Quantity
  logs: Type.TUnsafe<Type.Static<typeof Log>[]>
  logsBloom: typeof Bloom
  root: Type.TOptional<typeof Hash>
  status: Type.TOptional<typeof Status>
  to: Type.TUnsafe<Type.Static<typeof Address> | null>
  transactionHash: typeof Hash
  transactionIndex: typeof Quantity
  type: typeof TransactionType
}> = Type.Object(
  {
    blobGasPrice: Type.Optional(
      as(Quantity, {
        description: 'Price of one blob gas in this block, in wei. Since Cancun, type 0x3 only.',
        'x-elsewhere': ['different'],
      }),
    ),
    blobGasUsed: Type.Optional(
      as(Quantity, {
        description: 'Blob gas of the transaction: 131,072 a blob. Since Cancun, type 0x3 only.',
      }),
    ),
    blockHash: as(Hash, { description: 'Hash of the block that contains the transaction.' }),
    blockNumber: as(Quantity, { description: 'Number of the block that contains the transaction.' }),
    contractAddress: Type.Unsafe<Type.Static<typeof Address> | null>({
      description:
        'Address of the contract that the transaction was to create, even when that failed; null when to is an address.',
      'x-elsewhere': ['absent'],
      oneOf: [Address, { type: 'null' }],
    }),
    cumulativeGasUsed: as(Quantity, {
      description: 'Gas used by this transaction and all before it in the block.',
    }),
    effectiveGasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    from: as(Address, { description: 'The sender.' }),
    gasUsed: as(Quantity, { description: 'Gas used by this transaction alone.' }),
    logs: Type.Unsafe<Type.Static<typeof Log>[]>({
      description: 'What the execution wrote, in order; empty when it failed.',
      type: 'array',
      items: Log,
    }),
    logsBloom: as(Bloom, { description: 'Bloom filter of the addresses and topics of the logs.' }),
    root: Type.Optional(
      as(Hash, {
        description: 'State root after the transaction. Before Byzantium only.',
        'x-elsewhere': ['different'],
      }),
    ),
    status: Type.Optional(as(Status, { description: 'Success or failure. Since Byzantium.' })),
    to: Type.Unsafe<Type.Static<typeof Address> | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      'x-elsewhere': ['absent'],
      oneOf: [Address, { type: 'null' }],
    }),
    transactionHash: as(Hash, { description: 'Hash of the transaction.' }),
    transactionIndex: as(Quantity, { description: 'Position in the block, from 0x0.' }),
    type: as(TransactionType, {
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
  index: typeof Quantity
  validatorIndex: typeof Quantity
  address: typeof Address
  amount: typeof Quantity
}> = Type.Object(
  {
    index: as(Quantity, { description: 'Number of the withdrawal since the first one, at most 64 bits.' }),
    validatorIndex: as(Quantity, {
      description: 'The validator that it was withdrawn from, at most 64 bits.',
    }),
    address: as(Address, { description: 'The account that received it.' }),
    amount: as(Quantity, { description: 'How much, in gwei (10^9 wei).' }),
  },
  {
    title: 'Withdrawal',
    description: 'Ether that the beacon chain paid out to an account. Source: EIP-4895, since Shanghai.',
    additionalProperties: false,
  },
)

/** TypeBox schema of BlockTransactions. */
export const BlockTransactions: Type.TUnsafe<Type.Static<typeof Hash>[] | Type.Static<typeof Transaction>[]> =
  Type.Unsafe<Type.Static<typeof Hash>[] | Type.Static<typeof Transaction>[]>({
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
  baseFeePerGas: Type.TOptional<typeof Quantity>
  blobGasUsed: Type.TOptional<typeof Quantity>
  blockAccessListHash: Type.TOptional<typeof Hash>
  difficulty: typeof Quantity
  excessBlobGas: Type.TOptional<typeof Quantity>
  extraData: typeof Bytes
  gasLimit: typeof Quantity
  gasUsed: typeof Quantity
  hash: typeof Hash
  logsBloom: typeof Bloom
  miner: typeof Address
  mixHash: typeof Hash
  nonce: typeof BlockNonce
  number: typeof Quantity
  parentBeaconBlockRoot: Type.TOptional<typeof Hash>
  parentHash: typeof Hash
  receiptsRoot: typeof Hash
  requestsHash: Type.TOptional<typeof Hash>
  sha3Uncles: typeof Hash
  size: typeof Quantity
  slotNumber: Type.TOptional<typeof Quantity>
  stateRoot: typeof Hash
  timestamp: typeof Quantity
  transactions: typeof BlockTransactions
  transactionsRoot: typeof Hash
  uncles: Type.TUnsafe<Type.Static<typeof Hash>[]>
  withdrawals: Type.TOptional<Type.TUnsafe<Type.Static<typeof Withdrawal>[]>>
  withdrawalsRoot: Type.TOptional<typeof Hash>
}> = Type.Object(
  {
    baseFeePerGas: Type.Optional(
      as(Quantity, {
        description: 'The part of the price of one gas that is burnt, in wei. Since London (EIP-1559).',
      }),
    ),
    blobGasUsed: Type.Optional(
      as(Quantity, { description: 'Blob gas of all transactions. Since Cancun (EIP-4844).' }),
    ),
    blockAccessListHash: Type.Optional(
      as(Hash, {
        description: 'Hash of the list of all state that the block touched. Since Amsterdam (EIP-7928).',
      }),
    ),
    difficulty: as(Quantity, {
      description: 'Difficulty of the proof of work; 0x0 since the merge (EIP-3675).',
      'x-elsewhere': ['absent'],
    }),
    excessBlobGas: Type.Optional(
      as(Quantity, {
        description:
          'Running total of blob gas above the target, which sets its price. Since Cancun (EIP-4844).',
      }),
    ),
    extraData: as(Bytes, {
      description:
        'What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis.',
    }),
    gasLimit: as(Quantity, { description: "The most gas that the block's transactions may use." }),
    gasUsed: as(Quantity, {
      description:
        "Gas used by all transactions. Before Amsterdam it is the last receipt's cumulativeGasUsed. Since Amsterdam it is counted before refunds, and is the greater of regular and state gas (EIP-7778, EIP-8037).",
    }),
    hash: as(Hash, { description: "Keccak-256 of the header's RLP.", 'x-elsewhere': ['null'] }),
    logsBloom: as(Bloom, { description: 'Bloom filter of all logs of the block.', 'x-elsewhere': ['null'] }),
    miner: as(Address, {
      description: "Account that gets the fees: the miner's, since the merge the proposer's fee recipient.",
      'x-elsewhere': ['null'],
    }),
    mixHash: as(Hash, {
      description: "Part of the proof of work; since the merge the beacon chain's randomness (EIP-4399).",
    }),
    nonce: as(BlockNonce, {
      description: 'Part of the proof of work; zero since the merge.',
      'x-elsewhere': ['null'],
    }),
    number: as(Quantity, {
      description: 'Number of the block: how many blocks came before it.',
      'x-elsewhere': ['null'],
    }),
    parentBeaconBlockRoot: Type.Optional(
      as(Hash, { description: 'Root of the parent beacon block. Since Cancun (EIP-4788).' }),
    ),
    parentHash: as(Hash, { description: 'Hash of the block before.' }),
    receiptsRoot: as(Hash, { description: 'Root of the trie of the receipts.' }),
    requestsHash: Type.Optional(
      as(Hash, { description: 'Commitment to the requests to the beacon chain. Since Prague (EIP-7685).' }),
    ),
    sha3Uncles: as(Hash, { description: "Keccak-256 of the RLP list of the uncles' headers." }),
    size: as(Quantity, {
      description: "Length of the whole block's RLP, in bytes.",
      'x-elsewhere': ['different'],
    }),
    slotNumber: Type.Optional(
      as(Quantity, { description: "Number of the beacon chain's slot. Since Amsterdam (EIP-7843)." }),
    ),
    stateRoot: as(Hash, { description: 'Root of the state trie after the block.' }),
    timestamp: as(Quantity, { description: 'When the block was made, in seconds since 1970.' }),
    transactions: as(BlockTransactions, {
      description: 'The transactions in order: whole when return_full_txns is true, else their hashes.',
    }),
    transactionsRoot: as(Hash, { description: 'Root of the trie of the transactions.' }),
    uncles: Type.Unsafe<Type.Static<typeof Hash>[]>({
      description: 'Hashes of the uncles; empty since the merge.',
      type: 'array',
      items: Hash,
    }),
    withdrawals: Type.Optional(
      Type.Unsafe<Type.Static<typeof Withdrawal>[]>({
        description: 'The withdrawals in order. Since Shanghai (EIP-4895).',
        type: 'array',
        items: Withdrawal,
      }),
    ),
    withdrawalsRoot: Type.Optional(
      as(Hash, { description: 'Root of the trie of the withdrawals. Since Shanghai (EIP-4895).' }),
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
export const BlockWithHashes: Type.TUnsafe<
  Omit<Type.Static<typeof Block>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof Block>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
>({
  title: 'Block with hashes',
  description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
  allOf: [Block, { properties: { transactions: { type: 'array', items: Hash } } }],
})

/** TypeBox schema of BlockWithTransactions. */
export const BlockWithTransactions: Type.TUnsafe<
  Omit<Type.Static<typeof Block>, 'transactions'> & { transactions: Type.Static<typeof Transaction>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof Block>, 'transactions'> & { transactions: Type.Static<typeof Transaction>[] }
>({
  title: 'Block with transactions',
  description: 'A block whose transactions are whole: what return_full_txns true asks for.',
  allOf: [Block, { properties: { transactions: { type: 'array', items: Transaction } } }],
})

/** TypeBox schema of Uncle. */
export const Uncle: Type.TObject<{
  baseFeePerGas: Type.TOptional<typeof Quantity>
  difficulty: typeof Quantity
  extraData: typeof Bytes
  gasLimit: typeof Quantity
  gasUsed: typeof Quantity
  hash: typeof Hash
  logsBloom: typeof Bloom
  miner: typeof Address
  mixHash: typeof Hash
  nonce: typeof BlockNonce
  number: typeof Quantity
  parentHash: typeof Hash
  receiptsRoot: typeof Hash
  sha3Uncles: typeof Hash
  size: typeof Quantity
  stateRoot: typeof Hash
  timestamp: typeof Quantity
  transactionsRoot: typeof Hash
  uncles: Type.TUnsafe<Type.Static<typeof Hash>[]>
}> = Type.Object(
  {
    baseFeePerGas: Type.Optional(
      as(Quantity, {
        description: 'The part of the price of one gas that is burnt, in wei. Since London (EIP-1559).',
      }),
    ),
    difficulty: as(Quantity, { description: 'Difficulty of the proof of work.' }),
    extraData: as(Bytes, {
      description:
        'What the miner or proposer wrote, at most 32 bytes on the public chains; more at genesis.',
    }),
    gasLimit: as(Quantity, { description: "The most gas that the block's transactions may use." }),
    gasUsed: as(Quantity, { description: 'Gas used by all transactions.' }),
    hash: as(Hash, { description: "Keccak-256 of the header's RLP." }),
    logsBloom: as(Bloom, { description: 'Bloom filter of all logs of the block.' }),
    miner: as(Address, { description: 'Account of the miner.' }),
    mixHash: as(Hash, { description: 'Part of the proof of work.' }),
    nonce: as(BlockNonce, { description: 'Part of the proof of work.' }),
    number: as(Quantity, { description: 'Number of the block: how many blocks came before it.' }),
    parentHash: as(Hash, { description: 'Hash of the block before.' }),
    receiptsRoot: as(Hash, { description: "Root of the trie of the uncle's receipts." }),
    sha3Uncles: as(Hash, {
      description: "Keccak-256 of the RLP list of the headers of the uncle's own uncles.",
    }),
    size: as(Quantity, {
      description: 'Length in bytes of the RLP of a block with this header and nothing else.',
      'x-elsewhere': ['different'],
    }),
    stateRoot: as(Hash, { description: 'Root of the state trie after the block.' }),
    timestamp: as(Quantity, { description: 'When the block was made, in seconds since 1970.' }),
    transactionsRoot: as(Hash, { description: "Root of the trie of the uncle's transactions." }),
    uncles: Type.Unsafe<Type.Static<typeof Hash>[]>({
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

/** TypeBox schema of SyncProgress. */
export const SyncProgress: Type.TObject<{
  currentBlock: typeof Quantity
  highestBlock: typeof Quantity
  startingBlock: typeof Quantity
}> = Type.Object(
  {
    currentBlock: as(Quantity, { description: 'The number of the highest stored block.' }),
    highestBlock: as(Quantity, { description: 'The number of the highest known block.' }),
    startingBlock: as(Quantity, {
      description: 'The number of the highest stored block when the server first reported the progress.',
      'x-elsewhere': ['absent'],
    }),
  },
  {
    title: 'Sync progress',
    description: 'The progress of a server that is catching up. Source: execution-apis SyncingStatus.',
    additionalProperties: false,
  },
)

/** TypeBox schema of SyncStatus. */
export const SyncStatus: Type.TUnsafe<boolean | Type.Static<typeof SyncProgress>> = Type.Unsafe<
  boolean | Type.Static<typeof SyncProgress>
>({
  title: 'Sync status',
  description:
    'False, or the progress of a server that is catching up. Source: execution-apis SyncingStatus.',
  oneOf: [{ type: 'boolean' }, SyncProgress],
})

/** TypeBox schema of CapabilitiesHead. */
export const CapabilitiesHead: Type.TObject<{ number: typeof Quantity; hash: typeof Hash }> = Type.Object(
  {
    number: as(Quantity, { description: 'The number of the highest stored block.' }),
    hash: as(Hash, { description: 'The hash of that block.' }),
  },
  {
    title: 'Head of capabilities',
    description: 'The head when the capabilities were read. Source: execution-apis EthCapabilitiesHead.',
    additionalProperties: false,
  },
)

/** TypeBox schema of DeleteStrategy. */
export const DeleteStrategy: Type.TObject<{
  type: Type.TUnsafe<'window'>
  retentionBlocks: typeof Quantity
}> = Type.Object(
  {
    type: Type.Unsafe<'window'>({
      description: 'A window: the newest blocks remain.',
      type: 'string',
      const: 'window',
    }),
    retentionBlocks: as(Quantity, { description: 'The number of blocks that remain.' }),
  },
  {
    title: 'Delete strategy',
    description:
      'How a server deletes old data; Lectern deletes none. Source: execution-apis EthCapabilitiesDeleteStrategy.',
    additionalProperties: false,
  },
)

/** TypeBox schema of Capability. */
export const Capability: Type.TObject<{
  disabled: Type.TUnsafe<boolean>
  oldestBlock: Type.TOptional<typeof Quantity>
  deleteStrategy: Type.TOptional<typeof DeleteStrategy>
}> = Type.Object(
  {
    disabled: Type.Unsafe<boolean>({ description: 'Whether there is no such data.', type: 'boolean' }),
    oldestBlock: Type.Optional(
      as(Quantity, { description: 'The lowest block with such data; absent if it is disabled.' }),
    ),
    deleteStrategy: Type.Optional(
      as(DeleteStrategy, { description: 'How old data is deleted; absent if it never is.' }),
    ),
  },
  {
    title: 'Capability',
    description: 'The range of one kind of data. Source: execution-apis EthCapabilitiesEffectiveResource.',
    additionalProperties: false,
  },
)

/** TypeBox schema of Capabilities. */
export const Capabilities: Type.TObject<{
  head: typeof CapabilitiesHead
  state: typeof Capability
  tx: typeof Capability
  logs: typeof Capability
  receipts: typeof Capability
  blocks: typeof Capability
  stateproofs: typeof Capability
}> = Type.Object(
  {
    head: as(CapabilitiesHead, { description: 'The highest stored block.' }),
    state: as(Capability, { description: 'State of accounts: disabled.' }),
    tx: as(Capability, { description: 'Transactions, by their hash or place.' }),
    logs: as(Capability, { description: 'Queries of logs: disabled. Receipts have the logs.' }),
    receipts: as(Capability, { description: 'Receipts.' }),
    blocks: as(Capability, { description: 'Blocks.' }),
    stateproofs: as(Capability, { description: 'Proofs of state: disabled.' }),
  },
  {
    title: 'Capabilities',
    description:
      'The data that a server has, and from which block on. Source: execution-apis EthCapabilities.',
    additionalProperties: false,
  },
)
