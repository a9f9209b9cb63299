import type { RpcFault } from './error.ts'

/** One answer, not yet written: its text up to the result or error, and the JSON bytes of that. They must not change until it is written. */
export interface Answer {
  readonly head: string
  readonly json: Uint8Array
}

/** The answer that holds a result, given as its JSON bytes; `id` is the id's raw text. */
export function resultAnswer(id: string, json: Uint8Array): Answer {
  return { head: `{"jsonrpc":"2.0","id":${id},"result":`, json }
}

/** The answer that holds an error, its message cut to 256 bytes; `id` is the id's raw text. */
export function errorAnswer(id: string, { code, message, data }: RpcFault): Answer {
  const json = Buffer.from(JSON.stringify({ code, message: clip(message), data }))
  return { head: `{"jsonrpc":"2.0","id":${id},"error":`, json }
}

/** The bytes that an answer will be written in. */
export function sizeOf({ head, json }: Answer): number {
  return Buffer.byteLength(head) + json.length + 1
}

/** The bytes of one answer. */
export function writeAnswer(answer: Answer): Uint8Array {
  const bytes = Buffer.allocUnsafe(sizeOf(answer))
  put(bytes, answer, 0)
  return bytes
}

/** The bytes of a batch's answers in their order; undefined when there are none. Each result is copied once. */
export function writeBatch(answers: readonly Answer[]): Uint8Array | undefined {
  if (answers.length === 0) return undefined
  const bytes = Buffer.allocUnsafe(answers.reduce((sum, answer) => sum + sizeOf(answer) + 1, 1))
  let at = 0
  for (const answer of answers) {
    bytes[at] = at === 0 ? OPEN_ARRAY : COMMA
    at = put(bytes, answer, at + 1)
  }
  bytes[at] = CLOSE_ARRAY
  return bytes
}

/** A text cut to 256 bytes of UTF-8: nothing long that came in goes out again. */
function clip(text: string): string {
  if (Buffer.byteLength(text) <= textBytes) return text
  const kept = Buffer.from(text).subarray(0, textBytes - 3)
  return `${new TextDecoder().decode(kept, { stream: true })}…` // the stream keeps half a character back
}

const textBytes = 256
const [COMMA, OPEN_ARRAY, CLOSE_ARRAY, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7d]

function put(bytes: Buffer, { head, json }: Answer, at: number): number {
  const start = at + bytes.write(head, at)
  bytes.set(json, start)
  bytes[start + json.length] = CLOSE_OBJECT
  return start + json.length + 1
}
