import { fromHex, show } from './bytes.ts'
import { ChainError } from './error.ts'
import {
  type AccessListEntry,
  type Authorization,
  authorizationFields,
  type Fields,
  type Kind,
  type Log,
  rowsOf,
  sizes,
  type Subject,
  type Values,
} from './fields.ts'

/** A JSON object of another node, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object; throws ChainError `json`. */
export function jsonObject(subject: Subject, value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ChainError('json', `${subject}: ${show(value)} must be an object.`)
  return value as JsonObject
}

/** Reads the members a table names; others are left alone. Throws ChainError `json` naming the first that does not fit. */
export function parseFields<T>(subject: Subject, fields: Fields<T>, json: JsonObject, path = ''): T {
  const value: Record<string, unknown> = {}
  for (const [name, kind] of rowsOf(fields)) value[name] = parseField(subject, path + name, kind, json[name])
  return value as T
}

/** Reads one member as a kind; throws ChainError `json` naming it and the value. */
export function parseField<K extends Kind>(
  subject: Subject,
  name: string,
  kind: K,
  value: unknown,
): Values[K] {
  return parsers[kind](value, name, subject)
}

type Parser<V> = (value: unknown, name: string, subject: Subject) => V

function refuse(subject: Subject, name: string, rule: string, value: unknown): never {
  throw new ChainError('json', `${subject}: ${name} must be ${rule}, not ${show(value)}.`)
}

const data =
  (size?: number): Parser<Uint8Array> =>
  (value, name, subject) => {
    if (typeof value === 'string' && (size === undefined || value.length === 2 + 2 * size)) {
      try {
        return fromHex(value)
      } catch {
        // The sentence below says the same and names the member.
      }
    }
    return refuse(
      subject,
      name,
      size === undefined ? '0x and pairs of digits' : `0x and ${size} bytes`,
      value,
    )
  }

// Other nodes pad r and s with zeros, so they are taken; a hash over the value is what judges it.
const quantity = (size: number): Parser<bigint> => {
  const limit = 1n << BigInt(8 * size)
  return (value, name, subject) => {
    const number = typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : limit
    return number < limit ? number : refuse(subject, name, `a quantity of at most ${size} bytes`, value)
  }
}

const list =
  <V>(parse: Parser<V>): Parser<readonly V[]> =>
  (value, name, subject) =>
    Array.isArray(value)
      ? value.map((part, index) => parse(part, `${name}/${index}`, subject))
      : refuse(subject, name, 'an array', value)

const QUANTITY = /^0x[0-9a-fA-F]+$/

const address = data(sizes.address)
const hash = data(sizes.hash)
const hashes = list(hash)
const bytes = data()
const uint8 = quantity(1)

const accessList = list<AccessListEntry>((value, name, subject) => {
  const entry = jsonObject(subject, value)
  return {
    address: address(entry['address'], `${name}/address`, subject),
    storageKeys: hashes(entry['storageKeys'], `${name}/storageKeys`, subject),
  }
})

const parsers: { readonly [K in Kind]: Parser<Values[K]> } = {
  uint8: (value, name, subject) => Number(uint8(value, name, subject)),
  uint64: quantity(8),
  uint256: quantity(32),
  parity: (value, name, subject) => {
    const number = uint8(value, name, subject)
    return number === 0n ? 0 : number === 1n ? 1 : refuse(subject, name, '0x0 or 0x1', value)
  },
  bytes,
  bytes8: data(sizes.bytes8),
  address,
  recipient: (value, name, subject) =>
    value === null || value === undefined ? null : address(value, name, subject),
  hash,
  bloom: data(sizes.bloom),
  hashes,
  accessList: (value, name, subject) => accessList(value ?? [], name, subject), // Erigon left out an empty one
  authorizations: list<Authorization>((value, name, subject) =>
    parseFields(subject, authorizationFields, jsonObject(subject, value), `${name}/`),
  ),
  logs: list<Log>((value, name, subject) => {
    const log = jsonObject(subject, value)
    return {
      address: address(log['address'], `${name}/address`, subject),
      topics: hashes(log['topics'], `${name}/topics`, subject),
      data: bytes(log['data'], `${name}/data`, subject),
    }
  }),
}
