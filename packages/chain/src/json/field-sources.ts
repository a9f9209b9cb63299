import {
  accessListFields,
  authorizationFields,
  type Fields,
  type Kind,
  rowsOf,
  sizes,
} from '../block/fields.ts'
import {
  createInput,
  createTemplate,
  type Input,
  type JsonTemplate,
  type Source,
  writeObject,
} from './template.ts'
import { type JsonWriter, putHex, putInteger, putText, toText } from './writer.ts'
import { readContentSpans, type Spans, visitItems } from '../encoding/rlp.ts'

/** Returns the sources of a table's fields, which lie in an RLP list from `first` on. Logs have none: they repeat their receipt's context. */
export function fieldSources<T>(fields: Fields<T>, first = 0): FieldSources<T> {
  const known = rowsOf(fields).flatMap(([name, kind], index) =>
    kind === 'logs' ? [] : [[name, fieldSource(kind, first + index)] as const],
  )
  return Object.fromEntries(known) as FieldSources<T>
}
type FieldSources<T> = { readonly [K in Exclude<keyof T, 'logs'>]-?: Source }

/** Returns the source of the field at an index of an RLP list, which checks its kind. */
export const fieldSource = (kind: Exclude<Kind, 'logs'>, index: number): Source => kinds[kind](index)

/** Writes one element of a list, whose content lies from `start` to `end`. Returns false if it is malformed. */
type PutElement = (
  writer: JsonWriter,
  bytes: Uint8Array,
  start: number,
  end: number,
  isList: boolean,
  index: number,
) => boolean

/** Returns the source of a field that is a list, from the function that writes one element. */
function listSource(field: number, put: PutElement): Source {
  return {
    shape: 'list',
    put(writer, { bytes, spans }) {
      let index = 0
      return (
        spans.lists[field] === 1 &&
        visitItems(bytes, spans.starts[field]!, spans.ends[field]!, (start, end, isList) => {
          if (index > 0) putText(writer, comma)
          return put(writer, bytes, start, end, isList, index++)
        })
      )
    },
  }
}

/** Returns the source of a field that is a list of objects, each written by the template from the input. */
export function objectsSource<T, C>(
  field: number,
  fields: Fields<T>,
  template: JsonTemplate<C>,
  input: Input<C>,
): Source {
  const { length } = rowsOf(fields)
  return listSource(field, (writer, bytes, start, end, isList, index) => {
    if (!isList) return false
    input.bytes = bytes
    input.index = index
    readContentSpans(bytes, start, end, input.spans)
    return input.spans.count === length && writeObject(writer, template, input)
  })
}

/** Writes a string of digits, its quotes and `0x` included. */
export function putDigits(writer: JsonWriter, source: Uint8Array, start?: number, end?: number): void {
  putText(writer, open)
  putHex(writer, source, start, end)
  putText(writer, close)
}

/** Writes the recipient in a field: an address, or null if it is empty. */
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
  (size?: number): Kinds =>
  (index) => ({
    shape: 'digits',
    put(writer, { bytes, spans }) {
      const start = spans.starts[index]!
      const end = spans.ends[index]!
      if ((size !== undefined && end - start !== size) || spans.lists[index] === 1) return false
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
  <T>(fields: Fields<T>): Kinds =>
  (index) =>
    objectsSource(index, fields, createTemplate<unknown>(fieldSources(fields)), createInput(undefined))

const kinds: { readonly [K in Exclude<Kind, 'logs'>]: Kinds } = {
  uint8: integer(1),
  uint64: integer(8),
  uint256: integer(32),
  amount: integer(32),
  flag: (index) => ({
    shape: 'value',
    put: (writer, { spans }) => {
      putText(writer, spans.starts[index] === spans.ends[index] ? no : yes)
      return true
    },
  }),
  parity: integer(1, 1),
  bytes: fixed(),
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
  accessList: objects(accessListFields),
  authorizations: objects(authorizationFields),
}

/** JSON's word for nothing. */
export const nothing: ReturnType<typeof toText> = toText('null')
const yes = toText('true')
const no = toText('false')
const comma = toText(',')
const open = toText('"0x')
const close = toText('"')
