import { decodeFields } from '../block/field-decoders.ts'
import {
  accessListFields,
  type AnyFields,
  authorizationFields,
  type Kind,
  logFields,
  rowsOf,
  sizes,
  type Subject,
} from '../block/fields.ts'
import { FRONTIER_FIELDS, headerOf, headerRows } from '../block/header.ts'
import { addedFields, receiptOf } from '../block/receipt.ts'
import { fieldsOf, transactionOf } from '../block/transaction.ts'
import { fromHex, show } from '../encoding/bytes.ts'
import type { RlpItem } from '../encoding/rlp.ts'
import { ChainError } from '../error.ts'
import {
  ethereum,
  type Header,
  type Receipt,
  receiptFields,
  type Transaction,
  type TransactionType,
  type Withdrawal,
  withdrawalFields,
} from '../family/ethereum.ts'
import type { Family } from '../family/family.ts'

/**
 * Reads the header in any node's JSON of a block. Other members are ignored; a later fork's member that is null counts as absent.
 * @throws ChainError `json` naming the first member that does not fit.
 */
export function headerFromJson(json: unknown, family: Family = ethereum): Header {
  return headerOf(headerItems(json, family), family)
}

export function headerFieldsOf(json: object, family: Family = ethereum): AnyFields {
  return headerRows(family, (family.seal ?? '') in json)
}

/** Returns a JSON header's fields in the order of its RLP list, to hash. Throws ChainError `json`. */
export function headerItems(json: unknown, family: Family = ethereum): RlpItem[] {
  const object = jsonObject('header', json)
  const rows = rowsOf(headerFieldsOf(object, family))
  const last = rows.map(([name]) => object[name] != null).lastIndexOf(true)
  return rows
    .slice(0, Math.max(FRONTIER_FIELDS, last + 1))
    .map(([name, kind]) => readField('header', name, kind, object[name] ?? undefined))
}

/** Reads a withdrawal in any node's JSON. Throws ChainError `json` naming the first member that does not fit. */
export function withdrawalFromJson(json: unknown): Withdrawal {
  return decodeFields('withdrawal', withdrawalFields, withdrawalItems(json))
}

/** Returns the same withdrawal as the items of its RLP list. Throws ChainError `json`. */
export function withdrawalItems(json: unknown): RlpItem[] {
  return readFields('withdrawal', withdrawalFields, jsonObject('withdrawal', json))
}

/**
 * Reads the fields of a transaction that its hash commits to, in any node's JSON. Other members are ignored.
 * @param json A transaction as JSON; without a type it is of type 0, as old nodes write it.
 * @throws ChainError `json` naming the first member that does not fit, or `unsupported` if its hash cannot be computed.
 */
export function transactionFromJson(json: unknown, family: Family = ethereum): Transaction {
  const { type, items } = transactionItems(json, family)
  return transactionOf(type, items, family)
}

/** Returns the same fields as items for `envelope`. Throws as `transactionFromJson`. */
export function transactionItems(json: unknown, family: Family = ethereum): TypedItems {
  const object = jsonObject('transaction', json)
  const type = readType('transaction', object, family)
  const fields = fieldsOf(type, family)
  const reason = family.whyUnhashable?.(type, object)
  if (reason) throw new ChainError('unsupported', reason)
  return { type, items: readFields('transaction', fields, today(object)) }
}

/** The items of an EIP-2718 list, and the type before it. */
interface TypedItems {
  readonly type: TransactionType
  readonly items: readonly RlpItem[]
}

/**
 * Reads the fields of a receipt that a receiptsRoot commits to, in any node's JSON. Other members are ignored.
 * @param transactionType The type of its transaction, for a receipt that says none; 0 by default, as old nodes answer.
 * @throws ChainError `json` naming the first member that does not fit, or `unsupported` for an unknown type.
 */
export function receiptFromJson(
  json: unknown,
  transactionType?: TransactionType,
  family: Family = ethereum,
): Receipt {
  const { type, items } = receiptItems(json, transactionType, family)
  return receiptOf(type, items, family)
}

/** Returns the same fields as items for `envelope`. Throws as `receiptFromJson`. */
export function receiptItems(
  json: unknown,
  transactionType?: TransactionType,
  family: Family = ethereum,
): TypedItems {
  const object = jsonObject('receipt', json)
  const name = object['status'] == null ? 'root' : 'status'
  const type = readType('receipt', object, family, transactionType)
  const added = addedFields(type, family)
  const last = Object.keys(added).at(-1)
  return {
    type,
    items: [
      readField('receipt', name, name === 'root' ? 'hash' : 'parity', object[name]),
      ...readFields('receipt', receiptFields, object),
      ...(last && object[last] != null ? readFields('receipt', added, object) : []),
    ],
  }
}

