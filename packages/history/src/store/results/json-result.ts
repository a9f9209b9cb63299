import { ChainError } from '@lectern/chain'
import { createJsonWriter, type JsonWriter } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'

/** The bytes that `write` writes, in memory of their own if they are to be cached. Throws HistoryError `damaged` if a stored record cannot be decoded. */
export function writeResult(
  write: (writer: JsonWriter) => void,
  { isCached = false }: { readonly isCached?: boolean } = {},
): Uint8Array {
  writer.at = 0
  try {
    write(writer)
  } catch (cause) {
    if (cause instanceof ChainError) throw damaged(`a stored record (${cause.message})`, { cause })
    throw cause
  }
  const json = isCached ? Buffer.allocUnsafeSlow(writer.at) : Buffer.allocUnsafe(writer.at)
  json.set(writer.bytes.subarray(0, writer.at))
  if (writer.bytes.length > LARGEST) writer = createWriter()
  return json
}

const LARGEST = 2 ** 22 // most blocks have less JSON; the memory of a rare big one is given back

let writer = createWriter()

function createWriter(): JsonWriter {
  return createJsonWriter({
    putLong(target, at, source, start, end) {
      const digits = Buffer.from(source.buffer, source.byteOffset + start, end - start).toString('hex')
      Buffer.from(target.buffer, target.byteOffset + at, digits.length).write(digits, 'latin1')
    },
  })
}
