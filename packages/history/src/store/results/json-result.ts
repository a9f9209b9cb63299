import { ChainError } from '@lectern/chain'
import { createJsonWriter, type JsonWriter } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'

/**
 * The bytes that `write` writes: in memory of their own if several will read them. Else many bytes are lent, not copied: they have a `Symbol.dispose`
 * for their one reader to call when it has read them; if it never does, they are garbage. Throws HistoryError `damaged` if a stored record cannot be decoded.
 */
export function writeResult(
  write: (writer: JsonWriter) => void,
  { isShared = false }: { readonly isShared?: boolean } = {},
): Uint8Array {
  writer.at = 0
  try {
    write(writer)
  } catch (cause) {
    if (cause instanceof ChainError) throw damaged(`a stored record (${cause.message})`, { cause })
    throw cause
  }
  const written = writer.bytes.subarray(0, writer.at)
  if (!isShared && written.length >= LENT) return lend(written)
  const json = isShared ? Buffer.allocUnsafeSlow(written.length) : Buffer.allocUnsafe(written.length)
  json.set(written)
  if (writer.bytes.length > LARGEST) writer = createWriter()
  return json
}

function lend({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  let lender: JsonWriter | undefined = writer
  writer = free.pop() ?? createWriter()
  return Object.defineProperty(Buffer.from(buffer, byteOffset, length), Symbol.dispose, {
    value() {
      if (lender && free.length < MOST_FREE && lender.bytes.length <= LARGEST) free.push(lender)
      lender = undefined
    },
  })
}

const LENT = 2 ** 12 // 145 KB of fresh memory and a copy take 50 µs of the 500 of a block
const LARGEST = 2 ** 22 // most blocks have less JSON; the memory of a rare big one is given back
const MOST_FREE = 4

const free: JsonWriter[] = []
let writer = createWriter()

function createWriter(): JsonWriter {
  return createJsonWriter({
    putLong(target, at, source, start, end) {
      const digits = Buffer.from(source.buffer, source.byteOffset + start, end - start).toString('hex')
      Buffer.from(target.buffer, target.byteOffset + at, digits.length).write(digits, 'latin1')
    },
  })
}
