import { ChainError, createJsonWriter, type JsonWriter } from '@lectern/chain'
import { damaged } from '../../error.ts'

/** Returns the bytes that `write` writes: copied if several readers share them, else perhaps lent until `Symbol.dispose` is called. */
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

const LENT = 2 ** 12 // fresh memory and a copy take a tenth of a block's time
const LARGEST = 2 ** 22 // most blocks have less JSON; the memory of a big one is freed
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
