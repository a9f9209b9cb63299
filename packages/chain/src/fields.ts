import { fromBigInt, show, toBigInt } from './bytes.ts'
import { ChainError } from './error.ts'
import type { RlpInput, RlpItem } from './rlp.ts'

/** An account and those of its slots that a transaction announces (EIP-2930). */
export interface AccessListEntry {
  readonly address: Uint8Array
  readonly storageKeys: readonly Uint8Array[]
}

/** A signed permission to run another account's code (EIP-7702). It is kept even when it is not valid. */
export interface Authorization {
  readonly chainId: bigint
  readonly address: Uint8Array
  readonly nonce: bigint
  /** 0 to 255; only 0 and 1 are valid. */
  readonly yParity: number
  readonly r: bigint
  readonly s: bigint
}

/** What a contract wrote down while it ran. */
export interface Log {
  readonly address: Uint8Array
  /** At most four, of 32 bytes each. */
  readonly topics: readonly Uint8Array[]
  readonly data: Uint8Array
}

/** The kinds of fields that headers, transactions, receipts and withdrawals are made of, and what each is in memory. */
export interface Values {
  uint8: number
  uint64: bigint
  uint256: bigint
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
export type Kind = keyof Values

/** A table of one thing's fields in the order of its RLP list. The compiler asks for a row per member, of a kind that fits. */
export type Fields<T> = { readonly [K in keyof T]-?: KindFor<Exclude<T[K], undefined>> }
type KindFor<V> = { [N in Kind]: [V, Values[N]] extends [Values[N], V] ? N : never }[Kind]

/** What has fields: it names the errors. */
export type Subject = 'header' | 'transaction' | 'receipt' | 'withdrawal'

/** The kinds that are byte strings of one length, in bytes. */
export const sizes = { bytes8: 8, address: 20, hash: 32, bloom: 256 } as const

/** The rows of an EIP-7702 authorization. */
export const authorizationFields: Fields<Authorization> = {
  chainId: 'uint256',
  address: 'address',
  nonce: 'uint64',
  yParity: 'uint8',
  r: 'uint256',
  s: 'uint256',
}

/** Reads a list's items into the members of a table, one each; throws ChainError `subject` naming the first that does not fit. */
export function decodeFields<T>(subject: Subject, fields: Fields<T>, items: RlpItem): T {
  const rows = Object.entries(fields) as [string, Kind][]
  if (items instanceof Uint8Array || items.length !== rows.length)
    throw new ChainError(subject, `${subject}: ${count(items)} must be a list of ${rows.length} fields.`)
  const value: Record<string, unknown> = {}
  for (let i = 0; i < rows.length; i++) {
    const [name, kind] = rows[i]!
    value[name] = decodeField(subject, name, kind, items[i]!)
  }
  return value as T
}

/** Reads one item as a kind; throws ChainError `subject` naming the field and the value. */
export function decodeField<K extends Kind>(
  subject: Subject,
  name: string,
  kind: K,
  item: RlpItem,
): Values[K] {
  return decoders[kind](item, name, subject)
}

/** The members of a table as items for `encodeRlp`, in its order. */
export function encodeFields<T>(fields: Fields<T>, value: T): RlpInput[] {
  return (Object.entries(fields) as [keyof T, Kind][]).map(([name, kind]) =>
    encodeField(kind, value[name] as never),
  )
}

/** One member as an item for `encodeRlp`. */
export function encodeField<K extends Kind>(kind: K, value: Values[K]): RlpInput {
  return encoders[kind](value)
}

/** The sentence of a field that does not fit. */
export function refuse(subject: Subject, name: string, rule: string, value: unknown): never {
  throw new ChainError(subject, `${subject}: ${name} must be ${rule}, not ${show(value)}.`)
}

type Decoder<V> = (item: RlpItem, name: string, subject: Subject) => V

const fixed =
  (size: number): Decoder<Uint8Array> =>
  (item, name, subject) =>
    item instanceof Uint8Array && item.length === size
      ? item
      : refuse(subject, name, `${size} bytes`, plain(item))

const integer =
  (size: number): Decoder<bigint> =>
  (item, name, subject) => {
    if (!(item instanceof Uint8Array) || item.length > size || item[0] === 0)
      return refuse(subject, name, `an integer of at most ${size} bytes without leading zeros`, plain(item))
    return toBigInt(item)
  }

const listOf =
  <V>(decode: Decoder<V>): Decoder<readonly V[]> =>
  (item, name, subject) =>
    item instanceof Uint8Array
      ? refuse(subject, name, 'a list', plain(item))
      : item.map((part, index) => decode(part, `${name}/${index}`, subject))

const bytes: Decoder<Uint8Array> = (item, name, subject) =>
  item instanceof Uint8Array ? item : refuse(subject, name, 'a byte string', plain(item))

const address = fixed(sizes.address)
const hash = fixed(sizes.hash)
const hashes = listOf(hash)
const uint8 = integer(1)

const decoders: { readonly [K in Kind]: Decoder<Values[K]> } = {
  uint8: (item, name, subject) => Number(uint8(item, name, subject)),
  uint64: integer(8),
  uint256: integer(32),
  parity: (item, name, subject) => {
    if (item instanceof Uint8Array) {
      if (item.length === 0) return 0
      if (item.length === 1 && item[0] === 1) return 1
    }
    return refuse(subject, name, '0 or 1', plain(item))
  },
  bytes,
  bytes8: fixed(sizes.bytes8),
  address,
  recipient: (item, name, subject) =>
    item instanceof Uint8Array && item.length === 0 ? null : address(item, name, subject),
  hash,
  bloom: fixed(sizes.bloom),
  hashes,
  accessList: listOf((item, name, subject) => {
    if (item instanceof Uint8Array || item.length !== 2)
      return refuse(subject, name, 'a list of an address and storage keys', plain(item))
    return {
      address: address(item[0]!, `${name}/address`, subject),
      storageKeys: hashes(item[1]!, `${name}/storageKeys`, subject),
    }
  }),
  authorizations: listOf((item, name, subject) => {
    if (item instanceof Uint8Array || item.length !== 6)
      return refuse(subject, name, 'a list of 6 fields', plain(item))
    return decodeFields(subject, authorizationFields, item)
  }),
  logs: listOf((item, name, subject) => {
    if (item instanceof Uint8Array || item.length !== 3)
      return refuse(subject, name, 'a list of an address, topics and data', plain(item))
    return {
      address: address(item[0]!, `${name}/address`, subject),
      topics: hashes(item[1]!, `${name}/topics`, subject),
      data: bytes(item[2]!, `${name}/data`, subject),
    }
  }),
}

const same = (value: Uint8Array): RlpInput => value
const number = (value: bigint): RlpInput => fromBigInt(value)
const small = (value: number): RlpInput => (value === 0 ? new Uint8Array() : Uint8Array.of(value))

const encoders: { readonly [K in Kind]: (value: Values[K]) => RlpInput } = {
  uint8: small,
  uint64: number,
  uint256: number,
  parity: small,
  bytes: same,
  bytes8: same,
  address: same,
  recipient: (value) => value ?? new Uint8Array(),
  hash: same,
  bloom: same,
  hashes: (value) => value,
  accessList: (value) => value.map((entry) => [entry.address, entry.storageKeys]),
  authorizations: (value) => value.map((entry) => encodeFields(authorizationFields, entry)),
  logs: (value) => value.map((log) => [log.address, log.topics, log.data]),
}

const plain = (item: RlpItem): unknown => (item instanceof Uint8Array ? item : `a list of ${item.length}`)
const count = (items: RlpItem): string =>
  items instanceof Uint8Array ? show(items) : `a list of ${items.length} fields`
