import { Buffer } from 'node:buffer'
import type { RpcFault } from '../error.ts'

/** One reply: its text up to the result or error, and the JSON bytes of that. They must not change until it is written; lent ones are then disposed of. */
export interface Reply {
  readonly head: string
  readonly json: Uint8Array & Partial<Disposable>
  /** The bytes that it will be written in. */
  readonly size: number
  /** The error's code; undefined for a result. */
  readonly code: number | undefined
  /** The method that was asked, where it is one that is served. */
  readonly method: string | undefined
  /** The outcome at the upstream; undefined for a reply of this server alone. */
  readonly upstream: ForwardOutcome | undefined
}

/**
 * The outcome of a call at the upstream. `failed` is no valid response, `unverified` a result that a check refutes, `aborted` a client that left,
 * `refused` a call without room to wait.
 */
export type ForwardOutcome = 'ok' | 'error' | 'failed' | 'unverified' | 'aborted' | 'refused'

/** The reply with a result of a method, given as its JSON bytes; `id` is the id's raw text. */
export const resultReply = (id: string, json: Uint8Array, method: string): Reply =>
  toReply(id, json, undefined, method)

/** The reply with a result of the upstream, or with its error where there is a code, given as its JSON bytes. */
export const upstreamReply = (
  id: string,
  json: Uint8Array,
  code: number | undefined,
  method: string,
): Reply => toReply(id, json, code, method, code === undefined ? 'ok' : 'error')

/** The reply with an error, its message cut to 256 bytes; `id` is the id's raw text. */
export function errorReply(id: string, { code, message, data }: RpcFault, method?: string): Reply {
  return toReply(id, Buffer.from(JSON.stringify({ code, message: clip(message), data })), code, method)
}

function toReply(
  id: string,
  json: Uint8Array,
  code: number | undefined,
  method: string | undefined,
  upstream?: ForwardOutcome,
): Reply {
  const head =
    code === undefined ? `{"jsonrpc":"2.0","id":${id},"result":` : `{"jsonrpc":"2.0","id":${id},"error":`
  return { head, json, size: Buffer.byteLength(head) + json.length + 1, code, method, upstream }
}

/** Bytes in a buffer that is used again. */
export interface Written {
  readonly bytes: Buffer<ArrayBuffer>
  /** Returns the buffer to be used again, once the bytes are read. */
  release(): void
}

/** A response that is ready to be written. */
export interface Whole {
  /** In bytes. */
  readonly size: number
  /** Writes it, once, behind a head of ASCII letters, 1,024 at most, so that a protocol sends both in one piece. */
  write(head?: string): Written
}

/** The replies of a batch, ready to be written. */
export interface WholeBatch extends Whole {
  /** The larger results that may come again, in their order. */
  readonly results: readonly BatchResult[]
}

/** A result in the text of a batch. */
export interface BatchResult {
  readonly json: Uint8Array
  /** Where its bytes begin in what is written without a head; `}` follows them. */
  readonly start: number
}

/** Whether a cache owns this array, so that it may come again: it fills its memory, and is not lent. */
export const mayComeAgain = (json: Uint8Array): boolean =>
  json.length === json.buffer.byteLength && !(Symbol.dispose in json)

/** Writes one reply, after the ASCII bytes of an HTTP head if one is given. */
export function writeReply(reply: Reply, head = ''): Written {
  const buffer = takeBuffer(head.length + reply.size)
  return toWritten(buffer, 0, put(buffer, reply, 0, head))
}

/** Parts that a socket writes at once. */
export interface Parts {
  readonly parts: readonly (string | Uint8Array)[]
  /** Returns lent bytes, once the parts are read. */
  release(): void
}

/** Writes a response behind an HTTP head in one piece, or as parts of which the longest, a reply's JSON, is not copied. */
export function writeParts(response: Whole & { readonly reply?: Reply }, httpHead: string): Parts {
  const { reply, size } = response
  if (reply !== undefined && reply.json.length >= longResult) {
    const { head, json } = reply
    const isAscii = size === head.length + json.length + 1
    if (isAscii) return { parts: [httpHead + head, json, '}'], release: () => json[Symbol.dispose]?.() }
  }
  const { bytes, release } = response.write(httpHead)
  return { parts: [bytes], release }
}

/** The least bytes of a result that is written as a part: to copy it takes longer. */
const longResult = 8192

/** Writes the replies of a batch as a JSON array, one after the other, to a buffer that grows. */
export interface BatchWriter {
  /** Bytes that are written and not yet taken. */
  readonly length: number
  /** Adds one reply; its JSON bytes are copied. */
  add(reply: Reply): void
  /** Returns the bytes that were written since the last `take`. */
  take(): Written
  /** The rest, with the end of the array; undefined where no reply was added. */
  close(): WholeBatch | undefined
}

