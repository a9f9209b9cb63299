import { constants, createZstdDecompress, zstdDecompressSync } from 'node:zlib'
import { allocate } from '../records/records.ts'

// Access to a private part of node:zlib, which zstd-internals.test.ts tests. Its public functions make a stream and a context per call: that takes
// longer than a frame.

interface Internals {
  readonly _handle: {
    reset(): void
    writeSync(
      flush: number,
      source: Uint8Array,
      start: number,
      length: number,
      target: Uint8Array,
      at: number,
      room: number,
    ): void
  }
  /** The bytes of room and of the source that are left after a write. */
  readonly _writeState: Uint32Array
}

type Decompress = (bytes: Uint8Array, size: number, isAll: boolean) => Uint8Array

let fault: string | undefined

/** Decompresses bytes that have a length before compression; unless `isAll`, other bytes may follow them. Throws Error for other bytes. */
export const decompress: Decompress = createDecompress(open)

/** Creates `decompress`. Where Node has no such private part, it calls public functions. */
export function createDecompress(open: () => Internals | null): Decompress {
  let internals: Internals | null | undefined
  return (bytes, size, isAll) => {
    if (internals === undefined) internals = open()
    const flush = isAll ? constants.ZSTD_e_end : constants.ZSTD_e_flush
    if (internals === null) return check(zstdDecompressSync(bytes, { finishFlush: flush }))
    const { _handle, _writeState } = internals
    const target = allocate(size + 1)
    fault = undefined
    _handle.reset()
    _handle.writeSync(flush, bytes, 0, bytes.length, target, 0, size + 1)
    const [roomLeft, sourceLeft] = _writeState
    if (fault === undefined && roomLeft === 1 && sourceLeft === 0) return target.subarray(0, size)
    internals = undefined
    throw new Error(fault ?? `The bytes are not those of ${size} bytes.`)

    function check(all: Uint8Array): Uint8Array {
      if (all.length === size) return all
      throw new Error(`The bytes are those of ${all.length} bytes, not of ${size}.`)
    }
  }
}

function open(): Internals | null {
  const opened = createZstdDecompress() as unknown as Partial<Internals>
  const { _handle, _writeState } = opened
  if (!_handle?.reset || !_handle.writeSync || !_writeState) return null
  Object.assign(_handle, { onerror: (message: string) => void (fault = message) })
  return { _handle, _writeState }
}
