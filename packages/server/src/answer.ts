import type { RpcFault } from './error.ts'

/** The answer that holds a result, given as its JSON bytes; `id` is the id's raw text. */
export function resultAnswer(id: string, json: Uint8Array): Uint8Array {
  const head = `{"jsonrpc":"2.0","id":${id},"result":`
  const start = Buffer.byteLength(head)
  const answer = Buffer.allocUnsafe(start + json.length + 1) // one allocation, one copy
  answer.write(head)
  answer.set(json, start)
  answer[start + json.length] = CLOSE_OBJECT
  return answer
}

/** The answer that holds an error, its message cut to 256 bytes; `id` is the id's raw text. */
export function errorAnswer(id: string, { code, message, data }: RpcFault): Uint8Array {
  const error = JSON.stringify({ code, message: clip(message), data })
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"error":${error}}`)
}

/** The answer of a batch, which holds the answers in their order; undefined when there are none. */
export function batchAnswer(answers: readonly Uint8Array[]): Uint8Array | undefined {
  if (answers.length === 0) return undefined
  const size = answers.reduce((sum, { length }) => sum + length + 1, 1)
  const batch = Buffer.allocUnsafe(size)
  let at = 0
  for (const answer of answers) {
    batch[at] = at === 0 ? OPEN_ARRAY : COMMA
    batch.set(answer, at + 1)
    at += answer.length + 1
  }
  batch[at] = CLOSE_ARRAY
  return batch
}

/** A text cut to 256 bytes of UTF-8: what an error may tell of its request. */
function clip(text: string): string {
  if (Buffer.byteLength(text) <= textBytes) return text
  const kept = Buffer.from(text).subarray(0, textBytes - 3)
  return `${new TextDecoder().decode(kept, { stream: true })}…` // the stream keeps half a character back
}

const textBytes = 256
const [COMMA, OPEN_ARRAY, CLOSE_ARRAY, CLOSE_OBJECT] = [0x2c, 0x5b, 0x5d, 0x7d]
