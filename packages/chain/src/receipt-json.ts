import type { Log as LogJson, Receipt as ReceiptJson } from '@lectern/spec'
import { toHex, toQuantity } from './bytes.ts'
import { blobGasUsed, createdAddress, effectiveGasPrice } from './derive.ts'
import { ChainError } from './error.ts'
import type { Log } from './fields.ts'
import { jsonObject, readField, readFields } from './json-fields.ts'
import { type Receipt, receiptFields, receiptOf } from './receipt.ts'
import type { RlpItem } from './rlp.ts'
import type { Transaction } from './transaction.ts'
import { digit, type TransactionPlace, transactionType, type TypedItems } from './transaction-json.ts'

/** What an answer says of a receipt beyond its own fields. */
export interface ReceiptPlace extends TransactionPlace {
  readonly transaction: Transaction
  readonly gasUsed: bigint
  /** How many logs the block's earlier transactions wrote. */
  readonly firstLogIndex: number
}

/** The JSON of a receipt, keys in geth's order (the alphabet's). */
export function receiptToJson(receipt: Receipt, place: ReceiptPlace): ReceiptJson {
  const { transaction, hash, from, index, gasUsed, block } = place
  const { status, root } = receipt
  return {
    ...blobs(place),
    blockHash: toHex(block.hash),
    blockNumber: toQuantity(block.number),
    contractAddress: transaction.to === null ? toHex(createdAddress(from, transaction.nonce)) : null,
    cumulativeGasUsed: toQuantity(receipt.cumulativeGasUsed),
    effectiveGasPrice: toQuantity(effectiveGasPrice(transaction, block.baseFeePerGas)),
    from: toHex(from),
    gasUsed: toQuantity(gasUsed),
    logs: logsToJson(receipt.logs, place),
    logsBloom: toHex(receipt.logsBloom),
    ...(root && { root: toHex(root) }), // before Byzantium
    ...(status !== undefined && { status: digit(status) }),
    to: transaction.to && toHex(transaction.to),
    transactionHash: toHex(hash),
    transactionIndex: toQuantity(index),
    type: digit(receipt.type),
  }
}

/** The fields that a receiptsRoot commits to, from another node's JSON; what else it says is left alone. Throws ChainError `json`, or `unsupported` for a type other than 0-4. */
export function receiptFromJson(json: unknown): Receipt {
  const { type, items } = receiptItems(json)
  return receiptOf(type, items)
}

/** The same fields as the items that `envelope` makes EIP-2718 bytes of, without a value for any. Throws as `receiptFromJson`. */
export function receiptItems(json: unknown): TypedItems {
  const object = jsonObject('receipt', json)
  const type = transactionType('receipt', object)
  return {
    type,
    items: [
      outcome(object['status'] ?? undefined, object['root'] ?? undefined),
      ...readFields('receipt', receiptFields, object),
    ],
  }
}

function blobs({
  transaction,
  block,
}: ReceiptPlace): Pick<ReceiptJson, 'blobGasPrice' | 'blobGasUsed'> | undefined {
  if (transaction.type !== 3) return undefined
  if (block.blobGasPrice === undefined)
    throw new ChainError(
      'receipt',
      `receipt: block ${block.number} has a blob transaction, but no blobGasPrice is given.`,
    )
  return { blobGasPrice: toQuantity(block.blobGasPrice), blobGasUsed: toQuantity(blobGasUsed(transaction)) }
}

function logsToJson(logs: readonly Log[], { hash, index, firstLogIndex, block }: ReceiptPlace): LogJson[] {
  const blockNumber = toQuantity(block.number)
  const transactionHash = toHex(hash)
  const transactionIndex = toQuantity(index)
  const blockHash = toHex(block.hash)
  const blockTimestamp = toQuantity(block.timestamp)
  return logs.map((log, at) => ({
    address: toHex(log.address),
    topics: log.topics.map(toHex),
    data: toHex(log.data),
    blockNumber,
    transactionHash,
    transactionIndex,
    blockHash,
    blockTimestamp,
    logIndex: toQuantity(firstLogIndex + at),
    removed: false,
  }))
}

function outcome(status: unknown, root: unknown): RlpItem {
  return status === undefined
    ? readField('receipt', 'root', 'hash', root)
    : readField('receipt', 'status', 'parity', status)
}
