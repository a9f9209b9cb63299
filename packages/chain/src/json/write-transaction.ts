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
import { ethereum, type Transaction, type TransactionType } from '../family/ethereum.ts'
import type { Claims } from '../family/claims.ts'
import type { Family } from '../family/family.ts'
import { type ClaimColumns, putClaims } from './claims.ts'

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
  /** The rules of its chain. @default ethereum */
  readonly family?: Family | undefined
  /** The claims of a node about its transactions and receipts, of `readClaims`. */
  readonly claims?: Claims<ClaimColumns> | undefined
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
 * @throws ChainError `rlp` for a number that does not fit its field.
 */
export function transactionToJson(transaction: Transaction, context: TransactionContext): TransactionJson {
  const bytes = encodeTransaction(transaction, context.block.family)
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
  const { family, claims } = context.block
  input.context = context
  if (!follows) input.shared.length = 0
  if (readTransactionSpans(input, bytes, family) && writeObject(writer, chooseTemplate(input), input))
    return putClaims(writer, claims?.transaction, context.index)
  decodeTransaction(bytes, family) // says what is wrong
  throw new ChainError('transaction', `transaction: ${show(bytes)} cannot be written as JSON.`)
}

/** Reads a transaction's type and the positions of its fields, by the rules that hold until the next call. Returns whether their number is right. Throws ChainError `transaction`, `rlp` or `unsupported`. */
export function readTransactionSpans(target: Input, bytes: Uint8Array, family: Family = ethereum): boolean {
  if (types.family !== family) types = typesOf(family)
  target.bytes = bytes
  target.type = envelopeType(bytes, 'transaction', family)
  readSpans(bytes, target.type === 0 ? 0 : 1, target.spans)
  return target.spans.count === types.lengths[target.type]
}

/** Returns the tables of the family that `readTransactionSpans` was called for last. */
export const currentTypes = (): Types => types

/** Returns the members that the JSON of a type has from bytes and their context. */
export const derivedMembers = (type: number, family: Family): ReadonlySet<string> =>
  typesOf(family).templates[type]!.names

/** Whether the fields of a type say what it pays. */
export const hasPrice = (type: number, family: Family): boolean =>
  !family.hasOwnPrices && ['gasPrice', 'maxPriorityFeePerGas'].some((name) => name in fieldsOf(type, family))

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
  const { maxFeePerGas, gasPrice, maxPriorityFeePerGas } = types.indexes
  const isCapped = maxFeePerGas[transaction.type] !== -1
  const hasTip = isCapped && base !== undefined
  const cap = integerField(transaction, isCapped ? maxFeePerGas : gasPrice)
  const tip = hasTip ? integerField(transaction, maxPriorityFeePerGas) : 0
  if (cap === undefined || tip === undefined) return false
  if (!hasTip) putQuantity(writer, cap)
  // Sums of numbers take a tenth of what those of bigints take.
  else if (typeof cap === 'number' && typeof tip === 'number' && base < SMALL)
    putNumber(writer, Math.min(Number(base) + tip, cap))
  else putQuantity(writer, cappedPrice(base, BigInt(tip), BigInt(cap)))
  return true
}

const SMALL = 2n ** 48n
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

/** Creates the template of a type: its members in geth's order. Without `isWhole` those that geth leaves out if they are zero. */
function templateOf(type: TransactionType, family: Family, isWhole = true): JsonTemplate<TransactionContext> {
  const fields: { readonly [K in KeysOf<Transaction>]?: Source } = fieldSources(
    fieldsOf(type, family) as Fields<object>,
  )
  const members: { readonly [K in KeysOf<TransactionJson>]: Source<TransactionContext> | undefined } = {
    blockHash: contextSources.blockHash,
    blockNumber: contextSources.blockNumber,
    blockTimestamp: contextSources.blockTimestamp,
    from: contextSources.from,
    gas: fields.gas,
    gasPrice: fields.gasPrice ?? (hasPrice(type, family) ? priceSource() : undefined),
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
    chainId: fields.chainId ?? (type === 0 && isWhole ? protectedIdSource : undefined),
    blobVersionedHashes: fields.blobVersionedHashes,
    authorizationList: fields.authorizationList,
    v: fields.v ?? fields.yParity,
    r: fields.r,
    s: fields.s,
    yParity: fields.yParity,
  }
  const kinds = fieldsOf(type, family)
  const further = Object.entries(fields).filter(
    ([name]) => !(name in members) && (isWhole || kinds[name] !== 'flag'),
  )
  const all = { ...members, ...Object.fromEntries(further) }
  return createTemplate(all, ['blockHash', 'blockNumber', 'blockTimestamp'])
}

const protectedId = (input: Input): bigint | undefined =>
  protectedChainId(BigInt(integerField(input, types.indexes.v) ?? 0))
const protectedIdSource = digitsSource((writer, input) => putQuantity(writer, protectedId(input)!))

/** The fields that are read apart from their own member. */
const read = [
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'v',
  'to',
  'nonce',
  'blobVersionedHashes',
] as const

/** The tables by which types of a family are written. Indexes of fields are by type, and -1 in a type without the field. */
export interface Types {
  readonly family: Family
  readonly lengths: readonly number[]
  readonly indexes: Readonly<Record<(typeof read)[number], readonly number[]>>
  readonly flags: readonly number[]
  readonly templates: readonly JsonTemplate<TransactionContext>[]
  /** The same without members that are zero and left out. */
  readonly shorter: readonly JsonTemplate<TransactionContext>[]
}

const known = new WeakMap<Family, Types>()

function typesOf(family: Family): Types {
  let found = known.get(family)
  if (found !== undefined) return found
  const indexOf = (name: string) =>
    byType((type) => Object.keys(fieldsOf(type, family)).indexOf(name), family)
  found = {
    family,
    lengths: byType((type) => rowsOf(fieldsOf(type, family)).length, family),
    indexes: Object.fromEntries(read.map((name) => [name, indexOf(name)])) as unknown as Types['indexes'],
    flags: byType((type) => Object.values(fieldsOf(type, family)).indexOf('flag'), family),
    templates: byType((type) => templateOf(type, family), family),
    shorter: byType((type) => templateOf(type, family, false), family),
  }
  known.set(family, found)
  return found
}

let types = typesOf(ethereum)

function chooseTemplate(input: Input): JsonTemplate<TransactionContext> {
  const { type, spans } = input
  if (type === 0) return (protectedId(input) ? types.templates : types.shorter)[0]! // geth leaves out the id 0
  const flag = types.flags[type]!
  return (flag !== -1 && spans.starts[flag] === spans.ends[flag] ? types.shorter : types.templates)[type]!
}
