import type { Receipt as ReceiptJson } from '@lectern/spec'
import { jsonObject, readField, readFields } from './json-fields.ts'
import { parseWritten } from './writer.ts'
import { type ReceiptPlace, writeReceipt } from './write-receipt.ts'
import { encodeReceipt, type Receipt, receiptFields, receiptOf } from '../block/receipt.ts'
import { transactionType, type TypedItems } from './transaction-json.ts'
import { encodeTransaction } from '../block/transaction.ts'

/** The JSON of a receipt, keys in geth's order (the alphabet's). Throws ChainError `receipt` where a blob transaction's block has no blobGasPrice. */
export function receiptToJson(receipt: Receipt, place: ReceiptPlace): ReceiptJson {
  const transaction = encodeTransaction(place.transaction)
  return parseWritten((writer) =>
    writeReceipt(writer, encodeReceipt(receipt), { ...place, transaction }),
  ) as ReceiptJson
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
      object['status'] == null
        ? readField('receipt', 'root', 'hash', object['root'])
        : readField('receipt', 'status', 'parity', object['status']),
      ...readFields('receipt', receiptFields, object),
    ],
  }
}
