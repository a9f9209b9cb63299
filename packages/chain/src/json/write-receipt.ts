import type { Log as LogJson, Receipt as ReceiptJson } from '@lectern/spec'
import { logFields, rowsOf, sizes } from '../block/fields.ts'
import { decodeReceipt, encodeReceipt } from '../block/receipt.ts'
import { decodeTransaction, encodeTransaction, envelopeType } from '../block/transaction.ts'
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
  fieldIndexes,
  integerField,
  noContext,
  priceSource,
  readTransactionSpans,
  type TransactionContext,
} from './write-transaction.ts'
import { type JsonWriter, parseWritten, putNumber, putQuantity, putText, toText } from './writer.ts'
import { type Receipt, receiptFields, type Transaction } from '../family/ethereum.ts'

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
 * @param receipt Its own fields.
 * @param context Its transaction and block, its gas, and the number of logs before its own.
 * @returns Wire JSON: quantities and data as `0x` hex.
 * @throws ChainError `receipt` for a blob transaction whose block has no blobGasPrice.
 */
export function receiptToJson(receipt: Receipt, context: ReceiptContext): ReceiptJson {
  const bytes = encodeReceipt(receipt)
  const transaction = encodeTransaction(context.transaction)
  return parseWritten((writer) => writeReceipt(writer, bytes, { ...context, transaction })) as ReceiptJson
}

/** Writes the JSON of a receipt from its EIP-2718 bytes and its transaction's, keys in geth's order (the alphabet's). Throws ChainError `receipt`, `transaction`, `rlp` or `unsupported`. */
export function writeReceipt(writer: JsonWriter, bytes: Uint8Array, context: BytesContext): void {
  input.bytes = bytes
  input.type = envelopeType(bytes, 'receipt')
  input.context = logInput.context = context
  logInput.shared.length = 0
  readSpans(bytes, input.type === 0 ? 0 : 1, input.spans)
  const isRead = readTransactionSpans(transaction, context.transaction)
  if (hasBlobs() && context.block.blobGasPrice === undefined)
    throw new ChainError(
      'receipt',
      `receipt: block ${context.block.number} has a blob transaction, but no blobGasPrice is given.`,
    )
  if (isRead && input.spans.count === FIELDS && writeObject(writer, chooseTemplate(), input)) return
  decodeReceipt(bytes) // says what is wrong
  decodeTransaction(context.transaction)
  throw new ChainError('receipt', `receipt: ${show(bytes)} cannot be written as JSON.`)
}

/** A receipt of a block, and what its JSON has of its transaction. */
export interface BlockReceipt extends Pick<BytesContext, 'hash' | 'from' | 'gasUsed' | 'firstLogIndex'> {
  /** The transaction, EIP-2718. */
  readonly bytes: Uint8Array
  /** EIP-2718. */
  readonly receipt: Uint8Array
}

/** Writes the JSON of all receipts of a block, in the order of its transactions. Throws as `writeReceipt`. */
export function writeReceipts(
  writer: JsonWriter,
  receipts: Iterable<BlockReceipt>,
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
const recipients = fieldIndexes('to')
const nonces = fieldIndexes('nonce')
const blobHashes = fieldIndexes('blobVersionedHashes')
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
      const at = blobHashes[transaction.type]!
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
      const to = recipients[type]!
      const nonce = nonces[type]!
      if (integerField(transaction, nonces) === undefined) return false
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
      putRecipient(writer, transaction.bytes, transaction.spans, recipients[transaction.type]!),
  },
  transactionHash,
  transactionIndex,
  type: digitsSource((writer, { type }) => putNumber(writer, type)),
}

/** The template of a receipt without the members that its type and fork do not have. */
const templateWithout = (...absent: readonly (keyof ReceiptJson)[]): JsonTemplate<BytesContext> =>
  createTemplate({ ...members, ...Object.fromEntries(absent.map((key) => [key, undefined])) })

const early = templateWithout('blobGasPrice', 'blobGasUsed', 'status')
const today = templateWithout('blobGasPrice', 'blobGasUsed', 'root')
const earlyWithBlobs = templateWithout('status') // on a chain whose forks came in another order
const withBlobs = templateWithout('root')

const hasBlobs = () => blobHashes[transaction.type] !== -1

function chooseTemplate(): JsonTemplate<BytesContext> {
  const [start, end] = [input.spans.starts[0]!, input.spans.ends[0]!]
  const isEarly = end - start === sizes.hash
  if (hasBlobs()) return isEarly ? earlyWithBlobs : withBlobs
  return isEarly ? early : today
}
