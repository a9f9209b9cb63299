import { crc32 } from '@node-rs/crc32'
import type { RawBlock, VerifiedBlock } from '@lectern/chain'
import { concatBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import type { PackedFrame, PackedPart } from '../interface.ts'
import { allocate, splitHashes } from '../records/records.ts'
import type { ColdFrame, FrameSizes, PartSize, StoredPart } from './cold-row.ts'
import { compress, decompress } from './zstd-internals.ts'
import {
  decodeBodies,
  decodeReceipts,
  encodeBlockFrames,
  type FrameTransaction,
  type Sums,
} from './frames.ts'

/** Compresses the transactions of a block, frame by frame. */
export function compressBlock(transactions: readonly FrameTransaction[]): PackedFrame[] {
  const frames: PackedFrame[] = []
  for (const { bodies, noise, receipts, hashes, gasUsed, logs } of encodeBlockFrames(transactions)) {
    // Receipts refer to bodies. Bodies can be decompressed without what follows.
    const parts = [bodies.subarray(0, noise), bodies.subarray(noise), receipts]
    const [first, rest, packedReceipts] = compress(parts) as [Uint8Array, Uint8Array, Uint8Array]
    frames.push({
      bodies: { bytes: concatBytes([first, rest]), size: bodies.length },
      receipts: { bytes: packedReceipts, size: receipts.length },
      hashes: { bytes: hashes, size: hashes.length },
      gasUsed,
      logs,
    })
  }
  return frames
}

/** The lists of a block, as EIP-2718 bytes. */
export type Lists = Pick<RawBlock, 'transactions' | 'receipts'>

/** Returns the lists of a block from its frames, without the last transactions that are `outside` of its lists. */
export function unpackFrames(frames: readonly PackedFrame[], outside: number): Lists {
  const [transactions, all]: [Uint8Array[], Uint8Array[]] = [[], []]
  let before: Sums = { gasUsed: 0n, logs: 0 }
  for (const { bodies, receipts, hashes, gasUsed, logs } of frames) {
    const parts = unpack(concatBytes([bodies.bytes, receipts.bytes]), allocate(bodies.size + receipts.size))
    const count = hashes.size / 32
    const { bytesOf, firstByteOf } = decodeBodies(parts.subarray(0, bodies.size), count)
    const { receiptOf } = decodeReceipts(parts.subarray(bodies.size), count, before)
    for (let index = 0; index < count; index++) {
      transactions.push(bytesOf(index))
      all.push(receiptOf(index, firstByteOf(index)))
    }
    before = { gasUsed: before.gasUsed + gasUsed, logs: before.logs + logs }
  }
  const end = transactions.length - outside
  return { transactions: transactions.slice(0, end), receipts: all.slice(0, end) }
}

/** Returns what the row of a block says of its frames. `seed` binds the checksums to the block. */
export function sizesOf(frames: readonly PackedFrame[], seed: number): FrameSizes[] {
  const toSize = ({ bytes, size }: PackedPart): PartSize => ({
    length: bytes.length,
    size,
    crc: crc32(bytes, seed >>> 0),
  })
  return frames.map(({ bodies, receipts, hashes, gasUsed, logs }) => ({
    bodies: toSize(bodies),
    receipts: toSize(receipts),
    hashes: toSize(hashes),
    gasUsed,
    logs,
  }))
}

/** Returns the parts of a block's frames, in the order in which they are stored. */
export const bytesOfFrames = (frames: readonly PackedFrame[]): Uint8Array[] =>
  frames.flatMap(({ hashes, bodies, receipts }) => [hashes.bytes, bodies.bytes, receipts.bytes])

/** Returns the hashes of a block's transactions, from its frames if there are some. */
export const hashesOf = (block: VerifiedBlock, frames?: readonly PackedFrame[]): readonly Uint8Array[] =>
  frames
    ? frames.flatMap(({ hashes: { bytes } }) => splitHashes(bytes))
    : block.transactions.map(({ hash }) => hash)

/** Returns the number of a block's transactions, from its frames if there are some. */
export const countOf = (block: VerifiedBlock, frames?: readonly PackedFrame[]): number =>
  frames ? frames.reduce((sum, { hashes }) => sum + hashes.size / 32, 0) : block.transactions.length

/** Throws HistoryError `damaged` unless the checksum of a part is right. */
export function checkPart(bytes: Uint8Array, { crc }: StoredPart, seed: number): void {
  if (crc32(bytes, seed >>> 0) !== crc) throw damaged('a frame')
}

/**
 * Decompresses a frame into `target`: its hashes, its bodies, and its receipts unless `bytes` are those of the first two. Throws HistoryError `damaged`
 * unless their checksums are right.
 */
export function decompressFrame(
  bytes: Uint8Array,
  { hashes, bodies, receipts }: Pick<ColdFrame, 'hashes' | 'bodies' | 'receipts'>,
  seed: number,
  target: Uint8Array,
): Readonly<Record<'hashes' | 'bodies' | 'receipts', Uint8Array>> {
  const [first, end] = [hashes.length, hashes.length + bodies.length]
  checkPart(bytes.subarray(0, first), hashes, seed)
  checkPart(bytes.subarray(first, end), bodies, seed)
  if (bytes.length > end) checkPart(bytes.subarray(end), receipts, seed)
  target.set(bytes.subarray(0, first))
  unpack(bytes.subarray(first), target.subarray(first))
  const parts = first + bodies.size
  return {
    hashes: target.subarray(0, first),
    bodies: target.subarray(first, parts),
    receipts: target.subarray(parts),
  }
}

/** Decompresses bytes that are under a checksum into `target`, which they fill. Throws HistoryError `damaged`. */
export function unpack(bytes: Uint8Array, target: Uint8Array): Uint8Array {
  try {
    decompress(bytes, target)
    return target
  } catch (cause) {
    throw damaged('a frame', { cause })
  }
}
