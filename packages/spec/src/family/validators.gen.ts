// Generated from openrpc.json and its overlays by packages/spec/generate. Run `npm run generate` instead of editing.
import { schemas } from '../validators.gen.ts'
import type { FamilyName } from './types.gen.ts'

/** Where a value breaks its schema: a JSON pointer from the value checked, such as /logs/0/data, and what must hold there. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** `strict` accepts exactly what the document says; `tolerant` also accepts unknown members, and what x-elsewhere names. */
export type Mode = 'strict' | 'tolerant'

/** A schema as a function: it returns the first issue of a value, undefined if it is valid. The mode is `strict` by default. */
export type Check = (value: unknown, mode?: Mode) => Issue | undefined

type Members = Readonly<Record<string, unknown>>

const lower: RegExp = /^0x[0-9a-f]*$/ // with the length 130 ns a hash; the schema's counted pattern takes 280
const either: RegExp = /^0x[0-9a-fA-F]*$/

const must = (message: string): Issue => ({ path: '', message: `must ${message}` })
const below = (key: string | number, { path, message }: Issue): Issue => ({
  path: `/${key}${path}`,
  message,
})
const lacks = (key: string): Issue => must(`have the member "${key}"`)
const has = (value: Members, key: string): boolean => Object.hasOwn(value, key)
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function closed(value: Members, count: number, keys: string): Issue | undefined {
  const own = Object.keys(value)
  if (own.length === count) return undefined
  const known = keys.split(' ')
  return must(`not have the member ${JSON.stringify(own.find((key) => !known.includes(key)))}`)
}

function each(
  value: unknown,
  check: Check,
  mode: Mode | undefined,
  most: number = Infinity,
  least: number = 0,
): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length > most) return must(`have at most ${most} items`)
  if (value.length < least) return must(`have at least ${least} items`)
  for (let index = 0; index < value.length; index++) {
    const issue = check(value[index], mode)
    if (issue) return below(index, issue)
  }
  return undefined
}

/** A member: its check, and the mode in which it must be there; undefined if it may be absent. */
type MemberCheck = readonly [check: Check, needed: Mode | undefined]

/** The members of an object. */
type MemberChecks = Readonly<Record<string, Check | MemberCheck>>

const optional = (check: Check): MemberCheck => [check, undefined]
/** A member that other nodes leave out. */
const seldom = (check: Check): MemberCheck => [check, 'strict']
/** The check of a value that other nodes send as null. */
const orNull =
  (check: Check): Check =>
  (value, mode) =>
    mode === 'tolerant' && value === null ? undefined : check(value, mode)

const omit = (all: MemberChecks, names: string): MemberChecks =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.split(' ').includes(name)))

/** Checks an object of these members; `either` are names of which it has exactly one. */
function object(members: MemberChecks, either: readonly string[] = []): Check {
  const rows = Object.entries(members).map(([key, member]) => {
    const [check, needed] = typeof member === 'function' ? ([member, 'tolerant'] as const) : member
    return { key, check, needed }
  })
  return (value, mode = 'strict'): Issue | undefined => {
    if (!isObject(value)) return must('be an object')
    let count = 0
    for (const { key, check, needed } of rows) {
      if (has(value, key)) {
        count++
        const issue = check(value[key], mode)
        if (issue) return below(key, issue)
      } else if (needed === 'tolerant' || needed === mode) return lacks(key)
    }
    if (either.length > 0 && either.filter((key) => has(value, key)).length !== 1)
      return must(`have exactly one of ${either.map((key) => JSON.stringify(key)).join(', ')}`)
    return mode === 'tolerant' ? undefined : closed(value, count, Object.keys(members).join(' '))
  }
}

const {
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
} = schemas

const ofLegacyTransaction: MemberChecks = {
  blockHash: orNull(Hash),
  blockNumber: orNull(Quantity),
  blockTimestamp: seldom(orNull(Quantity)),
  from: Address,
  gas: Quantity,
  gasPrice: Quantity,
  hash: Hash,
  input: Bytes,
  nonce: Quantity,
  to: (value) => (value === null ? undefined : Address(value)),
  transactionIndex: orNull(Quantity),
  value: Quantity,
  type: (value) => (value === '0x0' ? undefined : must('be 0x0')),
  chainId: optional(orNull(Quantity)),
  v: Quantity,
  r: Quantity,
  s: Quantity,
}

