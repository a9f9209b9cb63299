import type { Transaction as TransactionJson } from '@lectern/spec'
import { byType, decodeTransaction, encodeTransaction, envelopeType, fieldsOf } from '../block/transaction.ts'
import { type Fields, rowsOf } from '../block/fields.ts'
import { protectedChainId } from '../crypto/sender.ts'
import { show, toBigInt, toQuantity } from '../encoding/bytes.ts'
import { readSpans } from '../encoding/rlp.ts'
import { ChainError } from '../error.ts'
import { cappedPrice } from '../verify/derive.ts'
import { fieldSources } from './field-sources.ts'
import {
  createInput,
  createTemplate,
  digitsSource,
  type Input,
  type JsonTemplate,
  type Source,
  type Sources,
  writeObject,
} from './template.ts'
import { type JsonWriter, parseWritten, putHex, putNumber, putQuantity } from './writer.ts'
import { type Transaction, type TransactionType } from '../family/ethereum.ts'

/** The values of a block that the JSON of its transactions, receipts and logs repeats. */
export interface BlockContext {
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

/** The values of a transaction's JSON that are not signed fields. */
export interface TransactionContext {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The sender, 20 bytes. */
  readonly from: Uint8Array
  /** Its index in the block, from 0. */
  readonly index: number
  readonly block: BlockContext
}

/**
 * Returns the JSON of a mined transaction, with exactly its type's keys, in geth's order.
 * @param transaction The signed fields.
 * @param context Its hash, sender, index and block.
 * @returns Wire JSON: quantities and data as `0x` hex.
 * @throws ChainError `rlp` for a number that does not fit its field.
 */
export function transactionToJson(transaction: Transaction, context: TransactionContext): TransactionJson {
  const bytes = encodeTransaction(transaction)
  return parseWritten((writer) => writeTransaction(writer, bytes, context)) as TransactionJson
}

/**
 * Writes the JSON of a mined transaction from its EIP-2718 bytes, with exactly its type's keys, in geth's order.
 * @param follows Whether the last written transaction was of the same block, in the same text.
 * @throws ChainError `transaction`, `rlp`, or `unsupported` for an unknown type.
 */
export function writeTransaction(
  writer: JsonWriter,
  bytes: Uint8Array,
  context: TransactionContext,
  follows = false,
): void {
  input.context = context
  if (!follows) input.shared.length = 0
  if (readTransactionSpans(input, bytes) && writeObject(writer, chooseTemplate(input), input)) return
  decodeTransaction(bytes) // says what is wrong
  throw new ChainError('transaction', `transaction: ${show(bytes)} cannot be written as JSON.`)
}

/** Reads a transaction's type and the positions of its fields. Returns whether their number is right. Throws ChainError `transaction`, `rlp` or `unsupported`. */
export function readTransactionSpans(target: Input, bytes: Uint8Array): boolean {
  target.bytes = bytes
  target.type = envelopeType(bytes, 'transaction')
  readSpans(bytes, target.type === 0 ? 0 : 1, target.spans)
  return target.spans.count === lengths[target.type]
}

/** Returns the index of a field in the list of each type; -1 for a type without it. */
export function fieldIndexes(name: string): readonly number[] {
  return byType((type) => Object.keys(fieldsOf(type)).indexOf(name))
}

/** Returns the number in a field, as a bigint beyond 48 bits; undefined if it is not a number of at most 32 bytes. */
export function integerField(
  { bytes, type, spans }: Input,
  indexes: readonly number[],
): number | bigint | undefined {
  const at = indexes[type]!
  const start = spans.starts[at]!
  const end = spans.ends[at]!
  if (spans.lists[at] !== 0 || end - start > 32) return undefined
  if (end - start > 6) return toBigInt(bytes.subarray(start, end))
  let value = 0
  for (let i = start; i < end; i++) value = value * 256 + bytes[i]!
  return value
}

/** Returns the source of the wei per gas that a transaction paid, from its own input or another's. */
export function priceSource(transaction?: Input): Source<TransactionContext> {
  return {
    shape: 'digits',
    put(writer, input) {
      const { baseFeePerGas: base } = input.context.block
      return putPrice(writer, transaction ?? input, base)
    },
  }
}

function putPrice(writer: JsonWriter, transaction: Input, base: bigint | undefined): boolean {
  const isCapped = caps[transaction.type] !== -1
  const hasTip = isCapped && base !== undefined
  const cap = integerField(transaction, isCapped ? caps : prices)
  const tip = hasTip ? integerField(transaction, tips) : 0
  if (cap === undefined || tip === undefined) return false
  if (!hasTip) putQuantity(writer, cap)
  // Sums of numbers take a tenth of what those of bigints take.
  else if (typeof cap === 'number' && typeof tip === 'number' && base < SMALL)
    putNumber(writer, Math.min(Number(base) + tip, cap))
  else putQuantity(writer, cappedPrice(base, BigInt(tip), BigInt(cap)))
  return true
}

const SMALL = 2n ** 48n
const prices = fieldIndexes('gasPrice')
const caps = fieldIndexes('maxFeePerGas')
const tips = fieldIndexes('maxPriorityFeePerGas')
const versions = fieldIndexes('v')
const lengths = byType((type) => rowsOf(fieldsOf(type)).length)

/** The context of an input that has no transaction yet. */
export const noContext: TransactionContext = {
  hash: new Uint8Array(),
  from: new Uint8Array(),
  index: 0,
  block: { hash: new Uint8Array(), number: 0n, timestamp: 0n },
}
const input = createInput(noContext)

/** The sources of the context that transactions, receipts and logs repeat, by a transaction's names. */
export const contextSources: Sources<Record<ContextMember, null>, TransactionContext> = {
  blockHash: digitsSource((writer, { context }) => putHex(writer, context.block.hash)),
  blockNumber: digitsSource((writer, { context }) => putQuantity(writer, context.block.number)),
  blockTimestamp: digitsSource((writer, { context }) => putQuantity(writer, context.block.timestamp)),
  from: digitsSource((writer, { context }) => putHex(writer, context.from)),
  hash: digitsSource((writer, { context }) => putHex(writer, context.hash)),
  transactionIndex: digitsSource((writer, { context }) => putNumber(writer, context.index)),
}
type ContextMember = 'blockHash' | 'blockNumber' | 'blockTimestamp' | 'from' | 'hash' | 'transactionIndex'

type KeysOf<T> = T extends unknown ? keyof T : never

/** Creates the template of a type: its members in geth's order. */
function templateOf(type: TransactionType, hasChainId = true): JsonTemplate<TransactionContext> {
  const fields: { readonly [K in KeysOf<Transaction>]?: Source } = fieldSources(
    fieldsOf(type) as Fields<object>,
  )
  const members: { readonly [K in KeysOf<TransactionJson>]: Source<TransactionContext> | undefined } = {
    blockHash: contextSources.blockHash,
    blockNumber: contextSources.blockNumber,
    blockTimestamp: contextSources.blockTimestamp,
    from: contextSources.from,
    gas: fields.gas,
    gasPrice: fields.gasPrice ?? priceSource(),
    maxFeePerGas: fields.maxFeePerGas,
    maxPriorityFeePerGas: fields.maxPriorityFeePerGas,
    maxFeePerBlobGas: fields.maxFeePerBlobGas,
    hash: contextSources.hash,
    input: fields.input,
    nonce: fields.nonce,
    to: fields.to,
    transactionIndex: contextSources.transactionIndex,
    value: fields.value,
    type: { text: `"${toQuantity(type)}"` },
    accessList: fields.accessList,
    chainId: hasChainId ? (fields.chainId ?? protectedIdSource) : undefined,
    blobVersionedHashes: fields.blobVersionedHashes,
    authorizationList: fields.authorizationList,
    v: fields.v ?? fields.yParity,
    r: fields.r,
    s: fields.s,
    yParity: fields.yParity,
  }
  return createTemplate(members, ['blockHash', 'blockNumber', 'blockTimestamp'])
}

const protectedId = (input: Input): bigint | undefined =>
  protectedChainId(BigInt(integerField(input, versions) ?? 0))
const protectedIdSource = digitsSource((writer, input) => putQuantity(writer, protectedId(input)!))

const templates = byType((type) => templateOf(type))
const unprotected = templateOf(0, false)

function chooseTemplate(input: Input): JsonTemplate<TransactionContext> {
  return input.type === 0 && !protectedId(input) ? unprotected : templates[input.type]! // geth leaves out the id 0
}
