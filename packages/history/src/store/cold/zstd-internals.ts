import { constants, createZstdCompress, createZstdDecompress, zstdDecompressSync } from 'node:zlib'
import { concatBytes } from '@lectern/chain/internal'
import { makeDictionary } from './dictionary.ts'

// Access to a private part of node:zlib, which zstd-internals.test.ts tests. Its public functions make a stream and a context per call: that takes
// longer than a frame.

interface Internals {
  readonly _handle: {
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

type Decompress = (blocks: Uint8Array, target: Uint8Array) => void

let fault: string | undefined

/** Decompresses the first blocks of a zstd frame, none of them its last, into `target`, which they fill. Throws Error for other bytes. */
export const decompress: Decompress = createDecompress(open)

/** Creates `decompress`. Where Node has no such private part, it calls public functions. */
export function createDecompress(open: Open): Decompress {
  let internals: Internals | null | undefined
  return (blocks, target) => {
    if (internals === undefined) internals = open(createZstdDecompress({ dictionary: dictionary() }))
    const length = writeFrame(blocks, target.length)
    if (internals === null) {
      const all = zstdDecompressSync(frame.subarray(0, length), { dictionary: dictionary() })
      if (all.length !== target.length)
        throw new Error(`The bytes are those of ${all.length} bytes, not of ${target.length}.`)
      return target.set(all)
    }
    const { _handle, _writeState } = internals
    fault = undefined
    // Without `reset`, which makes another context: the next frame begins where one ended. A frame that has not ended would read one byte more.
    _handle.writeSync(0, frame, 0, length + 1, target, 0, target.length)
    const [roomLeft, sourceLeft] = _writeState
    if (fault === undefined && roomLeft === 0 && sourceLeft === 1) return
    internals = undefined
    throw new Error(fault ?? `The bytes are not those of ${target.length} bytes.`)
  }
}

type Open = (stream: object) => Internals | null

function open(stream: object): Internals | null {
  const { _handle, _writeState } = stream as Partial<Internals>
  if (!_handle?.writeSync || !_writeState) return null
  Object.assign(_handle, { onerror: (message: string) => void (fault = message) })
  return { _handle, _writeState }
}

let bytes: Uint8Array | undefined
const dictionary = (): Uint8Array => (bytes ??= makeDictionary())

type Compress = (parts: readonly Uint8Array[]) => Uint8Array[]

/** Compresses parts in turn, as the first blocks of one zstd frame: each may refer to the dictionary and to those before it. */
export const compress: Compress = createCompress(open)

/** Creates `compress`. Where Node has no such private part, it stores parts as they are. */
export function createCompress(open: Open): Compress {
  let internals: Internals | null | undefined
  let target = new Uint8Array(0x10000)
  return (parts) => {
    const params = { [constants.ZSTD_c_compressionLevel]: LEVEL }
    if (internals === undefined) internals = open(createZstdCompress({ params, dictionary: dictionary() }))
    if (internals === null) return parts.map(toStored)
    const { _handle, _writeState } = internals
    internals = undefined // another one after a fault
    fault = undefined
    const write = (flush: number, part: Uint8Array): Uint8Array => {
      const most = part.length + (part.length >>> 7) + 0x400
      if (target.length < most) target = new Uint8Array(2 * most)
      _handle.writeSync(flush, part, 0, part.length, target, 0, target.length)
      const [roomLeft, sourceLeft] = _writeState as Uint32Array & [number, number]
      if (fault !== undefined || roomLeft === 0 || sourceLeft !== 0)
        throw new Error(fault ?? `${part.length} bytes were not compressed.`)
      return target.slice(0, target.length - roomLeft)
    }
    let isBegun = false
    const packed = parts.map((part) => {
      if (part.length === 0) return part
      const bytes = write(constants.ZSTD_e_flush, part)
      if (isBegun) return bytes
      isBegun = true
      return bytes.subarray(START)
    })
    write(constants.ZSTD_e_end, NOTHING) // the next frame begins after it
    internals = { _handle, _writeState }
    return packed
  }
}

const LEVEL = 5 // 6 takes a quarter of a byte less per transaction, and a quarter of the time more
const START = 6 // bytes of a frame's number, form and window (RFC 8878, 3.1.1.1)
const NOTHING = new Uint8Array(0)

/** Returns bytes as blocks that are not compressed (RFC 8878, 3.1.1.2). */
function toStored(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK)
    blocks.push(Uint8Array.of(block.length << 3, block.length >> 5, block.length >> 13), block)
  }
  return concatBytes(blocks)
}

const BLOCK = 2 ** 16

/**
 * Writes a frame of blocks, and returns its length. A frame that has its last block and says its size is decompressed straight into its target.
 */
function writeFrame(blocks: Uint8Array, size: number): number {
  const end = HEADER.length + SIZE + blocks.length
  if (frame.length <= end + LAST.length) frame = new Uint8Array(2 * end)
  frame.set(HEADER)
  for (let i = 0; i < SIZE; i++) frame[HEADER.length + i] = size >>> (8 * i)
  frame.set(blocks, HEADER.length + SIZE)
  frame.set(LAST, end)
  return end + LAST.length
}

const HEADER = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xa0) // a number, and that four bytes of size follow
const SIZE = 4
const LAST = Uint8Array.of(1, 0, 0) // a last block, empty
let frame = new Uint8Array(0x10000)
