// Generated from openrpc.json and its overlays by packages/spec/generate. Run `npm run generate` instead of editing.
import * as Type from 'typebox'
import {
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
} from '../schemas.gen.ts'

const as = <T extends Type.TSchema>(schema: T, own: object): T => ({ ...schema, ...own })
const omit = <T extends object, K extends string>(all: T, names: readonly K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name as K))) as Omit<T, K>

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
export const ArbitrumDepositTransaction: Type.TObject<
  Omit<
    (typeof LegacyTransaction)['properties'],
    'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
  > & {
    from: typeof Address
    gasPrice: typeof Quantity
    hash: typeof Hash
    type: Type.TUnsafe<'0x64'>
    chainId: Type.TOptional<typeof Quantity>
    v: typeof Quantity
    r: typeof Quantity
    s: typeof Quantity
    requestId: typeof Hash
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, ['from', 'gasPrice', 'hash', 'type', 'chainId', 'v', 'r', 's']),
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
export const ArbitrumUnsignedTransaction: Type.TObject<
  Omit<
    (typeof LegacyTransaction)['properties'],
    'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
  > & {
    from: typeof Address
    gasPrice: typeof Quantity
    hash: typeof Hash
    type: Type.TUnsafe<'0x65'>
    chainId: Type.TOptional<typeof Quantity>
    v: typeof Quantity
    r: typeof Quantity
    s: typeof Quantity
    maxFeePerGas: typeof Quantity
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, ['from', 'gasPrice', 'hash', 'type', 'chainId', 'v', 'r', 's']),
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
export const ArbitrumContractTransaction: Type.TObject<
  Omit<
    (typeof LegacyTransaction)['properties'],
    'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
  > & {
    from: typeof Address
    gasPrice: typeof Quantity
    hash: typeof Hash
    type: Type.TUnsafe<'0x66'>
    chainId: Type.TOptional<typeof Quantity>
    v: typeof Quantity
    r: typeof Quantity
    s: typeof Quantity
    requestId: typeof Hash
    maxFeePerGas: typeof Quantity
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, ['from', 'gasPrice', 'hash', 'type', 'chainId', 'v', 'r', 's']),
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
export const ArbitrumRetryTransaction: Type.TObject<
  Omit<
    (typeof LegacyTransaction)['properties'],
    'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
  > & {
    from: typeof Address
    gasPrice: typeof Quantity
    hash: typeof Hash
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
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, ['from', 'gasPrice', 'hash', 'type', 'chainId', 'v', 'r', 's']),
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
export const ArbitrumSubmitRetryableTransaction: Type.TObject<
  Omit<
    (typeof LegacyTransaction)['properties'],
    'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
  > & {
    from: typeof Address
    gasPrice: typeof Quantity
    hash: typeof Hash
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
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, ['from', 'gasPrice', 'hash', 'type', 'chainId', 'v', 'r', 's']),
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
export const ArbitrumInternalTransaction: Type.TObject<
  Omit<
    (typeof LegacyTransaction)['properties'],
    'from' | 'gasPrice' | 'hash' | 'type' | 'chainId' | 'v' | 'r' | 's'
  > & {
    from: typeof Address
    gasPrice: typeof Quantity
    hash: typeof Hash
    type: Type.TUnsafe<'0x6a'>
    chainId: Type.TOptional<typeof Quantity>
    v: typeof Quantity
    r: typeof Quantity
    s: typeof Quantity
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, ['from', 'gasPrice', 'hash', 'type', 'chainId', 'v', 'r', 's']),
    from: as(Address, { description: 'The sender; nothing signs it.' }),
    gasPrice: as(Quantity, { description: 'The price that was paid for one gas, in wei.' }),
    hash: as(Hash, { description: "Keccak-256 of the transaction's bytes." }),
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
export const ArbitrumReceipt: Type.TObject<
  Omit<(typeof Receipt)['properties'], 'type'> & {
    type: typeof ArbitrumTransactionType
    gasUsedForL1: Type.TOptional<typeof Quantity>
    l1BlockNumber: Type.TOptional<typeof Quantity>
    timeboosted: Type.TOptional<Type.TUnsafe<boolean | null>>
  }