const ofReceipt: MemberChecks = {
  blobGasPrice: optional(Quantity),
  blobGasUsed: optional(Quantity),
  blockHash: Hash,
  blockNumber: Quantity,
  contractAddress: seldom((value) => (value === null ? undefined : Address(value))),
  cumulativeGasUsed: Quantity,
  effectiveGasPrice: Quantity,
  from: Address,
  gasUsed: Quantity,
  logs: (value, mode) => each(value, Log, mode),
  logsBloom: Bloom,
  root: optional(Hash),
  status: optional(Status),
  to: seldom((value) => (value === null ? undefined : Address(value))),
  transactionHash: Hash,
  transactionIndex: Quantity,
  type: seldom(TransactionType),
}

const ofBlock: MemberChecks = {
  baseFeePerGas: optional(Quantity),
  blobGasUsed: optional(Quantity),
  blockAccessListHash: optional(Hash),
  difficulty: seldom(Quantity),
  excessBlobGas: optional(Quantity),
  extraData: Bytes,
  gasLimit: Quantity,
  gasUsed: Quantity,
  hash: orNull(Hash),
  logsBloom: orNull(Bloom),
  miner: orNull(Address),
  mixHash: Hash,
  nonce: orNull(BlockNonce),
  number: orNull(Quantity),
  parentBeaconBlockRoot: optional(Hash),
  parentHash: Hash,
  receiptsRoot: Hash,
  requestsHash: optional(Hash),
  sha3Uncles: Hash,
  size: Quantity,
  slotNumber: optional(Quantity),
  stateRoot: Hash,
  timestamp: Quantity,
  transactions: BlockTransactions,
  transactionsRoot: Hash,
  uncles: (value, mode) => each(value, Hash, mode),
  withdrawals: optional((value, mode) => each(value, Withdrawal, mode)),
  withdrawalsRoot: optional(Hash),
}

function ArbitrumTransactionType(value: unknown): Issue | undefined {
  return value === '0x0' ||
    value === '0x1' ||
    value === '0x2' ||
    value === '0x3' ||
    value === '0x4' ||
    value === '0x64' ||
    value === '0x65' ||
    value === '0x66' ||
    value === '0x68' ||
    value === '0x69' ||
    value === '0x6a'
    ? undefined
    : must('be 0x0, 0x1, 0x2, 0x3, 0x4, 0x64, 0x65, 0x66, 0x68, 0x69 or 0x6a')
}

const ArbitrumDepositTransaction: Check = /* @__PURE__ */ object({
  ...omit(ofLegacyTransaction, 'from gasPrice hash type chainId v r s'),
  from: Address,
  gasPrice: Quantity,
  hash: Hash,
  type: (value) => (value === '0x64' ? undefined : must('be 0x64')),
  chainId: optional(orNull(Quantity)),
  v: Quantity,
  r: Quantity,
  s: Quantity,
  requestId: Hash,
})

const ArbitrumUnsignedTransaction: Check = /* @__PURE__ */ object({
  ...omit(ofLegacyTransaction, 'from gasPrice hash type chainId v r s'),
  from: Address,
  gasPrice: Quantity,
  hash: Hash,
  type: (value) => (value === '0x65' ? undefined : must('be 0x65')),
  chainId: optional(orNull(Quantity)),
  v: Quantity,
  r: Quantity,
  s: Quantity,
  maxFeePerGas: seldom(Quantity),
})

const ArbitrumContractTransaction: Check = /* @__PURE__ */ object({
  ...omit(ofLegacyTransaction, 'from gasPrice hash type chainId v r s'),
  from: Address,
  gasPrice: Quantity,
  hash: Hash,
  type: (value) => (value === '0x66' ? undefined : must('be 0x66')),
  chainId: optional(orNull(Quantity)),
  v: Quantity,
  r: Quantity,
  s: Quantity,
  requestId: Hash,
  maxFeePerGas: seldom(Quantity),
})

const ArbitrumRetryTransaction: Check = /* @__PURE__ */ object({
  ...omit(ofLegacyTransaction, 'from gasPrice hash type chainId v r s'),
  from: Address,
  gasPrice: Quantity,
  hash: Hash,
  type: (value) => (value === '0x68' ? undefined : must('be 0x68')),
  chainId: optional(orNull(Quantity)),
  v: Quantity,
  r: Quantity,
  s: Quantity,
  maxFeePerGas: seldom(Quantity),
  ticketId: seldom(Hash),
  refundTo: seldom(Address),
  maxRefund: seldom(Quantity),
  submissionFeeRefund: seldom(Quantity),
})

