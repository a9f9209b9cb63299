import { borrow, concatBytes, show } from './bytes.ts'
import { ChainError } from '../error.ts'

/** A decoded item: a byte string, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[]
/** An item to encode: a byte string, or a list of items. */
export type RlpInput = Uint8Array | readonly RlpInput[]

/** Returns the RLP of a byte string or a list (Yellow Paper, appendix B). */
export function encodeRlp(item: RlpInput): Uint8Array {
  const bytes = new Uint8Array(encodedSize(item))
  write(item, bytes, 0)
  return bytes
}

/** Returns the same, to be read before the next call: it may use the memory again. */
export let encodeBriefly: (item: RlpInput) => Uint8Array = encodeRlp

/** Makes `encodeBriefly` use its memory again. V8 allocates each array of more than 64 bytes outside of its heap, which takes about as long as encoding it. */
export function reuseMemory(): void {
  encodeBriefly = (item) => {
    const bytes = borrow(encodedSize(item))
    write(item, bytes, 0)
    return bytes
  }
}

export function encodedSize(item: RlpInput): number {
  if (!(item instanceof Uint8Array)) return rlpLength(contentSize(item))
  return item.length === 1 && item[0]! < 0x80 ? 1 : rlpLength(item.length)
}

/** Returns the RLP list of items that are encoded already. */
export function encodeList(encodings: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const encoding of encodings) length += encoding.length
  return concatBytes([listPrefix(length), ...encodings])
}

/** Returns the first bytes of an RLP list whose content has `length` bytes. */
export function listPrefix(length: number): Uint8Array {
  const prefix = new Uint8Array(prefixSize(length))
  writePrefix(LIST, length, prefix, 0)
  return prefix
}

/** Returns the length in bytes of the RLP of a string or list whose content has `length` bytes. */
export function rlpLength(length: number): number {
  return prefixSize(length) + length
}

/** Decodes one item. Throws ChainError `rlp` for trailing bytes, and for an encoding that is not the shortest. */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const cursor = { bytes, at: 0, end: bytes.length }
  const item = read(cursor, 0)
  if (cursor.at !== bytes.length)
    refuse(`${bytes.length - cursor.at} bytes follow the item of ${cursor.at} bytes.`)
  return item
}

/** Counts the items at any depth, lists included, without storing them. Throws ChainError `rlp`. */
export function countItems(bytes: Uint8Array): number {
  const cursor = { bytes, at: 0, end: 0 }
  let count = 0
  for (; cursor.at < bytes.length; count++) {
    cursor.end = bytes.length
    if (readPrefix(cursor) < LIST) cursor.at = cursor.end // a list's items come next
  }
  return count
}

/** Returns the encoding of a list's first item without a copy; undefined for an empty list. The rest is not checked. Throws ChainError `rlp`. */
export function firstItem(bytes: Uint8Array): Uint8Array | undefined {
  const cursor = { bytes, at: 0, end: bytes.length }
  if (readPrefix(cursor) < LIST) refuse(`${show(bytes)} must be a list.`)
  const { at } = cursor
  if (at === cursor.end) return undefined
  readPrefix(cursor)
  return bytes.subarray(at, cursor.end)
}

/** Returns the encodings of a list's items without a copy. Their content is not checked. Throws ChainError `rlp`. */
export function listItems(bytes: Uint8Array): Uint8Array[] {
  const cursor = openItem(bytes, 0, 'list')
  const items: Uint8Array[] = []
  while (cursor.at < bytes.length) {
    const start = cursor.at
    readPrefix(cursor)
    items.push(bytes.subarray(start, (cursor.at = cursor.end)))
    cursor.end = bytes.length
  }
  return items
}

/** Returns the content of an encoded byte string without a copy. Throws ChainError `rlp`. */
export function stringContent(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(openItem(bytes, 0, 'byte string').at)
}

/** Returns a cursor at the content of an item that ends with the bytes. Throws ChainError `rlp` for another kind, and for bytes after it. */
function openItem(bytes: Uint8Array, at: number, kind: 'list' | 'byte string'): Cursor {
  const cursor = { bytes, at, end: bytes.length }
  const isList = readPrefix(cursor) >= LIST
  if (isList !== (kind === 'list')) refuse(`${show(bytes.subarray(at))} must be a ${kind}.`)
  if (cursor.end !== bytes.length)
    refuse(`${bytes.length - cursor.end} bytes follow the ${kind} of ${cursor.end - at} bytes.`)
  return cursor
}

/** The positions of a list's items in its bytes: where the content of each begins and ends. */
export interface Spans {
  /** The number of items; the arrays describe the first 32. */
  count: number
  /** Where the list's content begins. */
  content: number
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 for a list. */
  readonly lists: Uint8Array
}

/** Creates spans to read into again and again: a new object per item would take as long as rendering it. */
export function createSpans(): Spans {
  return {
    count: 0,
    content: 0,
    starts: new Int32Array(SPANS),
    ends: new Int32Array(SPANS),
    lists: new Uint8Array(SPANS),
  }
}

