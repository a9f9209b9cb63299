import { concatBytes, show } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import { keccak256 } from '../crypto/engine.ts'
import { decodeFields } from './field-decoders.ts'
import { type AccessListEntry, type Authorization, encodeFields, type Fields } from './fields.ts'
import { decodeRlp, encodeRlp, type RlpInput } from '../encoding/rlp.ts'

interface Signed {
  readonly nonce: bigint
  /** The gas limit. */
  readonly gas: bigint
  /** 20 bytes; null creates a contract. */
  readonly to: Uint8Array | null
  /** Wei. */
  readonly value: bigint
  readonly input: Uint8Array
  readonly r: bigint
  readonly s: bigint
}

interface Typed extends Signed {
  readonly chainId: bigint
  readonly accessList: readonly AccessListEntry[]
  readonly yParity: 0 | 1
}

/** A transaction as before EIP-2718. `v` is 27 + parity, or 35 + 2 × chain id + parity (EIP-155). */
export interface LegacyTransaction extends Signed {
  readonly type: 0
  /** Wei per gas. */
  readonly gasPrice: bigint
  readonly v: bigint
}

/** EIP-2930 (Berlin). */
export interface AccessListTransaction extends Typed {
  readonly type: 1
  /** Wei per gas. */
  readonly gasPrice: bigint
}

interface Fees extends Typed {
  /** Wei per gas. */
  readonly maxPriorityFeePerGas: bigint
  /** Wei per gas. */
  readonly maxFeePerGas: bigint
}

/** EIP-1559 (London). */
export interface DynamicFeeTransaction extends Fees {
  readonly type: 2
}

/** EIP-4844 (Cancun), as a block has it: without the blobs. */
export interface BlobTransaction extends Fees {
  readonly type: 3
  readonly to: Uint8Array
  /** Wei per blob gas. */
  readonly maxFeePerBlobGas: bigint
  readonly blobVersionedHashes: readonly Uint8Array[]
}

/** EIP-7702 (Prague). */
export interface SetCodeTransaction extends Fees {
  readonly type: 4
  readonly to: Uint8Array
  readonly authorizationList: readonly Authorization[]
}

/** A signed transaction; `type` says which one. */
export type Transaction =
  | LegacyTransaction
  | AccessListTransaction
  | DynamicFeeTransaction
  | BlobTransaction
  | SetCodeTransaction

/** The EIP-2718 types that are known. */
export type TransactionType = Transaction['type']

/** Each type's signed fields in the order of its list. The last three are the signature. */
export const transactionFields: {
  readonly [T in TransactionType]: Fields<Omit<Extract<Transaction, { type: T }>, 'type'>>
} = {
  0: {
    nonce: 'uint64',
    gasPrice: 'uint256',
    gas: 'uint64',
    to: 'recipient',
    value: 'uint256',
    input: 'bytes',
    v: 'uint256',
    r: 'uint256',
    s: 'uint256',
  },
  1: typed({ gasPrice: 'uint256' }, 'recipient', {}),
  2: typed({ maxPriorityFeePerGas: 'uint256', maxFeePerGas: 'uint256' }, 'recipient', {}),
  3: typed({ maxPriorityFeePerGas: 'uint256', maxFeePerGas: 'uint256' }, 'address', {
    maxFeePerBlobGas: 'uint256',
    blobVersionedHashes: 'hashes',
  }),
  4: typed({ maxPriorityFeePerGas: 'uint256', maxFeePerGas: 'uint256' }, 'address', {
    authorizationList: 'authorizations',
  }),
}

/** Returns the types that have a row of signed fields. */
export function knownTypes(): TransactionType[] {
  return Object.keys(transactionFields).map((type) => Number(type) as TransactionType)
}

/** Returns the values of a function for each known type, by the type. */
export function byType<V>(make: (type: TransactionType) => V): readonly V[] {
  const made: V[] = []
  for (const type of knownTypes()) made[type] = make(type)
  return made
}

/** Returns the fields of a typed transaction: its prices, its recipient, and the fields of its type. */
function typed<const P, const R, const A>(prices: P, to: R, added: A) {
  return {
    chainId: 'uint256',
    nonce: 'uint64',
    ...prices,
    gas: 'uint64',
    to,
    value: 'uint256',
    input: 'bytes',
    accessList: 'accessList',
    ...added,
    yParity: 'parity',
    r: 'uint256',
    s: 'uint256',
  } as const
}

/** Returns the fields of a type, for code that reads any of them. */
export function fieldsOf(type: TransactionType): Fields<Signed> {
  return transactionFields[type] as Fields<Signed>
}

/**
 * Decodes a signed transaction.
 * @param bytes EIP-2718: a legacy transaction's RLP list, or `type ‖ payload`.
 * @throws ChainError `rlp` for bytes that are not RLP; `transaction` naming the first field that does not fit; `unsupported` for a
 * type that is not known.
 */
export function decodeTransaction(bytes: Uint8Array): Transaction {
  const type = envelopeType(bytes, 'transaction')
  const payload = type === 0 ? bytes : bytes.subarray(1)
  return decodeFields('transaction', fieldsOf(type), decodeRlp(payload), { start: { type } }) as Transaction
}

/** Encodes a transaction to its EIP-2718 bytes. */
export function encodeTransaction(transaction: Transaction): Uint8Array {
  return envelope(transaction.type, encodeFields(fieldsOf(transaction.type), transaction))
}

/**
 * Hashes a transaction.
 * @param bytes EIP-2718.
 * @returns 32 bytes.
 */
export function hashTransaction(bytes: Uint8Array): Uint8Array {
  return keccak256(bytes)
}

/** Returns the type of a transaction or receipt from its EIP-2718 bytes; a list is type 0. Throws ChainError `unsupported` for an unknown type. */
export function envelopeType(bytes: Uint8Array, subject: 'transaction' | 'receipt'): TransactionType {
  const first = bytes[0]
  if (first === undefined) throw new ChainError(subject, `${subject}: there are no bytes.`)
  if (first >= 0xc0) return 0
  if (first >= 0x80)
    throw new ChainError(subject, `${subject}: ${show(bytes)} must begin with a type or a list.`)
  if (first === 0 || !(first in transactionFields))
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