const ArbitrumSubmitRetryableTransaction: Check = /* @__PURE__ */ object({
  ...omit(ofLegacyTransaction, 'from gasPrice hash type chainId v r s'),
  from: Address,
  gasPrice: Quantity,
  hash: Hash,
  type: (value) => (value === '0x69' ? undefined : must('be 0x69')),
  chainId: optional(orNull(Quantity)),
  v: Quantity,
  r: Quantity,
  s: Quantity,
  requestId: seldom(Hash),
  maxFeePerGas: seldom(Quantity),
  l1BaseFee: seldom(Quantity),
  depositValue: seldom(Quantity),
  retryTo: optional((value) => (value === null ? undefined : Address(value))),
  retryValue: seldom(Quantity),
  beneficiary: seldom(Address),
  maxSubmissionFee: seldom(Quantity),
  refundTo: seldom(Address),
  retryData: seldom(Bytes),
})

const ArbitrumInternalTransaction: Check = /* @__PURE__ */ object({
  ...omit(ofLegacyTransaction, 'from gasPrice hash type chainId v r s'),
  from: Address,
  gasPrice: Quantity,
  hash: Hash,
  type: (value) => (value === '0x6a' ? undefined : must('be 0x6a')),
  chainId: optional(orNull(Quantity)),
  v: Quantity,
  r: Quantity,
  s: Quantity,
})

function ArbitrumTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  switch (value['type']) {
    case '0x0':
      return LegacyTransaction(value, mode)
    case '0x1':
      return AccessListTransaction(value, mode)
    case '0x2':
      return DynamicFeeTransaction(value, mode)
    case '0x3':
      return BlobTransaction(value, mode)
    case '0x4':
      return SetCodeTransaction(value, mode)
    case '0x64':
      return ArbitrumDepositTransaction(value, mode)
    case '0x65':
      return ArbitrumUnsignedTransaction(value, mode)
    case '0x66':
      return ArbitrumContractTransaction(value, mode)
    case '0x68':
      return ArbitrumRetryTransaction(value, mode)
    case '0x69':
      return ArbitrumSubmitRetryableTransaction(value, mode)
    case '0x6a':
      return ArbitrumInternalTransaction(value, mode)
  }
  return has(value, 'type')
    ? below('type', must('be 0x0, 0x1, 0x2, 0x3, 0x4, 0x64, 0x65, 0x66, 0x68, 0x69 or 0x6a'))
    : lacks('type')
}

const ArbitrumReceipt: Check = /* @__PURE__ */ object(
  {
    ...omit(ofReceipt, 'type'),
    type: seldom(ArbitrumTransactionType),
    gasUsedForL1: optional(Quantity),
    l1BlockNumber: optional(Quantity),
    timeboosted: optional((value) =>
      value === null ? undefined : typeof value === 'boolean' ? undefined : must('be true or false'),
    ),
  },
  ['status', 'root'],
)

function ArbitrumBlockTransactions(value: unknown, mode?: Mode): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length === 0) return undefined
  if (typeof value[0] === 'string') return each(value, Hash, mode, Infinity, 1)
  return each(value, ArbitrumTransaction, mode, Infinity, 1)
}

const ArbitrumBlock: Check = /* @__PURE__ */ object({
  ...omit(ofBlock, 'extraData mixHash transactions'),
  extraData: Bytes,
  mixHash: Hash,
  transactions: ArbitrumBlockTransactions,
  sendRoot: optional(Hash),
  sendCount: optional(Quantity),
  l1BlockNumber: optional(Quantity),
})

function ArbitrumBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = ArbitrumBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function ArbitrumBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = ArbitrumBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], ArbitrumTransaction, mode)))
    return below('transactions', issue)
  return undefined
}

const BscBlock: Check = /* @__PURE__ */ object({
  ...ofBlock,
  milliTimestamp: optional(Quantity),
})

function BscBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = BscBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function BscBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = BscBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Transaction, mode)))
    return below('transactions', issue)
  return undefined
}

const GnosisBlock: Check = /* @__PURE__ */ object({
  ...omit(ofBlock, 'mixHash nonce'),
  mixHash: optional(Hash),
  nonce: optional(orNull(BlockNonce)),
  auraStep: optional(Quantity),
  auraSeal: optional(Bytes),
})

function GnosisBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = GnosisBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function GnosisBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = GnosisBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Transaction, mode)))
    return below('transactions', issue)
  return undefined
}

