import type { Log as LogJson, Receipt as ReceiptJson } from '@lectern/spec'
import { type Fields, logFields, rowsOf, sizes } from '../block/fields.ts'
import { addedFields, decodeReceipt, encodeReceipt } from '../block/receipt.ts'
import { decodeTransaction, encodeTransaction, envelopeType, fieldsOf } from '../block/transaction.ts'
import { show } from '../encoding/bytes.ts'
import { readSpans, visitItems } from '../encoding/rlp.ts'
import { ChainError } from '../error.ts'
import { createdAddress, GAS_PER_BLOB } from '../verify/derive.ts'
import {
  fieldSource,
  fieldSources,
  nothing,
  objectsSource,
  putDigits,
  putRecipient,
} from './field-sources.ts'
import {
  createInput,
  createTemplate,
  digitsSource,
  type JsonTemplate,
  type Sources,
  writeObject,
} from './template.ts'
import {
  type BlockContext,
  contextSources,
  currentTypes,
  hasPrice,
  integerField,
  noContext,
  priceSource,
  readTransactionSpans,
  type TransactionContext,
  type Types,
} from './write-transaction.ts'
import { type JsonWriter, parseWritten, putNumber, putQuantity, putText, toText } from './writer.ts'
import { type Receipt, receiptFields, type Transaction } from '../family/ethereum.ts'
import type { AnyJson, Family } from '../family/family.ts'
import { putClaims } from './claims.ts'
import type { VerifiedTransaction } from '../verify/verify.ts'

/** The values of a receipt's JSON that are not its fields; the transaction is decoded, or EIP-2718 bytes. */
export interface ReceiptContext<T = Transaction> extends TransactionContext {
  readonly transaction: T
  readonly gasUsed: bigint
  /** The number of logs of the block's earlier transactions. */
  readonly firstLogIndex: number
}
type BytesContext = ReceiptContext<Uint8Array>

/**
 * Returns the JSON of a receipt, keys in geth's order (the alphabet's).
 * @throws ChainError `receipt` for a blob transaction whose block has no blobGasPrice.
 */
export function receiptToJson(receipt: Receipt, context: ReceiptContext): ReceiptJson {
  const { family } = context.block
  const bytes = encodeReceipt(receipt, family)
  const transaction = encodeTransaction(context.transaction, family)
  return parseWritten((writer) => writeReceipt(writer, bytes, { ...context, transaction })) as ReceiptJson
}

/** Writes the JSON of a receipt from its EIP-2718 bytes and its transaction's, keys in geth's order (the alphabet's). Throws ChainError `receipt`, `transaction`, `rlp` or `unsupported`. */
export function writeReceipt(writer: JsonWriter, bytes: Uint8Array, context: BytesContext): void {
  const { family, claims } = context.block
  input.bytes = bytes
  input.type = envelopeType(bytes, 'receipt', family)
  input.context = logInput.context = context
  logInput.shared.length = 0
  readSpans(bytes, input.type === 0 ? 0 : 1, input.spans)
  const isRead = readTransactionSpans(transaction, context.transaction, family)
  if (hasBlobs() && context.block.blobGasPrice === undefined)
    throw new ChainError(
      'receipt',
      `receipt: block ${context.block.number} has a blob transaction, but no blobGasPrice is given.`,
    )
  const template = isRead ? chooseTemplate() : undefined
  if (template && writeObject(writer, template, input))
    return putClaims(writer, claims?.receipt, context.index)
  decodeReceipt(bytes, family) // says what is wrong
  decodeTransaction(context.transaction, family)
  throw new ChainError('receipt', `receipt: ${show(bytes)} cannot be written as JSON.`)
}

/** Writes the JSON of all receipts of a block, in the order of its transactions. Throws as `writeReceipt`. */
export function writeReceipts(
  writer: JsonWriter,
  receipts: Iterable<VerifiedTransaction>,
  block: BlockContext,
): void {
  let index = 0
  putText(writer, openList)
  for (const { hash, from, gasUsed, firstLogIndex, bytes, receipt } of receipts) {
    if (index > 0) putText(writer, comma)
    writeReceipt(writer, receipt, { hash, from, index, block, transaction: bytes, gasUsed, firstLogIndex })
    index++
  }
  putText(writer, closeList)
}

const openList = toText('[')
const closeList = toText(']')
const comma = toText(',')

const FIELDS = 1 + rowsOf(receiptFields).length // the outcome is the first
const empty: BytesContext = { ...noContext, transaction: noContext.hash, gasUsed: 0n, firstLogIndex: 0 }
const input = createInput(empty)
const logInput = createInput(empty)
const transaction = createInput(undefined)
const own = fieldSources(receiptFields, 1)
const {
  hash: transactionHash,
  transactionIndex,
  blockHash,
  blockNumber,
  blockTimestamp,
  from,
} = contextSources