/** Reads the positions of a list's items; the list begins at `at` and ends with the bytes. Items are not checked. Throws ChainError `rlp`. */
export function readSpans(bytes: Uint8Array, at: number, spans: Spans): void {
  readContent(openItem(bytes, at, 'list'), spans)
}

/** Does the same for a list whose content lies from `start` to `end`. Throws ChainError `rlp`. */
export function readContentSpans(bytes: Uint8Array, start: number, end: number, spans: Spans): void {
  readContent({ bytes, at: start, end }, spans)
}

/** Calls `visit` with the position of each item of a list's content. Returns false as soon as `visit` does. Throws ChainError `rlp`. */
export function visitItems(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (start: number, end: number, isList: boolean) => boolean,
): boolean {
  const cursor = { bytes, at: start, end }
  while (cursor.at < end) {
    const first = readPrefix(cursor)
    if (!visit(cursor.at, cursor.end, first >= LIST)) return false
    cursor.at = cursor.end
    cursor.end = end
  }
  return true
}

interface Cursor {
  readonly bytes: Uint8Array
  /** The next byte to read. */
  at: number
  /** Where what is being read ends. */
  end: number
}

const LIST = 0xc0
const SPANS = 32 // the longest list of fields has 23
const MAX_DEPTH = 32 // a block's deepest item lies at 7; without a limit 10 KB of 0xc1… would exhaust the stack

function read(cursor: Cursor, depth: number): RlpItem {
  const outer = cursor.end
  const first = readPrefix(cursor)
  const { bytes, at, end } = cursor
  cursor.end = outer
  if (first < LIST) return bytes.subarray(at, (cursor.at = end))
  if (depth === MAX_DEPTH) refuse(`lists are nested deeper than ${MAX_DEPTH}.`)
  const items: RlpItem[] = []
  cursor.end = end
  while (cursor.at < end) items.push(read(cursor, depth + 1))
  cursor.end = outer
  return items
}

function readContent(cursor: Cursor, spans: Spans): void {
  const { end } = cursor
  spans.content = cursor.at
  let count = 0
  for (; cursor.at < end; count++) {
    const first = readPrefix(cursor)
    if (count < SPANS) {
      spans.starts[count] = cursor.at
      spans.ends[count] = cursor.end
      spans.lists[count] = first < LIST ? 0 : 1
    }
    cursor.at = cursor.end
    cursor.end = end
  }
  spans.count = count
}

/** Reads an item's first bytes, moves `at` and `end` around its content, and returns the first byte. */
function readPrefix(cursor: Cursor): number {
  const { bytes, at, end } = cursor
  if (at >= end) refuse(`an item is missing at byte ${at}.`)
  const first = bytes[at]!
  if (first < 0x80) {
    cursor.end = at + 1
    return first
  }
  const base = first < LIST ? 0x80 : LIST
  let length = first - base
  let start = at + 1
  if (length > 55) {
    start += length - 55
    if (start > end) refuse(`the length at byte ${at} is cut off.`)
    length = 0
    for (let i = at + 1; i < start; i++) length = length * 256 + bytes[i]!
    if (bytes[at + 1] === 0 || length < 56)
      refuse(`the length ${length} at byte ${at} is not written in the shortest form.`)
  }
  if (length > end - start)
    refuse(`the item at byte ${at} is ${length} bytes long, but ${end - start} are left.`)
  if (base === 0x80 && length === 1 && bytes[start]! < 0x80)
    refuse(`the byte ${bytes[start]} at byte ${at} is not written in the shortest form.`)
  cursor.at = start
  cursor.end = start + length
  return first
}

function refuse(message: string): never {
  throw new ChainError('rlp', `RLP: ${message}`)
}

const prefixSize = (length: number): number => (length <= 55 ? 1 : 1 + byteCount(length))

function byteCount(length: number): number {
  let count = 1
  for (let rest = length; rest > 255; rest = Math.floor(rest / 256)) count++
  return count
}

function contentSize(list: readonly RlpInput[]): number {
  let size = 0
  for (const item of list) size += encodedSize(item)
  return size
}

function write(item: RlpInput, target: Uint8Array, at: number): number {
  if (item instanceof Uint8Array) {
    const start = item.length === 1 && item[0]! < 0x80 ? at : writePrefix(0x80, item.length, target, at)
    target.set(item, start)
    return start + item.length
  }
  let next = writePrefix(LIST, contentSize(item), target, at)
  for (const part of item) next = write(part, target, next)
  return next
}

function writePrefix(base: number, length: number, target: Uint8Array, at: number): number {
  if (length <= 55) {
    target[at] = base + length
    return at + 1
  }
  const count = byteCount(length)
  target[at] = base + 55 + count
  for (let i = count, rest = length; i > 0; i--, rest = Math.floor(rest / 256)) target[at + i] = rest % 256
  return at + 1 + count
}