function OpTransactionType(value: unknown): Issue | undefined {
  return value === '0x0' ||
    value === '0x1' ||
    value === '0x2' ||
    value === '0x3' ||
    value === '0x4' ||
    value === '0x7e'
    ? undefined
    : must('be 0x0, 0x1, 0x2, 0x3, 0x4 or 0x7e')
}

const OpLegacyTransaction: Check = /* @__PURE__ */ object({
  ...ofLegacyTransaction,
  queueOrigin: optional((value) =>
    value === 'sequencer' || value === 'l1' ? undefined : must('be sequencer or l1'),
  ),
  l1TxOrigin: optional((value) => (value === null ? undefined : Address(value))),
  l1BlockNumber: optional(Quantity),
  l1Timestamp: optional(Quantity),
  index: optional(Quantity),
  queueIndex: optional((value) => (value === null ? undefined : Quantity(value))),
  rawTransaction: optional(Bytes),
})

const OpDepositTransaction: Check = /* @__PURE__ */ object({
  ...omit(ofLegacyTransaction, 'from gasPrice hash nonce type chainId v r s'),
  from: Address,
  gasPrice: Quantity,
  hash: Hash,
  nonce: optional(Quantity),
  type: (value) => (value === '0x7e' ? undefined : must('be 0x7e')),
  v: Quantity,
  r: Quantity,
  s: Quantity,
  yParity: optional(Parity),
  sourceHash: Hash,
  mint: optional(orNull(Quantity)),
  isSystemTx: optional((value) => (typeof value === 'boolean' ? undefined : must('be true or false'))),
  depositReceiptVersion: optional(Quantity),
})

function OpTransaction(value: unknown, mode?: Mode): Issue | undefined {
  if (!isObject(value)) return must('be an object')
  switch (value['type']) {
    case '0x0':
      return OpLegacyTransaction(value, mode)
    case '0x1':
      return AccessListTransaction(value, mode)
    case '0x2':
      return DynamicFeeTransaction(value, mode)
    case '0x3':
      return BlobTransaction(value, mode)
    case '0x4':
      return SetCodeTransaction(value, mode)
    case '0x7e':
      return OpDepositTransaction(value, mode)
  }
  return has(value, 'type') ? below('type', must('be 0x0, 0x1, 0x2, 0x3, 0x4 or 0x7e')) : lacks('type')
}

const OpReceipt: Check = /* @__PURE__ */ object(
  {
    ...omit(ofReceipt, 'blobGasUsed effectiveGasPrice type'),
    blobGasUsed: optional(Quantity),
    effectiveGasPrice: seldom(Quantity),
    type: seldom(OpTransactionType),
    depositNonce: optional(Quantity),
    depositReceiptVersion: optional(Quantity),
    l1Fee: optional(Quantity),
    l1GasPrice: optional(Quantity),
    l1GasUsed: optional(Quantity),
    l1FeeScalar: optional((value) =>
      typeof value === 'string' && /^[0-9]+(\.[0-9]+)?$/.test(value)
        ? undefined
        : must('be a decimal number'),
    ),
    l1BaseFeeScalar: optional(Quantity),
    l1BlobBaseFee: optional(Quantity),
    l1BlobBaseFeeScalar: optional(Quantity),
    operatorFeeScalar: optional(Quantity),
    operatorFeeConstant: optional(Quantity),
    daFootprintGasScalar: optional(Quantity),
  },
  ['status', 'root'],
)

function OpBlockTransactions(value: unknown, mode?: Mode): Issue | undefined {
  if (!Array.isArray(value)) return must('be an array')
  if (value.length === 0) return undefined
  if (typeof value[0] === 'string') return each(value, Hash, mode, Infinity, 1)
  return each(value, OpTransaction, mode, Infinity, 1)
}

const OpBlock: Check = /* @__PURE__ */ object({
  ...omit(ofBlock, 'blobGasUsed transactions withdrawalsRoot'),
  blobGasUsed: optional(Quantity),
  transactions: OpBlockTransactions,
  withdrawalsRoot: optional(Hash),
})

function OpBlockWithHashes(value: unknown, mode?: Mode): Issue | undefined {
  let issue = OpBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], Hash, mode)))
    return below('transactions', issue)
  return undefined
}

function OpBlockWithTransactions(value: unknown, mode?: Mode): Issue | undefined {
  let issue = OpBlock(value, mode)
  if (issue) return issue
  const members = value as Members
  if (has(members, 'transactions') && (issue = each(members['transactions'], OpTransaction, mode)))
    return below('transactions', issue)
  return undefined
}

