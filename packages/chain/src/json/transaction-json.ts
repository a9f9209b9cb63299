import type { Transaction as TransactionJson } from '@lectern/spec'
import { ChainError } from '../error.ts'
import { decodeFields } from '../block/field-decoders.ts'
import { type JsonObject, jsonObject, readField, readFields } from './json-fields.ts'
import { parseWritten } from './writer.ts'
import type { TransactionPlace } from './context-sources.ts'
import type { RlpItem } from '../encoding/rlp.ts'
import { writeTransaction } from './write-transaction.ts'
import {
  encodeTransaction,
  fieldsOf,
  type Transaction,
  transactionFields,
  type TransactionType,
} from '../block/transaction.ts'

/** The JSON of a mined transaction, with exactly its type's keys, in geth's order. */
export function transactionToJson(transaction: Transaction, place: TransactionPlace): TransactionJson {
  return parseWritten((writer) =>
    writeTransaction(writer, encodeTransaction(transaction), place),
  ) as TransactionJson
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