/** How many bytes are left free before an array, for an HTTP head. */
const headRoom = 1024
/** The least bytes of a result that is worth compressing by itself. */
const largeResult = 512

/** The bytes of a reply in the last batch, about: a buffer that grows to 200 KB from nothing copies as much. */
let usualSize = 0
const largestGuess = 2 ** 18

/** Creates a writer that joins replies to a JSON array, about so many of them. */
export function createBatchWriter(replies: number): BatchWriter {
  let buffer = takeBuffer(headRoom + Math.min(replies * usualSize, largestGuess))
  let added = 0
  let at = headRoom
  let separator = OPEN_ARRAY
  let results: BatchResult[] = []
  return {
    get length() {
      return at - headRoom
    },
    add(reply) {
      added += 1
      reserve(reply.size + 2) // the separator, and the end of the array
      buffer[at] = separator
      separator = COMMA
      const { json } = reply
      at = put(buffer, reply, at + 1)
      // To hold on to what a cache does not have for a batch's time costs a garbage collection.
      if (json.length >= largeResult && mayComeAgain(json))
        results.push({ json, start: at - 1 - json.length - headRoom })
    },
    take() {
      results = []
      const written = toWritten(buffer, headRoom, at)
      buffer = takeBuffer(at) // for as much again
      at = headRoom
      added = 0
      return written
    },
    close() {
      if (separator === OPEN_ARRAY) return undefined
      if (added > 0) usualSize = Math.ceil((at - headRoom) / added)
      if (shelfOf(at + 1) < shelfOf(buffer.length)) moveTo(takeBuffer(at + 1)) // who reads slowly holds no more than is counted
      buffer[at] = CLOSE_ARRAY
      return {
        size: at + 1 - headRoom,
        results,
        write(head = '') {
          const start = headRoom - head.length
          buffer.write(head, start)
          return toWritten(buffer, start, at + 1)
        },
      }
    },
  }

  function reserve(bytes: number): void {
    if (at + bytes > buffer.length) moveTo(takeBuffer(at + bytes))
  }

  function moveTo(other: Buffer<ArrayBuffer>): void {
    other.set(buffer.subarray(headRoom, at), headRoom)
    giveBuffer(buffer)
    buffer = other
  }
}

/** A text cut to 256 bytes of UTF-8: nothing long that came in goes out again. */
function clip(text: string): string {
  if (Buffer.byteLength(text) <= textBytes) return text
  const start = Buffer.from(text).subarray(0, textBytes - 3)
  return `${new TextDecoder().decode(start, { stream: true })}…` // the stream keeps half a character back
}

const textBytes = 256
const [COMMA, OPEN_ARRAY, CLOSE_ARRAY, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7d]

function put(bytes: Buffer, { head, json }: Reply, at: number, before = ''): number {
  const start = at + bytes.write(before + head, at)
  bytes.set(json, start)
  bytes[start + json.length] = CLOSE_OBJECT
  json[Symbol.dispose]?.()
  return start + json.length + 1
}

function toWritten(buffer: Buffer<ArrayBuffer>, start: number, end: number): Written {
  let isTaken = true
  return {
    bytes: buffer.subarray(start, end),
    release() {
      if (isTaken) giveBuffer(buffer)
      isTaken = false
    },
  }
}

/** A buffer of at least so many bytes, its content unknown: one that was given back, where there is one. */
function takeBuffer(bytes: number): Buffer<ArrayBuffer> {
  const free = shelves[shelfOf(bytes)]
  return free?.pop() ?? Buffer.allocUnsafeSlow(free === undefined ? bytes : 1 << (shelfOf(bytes) + leastBits))
}

/** Returns a buffer to the shelves; no one may use it any more. */
function giveBuffer(buffer: Buffer<ArrayBuffer>): void {
  const shelf = shelfOf(buffer.length)
  const free = shelves[shelf]
  if (free !== undefined && (free.length + 1) * buffer.length <= shelfBytes) free.push(buffer)
}

// A fresh buffer for a reply of 110 KB costs 20 µs of the 108 that the request takes.
const leastBits = 12 // 4 KiB
const shelves: Buffer<ArrayBuffer>[][] = Array.from({ length: 10 }, () => []) // up to 2 MiB
const shelfBytes = 4 * 1024 * 1024

const shelfOf = (bytes: number): number =>
  bytes <= 1 << leastBits ? 0 : 32 - Math.clz32(bytes - 1) - leastBits
