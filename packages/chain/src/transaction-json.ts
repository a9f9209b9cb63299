import type { Transaction as TransactionJson } from '@lectern/spec'
import { toHex, toQuantity } from './bytes.ts'
import { effectiveGasPrice } from './derive.ts'
import { ChainError } from './error.ts'
import { decodeFields } from './field-decoders.ts'
import { type JsonObject, jsonObject, readField, readFields } from './json-fields.ts'
import type { RlpItem } from './rlp.ts'
import { transactionChainId } from './sender.ts'
import { fieldsOf, type Transaction, transactionFields, type TransactionType } from './transaction.ts'

/** What an answer says of the block that holds what was asked for. */
export interface BlockPlace {
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly number: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** Wei per gas; from London on. */
  readonly baseFeePerGas?: bigint | undefined
  /** Wei per blob gas; from Cancun on. */
  readonly blobGasPrice?: bigint | undefined
}

/** What an answer says of a transaction beyond its signed fields. */
export interface TransactionPlace {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The sender, 20 bytes. */
  readonly from: Uint8Array
  /** Its place in the block, from 0. */
  readonly index: number
  readonly block: BlockPlace
}

/** The JSON of a mined transaction, with exactly its type's keys, in geth's order. */
export function transactionToJson(transaction: Transaction, place: TransactionPlace): TransactionJson {
  const render = renderers[transaction.type] as (
    transaction: Transaction,
    place: TransactionPlace,
  ) => TransactionJson
  return render(transaction, place)
}

/** The signed fields of a transaction in another node's JSON; what else it says is left alone. Throws ChainError `json`, or `unsupported` for a type other than 0-4. */
export function transactionFromJson(json: unknown): Transaction {
  const { type, items } = transactionItems(json)
  return decodeFields('transaction', fieldsOf(type), items, { start: { type } }) as Transaction
}

/** The same fields as the items that `envelope` makes EIP-2718 bytes of, without a value for any. Throws as `transactionFromJson`. */
export function transactionItems(json: unknown): TypedItems {
  const object = jsonObject('transaction', json)
  const type = transactionType('transaction', object)
  return { type, items: readFields('transaction', fieldsOf(type), today(object)) }
}

/** The items of an EIP-2718 list, and the type before it. */
export interface TypedItems {
  readonly type: TransactionType
  readonly items: readonly RlpItem[]
}

/** The type that JSON gives; without one it is 0, as old nodes answer. */
export function transactionType(subject: 'transaction' | 'receipt', { type }: JsonObject): TransactionType {
  const item = type === undefined || type === null ? [] : readField(subject, 'type', 'uint64', type)
  const number = item.length === 1 ? (item[0] as number) : item.length
  if (item.length > 1 || !(number in transactionFields))
    throw new ChainError('unsupported', `${subject}: the type ${type as string} is not supported.`)
  return number as TransactionType
}

/** A number from 0 to 9 as a quantity whose type says which. */
export function digit<N extends number>(value: N): `0x${N}` {
  return `0x${value}`
}

const renderers: {
  readonly [T in TransactionType]: (
    transaction: Extract<Transaction, { type: T }>,
    place: TransactionPlace,
  ) => Extract<TransactionJson, { type: `0x${T}` }>
} = {
  0: (transaction, place) => {
    const chainId = transactionChainId(transaction)
    return {
      ...head(transaction, place),
      ...body(transaction, place),
      to: recipient(transaction),
      ...tail(transaction, place),
      type: '0x0',
      ...(chainId && { chainId: toQuantity(chainId) }), // geth leaves out the id 0
      v: toQuantity(transaction.v),
      ...signature(transaction),
    }
  },
  1: (transaction, place) => ({
    ...head(transaction, place),
    ...body(transaction, place),
    to: recipient(transaction),
    ...tail(transaction, place),
    type: '0x1',
    ...access(transaction),
    ...typedSignature(transaction),
  }),
  2: (transaction, place) => ({
    ...head(transaction, place),
    ...fees(transaction),
    ...body(transaction, place),
    to: recipient(transaction),
    ...tail(transaction, place),
    type: '0x2',
    ...access(transaction),
    ...typedSignature(transaction),
  }),
  3: (transaction, place) => ({
    ...head(transaction, place),
    ...fees(transaction),
    maxFeePerBlobGas: toQuantity(transaction.maxFeePerBlobGas),
    ...body(transaction, place),
    to: toHex(transaction.to),
    ...tail(transaction, place),
    type: '0x3',
    ...access(transaction),
    blobVersionedHashes: transaction.blobVersionedHashes.map(toHex),
    ...typedSignature(transaction),
  }),
  4: (transaction, place) => ({
    ...head(transaction, place),
    ...fees(transaction),
    ...body(transaction, place),
    to: toHex(transaction.to),
    ...tail(transaction, place),
    type: '0x4',
    ...access(transaction),
    authorizationList: transaction.authorizationList.map((authorization) => ({
      chainId: toQuantity(authorization.chainId),
      address: toHex(authorization.address),
      nonce: toQuantity(authorization.nonce),
      yParity: toQuantity(authorization.yParity),
      r: toQuantity(authorization.r),
      s: toQuantity(authorization.s),
    })),
    ...typedSignature(transaction),
  }),
}

type Typed = Exclude<Transaction, { type: 0 }>

const head = (transaction: Transaction, { from, block }: TransactionPlace) => ({
  blockHash: toHex(block.hash),
  blockNumber: toQuantity(block.number),
  blockTimestamp: toQuantity(block.timestamp),
  from: toHex(from),
  gas: toQuantity(transaction.gas),
  gasPrice: toQuantity(effectiveGasPrice(transaction, block.baseFeePerGas)),
})
const fees = (transaction: Exclude<Typed, { type: 1 }>) => ({
  maxFeePerGas: toQuantity(transaction.maxFeePerGas),
  maxPriorityFeePerGas: toQuantity(transaction.maxPriorityFeePerGas),
})
const body = (transaction: Transaction, { hash }: TransactionPlace) => ({
  hash: toHex(hash),
  input: toHex(transaction.input),
  nonce: toQuantity(transaction.nonce),
})
const recipient = ({ to }: Transaction) => to && toHex(to)
const tail = (transaction: Transaction, { index }: TransactionPlace) => ({
  transactionIndex: toQuantity(index),
  value: toQuantity(transaction.value),
})
const access = (transaction: Typed) => ({
  accessList: transaction.accessList.map(({ address, storageKeys }) => ({
    address: toHex(address),
    storageKeys: storageKeys.map(toHex),
  })),
  chainId: toQuantity(transaction.chainId),
})
const signature = ({ r, s }: Transaction) => ({ r: toQuantity(r), s: toQuantity(s) })
const typedSignature = (transaction: Typed) => ({
  v: digit(transaction.yParity),
  ...signature(transaction),
  yParity: digit(transaction.yParity),
})

/** Members that nodes have written in more than one way, in today's way: `data` for input, `v` for yParity, 27 and 28 for it, an empty `to`. */
function today(json: JsonObject): JsonObject {
  const parity = json['yParity'] ?? json['v']
  return {
    ...json,
    to: json['to'] === '0x' || json['to'] === '' ? null : json['to'],
    input: json['input'] ?? json['data'],
    yParity: parity === '0x1b' ? '0x0' : parity === '0x1c' ? '0x1' : parity,
  }
}
