import { constants, createZstdDecompress } from 'node:zlib'
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

let [internals, fault]: [Internals?, string?] = []

/** Decompresses bytes that have a length before compression; unless `isAll`, other bytes may follow them. Throws Error for other bytes. */
export function decompress(bytes: Uint8Array, size: number, isAll: boolean): Uint8Array {
  internals ??= open()
  const { _handle, _writeState } = internals
  const target = allocate(size + 1)
  fault = undefined
  _handle.reset()
  const flush = isAll ? constants.ZSTD_e_end : constants.ZSTD_e_flush
  _handle.writeSync(flush, bytes, 0, bytes.length, target, 0, size + 1)
  const [roomLeft, sourceLeft] = _writeState
  if (fault === undefined && roomLeft === 1 && sourceLeft === 0) return target.subarray(0, size)
  internals = undefined
  throw new Error(fault ?? `The bytes are not those of ${size} bytes.`)
}

function open(): Internals {
  const opened = createZstdDecompress() as unknown as Internals
  const { _handle } = opened
  Object.assign(_handle, { onerror: (message: string) => void (fault = message) })
  return opened
}