> = Type.Object(
  {
    ...omit(Receipt.properties, ['type']),
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
export const ArbitrumBlock: Type.TObject<
  Omit<(typeof Block)['properties'], 'extraData' | 'mixHash' | 'transactions'> & {
    extraData: typeof Bytes
    mixHash: typeof Hash
    transactions: typeof ArbitrumBlockTransactions
    sendRoot: Type.TOptional<typeof Hash>
    sendCount: Type.TOptional<typeof Quantity>
    l1BlockNumber: Type.TOptional<typeof Quantity>
  }
> = Type.Object(
  {
    ...omit(Block.properties, ['extraData', 'mixHash', 'transactions']),
    extraData: as(Bytes, { description: 'The sendRoot. Since Nitro.' }),
    mixHash: as(Hash, {
      description: 'Numbers of ArbOS, as 8 bytes each: sendCount, l1BlockNumber, its version, and flags.',
    }),
    transactions: as(ArbitrumBlockTransactions, {
      description: 'The transactions in order: whole when return_full_txns is true, else their hashes.',
    }),
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
export const BscBlock: Type.TObject<
  (typeof Block)['properties'] & { milliTimestamp: Type.TOptional<typeof Quantity> }
> = Type.Object(
  {
    ...omit(Block.properties, []),
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
export const GnosisBlock: Type.TObject<
  Omit<(typeof Block)['properties'], 'mixHash' | 'nonce'> & {
    mixHash: Type.TOptional<typeof Hash>
    nonce: Type.TOptional<typeof BlockNonce>
    auraStep: Type.TOptional<typeof Quantity>
    auraSeal: Type.TOptional<typeof Bytes>
  }
> = Type.Object(
  {
    ...omit(Block.properties, ['mixHash', 'nonce']),
    mixHash: Type.Optional(
      as(Hash, { description: "The beacon chain's randomness (EIP-4399). Since the merge." }),
    ),
    nonce: Type.Optional(as(BlockNonce, { description: 'Zero. Since the merge.', 'x-elsewhere': ['null'] })),
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
export const OpLegacyTransaction: Type.TObject<
  (typeof LegacyTransaction)['properties'] & {
    queueOrigin: Type.TOptional<Type.TUnsafe<'sequencer' | 'l1'>>
    l1TxOrigin: Type.TOptional<Type.TUnsafe<Type.Static<typeof Address> | null>>
    l1BlockNumber: Type.TOptional<typeof Quantity>
    l1Timestamp: Type.TOptional<typeof Quantity>
    index: Type.TOptional<typeof Quantity>
    queueIndex: Type.TOptional<Type.TUnsafe<Type.Static<typeof Quantity> | null>>
    rawTransaction: Type.TOptional<typeof Bytes>
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, []),
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
export const OpDepositTransaction: Type.TObject<
  Omit<
    (typeof LegacyTransaction)['properties'],
    'from' | 'gasPrice' | 'hash' | 'nonce' | 'type' | 'chainId' | 'v' | 'r' | 's'
  > & {
    from: typeof Address
    gasPrice: typeof Quantity
    hash: typeof Hash
    nonce: Type.TOptional<typeof Quantity>
    type: Type.TUnsafe<'0x7e'>
    v: typeof Quantity
    r: typeof Quantity
    s: typeof Quantity
    yParity: Type.TOptional<typeof Parity>
    sourceHash: typeof Hash
    mint: Type.TOptional<typeof Quantity>
    isSystemTx: Type.TOptional<Type.TUnsafe<boolean>>
    depositReceiptVersion: Type.TOptional<typeof Quantity>
  }
> = Type.Object(
  {
    ...omit(LegacyTransaction.properties, [
      'from',
      'gasPrice',
      'hash',
      'nonce',
      'type',
      'chainId',
      'v',
      'r',
      's',
    ]),
    from: as(Address, { description: 'The sender that layer 1 names.' }),
    gasPrice: as(Quantity, { description: 'Always 0x0: layer 1 pays.' }),
    hash: as(Hash, { description: "Keccak-256 of the deposit's bytes." }),
    nonce: Type.Optional(as(Quantity, { description: 'The depositNonce of its receipt. Since Regolith.' })),
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
export const OpReceipt: Type.TObject<
  Omit<(typeof Receipt)['properties'], 'blobGasUsed' | 'effectiveGasPrice' | 'type'> & {
    blobGasUsed: Type.TOptional<typeof Quantity>
    effectiveGasPrice: typeof Quantity
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
  }
> = Type.Object(
  {
    ...omit(Receipt.properties, ['blobGasUsed', 'effectiveGasPrice', 'type']),
    blobGasUsed: Type.Optional(
      as(Quantity, {
        description: 'The footprint of the data that the transaction adds to layer 1. Since Jovian.',
      }),
    ),
    effectiveGasPrice: as(Quantity, {
      description: 'The price that was paid for one gas, in wei.',
      'x-elsewhere': ['absent'],
    }),
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
export const OpBlock: Type.TObject<
  Omit<(typeof Block)['properties'], 'blobGasUsed' | 'transactions' | 'withdrawalsRoot'> & {
    blobGasUsed: Type.TOptional<typeof Quantity>
    transactions: typeof OpBlockTransactions
    withdrawalsRoot: Type.TOptional<typeof Hash>
  }
> = Type.Object(
  {
    ...omit(Block.properties, ['blobGasUsed', 'transactions', 'withdrawalsRoot']),
    blobGasUsed: Type.Optional(
      as(Quantity, { description: 'Footprint of the data of all transactions. Zero until Jovian.' }),
    ),
    transactions: as(OpBlockTransactions, {
      description: 'The transactions in order: whole when return_full_txns is true, else their hashes.',
    }),
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
export const PolygonReceipt: Type.TObject<
  Omit<(typeof Receipt)['properties'], 'cumulativeGasUsed' | 'effectiveGasPrice'> & {
    cumulativeGasUsed: typeof Quantity
    effectiveGasPrice: typeof Quantity
  }
> = Type.Object(
  {
    ...omit(Receipt.properties, ['cumulativeGasUsed', 'effectiveGasPrice']),
    cumulativeGasUsed: as(Quantity, {
      description:
        'Gas used by this transaction and all before it in the block; 0x0 for the one that applies the state of layer 1.',
    }),
    effectiveGasPrice: as(Quantity, {
      description: 'The price that was paid for one gas, in wei.',
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
