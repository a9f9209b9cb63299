import { damaged } from '../../error.ts'
import { decodeColdRow, encodeColdRow } from '../cold/cold-row.ts'
import { bytesOfFrames, sizesOf } from '../cold/compression.ts'
import type { PackedFrame } from '../interface.ts'
import { createScratch } from '../records/records.ts'
import { sealOf } from '../records/seal.ts'
import type { ColdState } from '../records/state.ts'
import { appendRows, findRow, type PlacedRow, removeRow } from './cold-rows.ts'
import { append, read, type NumberTable, type ReadOptions } from './lmdb-internals.ts'
import type { Tables } from './tables.ts'

// The compressed bytes of all cold blocks are one stream. It is cut into values of equal length, each of which fills two pages.

/** The length of a value. */
export const CHUNK = 16_360

/** Reads bytes of the stream, good until the next ones are read. Throws HistoryError `damaged` if some are missing. */
export function readStream(
  chunks: NumberTable,
  at: number,
  length: number,
  options?: ReadOptions,
): Uint8Array {
  const bytes = take(length)
  for (let done = 0; done < length;) {
    const index = Math.floor((at + done) / CHUNK)
    const from = at + done - index * CHUNK
    const some = read(chunks, index, options)?.subarray(from, from + length - done)
    if (!some?.length) throw damaged('a frame')
    bytes.set(some, done)
    done += some.length
  }
  return bytes
}

const take = createScratch()

/** A block in the cold form, and the position of its first transaction. */
export interface NewColdBlock {
  readonly number: number
  readonly first: number
  readonly count: number
  readonly frames: readonly PackedFrame[]
}

/** Adds the next blocks to the cold ones, in the transaction in flight. Returns what is cold then. */
export function addCold(
  { cold: table, frames: chunks }: Pick<Tables, 'cold' | 'frames'>,
  cold: ColdState | undefined,
  blocks: readonly NewColdBlock[],
): ColdState | undefined {
  const last = blocks.at(-1)
  if (last === undefined) return cold
  const start = cold?.bytes ?? 0
  let bytes = start
  const rows: PlacedRow[] = []
  const parts: Uint8Array[] = []
  for (const { number, first, count, frames } of blocks) {
    if (count === 0) continue
    const sizes = sizesOf(frames, sealOf('cold', first))
    rows.push({ first, row: encodeColdRow({ number, count, frames: sizes }, first, bytes) })
    const own = bytesOfFrames(frames)
    for (const { length } of own) bytes += length
    parts.push(...own)
  }
  appendRows(table, rows)
  appendStream(chunks, start, parts)
  return { number: last.number, transactions: last.first + last.count, bytes }
}

/** Appends to the stream, which ends at `end`, in the transaction in flight. */
function appendStream(chunks: NumberTable, end: number, parts: readonly Uint8Array[]): void {
  let index = Math.floor(end / CHUNK)
  let filled = end - index * CHUNK
  const chunk = new Uint8Array(CHUNK)
  const isBegun = filled > 0
  if (isBegun) chunk.set(readStream(chunks, end - filled, filled))
  const first = index
  const put = () => {
    const value = chunk.slice(0, filled)
    if (isBegun && index === first) chunks.putSync(index, value)
    else append(chunks, index, value)
  }
  for (const part of parts)
    for (let done = 0; done < part.length;) {
      const some = part.subarray(done, done + CHUNK - filled)
      chunk.set(some, filled)
      done += some.length
      filled += some.length
      if (filled < CHUNK) continue
      put()
      index++
      filled = 0
    }
  if (filled > 0) put()
}

/** Removes the last cold block, in the transaction in flight. Returns what is cold then. */
export function removeCold(
  { cold: rows, frames }: Pick<Tables, 'cold' | 'frames'>,
  cold: ColdState,
  { first, count }: { readonly first: number; readonly count: number },
  lowest: number,
): ColdState | undefined {
  const number = cold.number - 1
  let { bytes } = cold
  if (count > 0) {
    const { first: found, row } = findRow(rows, first)
    if (found !== first) throw damaged(`block ${cold.number}`)
    bytes = decodeColdRow(row, first).start
    cutStream(frames, bytes, cold.bytes)
    removeRow(rows, first)
  }
  return number < lowest ? undefined : { number, transactions: first, bytes }
}

/** Cuts the stream from a byte on. */
function cutStream(chunks: NumberTable, from: number, end: number): void {
  const index = Math.floor(from / CHUNK)
  const filled = from - index * CHUNK
  const last = filled > 0 ? readStream(chunks, from - filled, filled) : undefined
  for (let chunk = Math.ceil(end / CHUNK) - 1; chunk >= index; chunk--) chunks.removeSync(chunk)
  if (last) chunks.putSync(index, last)
}