const logMembers: Sources<LogJson, BytesContext> = {
  ...fieldSources(logFields),
  blockNumber,
  transactionHash,
  transactionIndex,
  blockHash,
  blockTimestamp,
  logIndex: digitsSource((writer, { index, context }) => putNumber(writer, context.firstLogIndex + index)),
  removed: { text: 'false' },
}
const logTemplate = createTemplate(logMembers, Object.keys(logMembers).slice(3, 8))

/** The members of a receipt, in geth's order. Those of blobs are only in types that have blobs; before Byzantium it has a root, then a status. */
const members: Sources<ReceiptJson, BytesContext> = {
  blobGasPrice: digitsSource((writer, { context }) => putQuantity(writer, context.block.blobGasPrice!)),
  blobGasUsed: {
    shape: 'digits',
    put(writer) {
      const { bytes, spans } = transaction
      const at = currentTypes().indexes.blobVersionedHashes[transaction.type]!
      let blobs = 0
      const isCounted = visitItems(bytes, spans.starts[at]!, spans.ends[at]!, () => ++blobs > 0)
      putNumber(writer, Number(GAS_PER_BLOB) * blobs)
      return isCounted && spans.lists[at] === 1
    },
  },
  blockHash,
  blockNumber,
  contractAddress: {
    shape: 'value',
    put(writer, { context }) {
      const { bytes, type, spans } = transaction
      const { indexes } = currentTypes()
      const to = indexes.to[type]!
      const nonce = indexes.nonce[type]!
      if (integerField(transaction, indexes.nonce) === undefined) return false
      if (spans.starts[to]! < spans.ends[to]!) putText(writer, nothing)
      else
        putDigits(
          writer,
          createdAddress(context.from, bytes.subarray(spans.starts[nonce], spans.ends[nonce])),
        )
      return true
    },
  },
  cumulativeGasUsed: own.cumulativeGasUsed,
  effectiveGasPrice: priceSource(transaction),
  from,
  gasUsed: digitsSource((writer, { context }) => putQuantity(writer, context.gasUsed)),
  logs: objectsSource(FIELDS - 1, logFields, logTemplate, logInput),
  logsBloom: own.logsBloom,
  root: fieldSource('hash', 0),
  status: fieldSource('parity', 0),
  to: {
    shape: 'value',
    put: (writer) =>
      putRecipient(
        writer,
        transaction.bytes,
        transaction.spans,
        currentTypes().indexes.to[transaction.type]!,
      ),
  },
  transactionHash,
  transactionIndex,
  type: digitsSource((writer, { type }) => putNumber(writer, type)),
}

/** Returns the members that the JSON of a receipt has from bytes and their context. */
export function derivedReceiptMembers(type: number, json: AnyJson, family: Family): ReadonlySet<string> {
  const last = Object.keys(addedFields(type, family)).at(-1)
  const hasAdded = last !== undefined && json[last] != null
  const form = `${family.name} ${type} ${hasAdded}`
  const names = memberNames.get(form) ?? createReceiptTemplate(type, family, false, hasAdded).names
  memberNames.set(form, names)
  return names
}

const memberNames = new Map<string, ReadonlySet<string>>()

/** Creates the template of a receipt, without the members that its type and fork do not have. */
function createReceiptTemplate(
  type: number,
  family: Family,
  isEarly: boolean,
  hasAdded: boolean,
): JsonTemplate<BytesContext> {
  const fields = fieldsOf(type, family)
  const absent = [
    isEarly ? 'status' : 'root',
    ...('blobVersionedHashes' in fields ? [] : ['blobGasPrice', 'blobGasUsed']),
    ...(hasPrice(type, family) ? [] : ['effectiveGasPrice']),
    ...('to' in fields ? [] : ['to']),
    ...('to' in fields && 'nonce' in fields ? [] : ['contractAddress']),
  ]
  const added = hasAdded ? fieldSources(addedFields(type, family) as Fields<object>, FIELDS) : {}
  return createTemplate({
    ...members,
    ...added,
    ...Object.fromEntries(absent.map((key) => [key, undefined])),
  })
}

const hasBlobs = () => currentTypes().indexes.blobVersionedHashes[transaction.type] !== -1

/** Returns the template of the receipt that was read; undefined if it has another number of fields. */
function chooseTemplate(): JsonTemplate<BytesContext> | undefined {
  const types = currentTypes()
  const { family } = types
  const { starts, ends, count } = input.spans
  const { type } = transaction
  const outcome = ends[0]! - starts[0]!
  const isEarly = outcome === sizes.hash
  const hasAdded = count > FIELDS
  if (count !== FIELDS && count !== FIELDS + rowsOf(addedFields(type, family)).length) return undefined
  if (typesOfTemplates !== types) [typesOfTemplates, templates] = [types, []]
  const key = 4 * type + 2 * Number(isEarly) + Number(hasAdded)
  return (templates[key] ??= createReceiptTemplate(type, family, isEarly, hasAdded))
}

let typesOfTemplates: Types | undefined
let templates: JsonTemplate<BytesContext>[] = []
