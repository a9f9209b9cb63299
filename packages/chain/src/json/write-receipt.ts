import type { Log as LogJson, Receipt as ReceiptJson } from '@lectern/spec'
import { show } from '../encoding/bytes.ts'
import { createdAddress, GAS_PER_BLOB } from '../verify/derive.ts'
import { ChainError } from '../error.ts'
import { fieldSources, nothing, objectsSource, putDigits, putRecipient } from './field-sources.ts'
import { type Fields, logFields, rowsOf, sizes } from '../block/fields.ts'
import {
  createScene,
  digitsSource,
  type Members,
  type Plan,
  planObject,
  type Source,
  writeObject,
} from './template.ts'
import { type JsonWriter, putQuantity, putNumber, putText } from './writer.ts'
import { nowhere, placeSources, type TransactionPlace } from './context-sources.ts'
import { decodeReceipt, type Receipt, receiptFields } from '../block/receipt.ts'
import { readSpans, visitItems } from '../encoding/rlp.ts'
import { integerField, placesOf, priceSource, readTransactionSpans } from './transaction-spans.ts'
import { decodeTransaction, envelopeType, type Transaction } from '../block/transaction.ts'

/** What an answer says of a receipt beyond its own fields; the transaction as facts, or as EIP-2718 bytes. */
export interface ReceiptPlace<T = Transaction> extends TransactionPlace {
  readonly transaction: T
  readonly gasUsed: bigint
  /** How many logs the block's earlier transactions wrote. */
  readonly firstLogIndex: number
}

/** Writes the JSON of a receipt from its EIP-2718 bytes and its transaction's, keys in geth's order (the alphabet's). Throws ChainError `receipt`, `transaction`, `rlp` or `unsupported`. */
export function writeReceipt(writer: JsonWriter, bytes: Uint8Array, place: ReceiptPlace<Uint8Array>): void {
  scene.bytes = bytes
  scene.type = envelopeType(bytes, 'receipt')
  scene.context = logScene.context = place
  logScene.shared.length = 0
  readSpans(bytes, scene.type === 0 ? 0 : 1, scene.spans)
  const isRead = readTransactionSpans(transaction, place.transaction)
  if (transaction.type === 3 && place.block.blobGasPrice === undefined)
    throw new ChainError(
      'receipt',
      `receipt: block ${place.block.number} has a blob transaction, but no blobGasPrice is given.`,
    )
  if (isRead && scene.spans.count === FIELDS && writeObject(writer, choosePlan(), scene)) return
  decodeReceipt(bytes) // says what is wrong
  decodeTransaction(place.transaction)
  throw new ChainError('receipt', `receipt: ${show(bytes)} cannot be written as JSON.`)
}

const FIELDS = 1 + rowsOf(receiptFields).length // the outcome is the first
const noPlace: ReceiptPlace<Uint8Array> = {
  ...nowhere,
  transaction: nowhere.hash,
  gasUsed: 0n,
  firstLogIndex: 0,
}
const scene = createScene(noPlace)
const logScene = createScene(noPlace)
const transaction = createScene(undefined)
const toPlaces = placesOf('to')
const noncePlaces = placesOf('nonce')
const blobPlaces = placesOf('blobVersionedHashes')

const logMembers: Members<LogJson> = {
  address: 'address',
  topics: 'topics',
  data: 'data',
  blockNumber: 'blockNumber',
  transactionHash: 'hash',
  transactionIndex: 'index',
  blockHash: 'blockHash',
  blockTimestamp: 'blockTimestamp',
  logIndex: 'logIndex',
  removed: 'removed',
}

/** The members of a receipt, in geth's order, and what each is written from. Those of blobs are only in type 3; before Byzantium it has a root, then a status. */
const members: Members<ReceiptJson> = {
  blobGasPrice: 'blobGasPrice',
  blobGasUsed: 'blobGasUsed',
  blockHash: 'blockHash',
  blockNumber: 'blockNumber',
  contractAddress: 'created',
  cumulativeGasUsed: 'cumulativeGasUsed',
  effectiveGasPrice: 'price',
  from: 'from',
  gasUsed: 'gasUsed',
  logs: 'logs',
  logsBloom: 'logsBloom',
  root: 'root',
  status: 'status',
  to: 'to',
  transactionHash: 'hash',
  transactionIndex: 'index',
  type: 'type',
}

const planLog = planObject<ReceiptPlace<Uint8Array>>(
  logMembers,
  {
    ...fieldSources(logFields),
    ...placeSources,
    logIndex: digitsSource((writer, { index, context }) => putNumber(writer, context.firstLogIndex + index)),
    removed: { text: 'false' },
  },
  ['blockNumber', 'transactionHash', 'transactionIndex', 'blockHash', 'blockTimestamp'],
)

const derived: Readonly<Record<string, Source<ReceiptPlace<Uint8Array>>>> = {
  ...placeSources,
  blobGasPrice: digitsSource((writer, { context }) => putQuantity(writer, context.block.blobGasPrice!)),
  blobGasUsed: {
    shape: 'digits',
    put(writer) {
      const { bytes, spans } = transaction
      const at = blobPlaces[transaction.type]!
      let blobs = 0
      const isCounted = visitItems(bytes, spans.starts[at]!, spans.ends[at]!, () => ++blobs > 0)
      putNumber(writer, Number(GAS_PER_BLOB) * blobs)
      return isCounted && spans.lists[at] === 1
    },
  },
  created: {
    shape: 'value',
    put(writer, { context }) {
      const { type, spans } = transaction
      const to = toPlaces[type]!
      const nonce = integerField(transaction, noncePlaces)
      if (spans.starts[to]! < spans.ends[to]!) putText(writer, nothing)
      else if (nonce !== undefined) putDigits(writer, createdAddress(context.from, BigInt(nonce)))
      return nonce !== undefined
    },
  },
  to: {
    shape: 'value',
    put: (writer) => putRecipient(writer, transaction.bytes, transaction.spans, toPlaces[transaction.type]!),
  },
  price: priceSource(transaction),
  gasUsed: digitsSource((writer, { context }) => putQuantity(writer, context.gasUsed)),
  logs: objectsSource(FIELDS - 1, logFields, planLog, logScene),
  type: digitsSource((writer, { type }) => putNumber(writer, type)),
}

const outcome: Fields<Required<Pick<Receipt, 'root'>>> = { root: 'hash' }
const status: Fields<Required<Pick<Receipt, 'status'>>> = { status: 'parity' }
const sources = {
  ...fieldSources(outcome),
  ...fieldSources(status),
  ...fieldSources(receiptFields, 1),
  ...derived,
}

/** The plan of a receipt without the members that its type and fork do not have. */
function planWithout(...absent: readonly (keyof ReceiptJson)[]): Plan<ReceiptPlace<Uint8Array>> {
  const rows = Object.entries(members).filter(([key]) => !absent.includes(key as keyof ReceiptJson))
  return planObject<ReceiptPlace<Uint8Array>>(Object.fromEntries(rows), sources)
}

const early = planWithout('blobGasPrice', 'blobGasUsed', 'status')
const today = planWithout('blobGasPrice', 'blobGasUsed', 'root')
const earlyWithBlobs = planWithout('status') // on a chain whose forks came in another order
const withBlobs = planWithout('root')

function choosePlan(): Plan<ReceiptPlace<Uint8Array>> {
  const [start, end] = [scene.spans.starts[0]!, scene.spans.ends[0]!]
  const isEarly = end - start === sizes.hash
  if (transaction.type === 3) return isEarly ? earlyWithBlobs : withBlobs
  return isEarly ? early : today
}
