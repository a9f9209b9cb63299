import { Buffer } from 'node:buffer'
import { giveBuffer, takeBuffer } from '../load/buffers.ts'
import type { RpcFault } from '../error.ts'

/** One answer, not yet written: its text up to the result or error, and the JSON bytes of that. They must not change until it is written. */
export interface Answer {
  readonly head: string
  readonly json: Uint8Array
  /** The bytes that it will be written in. */
  readonly size: number
  /** The error's code; undefined for a result. */
  readonly code: number | undefined
  /** The method that was asked, where it is one that is served. */
  readonly method: string | undefined
}

/** The answer that holds a result of a method, given as its JSON bytes; `id` is the id's raw text. */
export function resultAnswer(id: string, json: Uint8Array, method: string): Answer {
  return toAnswer(`{"jsonrpc":"2.0","id":${id},"result":`, json, undefined, method)
}

/** The answer that holds an error, its message cut to 256 bytes; `id` is the id's raw text. */
export function errorAnswer(id: string, { code, message, data }: RpcFault, method?: string): Answer {
  const json = Buffer.from(JSON.stringify({ code, message: clip(message), data }))
  return toAnswer(`{"jsonrpc":"2.0","id":${id},"error":`, json, code, method)
}

function toAnswer(
  head: string,
  json: Uint8Array,
  code: number | undefined,
  method: string | undefined,
): Answer {
  return { head, json, size: Buffer.byteLength(head) + json.length + 1, code, method }
}

/** Bytes in a buffer that is used again. */
export interface Written {
  readonly bytes: Buffer<ArrayBuffer>
  /** Gives the buffer back: once nobody reads the bytes any more. What is not given back is garbage. */
  release(): void
}

/** What is ready to be written. */
export interface Whole {
  /** In bytes. */
  readonly size: number
  /** Writes it, once, behind a head of ASCII letters, 1,024 at most, so that a protocol sends both in one piece. */
  write(head?: string): Written
}

/** The bytes of one answer, behind a head of ASCII letters. */
export function writeAnswer(answer: Answer, head = ''): Written {
  const buffer = takeBuffer(head.length + answer.size)
  return toWritten(buffer, 0, put(buffer, answer, 0, head))
}

/** The array of a batch's answers, written as they come into a buffer that grows. */
export interface Page {
  /** Bytes that are written and not yet taken. */
  readonly length: number
  /** Adds one answer; its JSON bytes are copied. */
  add(answer: Answer): void
  /** What was written since the last time. */
  take(): Written
  /** The rest, with the end of the array; undefined where no answer was added at all. */
  close(): Whole | undefined
}

/** Bytes that are free before an array, for a head. */
const headRoom = 1024

/** An empty array of answers. */
export function createPage(): Page {
  let buffer = takeBuffer(0)
  let at = headRoom
  let separator = OPEN_ARRAY
  return {
    get length() {
      return at - headRoom
    },
    add(answer) {
      reserve(answer.size + 2) // the separator, and the end of the array
      buffer[at] = separator
      separator = COMMA
      at = put(buffer, answer, at + 1)
    },
    take() {
      const written = toWritten(buffer, headRoom, at)
      buffer = takeBuffer(0)
      at = headRoom
      return written
    },
    close() {
      if (separator === OPEN_ARRAY) return undefined
      buffer[at] = CLOSE_ARRAY
      return {
        size: at + 1 - headRoom,
        write(head = '') {
          const start = headRoom - head.length
          buffer.write(head, start)
          return toWritten(buffer, start, at + 1)
        },
      }
    },
  }

  function reserve(bytes: number): void {
    if (at + bytes <= buffer.length) return
    const larger = takeBuffer(at + bytes)
    larger.set(buffer.subarray(headRoom, at), headRoom)
    giveBuffer(buffer)
    buffer = larger
  }
}

/** A text cut to 256 bytes of UTF-8: nothing long that came in goes out again. */
function clip(text: string): string {
  if (Buffer.byteLength(text) <= textBytes) return text
  const kept = Buffer.from(text).subarray(0, textBytes - 3)
  return `${new TextDecoder().decode(kept, { stream: true })}…` // the stream keeps half a character back
}

const textBytes = 256
const [COMMA, OPEN_ARRAY, CLOSE_ARRAY, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7d]

function put(bytes: Buffer, { head, json }: Answer, at: number, before = ''): number {
  const start = at + bytes.write(before + head, at)
  bytes.set(json, start)
  bytes[start + json.length] = CLOSE_OBJECT
  return start + json.length + 1
}

function toWritten(buffer: Buffer<ArrayBuffer>, start: number, end: number): Written {
  let isHeld = true
  return {
    bytes: buffer.subarray(start, end),
    release() {
      if (isHeld) giveBuffer(buffer)
      isHeld = false
    },
  }
}
