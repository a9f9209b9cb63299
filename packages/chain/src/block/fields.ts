import { fromBigInt } from '../encoding/bytes.ts'
import type { RlpInput } from '../encoding/rlp.ts'

/** An account and those of its slots that a transaction announces (EIP-2930). */
export interface AccessListEntry {
  readonly address: Uint8Array
  readonly storageKeys: readonly Uint8Array[]
}

/** A signed permission to run another account's code (EIP-7702). A block may contain an invalid one. */
export interface Authorization {
  readonly chainId: bigint
  readonly address: Uint8Array
  readonly nonce: bigint
  /** One byte, of which only 0 and 1 are valid. */
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}

/** A log that a contract wrote. */
export interface Log {
  readonly address: Uint8Array
  /** At most four, of 32 bytes each. */
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
}

/** The kinds of fields that headers, transactions, receipts and withdrawals are made of, and what each is in memory. JSON may leave out an `amount` of zero and a `flag` that is false. */
export interface Values {
  uint8: number
  uint64: bigint
  uint256: bigint
  amount: bigint
  flag: boolean
  parity: 0 | 1
  bytes: Uint8Array
  bytes8: Uint8Array
  address: Uint8Array
  recipient: Uint8Array | null
  hash: Uint8Array
  bloom: Uint8Array
  hashes: readonly Uint8Array[]
  accessList: readonly AccessListEntry[]
  authorizations: readonly Authorization[]
  logs: readonly Log[]
}
/** The name of a kind. */
export type Kind = keyof Values

/** A table of one thing's fields in the order of its RLP list. The compiler asks for a row per member, of a kind that fits. */
export type Fields<T> = { readonly [K in keyof T]-?: KindFor<Exclude<T[K], undefined>> }
type KindFor<V> = { [N in Kind]: [V, Values[N]] extends [Values[N], V] ? N : never }[Kind]

/** A table of any fields in the order of an RLP list. JSON has them under the same names. */
export type AnyFields = Readonly<Record<string, Kind>>

/** An object with fields; errors name it. */
export type Subject = 'header' | 'transaction' | 'receipt' | 'withdrawal'

/** The kinds that are byte strings of one length, in bytes. */
export const sizes = { bytes8: 8, address: 20, hash: 32, bloom: 256 } as const

export const accessListFields: Fields<AccessListEntry> = { address: 'address', storageKeys: 'hashes' }

export const logFields: Fields<Log> = { address: 'address', topics: 'hashes', data: 'bytes' }

export const authorizationFields: Fields<Authorization> = {
  chainId: 'uint256',
  address: 'address',
  nonce: 'uint64',
  yParity: 'uint8',
  r: 'uint256',
  s: 'uint256',
}

/** The rows of the entries of each kind that is a list of objects. */
export const entryFields: {
  readonly accessList: Fields<AccessListEntry>
  readonly authorizations: Fields<Authorization>
  readonly logs: Fields<Log>
} = { accessList: accessListFields, authorizations: authorizationFields, logs: logFields }

/** Returns the rows of a table in its order; they are computed once. */
export function rowsOf<T>(fields: Fields<T> | AnyFields): Rows<T> {
  let rows = known.get(fields) as Rows<T> | undefined
  if (!rows) known.set(fields, (rows = Object.entries(fields) as [keyof T & string, Kind][]))
  return rows
}

/** A table as rows of a name and a kind. */
export type Rows<T> = readonly (readonly [name: keyof T & string, kind: Kind])[]
const known = new WeakMap<object, Rows<never>>() // computing them again would be a third of decoding a transaction

/** Returns the members of a table as items for `encodeRlp`, in its order. */
export function encodeFields<T>(fields: Fields<T> | AnyFields, value: T): RlpInput[] {
  return rowsOf(fields).map(([name, kind]) => encodeField(kind, value[name] as never))
}

/** Returns one member as an item for `encodeRlp`. */
export function encodeField<K extends Kind>(kind: K, value: Values[K]): RlpInput {
  return encoders[kind](value)
}

const same = (value: Uint8Array): RlpInput => value
const number = (value: bigint): RlpInput => fromBigInt(value)
const small = (value: number): RlpInput => (value === 0 ? new Uint8Array() : Uint8Array.of(value))

const encoders: { readonly [K in Kind]: (value: Values[K]) => RlpInput } = {
  uint8: small,
  uint64: number,
  uint256: number,
  amount: number,
  flag: (value) => small(Number(value)),
  parity: small,
  bytes: same,
  bytes8: same,
  address: same,
  recipient: (value) => value ?? new Uint8Array(),
  hash: same,
  bloom: same,
  hashes: (value) => value,
  accessList: (value) => value.map((entry) => encodeFields(accessListFields, entry)),
  authorizations: (value) => value.map((entry) => encodeFields(authorizationFields, entry)),
  logs: (value) => value.map((log) => encodeFields(logFields, log)),
}