const PolygonReceipt: Check = /* @__PURE__ */ object(
  {
    ...omit(ofReceipt, 'cumulativeGasUsed effectiveGasPrice'),
    cumulativeGasUsed: Quantity,
    effectiveGasPrice: seldom(Quantity),
  },
  ['status', 'root'],
)

/** The check of each component that a family has, or has otherwise than openrpc.json, by its name in the family's document. */
export const familySchemas: {
  readonly arbitrum: {
    readonly [
      Name in
        | 'TransactionType'
        | 'DepositTransaction'
        | 'UnsignedTransaction'
        | 'ContractTransaction'
        | 'RetryTransaction'
        | 'SubmitRetryableTransaction'
        | 'InternalTransaction'
        | 'Transaction'
        | 'Receipt'
        | 'BlockTransactions'
        | 'Block'
        | 'BlockWithHashes'
        | 'BlockWithTransactions'
    ]: Check
  }
  readonly bsc: { readonly [Name in 'Block' | 'BlockWithHashes' | 'BlockWithTransactions']: Check }
  readonly gnosis: { readonly [Name in 'Block' | 'BlockWithHashes' | 'BlockWithTransactions']: Check }
  readonly op: {
    readonly [
      Name in
        | 'TransactionType'
        | 'LegacyTransaction'
        | 'DepositTransaction'
        | 'Transaction'
        | 'Receipt'
        | 'BlockTransactions'
        | 'Block'
        | 'BlockWithHashes'
        | 'BlockWithTransactions'
    ]: Check
  }
  readonly polygon: { readonly [Name in 'Receipt']: Check }
} = {
  arbitrum: {
    TransactionType: ArbitrumTransactionType,
    DepositTransaction: ArbitrumDepositTransaction,
    UnsignedTransaction: ArbitrumUnsignedTransaction,
    ContractTransaction: ArbitrumContractTransaction,
    RetryTransaction: ArbitrumRetryTransaction,
    SubmitRetryableTransaction: ArbitrumSubmitRetryableTransaction,
    InternalTransaction: ArbitrumInternalTransaction,
    Transaction: ArbitrumTransaction,
    Receipt: ArbitrumReceipt,
    BlockTransactions: ArbitrumBlockTransactions,
    Block: ArbitrumBlock,
    BlockWithHashes: ArbitrumBlockWithHashes,
    BlockWithTransactions: ArbitrumBlockWithTransactions,
  },
  bsc: {
    Block: BscBlock,
    BlockWithHashes: BscBlockWithHashes,
    BlockWithTransactions: BscBlockWithTransactions,
  },
  gnosis: {
    Block: GnosisBlock,
    BlockWithHashes: GnosisBlockWithHashes,
    BlockWithTransactions: GnosisBlockWithTransactions,
  },
  op: {
    TransactionType: OpTransactionType,
    LegacyTransaction: OpLegacyTransaction,
    DepositTransaction: OpDepositTransaction,
    Transaction: OpTransaction,
    Receipt: OpReceipt,
    BlockTransactions: OpBlockTransactions,
    Block: OpBlock,
    BlockWithHashes: OpBlockWithHashes,
    BlockWithTransactions: OpBlockWithTransactions,
  },
  polygon: { Receipt: PolygonReceipt },
}

/**
 * The check of each method's result by a family's document.
 *
 * @example familyResults.op.eth_getTransactionReceipt(result, 'tolerant') // undefined if a node's result is valid
 */
export const familyResults: {
  readonly [F in FamilyName]: {
    readonly [
      Name in 'eth_getTransactionByHash' | 'eth_getTransactionReceipt' | 'eth_getBlockByNumber'
    ]: Check
  }
} = {
  arbitrum: {
    eth_getTransactionByHash: (value, mode) =>
      value === null ? undefined : ArbitrumTransaction(value, mode),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : ArbitrumReceipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : ArbitrumBlock(value, mode)),
  },
  bsc: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : Transaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : Receipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : BscBlock(value, mode)),
  },
  gnosis: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : Transaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : Receipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : GnosisBlock(value, mode)),
  },
  op: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : OpTransaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : OpReceipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : OpBlock(value, mode)),
  },
  polygon: {
    eth_getTransactionByHash: (value, mode) => (value === null ? undefined : Transaction(value, mode)),
    eth_getTransactionReceipt: (value, mode) => (value === null ? undefined : PolygonReceipt(value, mode)),
    eth_getBlockByNumber: (value, mode) => (value === null ? undefined : Block(value, mode)),
  },
}
