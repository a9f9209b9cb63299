import { Buffer } from 'node:buffer'
import type { Batch, Call, Routines } from './call.ts'
import type { Limits } from './limits.ts'

/**
 * Reads bodies in the forms of usual clients in one pass, without JSON.parse. Every call in such a form is valid, and the general reader reads it
 * alike. Undefined for all other bodies.
 */
export function createCanonicalReader(
  routines: Routines,
  limits: Limits,
): (body: Uint8Array) => (Batch & { readonly batch: boolean }) | undefined {
  const longest = Math.max(...[...routines.keys()].map((name) => name.length))
  if (limits.depth < depth || limits.methodLength < longest) return () => undefined
  return (body) => {
    if (body.length > limits.bodyBytes) return undefined
    const text = toBuffer(body).toString('latin1')
    const batch = text.startsWith('[')
    const cursor = { text, at: batch ? 1 : 0, routines, limits }
    const calls = batch ? readBatch(cursor) : readOne(cursor)
    if (calls === undefined || cursor.at !== text.length) return undefined
    return { batch, items: calls.length, read: (index) => calls[index] }
  }
}

const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** How deep a batch is nested: array, call, params. */
const depth = 3

// Plain ASCII without escapes, blanks at most one behind a colon or comma. Each repeats one class of characters and so takes linear time.
const text = '"[ !#-[\\]-~]*"'
const param = `(${text}|true|false)`
const version = '"jsonrpc": ?"2\\.0"'
const id = `"id": ?(-?(?:0|[1-9][0-9]*)|${text})`
const call = `"method": ?"([\\w.]+)", ?"params": ?\\[(?:${param}(?:, ?${param})?)?\\]`

/** The orders that clients write the members in, and where the id and the method are then captured; two parameters follow the method. */
export const forms: readonly (readonly [RegExp, number, number])[] = [
  [form(version, id, call), 1, 2], // viem, web3, geth
  [form(call, id, version), 4, 1], // ethers, alloy
  [form(version, call, id), 4, 1], // web3.py, curl
  [form(id, version, call), 1, 2],
]

function form(...members: string[]): RegExp {
  return new RegExp(`\\{${members.join(', ?')}\\}`, 'y')
}

interface Cursor {
  readonly text: string
  readonly routines: Routines
  readonly limits: Limits
  at: number
}

function readOne(cursor: Cursor): Call[] | undefined {
  const one = readCall(cursor)
  return one && [one]
}

function readBatch(cursor: Cursor): Call[] | undefined {
  const { text, limits } = cursor
  const calls: Call[] = []
  for (;;) {
    const one = readCall(cursor)
    if (one === undefined || calls.length === limits.batchItems) return undefined
    calls.push(one)
    if (text.startsWith(']', cursor.at++)) return calls
    if (!text.startsWith(',', cursor.at - 1)) return undefined
    if (text.startsWith(' ', cursor.at)) cursor.at += 1
  }
}

function readCall(cursor: Cursor): Call | undefined {
  for (const [pattern, idGroup, methodGroup] of forms) {
    pattern.lastIndex = cursor.at
    const found = pattern.exec(cursor.text)
    if (found === null) continue
    cursor.at = pattern.lastIndex
    const routine = cursor.routines.get(found[methodGroup]!)
    const params = readParams(found[methodGroup + 1], found[methodGroup + 2])
    const isRight = routine?.check(params) === undefined && found[idGroup]!.length <= cursor.limits.idLength
    return routine && isRight ? { id: found[idGroup]!, params, routine } : undefined
  }
  return undefined
}

function readParams(first: string | undefined, second: string | undefined): unknown[] {
  if (first === undefined) return []
  return second === undefined ? [readParam(first)] : [readParam(first), readParam(second)]
}

const readParam = (param: string): string | boolean =>
  param.startsWith('"') ? param.slice(1, -1) : param === 'true'
