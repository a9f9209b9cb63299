// Generated from openrpc.json and its overlays by packages/spec/generate. Run `npm run generate` instead of editing.
import * as Type from 'typebox'
import {
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
  Withdrawal,
  BlockTransactions,
} from '../schemas.gen.ts'

const as = <T extends Type.TSchema>(schema: T, own: object): T => ({ ...schema, ...own })

/** TypeBox schema of ArbitrumTransactionType. */
export const ArbitrumTransactionType: Type.TUnsafe<
  '0x0' | '0x1' | '0x2' | '0x3' | '0x4' | '0x64' | '0x65' | '0x66' | '0x68' | '0x69' | '0x6a'
> = Type.Unsafe<'0x0' | '0x1' | '0x2' | '0x3' | '0x4' | '0x64' | '0x65' | '0x66' | '0x68' | '0x69' | '0x6a'>({
  title: 'Transaction type',
  description: "The EIP-2718 type: one of Ethereum's without blobs, or one that ArbOS or layer 1 makes.",
  type: 'string',
  enum: ['0x0', '0x1', '0x2', '0x3', '0x4', '0x64', '0x65', '0x66', '0x68', '0x69', '0x6a'],
})

/** TypeBox schema of ArbitrumDepositTransaction. */
export const ArbitrumDepositTransaction: Type.TObject<{
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
  type: Type.TUnsafe<'0x64'>
  chainId: Type.TOptional<typeof Quantity>
  v: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
  requestId: typeof Hash
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
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
    type: Type.Unsafe<'0x64'>({
      description: 'The type of such transactions.',
      const: '0x64',
      type: 'string',
    }),
    chainId: Type.Optional(
      as(Quantity, {
        description: 'The chain that the transaction is for.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as(Quantity, { description: 'Always 0x0.' }),
    r: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    s: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    requestId: as(Hash, { description: 'Number of its message of layer 1, as 32 bytes.' }),
  },
  {
    title: 'Deposit transaction',
    description: 'Ether that layer 1 moves to an account.',
    additionalProperties: false,
  },
)

/** TypeBox schema of ArbitrumUnsignedTransaction. */
export const ArbitrumUnsignedTransaction: Type.TObject<{
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
  type: Type.TUnsafe<'0x65'>
  chainId: Type.TOptional<typeof Quantity>
  v: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
  maxFeePerGas: typeof Quantity
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
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
    type: Type.Unsafe<'0x65'>({
      description: 'The type of such transactions.',
      const: '0x65',
      type: 'string',
    }),
    chainId: Type.Optional(
      as(Quantity, {
        description: 'The chain that the transaction is for.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as(Quantity, { description: 'Always 0x0.' }),
    r: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    s: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    maxFeePerGas: as(Quantity, {
      description: 'The most that is paid for one gas, in wei.',
      'x-elsewhere': ['absent'],
    }),
  },
  {
    title: 'Unsigned transaction',
    description: 'A transaction that an account sends through layer 1.',
    additionalProperties: false,
  },
)

/** TypeBox schema of ArbitrumContractTransaction. */
export const ArbitrumContractTransaction: Type.TObject<{
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
  type: Type.TUnsafe<'0x66'>
  chainId: Type.TOptional<typeof Quantity>
  v: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
  requestId: typeof Hash
  maxFeePerGas: typeof Quantity
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
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
    type: Type.Unsafe<'0x66'>({
      description: 'The type of such transactions.',
      const: '0x66',
      type: 'string',
    }),
    chainId: Type.Optional(
      as(Quantity, {
        description: 'The chain that the transaction is for.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as(Quantity, { description: 'Always 0x0.' }),
    r: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    s: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    requestId: as(Hash, { description: 'Number of its message of layer 1, as 32 bytes.' }),
    maxFeePerGas: as(Quantity, {
      description: 'The most that is paid for one gas, in wei.',
      'x-elsewhere': ['absent'],
    }),
  },
  {
    title: 'Contract transaction',
    description: 'A transaction that a contract sends through layer 1.',
    additionalProperties: false,
  },
)

/** TypeBox schema of ArbitrumRetryTransaction. */
export const ArbitrumRetryTransaction: Type.TObject<{
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
  type: Type.TUnsafe<'0x68'>
  chainId: Type.TOptional<typeof Quantity>
  v: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
  maxFeePerGas: typeof Quantity
  ticketId: typeof Hash
  refundTo: typeof Address
  maxRefund: typeof Quantity
  submissionFeeRefund: typeof Quantity
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
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
    type: Type.Unsafe<'0x68'>({
      description: 'The type of such transactions.',
      const: '0x68',
      type: 'string',
    }),
    chainId: Type.Optional(
      as(Quantity, {
        description: 'The chain that the transaction is for.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as(Quantity, { description: 'Always 0x0.' }),
    r: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    s: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    maxFeePerGas: as(Quantity, {
      description: 'The most that is paid for one gas, in wei.',
      'x-elsewhere': ['absent'],
    }),
    ticketId: as(Hash, {
      description: 'Hash of the transaction that submitted the ticket.',
      'x-elsewhere': ['absent'],
    }),
    refundTo: as(Address, {
      description: 'Address that gets back what is not spent.',
      'x-elsewhere': ['absent'],
    }),
    maxRefund: as(Quantity, {
      description: 'The most that it gets back, in wei.',
      'x-elsewhere': ['absent'],
    }),
    submissionFeeRefund: as(Quantity, {
      description: 'The fee of the submission that it gets back, in wei.',
      'x-elsewhere': ['absent'],
    }),
  },
  {
    title: 'Retry transaction',
    description: 'An attempt to redeem a retryable ticket. Some nodes leave out members that its hash needs.',
    additionalProperties: false,
  },
)

/** TypeBox schema of ArbitrumSubmitRetryableTransaction. */
export const ArbitrumSubmitRetryableTransaction: Type.TObject<{
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
  type: Type.TUnsafe<'0x69'>
  chainId: Type.TOptional<typeof Quantity>
  v: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
  requestId: typeof Hash
  maxFeePerGas: typeof Quantity
  l1BaseFee: typeof Quantity
  depositValue: typeof Quantity
  retryTo: Type.TOptional<Type.TUnsafe<Type.Static<typeof Address> | null>>
  retryValue: typeof Quantity
  beneficiary: typeof Address
  maxSubmissionFee: typeof Quantity
  refundTo: typeof Address
  retryData: typeof Bytes
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
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
    type: Type.Unsafe<'0x69'>({
      description: 'The type of such transactions.',
      const: '0x69',
      type: 'string',
    }),
    chainId: Type.Optional(
      as(Quantity, {
        description: 'The chain that the transaction is for.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as(Quantity, { description: 'Always 0x0.' }),
    r: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    s: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    requestId: as(Hash, {
      description: 'Number of its message of layer 1, as 32 bytes.',
      'x-elsewhere': ['absent'],
    }),
    maxFeePerGas: as(Quantity, {
      description: 'The most that is paid for one gas, in wei.',
      'x-elsewhere': ['absent'],
    }),
    l1BaseFee: as(Quantity, {
      description: 'Base fee of layer 1, in wei per gas.',
      'x-elsewhere': ['absent'],
    }),
    depositValue: as(Quantity, {
      description: 'Wei that layer 1 locks, created on this chain.',
      'x-elsewhere': ['absent'],
    }),
    retryTo: Type.Optional(
      Type.Unsafe<Type.Static<typeof Address> | null>({
        description: 'The receiver of the ticket; absent if it creates a contract.',
        oneOf: [Address, { type: 'null' }],
      }),
    ),
    retryValue: as(Quantity, { description: 'Wei that the ticket moves.', 'x-elsewhere': ['absent'] }),
    beneficiary: as(Address, {
      description: 'Address that gets the value of a ticket that expires.',
      'x-elsewhere': ['absent'],
    }),
    maxSubmissionFee: as(Quantity, {
      description: 'The most that is paid for the submission, in wei.',
      'x-elsewhere': ['absent'],
    }),
    refundTo: as(Address, {
      description: 'Address that gets back what is not spent.',
      'x-elsewhere': ['absent'],
    }),
    retryData: as(Bytes, { description: 'Call data of the ticket.', 'x-elsewhere': ['absent'] }),
  },
  {
    title: 'Submit retryable transaction',
    description: 'A new retryable ticket. Some nodes leave out members that its hash needs.',
    additionalProperties: false,
  },
)

/** TypeBox schema of ArbitrumInternalTransaction. */
export const ArbitrumInternalTransaction: Type.TObject<{
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
  type: Type.TUnsafe<'0x6a'>
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
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
    type: Type.Unsafe<'0x6a'>({
      description: 'The type of such transactions.',
      const: '0x6a',
      type: 'string',
    }),
    chainId: Type.Optional(
      as(Quantity, {
        description: 'The chain that the transaction is for.',
        'x-elsewhere': ['null', 'different'],
      }),
    ),
    v: as(Quantity, { description: 'Always 0x0.' }),
    r: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    s: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
  },
  {
    title: 'Internal transaction',
    description: 'The first transaction of each block, which ArbOS makes.',
    additionalProperties: false,
  },
)

/** TypeBox schema of ArbitrumTransaction. */
export const ArbitrumTransaction: Type.TUnsafe<
  | Type.Static<typeof LegacyTransaction>
  | Type.Static<typeof AccessListTransaction>
  | Type.Static<typeof DynamicFeeTransaction>
  | Type.Static<typeof BlobTransaction>
  | Type.Static<typeof SetCodeTransaction>
  | Type.Static<typeof ArbitrumDepositTransaction>
  | Type.Static<typeof ArbitrumUnsignedTransaction>
  | Type.Static<typeof ArbitrumContractTransaction>
  | Type.Static<typeof ArbitrumRetryTransaction>
  | Type.Static<typeof ArbitrumSubmitRetryableTransaction>
  | Type.Static<typeof ArbitrumInternalTransaction>
> = Type.Unsafe<
  | Type.Static<typeof LegacyTransaction>
  | Type.Static<typeof AccessListTransaction>
  | Type.Static<typeof DynamicFeeTransaction>
  | Type.Static<typeof BlobTransaction>
  | Type.Static<typeof SetCodeTransaction>
  | Type.Static<typeof ArbitrumDepositTransaction>
  | Type.Static<typeof ArbitrumUnsignedTransaction>
  | Type.Static<typeof ArbitrumContractTransaction>
  | Type.Static<typeof ArbitrumRetryTransaction>
  | Type.Static<typeof ArbitrumSubmitRetryableTransaction>
  | Type.Static<typeof ArbitrumInternalTransaction>
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
    ArbitrumDepositTransaction,
    ArbitrumUnsignedTransaction,
    ArbitrumContractTransaction,
    ArbitrumRetryTransaction,
    ArbitrumSubmitRetryableTransaction,
    ArbitrumInternalTransaction,
  ],
})

/** TypeBox schema of ArbitrumReceipt. */
export const ArbitrumReceipt: Type.TObject<{
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
  type: typeof ArbitrumTransactionType
  gasUsedForL1: Type.TOptional<typeof Quantity>
  l1BlockNumber: Type.TOptional<typeof Quantity>
  timeboosted: Type.TOptional<Type.TUnsafe<boolean | null>>
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
    type: as(ArbitrumTransactionType, {
      description: 'The EIP-2718 type of the transaction.',
      'x-elsewhere': ['absent'],
    }),
    gasUsedForL1: Type.Optional(
      as(Quantity, { description: 'The part of gasUsed that pays for data on layer 1.' }),
    ),
    l1BlockNumber: Type.Optional(
      as(Quantity, { description: 'Number of the block of layer 1 that the block knows.' }),
    ),
    timeboosted: Type.Optional(
      Type.Unsafe<boolean | null>({
        description: 'Whether the transaction came by the express lane. Null if the node does not know.',
        oneOf: [{ type: 'boolean' }, { type: 'null' }],
      }),
    ),
  },
  {
    title: 'Receipt',
    description:
      'The result of executing one transaction: with root before Byzantium, with status from Byzantium on (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.',
    additionalProperties: false,
    oneOf: [{ required: ['status'] }, { required: ['root'] }],
  },
)

/** TypeBox schema of ArbitrumBlockTransactions. */
export const ArbitrumBlockTransactions: Type.TUnsafe<
  Type.Static<typeof Hash>[] | Type.Static<typeof ArbitrumTransaction>[]
> = Type.Unsafe<Type.Static<typeof Hash>[] | Type.Static<typeof ArbitrumTransaction>[]>({
  title: 'Transactions of a block',
  description:
    'The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so that an empty array matches one of them only. Source: execution-apis Block, where it is both.',
  oneOf: [
    { description: 'No transaction.', type: 'array', items: Hash, maxItems: 0 },
    { description: 'Hashes.', type: 'array', items: Hash, minItems: 1 },
    { description: 'Whole transactions.', type: 'array', items: ArbitrumTransaction, minItems: 1 },
  ],
})

/** TypeBox schema of ArbitrumBlock. */
export const ArbitrumBlock: Type.TObject<{
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
  transactions: typeof ArbitrumBlockTransactions
  transactionsRoot: typeof Hash
  uncles: Type.TUnsafe<Type.Static<typeof Hash>[]>
  withdrawals: Type.TOptional<Type.TUnsafe<Type.Static<typeof Withdrawal>[]>>
  withdrawalsRoot: Type.TOptional<typeof Hash>
  sendRoot: Type.TOptional<typeof Hash>
  sendCount: Type.TOptional<typeof Quantity>
  l1BlockNumber: Type.TOptional<typeof Quantity>
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
    extraData: as(Bytes, { description: 'The sendRoot. Since Nitro.' }),
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
      description: 'Numbers of ArbOS, as 8 bytes each: sendCount, l1BlockNumber, its version, and flags.',
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
    transactions: as(ArbitrumBlockTransactions, {
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
    sendRoot: Type.Optional(
      as(Hash, { description: 'Root of the tree of messages to layer 1. Since Nitro.' }),
    ),
    sendCount: Type.Optional(as(Quantity, { description: 'Number of messages to layer 1. Since Nitro.' })),
    l1BlockNumber: Type.Optional(
      as(Quantity, { description: 'Number of the block of layer 1 that the block knows.' }),
    ),
  },
  {
    title: 'Block',
    description:
      "A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole. A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's members.",
    additionalProperties: false,
  },
)

/** TypeBox schema of ArbitrumBlockWithHashes. */
export const ArbitrumBlockWithHashes: Type.TUnsafe<
  Omit<Type.Static<typeof ArbitrumBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof ArbitrumBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
>({
  title: 'Block with hashes',
  description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
  allOf: [ArbitrumBlock, { properties: { transactions: { type: 'array', items: Hash } } }],
})

/** TypeBox schema of ArbitrumBlockWithTransactions. */
export const ArbitrumBlockWithTransactions: Type.TUnsafe<
  Omit<Type.Static<typeof ArbitrumBlock>, 'transactions'> & {
    transactions: Type.Static<typeof ArbitrumTransaction>[]
  }
> = Type.Unsafe<
  Omit<Type.Static<typeof ArbitrumBlock>, 'transactions'> & {
    transactions: Type.Static<typeof ArbitrumTransaction>[]
  }
>({
  title: 'Block with transactions',
  description: 'A block whose transactions are whole: what return_full_txns true asks for.',
  allOf: [ArbitrumBlock, { properties: { transactions: { type: 'array', items: ArbitrumTransaction } } }],
})

/** TypeBox schema of BscBlock. */
export const BscBlock: Type.TObject<{
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
  milliTimestamp: Type.TOptional<typeof Quantity>
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
    milliTimestamp: Type.Optional(
      as(Quantity, {
        description: 'Timestamp in milliseconds since 1970, since blocks take less than a second.',
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

/** TypeBox schema of BscBlockWithHashes. */
export const BscBlockWithHashes: Type.TUnsafe<
  Omit<Type.Static<typeof BscBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof BscBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
>({
  title: 'Block with hashes',
  description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
  allOf: [BscBlock, { properties: { transactions: { type: 'array', items: Hash } } }],
})

/** TypeBox schema of BscBlockWithTransactions. */
export const BscBlockWithTransactions: Type.TUnsafe<
  Omit<Type.Static<typeof BscBlock>, 'transactions'> & { transactions: Type.Static<typeof Transaction>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof BscBlock>, 'transactions'> & { transactions: Type.Static<typeof Transaction>[] }
>({
  title: 'Block with transactions',
  description: 'A block whose transactions are whole: what return_full_txns true asks for.',
  allOf: [BscBlock, { properties: { transactions: { type: 'array', items: Transaction } } }],
})

/** TypeBox schema of GnosisBlock. */
export const GnosisBlock: Type.TObject<{
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
  mixHash: Type.TOptional<typeof Hash>
  nonce: Type.TOptional<typeof BlockNonce>
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
  auraStep: Type.TOptional<typeof Quantity>
  auraSeal: Type.TOptional<typeof Bytes>
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
    mixHash: Type.Optional(
      as(Hash, { description: "The beacon chain's randomness (EIP-4399). Since the merge." }),
    ),
    nonce: Type.Optional(as(BlockNonce, { description: 'Zero. Since the merge.', 'x-elsewhere': ['null'] })),
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
    auraStep: Type.Optional(
      as(Quantity, { description: 'The step of AuRa in which the block was made. Until the merge.' }),
    ),
    auraSeal: Type.Optional(
      as(Bytes, { description: 'Signature of the validator that made the block. Until the merge.' }),
    ),
  },
  {
    title: 'Block',
    description:
      "A block: its header, the hashes of its uncles, its withdrawals, and its transactions as hashes or whole. A member that the block's fork does not have is absent. Source: execution-apis Block, with geth's members.",
    additionalProperties: false,
  },
)

/** TypeBox schema of GnosisBlockWithHashes. */
export const GnosisBlockWithHashes: Type.TUnsafe<
  Omit<Type.Static<typeof GnosisBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof GnosisBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
>({
  title: 'Block with hashes',
  description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
  allOf: [GnosisBlock, { properties: { transactions: { type: 'array', items: Hash } } }],
})

/** TypeBox schema of GnosisBlockWithTransactions. */
export const GnosisBlockWithTransactions: Type.TUnsafe<
  Omit<Type.Static<typeof GnosisBlock>, 'transactions'> & { transactions: Type.Static<typeof Transaction>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof GnosisBlock>, 'transactions'> & { transactions: Type.Static<typeof Transaction>[] }
>({
  title: 'Block with transactions',
  description: 'A block whose transactions are whole: what return_full_txns true asks for.',
  allOf: [GnosisBlock, { properties: { transactions: { type: 'array', items: Transaction } } }],
})

/** TypeBox schema of OpTransactionType. */
export const OpTransactionType: Type.TUnsafe<'0x0' | '0x1' | '0x2' | '0x3' | '0x4' | '0x7e'> = Type.Unsafe<
  '0x0' | '0x1' | '0x2' | '0x3' | '0x4' | '0x7e'
>({
  title: 'Transaction type',
  description: "The EIP-2718 type: one of Ethereum's without blobs, or 0x7e, a deposit of layer 1.",
  type: 'string',
  enum: ['0x0', '0x1', '0x2', '0x3', '0x4', '0x7e'],
})

/** TypeBox schema of OpLegacyTransaction. */
export const OpLegacyTransaction: Type.TObject<{
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
  queueOrigin: Type.TOptional<Type.TUnsafe<'sequencer' | 'l1'>>
  l1TxOrigin: Type.TOptional<Type.TUnsafe<Type.Static<typeof Address> | null>>
  l1BlockNumber: Type.TOptional<typeof Quantity>
  l1Timestamp: Type.TOptional<typeof Quantity>
  index: Type.TOptional<typeof Quantity>
  queueIndex: Type.TOptional<Type.TUnsafe<Type.Static<typeof Quantity> | null>>
  rawTransaction: Type.TOptional<typeof Bytes>
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
    queueOrigin: Type.Optional(
      Type.Unsafe<'sequencer' | 'l1'>({
        description: 'Who ordered the transaction: the sequencer or layer 1. Until Bedrock.',
        type: 'string',
        enum: ['sequencer', 'l1'],
      }),
    ),
    l1TxOrigin: Type.Optional(
      Type.Unsafe<Type.Static<typeof Address> | null>({
        description: 'The sender on layer 1; null for a transaction of the sequencer. Until Bedrock.',
        oneOf: [Address, { type: 'null' }],
      }),
    ),
    l1BlockNumber: Type.Optional(
      as(Quantity, {
        description: 'Number of the block of layer 1 that the transaction knows. Until Bedrock.',
      }),
    ),
    l1Timestamp: Type.Optional(
      as(Quantity, { description: 'Timestamp of that block, in seconds since 1970. Until Bedrock.' }),
    ),
    index: Type.Optional(
      as(Quantity, { description: 'Position of the transaction in the chain, from 0x0. Until Bedrock.' }),
    ),
    queueIndex: Type.Optional(
      Type.Unsafe<Type.Static<typeof Quantity> | null>({
        description:
          'Position in the queue of layer 1; null for a transaction of the sequencer. Until Bedrock.',
        oneOf: [Quantity, { type: 'null' }],
      }),
    ),
    rawTransaction: Type.Optional(as(Bytes, { description: 'The signed bytes. Until Bedrock.' })),
  },
  {
    title: 'Legacy transaction',
    description:
      'A transaction of the first kind, since Frontier. Its chainId is absent when the signature names no chain (before EIP-155, Spurious Dragon).',
    additionalProperties: false,
  },
)

/** TypeBox schema of OpDepositTransaction. */
export const OpDepositTransaction: Type.TObject<{
  blockHash: typeof Hash
  blockNumber: typeof Quantity
  blockTimestamp: typeof Quantity
  from: typeof Address
  gas: typeof Quantity
  gasPrice: typeof Quantity
  hash: typeof Hash
  input: typeof Bytes
  nonce: Type.TOptional<typeof Quantity>
  to: Type.TUnsafe<Type.Static<typeof Address> | null>
  transactionIndex: typeof Quantity
  value: typeof Quantity
  type: Type.TUnsafe<'0x7e'>
  v: typeof Quantity
  r: typeof Quantity
  s: typeof Quantity
  yParity: Type.TOptional<typeof Parity>
  sourceHash: typeof Hash
  mint: Type.TOptional<typeof Quantity>
  isSystemTx: Type.TOptional<Type.TUnsafe<boolean>>
  depositReceiptVersion: Type.TOptional<typeof Quantity>
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
    from: as(Address, { description: 'The sender that layer 1 names.' }),
    gas: as(Quantity, { description: 'Gas limit: the most gas that the execution may use.' }),
    gasPrice: as(Quantity, { description: 'Always 0x0: layer 1 pays.' }),
    hash: as(Hash, { description: "Keccak-256 of the deposit's bytes." }),
    input: as(Bytes, { description: 'Call data, or the creation code when to is null.' }),
    nonce: Type.Optional(as(Quantity, { description: 'The depositNonce of its receipt. Since Regolith.' })),
    to: Type.Unsafe<Type.Static<typeof Address> | null>({
      description: 'The receiver; null when the transaction creates a contract.',
      oneOf: [Address, { type: 'null' }],
    }),
    transactionIndex: as(Quantity, {
      description: 'Position in the block, from 0x0.',
      'x-elsewhere': ['null'],
    }),
    value: as(Quantity, { description: 'What the sender transfers, in wei.' }),
    type: Type.Unsafe<'0x7e'>({ description: 'The type of deposits.', const: '0x7e', type: 'string' }),
    v: as(Quantity, { description: 'Always 0x0.' }),
    r: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    s: as(Quantity, { description: 'Always 0x0.', 'x-elsewhere': ['different'] }),
    yParity: Type.Optional(as(Parity, { description: 'Always 0x0; some nodes leave it out.' })),
    sourceHash: as(Hash, {
      description: 'Names the origin of the deposit on layer 1, so that no two hashes are equal.',
    }),
    mint: Type.Optional(
      as(Quantity, {
        description: 'Wei that layer 1 locks, created on this chain; absent if there is none.',
        'x-elsewhere': ['null'],
      }),
    ),
    isSystemTx: Type.Optional(
      Type.Unsafe<boolean>({
        description: 'Whether its gas is not counted. Until Regolith; absent if false.',
        type: 'boolean',
      }),
    ),
    depositReceiptVersion: Type.Optional(
      as(Quantity, { description: 'The same member of its receipt. Since Canyon.' }),
    ),
  },
  {
    title: 'Deposit transaction',
    description:
      'A transaction that layer 1 makes: the first of each block, and each deposit of a user. Nothing signs it. Source: OP specification, deposits.',
    additionalProperties: false,
  },
)

/** TypeBox schema of OpTransaction. */
export const OpTransaction: Type.TUnsafe<
  | Type.Static<typeof OpLegacyTransaction>
  | Type.Static<typeof AccessListTransaction>
  | Type.Static<typeof DynamicFeeTransaction>
  | Type.Static<typeof BlobTransaction>
  | Type.Static<typeof SetCodeTransaction>
  | Type.Static<typeof OpDepositTransaction>
> = Type.Unsafe<
  | Type.Static<typeof OpLegacyTransaction>
  | Type.Static<typeof AccessListTransaction>
  | Type.Static<typeof DynamicFeeTransaction>
  | Type.Static<typeof BlobTransaction>
  | Type.Static<typeof SetCodeTransaction>
  | Type.Static<typeof OpDepositTransaction>
>({
  title: 'Transaction',
  description:
    "A signed transaction with its position in a block. Its type decides which members it has: the members of its own type are all present, those of other types are absent, never null. Source: execution-apis TransactionInfo, with geth's members.",
  oneOf: [
    OpLegacyTransaction,
    AccessListTransaction,
    DynamicFeeTransaction,
    BlobTransaction,
    SetCodeTransaction,
    OpDepositTransaction,
  ],
})

/** TypeBox schema of OpReceipt. */
export const OpReceipt: Type.TObject<{
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
  type: typeof OpTransactionType
  depositNonce: Type.TOptional<typeof Quantity>
  depositReceiptVersion: Type.TOptional<typeof Quantity>
  l1Fee: Type.TOptional<typeof Quantity>
  l1GasPrice: Type.TOptional<typeof Quantity>
  l1GasUsed: Type.TOptional<typeof Quantity>
  l1FeeScalar: Type.TOptional<Type.TUnsafe<string>>
  l1BaseFeeScalar: Type.TOptional<typeof Quantity>
  l1BlobBaseFee: Type.TOptional<typeof Quantity>
  l1BlobBaseFeeScalar: Type.TOptional<typeof Quantity>
  operatorFeeScalar: Type.TOptional<typeof Quantity>
  operatorFeeConstant: Type.TOptional<typeof Quantity>
  daFootprintGasScalar: Type.TOptional<typeof Quantity>
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
        description: 'The footprint of the data that the transaction adds to layer 1. Since Jovian.',
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
    effectiveGasPrice: as(Quantity, {
      description: 'The price that was paid for one gas, in wei.',
      'x-elsewhere': ['absent'],
    }),
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
    type: as(OpTransactionType, {
      description: 'The EIP-2718 type of the transaction.',
      'x-elsewhere': ['absent'],
    }),
    depositNonce: Type.Optional(
      as(Quantity, {
        description:
          'Nonce of the sender of a deposit. Since Regolith; receiptsRoot has it with depositReceiptVersion alone.',
      }),
    ),
    depositReceiptVersion: Type.Optional(
      as(Quantity, { description: '0x1 if receiptsRoot has depositNonce. Since Canyon, type 0x7e only.' }),
    ),
    l1Fee: Type.Optional(as(Quantity, { description: 'Wei that the sender paid for data on layer 1.' })),
    l1GasPrice: Type.Optional(as(Quantity, { description: 'Base fee of layer 1, in wei per gas.' })),
    l1GasUsed: Type.Optional(as(Quantity, { description: 'Gas of layer 1 that the data is priced as.' })),
    l1FeeScalar: Type.Optional(
      Type.Unsafe<string>({
        description: 'Factor of the fee for data, as a decimal number. Until Ecotone.',
        type: 'string',
        pattern: '^[0-9]+(\\.[0-9]+)?$',
      }),
    ),
    l1BaseFeeScalar: Type.Optional(
      as(Quantity, { description: 'Factor of the base fee of layer 1, in millionths. Since Ecotone.' }),
    ),
    l1BlobBaseFee: Type.Optional(
      as(Quantity, { description: 'Price of blob gas on layer 1, in wei. Since Ecotone.' }),
    ),
    l1BlobBaseFeeScalar: Type.Optional(
      as(Quantity, { description: 'Factor of that price, in millionths. Since Ecotone.' }),
    ),
    operatorFeeScalar: Type.Optional(
      as(Quantity, { description: "Factor of the operator's fee. Since Isthmus." }),
    ),
    operatorFeeConstant: Type.Optional(
      as(Quantity, { description: "Constant part of the operator's fee, in wei. Since Isthmus." }),
    ),
    daFootprintGasScalar: Type.Optional(
      as(Quantity, { description: 'Gas per byte of the footprint. Since Jovian.' }),
    ),
  },
  {
    title: 'Receipt',
    description:
      'The result of executing one transaction: with root before Byzantium, with status from Byzantium on (EIP-658), with both blob members for type 0x3 (EIP-4844). Source: execution-apis ReceiptInfo.',
    additionalProperties: false,
    oneOf: [{ required: ['status'] }, { required: ['root'] }],
  },
)

/** TypeBox schema of OpBlockTransactions. */
export const OpBlockTransactions: Type.TUnsafe<
  Type.Static<typeof Hash>[] | Type.Static<typeof OpTransaction>[]
> = Type.Unsafe<Type.Static<typeof Hash>[] | Type.Static<typeof OpTransaction>[]>({
  title: 'Transactions of a block',
  description:
    'The transactions of a block in order, all as hashes or all whole. Three branches that share no value, so that an empty array matches one of them only. Source: execution-apis Block, where it is both.',
  oneOf: [
    { description: 'No transaction.', type: 'array', items: Hash, maxItems: 0 },
    { description: 'Hashes.', type: 'array', items: Hash, minItems: 1 },
    { description: 'Whole transactions.', type: 'array', items: OpTransaction, minItems: 1 },
  ],
})

/** TypeBox schema of OpBlock. */
export const OpBlock: Type.TObject<{
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
  transactions: typeof OpBlockTransactions
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
      as(Quantity, { description: 'Footprint of the data of all transactions. Zero until Jovian.' }),
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
    transactions: as(OpBlockTransactions, {
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
      as(Hash, {
        description:
          'Root of the withdrawals, of which there are none. Since Isthmus, storage root of the contract L2ToL1MessagePasser.',
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

/** TypeBox schema of OpBlockWithHashes. */
export const OpBlockWithHashes: Type.TUnsafe<
  Omit<Type.Static<typeof OpBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof OpBlock>, 'transactions'> & { transactions: Type.Static<typeof Hash>[] }
>({
  title: 'Block with hashes',
  description: 'A block whose transactions are hashes: what return_full_txns false asks for.',
  allOf: [OpBlock, { properties: { transactions: { type: 'array', items: Hash } } }],
})

/** TypeBox schema of OpBlockWithTransactions. */
export const OpBlockWithTransactions: Type.TUnsafe<
  Omit<Type.Static<typeof OpBlock>, 'transactions'> & { transactions: Type.Static<typeof OpTransaction>[] }
> = Type.Unsafe<
  Omit<Type.Static<typeof OpBlock>, 'transactions'> & { transactions: Type.Static<typeof OpTransaction>[] }
>({
  title: 'Block with transactions',
  description: 'A block whose transactions are whole: what return_full_txns true asks for.',
  allOf: [OpBlock, { properties: { transactions: { type: 'array', items: OpTransaction } } }],
})

/** TypeBox schema of PolygonReceipt. */
export const PolygonReceipt: Type.TObject<{
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
      description:
        'Gas used by this transaction and all before it in the block; 0x0 for the one that applies the state of layer 1.',
    }),
    effectiveGasPrice: as(Quantity, {
      description: 'The price that was paid for one gas, in wei.',
      'x-elsewhere': ['absent'],
    }),
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
