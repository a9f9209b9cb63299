import { RpcError } from '../error.ts'
import type { Limits } from './limits.ts'

/** Facts of the text of one call that its parsed value lacks. */
export interface Slice {
  /** The id as it is written, so that it is echoed digit for digit; undefined when there is none. */
  readonly id: string | undefined
  /** The parameters as they are written; undefined when there are none. */
  readonly params: string | undefined
  /** The duplicate of a member that decides: a proxy in front may have read the other one. */
  readonly repeated: string | undefined
}

/** The top of a request's text: one slice a request, undefined for what is not an object. */
export interface Slices {
  readonly batch: boolean
  readonly slices: readonly (Slice | undefined)[]
}

/**
 * Reads the top of a request's text in one pass. The text must be valid JSON.
 * Throws an RpcError (-32005) beyond the limits of depth and batch items.
 */
export function sliceRequest(text: string, limits: Pick<Limits, 'depth' | 'batchItems'>): Slices {
  const cursor = { text, at: 0, limits }
  skipBlanks(cursor)
  return text.charCodeAt(cursor.at) === OPEN_ARRAY
    ? { batch: true, slices: sliceBatch(cursor) }
    : { batch: false, slices: [sliceCall(cursor, 0)] }
}

interface Cursor {
  readonly text: string
  readonly limits: Pick<Limits, 'depth' | 'batchItems'>
  at: number
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const SPACE = 0x20

/** The members that decide what is asked; all others are ignored. */
const members: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])

function sliceBatch(cursor: Cursor): (Slice | undefined)[] {
  const slices: (Slice | undefined)[] = []
  cursor.at += 1
  skipBlanks(cursor)
  while (cursor.text.charCodeAt(cursor.at) !== CLOSE_ARRAY) {
    if (slices.length === cursor.limits.batchItems)
      throw new RpcError('LimitExceeded', `A batch holds at most ${cursor.limits.batchItems} requests.`)
    slices.push(sliceCall(cursor, 1))
    skipSeparator(cursor)
  }
  return slices
}

function sliceCall(cursor: Cursor, outer: number): Slice | undefined {
  const { text } = cursor
  if (text.charCodeAt(cursor.at) !== OPEN_OBJECT) return skipValue(cursor, outer)
  checkDepth(cursor, outer + 1)
  const seen = new Set<string>()
  let id: string | undefined
  let params: string | undefined
  let repeated: string | undefined
  cursor.at += 1
  skipBlanks(cursor)
  while (text.charCodeAt(cursor.at) !== CLOSE_OBJECT) {
    const name = readName(cursor)
    skipBlanks(cursor)
    cursor.at += 1 // the colon
    skipBlanks(cursor)
    const start = cursor.at
    skipValue(cursor, outer + 1)
    if (members.has(name)) {
      if (seen.has(name)) repeated ??= name
      seen.add(name)
      if (name === 'id') id = text.slice(start, cursor.at)
      if (name === 'params') params = text.slice(start, cursor.at)
    }
    skipSeparator(cursor)
  }
  cursor.at += 1
  return { id, params, repeated }
}

function readName(cursor: Cursor): string {
  const start = cursor.at
  skipString(cursor)
  const name = cursor.text.slice(start + 1, cursor.at - 1)
  return name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name
}

function skipValue(cursor: Cursor, outer: number): undefined {
  const { text } = cursor
  let depth = outer
  do {
    const code = text.charCodeAt(cursor.at)
    if (code === QUOTE) {
      skipString(cursor)
      continue
    }
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) checkDepth(cursor, (depth += 1))
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1
    else if (depth === outer) {
      while (cursor.at < text.length && !endsScalar(text.charCodeAt(cursor.at))) cursor.at += 1
      return undefined
    }
    cursor.at += 1
  } while (depth > outer)
  return undefined
}

const endsScalar = (code: number): boolean =>
  code <= SPACE || code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT

function skipString(cursor: Cursor): void {
  const { text } = cursor
  let end = cursor.at
  let escapes: number
  do {
    end = text.indexOf('"', end + 1)
    escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
  } while (escapes % 2 === 1)
  cursor.at = end + 1
}

function skipBlanks(cursor: Cursor): void {
  while (cursor.text.charCodeAt(cursor.at) <= SPACE) cursor.at += 1
}

function skipSeparator(cursor: Cursor): void {
  skipBlanks(cursor)
  if (cursor.text.charCodeAt(cursor.at) !== COMMA) return
  cursor.at += 1
  skipBlanks(cursor)
}

function checkDepth({ limits }: Cursor, depth: number): void {
  if (depth > limits.depth)
    throw new RpcError('LimitExceeded', `A request is nested at most ${limits.depth} levels deep.`)
}
