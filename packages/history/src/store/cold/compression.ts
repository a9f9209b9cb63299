import { promisify } from 'node:util'
import { constants, crc32, zstdCompress, zstdDecompressSync, type ZstdOptions } from 'node:zlib'
import { damaged } from '../../error.ts'
import type { FrameSizes, PartSize, StoredPart } from './cold-row.ts'
import { decompress } from './zstd-internals.ts'
import { encodeFrame, FRAME, type FrameParts, type FrameTransaction, type Sums } from './frames.ts'

/** A frame as it is written. */
export interface NewFrame extends FrameSizes {
  readonly bodies: NewPart
  readonly receipts: NewPart
  readonly hashes: NewPart
}

/** A compressed part of a frame. */
interface NewPart extends PartSize {
  readonly bytes: Uint8Array
}

/** Compresses the transactions of a block, frame by frame, in other threads. `seed` binds the checksums to the block. */
export async function compressBlock(
  transactions: readonly FrameTransaction[],
  seed: number,
): Promise<readonly NewFrame[]> {
  const parts: FrameParts[] = []
  let before: Sums = { gasUsed: 0n, logs: 0 }
  for (let from = 0; from < transactions.length; from += FRAME) {
    const frame = encodeFrame(transactions.slice(from, from + FRAME), before)
    parts.push(frame)
    before = { gasUsed: before.gasUsed + frame.gasUsed, logs: before.logs + frame.logs }
  }
  return await Promise.all(
    parts.map(async ({ bodies, receipts, hashes, gasUsed, logs }): Promise<NewFrame> => {
      const packed = [compressPart(bodies, seed), compressPart(receipts, seed, bodies)] as const
      const [packedBodies, packedReceipts] = await Promise.all(packed)
      const own = toPart(hashes, hashes.length, seed)
      return { bodies: packedBodies, receipts: packedReceipts, hashes: own, gasUsed, logs }
    }),
  )
}

async function compressPart(part: Uint8Array, seed: number, dictionary?: Uint8Array): Promise<NewPart> {
  const bytes = await compress(part, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    pledgedSrcSize: part.length, // else zstd prepares for long inputs
    ...(dictionary && { dictionary }),
  })
  return toPart(bytes, part.length, seed)
}

const toPart = (bytes: Uint8Array, size: number, seed: number): NewPart => ({
  bytes,
  length: bytes.length,
  size,
  crc: crc32(bytes, seed >>> 0),
})

/** Throws HistoryError `damaged` unless the checksum of a part is right. */
export function checkPart(bytes: Uint8Array, { crc }: StoredPart, seed: number): void {
  if (crc32(bytes, seed >>> 0) !== crc) throw damaged('a frame')
}

/** Decompresses a part of a frame. Throws HistoryError `damaged` unless its checksum is right. */
export function decompressPart(
  bytes: Uint8Array,
  stored: StoredPart,
  seed: number,
  dictionary?: Uint8Array,
): Uint8Array {
  checkPart(bytes, stored, seed)
  try {
    const part =
      dictionary === undefined ? decompress(bytes, stored.size) : decompressBy(bytes, stored.size, dictionary)
    if (part.length === stored.size) return part
  } catch (cause) {
    throw damaged('a frame', { cause })
  }
  throw damaged('a frame')
}

function decompressBy(bytes: Uint8Array, size: number, dictionary: Uint8Array): Uint8Array {
  // With room for all of it and a byte more, zstd makes no window, and node:zlib no second buffer.
  const chunkSize = Math.max(size + 1, LEAST_CHUNK)
  const part = zstdDecompressSync(bytes, { chunkSize, maxOutputLength: size, dictionary })
  return new Uint8Array(part.buffer, part.byteOffset, part.length)
}

const compress: (bytes: Uint8Array, options: ZstdOptions) => Promise<Uint8Array> = promisify(zstdCompress)
const LEVEL = 6 // 9 takes half a byte less per transaction, and half the time more
const LEAST_CHUNK = 64 // of node:zlib
