import { concatBytes, show } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import { keccak256 } from '../crypto/engine.ts'
import { decodeFields } from './field-decoders.ts'
import { type AnyFields, encodeFields } from './fields.ts'
import { decodeRlp, encodeRlp, type RlpInput, type RlpItem } from '../encoding/rlp.ts'
import { ethereum, type Transaction, type TransactionType } from '../family/ethereum.ts'
import type { Family } from '../family/family.ts'

/** Returns the types that have a row of fields. */
export function knownTypes(family: Family = ethereum): TransactionType[] {
  return Object.keys(family.transactions).map((type) => Number(type) as TransactionType)
}

/** Returns the values of a function for each known type, by the type. */
export function byType<V>(make: (type: TransactionType) => V, family?: Family): readonly V[] {
  const made: V[] = []
  for (const type of knownTypes(family)) made[type] = make(type)
  return made
}

/** Returns the fields of a type, for code that reads any of them. */
export function fieldsOf(type: number, family: Family = ethereum): AnyFields {
  return family.transactions[type]!
}

/**
 * Decodes a signed transaction from its EIP-2718 bytes: a legacy one's RLP list, or `type ‖ payload`.
 * @throws ChainError `rlp`, `transaction` naming the first field that does not fit, or `unsupported` for an unknown type.
 */
export function decodeTransaction(bytes: Uint8Array, family: Family = ethereum): Transaction {
  const type = envelopeType(bytes, 'transaction', family)
  return transactionOf(type, decodeRlp(type === 0 ? bytes : bytes.subarray(1)), family)
}

/** Returns a transaction from the items of its list. Throws ChainError `transaction`. */
export const transactionOf = (type: TransactionType, items: RlpItem, family: Family): Transaction =>
  decodeFields('transaction', fieldsOf(type, family), items, { start: { type } }) as unknown as Transaction

/** Encodes a transaction to its EIP-2718 bytes. */
export function encodeTransaction(transaction: Transaction, family: Family = ethereum): Uint8Array {
  return envelope(transaction.type, encodeFields(fieldsOf(transaction.type, family), transaction))
}

/** Hashes a transaction's EIP-2718 bytes: its 32-byte hash. */
export function hashTransaction(bytes: Uint8Array): Uint8Array {
  return keccak256(bytes)
}

/** Returns the type of a transaction or receipt from its EIP-2718 bytes; a list is type 0. Throws ChainError `unsupported` for an unknown type. */
export function envelopeType(
  bytes: Uint8Array,
  subject: 'transaction' | 'receipt',
  family: Family = ethereum,
): TransactionType {
  const first = bytes[0]
  if (first === undefined) throw new ChainError(subject, `${subject}: there are no bytes.`)
  if (first >= 0xc0) return 0
  if (first >= 0x80)
    throw new ChainError(subject, `${subject}: ${show(bytes)} must begin with a type or a list.`)
  if (first === 0 || !(first in family.transactions))
    throw new ChainError(
      'unsupported',
      `${subject}: the type 0x${first.toString(16)} is not known: a newer Lectern is needed.`,
    )
  return first as TransactionType
}

/** Returns the EIP-2718 bytes of a list of fields: `type ‖ rlp`, or the list alone for type 0. */
export function envelope(type: TransactionType, fields: readonly RlpInput[]): Uint8Array {
  const list = encodeRlp(fields)
  return type === 0 ? list : concatBytes([Uint8Array.of(type), list])
}
