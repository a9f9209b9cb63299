import type {
  AccessListEntry as AccessListEntryJson,
  Authorization as AuthorizationJson,
} from '@lectern/spec'
import {
  accessListFields,
  authorizationFields,
  type Fields,
  type Kind,
  rowsOf,
  sizes,
} from '../block/fields.ts'
import {
  createScene,
  type Members,
  type Plan,
  planObject,
  type Scene,
  type Source,
  writeObject,
} from './template.ts'
import { type JsonWriter, putHex, putInteger, putText, toText } from './writer.ts'
import { readSpansWithin, type Spans, visitItems } from '../encoding/rlp.ts'

/** The sources of a table's fields, by name: each checks its kind and writes it. `first` is where the first stands in the RLP list. Logs have none, since they tell of their receipt's place. */
export function fieldSources<T>(fields: Fields<T>, first = 0): Record<string, Source> {
  const sources: Record<string, Source> = {}
  for (const [index, [name, kind]] of rowsOf(fields).entries())
    if (kind !== 'logs') sources[name] = kinds[kind](first + index)
  return sources
}

/** Writes one element of a list, whose content lies between two places; gives false where it is not what it must be. */
export type PutElement = (
  writer: JsonWriter,
  bytes: Uint8Array,
  start: number,
  end: number,
  isList: boolean,
  index: number,
) => boolean

/** The source of a field that is a list, from what writes one element. */
export function listSource(place: number, put: PutElement): Source {
  return {
    shape: 'list',
    put(writer, { bytes, spans }) {
      let index = 0
      return (
        spans.lists[place] === 1 &&
        visitItems(bytes, spans.starts[place]!, spans.ends[place]!, (start, end, isList) => {
          if (index > 0) putText(writer, comma)
          return put(writer, bytes, start, end, isList, index++)
        })
      )
    },
  }
}

/** The source of a field that is a list of objects with rows of their own, each written by a plan in the scene. */
export function objectsSource<T, C>(
  place: number,
  fields: Fields<T>,
  plan: Plan<C>,
  scene: Scene<C>,
): Source {
  const { length } = rowsOf(fields)
  return listSource(place, (writer, bytes, start, end, isList, index) => {
    if (!isList) return false
    scene.bytes = bytes
    scene.index = index
    readSpansWithin(bytes, start, end, scene.spans)
    return scene.spans.count === length && writeObject(writer, plan, scene)
  })
}

/** Writes a string of digits, its quotes and `0x` included. */
export function putDigits(writer: JsonWriter, source: Uint8Array, start?: number, end?: number): void {
  putText(writer, open)
  putHex(writer, source, start, end)
  putText(writer, close)
}

/** Writes the recipient that lies in a place: an address, or null where it is empty. */
export function putRecipient(writer: JsonWriter, bytes: Uint8Array, spans: Spans, index: number): boolean {
  const start = spans.starts[index]!
  const end = spans.ends[index]!
  if (spans.lists[index] === 1) return false
  if (start === end) putText(writer, nothing)
  else if (end - start === sizes.address) putDigits(writer, bytes, start, end)
  else return false
  return true
}

type Kinds = (index: number) => Source

const fixed =
  (size: number): Kinds =>
  (index) => ({
    shape: 'digits',
    put(writer, { bytes, spans }) {
      const start = spans.starts[index]!
      const end = spans.ends[index]!
      if (end - start !== size || spans.lists[index] === 1) return false
      putHex(writer, bytes, start, end)
      return true
    },
  })

const integer =
  (size: number, most = 255): Kinds =>
  (index) => ({
    shape: 'digits',
    put(writer, { bytes, spans }) {
      const start = spans.starts[index]!
      const end = spans.ends[index]!
      if (end - start > size || spans.lists[index] === 1) return false
      if (end > start && (bytes[start] === 0 || bytes[start]! > most)) return false
      putInteger(writer, bytes, start, end)
      return true
    },
  })

const objects =
  <T>(members: Members<unknown>, fields: Fields<T>): Kinds =>
  (index) =>
    objectsSource(index, fields, planObject(members, fieldSources(fields)), createScene(undefined))

const accessListMembers: Members<AccessListEntryJson> = { address: 'address', storageKeys: 'storageKeys' }

const authorizationMembers: Members<AuthorizationJson> = {
  chainId: 'chainId',
  address: 'address',
  nonce: 'nonce',
  yParity: 'yParity',
  r: 'r',
  s: 's',
}

const kinds: { readonly [K in Exclude<Kind, 'logs'>]: Kinds } = {
  uint8: integer(1),
  uint64: integer(8),
  uint256: integer(32),
  parity: integer(1, 1),
  bytes: (index) => ({
    shape: 'digits',
    put(writer, { bytes, spans }) {
      if (spans.lists[index] === 1) return false
      putHex(writer, bytes, spans.starts[index]!, spans.ends[index]!)
      return true
    },
  }),
  bytes8: fixed(sizes.bytes8),
  address: fixed(sizes.address),
  recipient: (index) => ({
    shape: 'value',
    put: (writer, { bytes, spans }) => putRecipient(writer, bytes, spans, index),
  }),
  hash: fixed(sizes.hash),
  bloom: fixed(sizes.bloom),
  hashes: (index) =>
    listSource(index, (writer, bytes, start, end, isList) => {
      if (isList || end - start !== sizes.hash) return false
      putDigits(writer, bytes, start, end)
      return true
    }),
  accessList: objects(accessListMembers, accessListFields),
  authorizations: objects(authorizationMembers, authorizationFields),
}

/** JSON's word for nothing. */
export const nothing: ReturnType<typeof toText> = toText('null')
const comma = toText(',')
const open = toText('"0x')
const close = toText('"')
