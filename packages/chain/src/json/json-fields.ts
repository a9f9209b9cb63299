import { fromHex, show } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import {
  accessListFields,
  authorizationFields,
  type Fields,
  type Kind,
  logFields,
  rowsOf,
  sizes,
  type Subject,
} from '../block/fields.ts'
import type { RlpItem } from '../encoding/rlp.ts'

/** A JSON object of another node, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The value as an object; throws ChainError `json`. */
export function jsonObject(subject: Subject, value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ChainError('json', `${subject}: ${show(value)} must be an object.`)
  return value as JsonObject
}

/**
 * Reads the members a table names as the items of its RLP list, which is all that a hash needs; `decodeFields` makes
 * values of them. Other members are left alone. Throws ChainError `json` naming the first that does not fit.
 */
export function readFields<T>(
  subject: Subject,
  fields: Fields<T>,
  json: JsonObject,
  path: string = '',
): RlpItem[] {
  return rowsOf(fields).map(([name, kind]) => readField(subject, path + name, kind, json[name]))
}

/** Reads one member as the item of its kind; throws ChainError `json` naming it and the value. */
export function readField(subject: Subject, name: string, kind: Kind, value: unknown): RlpItem {
  return readers[kind](value, name, subject)
}

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

// Other nodes pad r and s with zeros, so they are taken; a hash over the value is what judges it.
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

const objects = <T>(fields: Fields<T>): Reader =>
  list((value, name, subject) => readFields(subject, fields, jsonObject(subject, value), `${name}/`))

const address = data(sizes.address)
const hash = data(sizes.hash)
const accessList = objects(accessListFields)

const readers: { readonly [K in Kind]: Reader } = {
  uint8: quantity(1),
  uint64: quantity(8),
  uint256: quantity(32),
  parity: quantity(1, '1'),
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
