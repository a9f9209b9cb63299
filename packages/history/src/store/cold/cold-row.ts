import { damaged } from '../../error.ts'
import { seal, SEAL, sealOf, unseal } from '../records/seal.ts'
import { FRAME, type Sums } from './frames.ts'
import { pushVarint, readBigVarint, readVarint } from './varints.ts'

/** Where a compressed part of a frame is stored. */
export interface StoredPart {
  /** Its first byte among all compressed bytes of a store. */
  readonly at: number
  readonly length: number
  /** Its length before compression. */
  readonly size: number
  /** The CRC-32 of the compressed bytes. */
  readonly crc: number
}

/** A frame of a cold block. Its parts lie side by side, in this order. */
export interface ColdFrame {
  /** Not compressed. */
  readonly hashes: StoredPart
  readonly bodies: StoredPart
  readonly receipts: StoredPart
  /** The sums of the block's transactions before it. */
  readonly before: Sums
}

/** A block in the cold form: its number, and where its frames are. */
export interface ColdRow {
  readonly number: number
  /** The number of its transactions. */
  readonly count: number
  readonly frames: readonly ColdFrame[]
  /** The first of its compressed bytes, and the one after its last. */
  readonly start: number
  readonly end: number
}

/** A part without its place. */
export type PartSize = Omit<StoredPart, 'at'>

/** A frame in a row: the sizes of its parts, and its sums. */
export interface FrameSizes extends Sums {
  readonly hashes: Pick<PartSize, 'crc'>
  readonly bodies: PartSize
  readonly receipts: PartSize
}

/** Encodes the row of a cold block whose first transaction has a position, sealed. */
export function encodeColdRow(
  { number, count, frames }: Pick<ColdRow, 'number' | 'count'> & { readonly frames: readonly FrameSizes[] },
  first: number,
  start: number,
): Uint8Array {
  const bytes: number[] = []
  for (const value of [number, count, start]) pushVarint(bytes, value)
  for (const { hashes, bodies, receipts, gasUsed, logs } of frames) {
    pushVarint(bytes, hashes.crc)
    for (const { length, size, crc } of [bodies, receipts])
      for (const value of [length, size, crc]) pushVarint(bytes, value)
    pushVarint(bytes, gasUsed)
    pushVarint(bytes, logs)
  }
  const room = new Uint8Array(bytes.length + SEAL)
  room.set(bytes)
  return seal(room, bytes.length, sealOf('cold', first))
}

/** Decodes the row of the cold block at a position. Throws HistoryError `damaged`. */
export function decodeColdRow(sealed: Uint8Array, first: number): ColdRow {
  const cursor = { bytes: unseal(sealed, sealOf('cold', first), 'a cold block'), at: 0 }
  const [number, count, start] = [readVarint(cursor), readVarint(cursor), readVarint(cursor)]
  const frames: ColdFrame[] = []
  let end = start
  const place = (length: number, size: number, crc: number): StoredPart => {
    const at = end
    end += length
    return { at, length, size, crc }
  }
  const read = () => place(readVarint(cursor), readVarint(cursor), readVarint(cursor))
  let before: Sums = { gasUsed: 0n, logs: 0 }
  for (let left = count; left > 0 && cursor.at < cursor.bytes.length; left -= FRAME) {
    const size = HASH * Math.min(FRAME, left)
    const hashes = place(size, size, readVarint(cursor))
    frames.push({ hashes, bodies: read(), receipts: read(), before })
    before = { gasUsed: before.gasUsed + readBigVarint(cursor), logs: before.logs + readVarint(cursor) }
  }
  if (
    cursor.at !== cursor.bytes.length ||
    frames.length !== Math.ceil(count / FRAME) ||
    !Number.isSafeInteger(end)
  )
    throw damaged('a cold block')
  return { number, count, frames, start, end }
}

const HASH = 32