/** Returns the type in JSON; without one `known`, by default 0, as for old nodes. */
function readType(
  subject: 'transaction' | 'receipt',
  { type }: JsonObject,
  family: Family,
  known: TransactionType = 0,
): TransactionType {
  if (type === undefined || type === null) return known
  const item = readField(subject, 'type', 'uint64', type)
  const number = item.length === 1 ? (item[0] as number) : item.length
  if (item.length > 1 || !(number in family.transactions))
    throw new ChainError(
      'unsupported',
      `${subject}: the type ${type as string} is not known: a newer Lectern is needed.`,
    )
  return number as TransactionType
}

/** Returns members of old nodes as today's nodes write them: `data` for input, `v` for yParity, 0x1b and 0x1c as its values, an empty `to`. */
function today(json: JsonObject): JsonObject {
  const parity = json['yParity'] ?? json['v']
  return {
    ...json,
    to: json['to'] === '0x' || json['to'] === '' ? null : json['to'],
    input: json['input'] ?? json['data'],
    yParity: parity === '0x1b' ? '0x0' : parity === '0x1c' ? '0x1' : parity,
  }
}

/** A JSON object of another node, not checked yet. */
type JsonObject = Readonly<Record<string, unknown>>

/** Returns the value as an object; throws ChainError `json`. */
function jsonObject(subject: Subject, value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ChainError('json', `${subject}: ${show(value)} must be an object.`)
  return value as JsonObject
}

/** Reads the members that a table names as the items of its RLP list; `decodeFields` makes values of them. Throws ChainError `json`. */
function readFields(subject: Subject, fields: AnyFields, json: JsonObject, path: string = ''): RlpItem[] {
  return rowsOf(fields).map(([name, kind]) => readField(subject, path + name, kind, json[name]))
}

/** Reads one member as the item of its kind; throws ChainError `json` naming it and the value. */
const readField = (subject: Subject, name: string, kind: Kind, value: unknown): RlpItem =>
  readers[kind](value, name, subject)

type Reader = (value: unknown, name: string, subject: Subject) => RlpItem

function refuse(subject: Subject, name: string, rule: string, value: unknown): never {
  throw new ChainError('json', `${subject}: ${name} must be ${rule}, not ${show(value)}.`)
}

const data =
  (size?: number): Reader =>
  (value, name, subject) => {
    if (typeof value === 'string' && (!size || value.length === 2 + 2 * size)) {
      try {
        return fromHex(value)
      } catch {
        // The sentence below says the same and names the member.
      }
    }
    return refuse(subject, name, size ? `0x and ${size} bytes` : '0x and pairs of digits', value)
  }

// Other nodes pad r and s with zeros, so these are accepted; a hash over the value checks it.
const quantity =
  (size: number, most: string = ''): Reader =>
  (value, name, subject) => {
    if (typeof value === 'string' && /^0x[0-9a-fA-F]+$/.test(value)) {
      const digits = value.slice(2).replace(/^0+/, '')
      if (digits.length <= 2 * size && (!most || digits <= most))
        return fromHex(`0x${digits.length % 2 ? '0' : ''}${digits}`)
    }
    return refuse(subject, name, most ? '0x0 or 0x1' : `a quantity of at most ${size} bytes`, value)
  }

const list =
  (read: Reader): Reader =>
  (value, name, subject) =>
    Array.isArray(value)
      ? value.map((part, index) => read(part, `${name}/${index}`, subject))
      : refuse(subject, name, 'an array', value)

const objects = (fields: AnyFields): Reader =>
  list((value, name, subject) => readFields(subject, fields, jsonObject(subject, value), `${name}/`))

const address = data(sizes.address)
const hash = data(sizes.hash)
const uint256 = quantity(32)
const parity = quantity(1, '1')
const accessList = objects(accessListFields)

const readers: { readonly [K in Kind]: Reader } = {
  uint8: quantity(1),
  uint64: quantity(8),
  uint256,
  amount: (value, name, subject) => uint256(value ?? '0x0', name, subject),
  flag: (value, name, subject) => parity(value === true ? '0x1' : value || '0x0', name, subject),
  parity,
  bytes: data(),
  bytes8: data(sizes.bytes8),
  address,
  recipient: (value, name, subject) =>
    value === null || value === undefined ? new Uint8Array() : address(value, name, subject),
  hash,
  bloom: data(sizes.bloom),
  hashes: list(hash),
  accessList: (value, name, subject) => accessList(value ?? [], name, subject), // Erigon left out an empty one
  authorizations: objects(authorizationFields),
  logs: objects(logFields),
}
