import { damaged, HistoryError } from '../../error.ts'
import { encodeColdRow } from '../cold/cold-row.ts'
import { compareFrame, encodeBlockFrames, type FrameTransaction } from '../cold/frames.ts'
import type { ColdState } from '../records/state.ts'
import { CHUNK } from './cold-stream.ts'
import type { ColdView } from './cold-view.ts'
import { findRow, GROUP } from './cold-rows.ts'
import { read, type ReadOptions } from './lmdb-internals.ts'
import type { Tables } from './tables.ts'

/**
 * Compares each frame of a cold block, before compression, with what its verified transactions make, and its row. Checksums cover the compressed bytes.
 * Throws HistoryError `block` or `damaged`.
 */
export function checkColdBlock(
  tables: Tables,
  cold: ColdView,
  {
    number,
    first,
    transactions,
  }: { readonly number: number; readonly first: number; readonly transactions: readonly FrameTransaction[] },
  options?: ReadOptions,
): void {
  const count = transactions.length
  if (count === 0) return
  const { row, open } = cold.blockAt(first)
  if (row.start !== endBefore(cold, first)) throw damaged(`the place of block ${number}`)
  const frames = Array.from(encodeBlockFrames(transactions), (right, frame) => {
    compareFrame(number, frame, open(frame, true).parts, right)
    const { gasUsed, logs } = right
    return { ...row.frames[frame]!, gasUsed, logs }
  })
  if (
    Buffer.compare(
      findRow(tables.cold, first, options).row,
      encodeColdRow({ number, count, frames }, first, row.start),
    ) !== 0
  )
    throw new HistoryError('block', `block ${number}: its stored cold row is not encoded as it was written.`)
}

/** Compares the length of the compressed bytes with the state. Throws HistoryError `damaged`. */
export function checkColdState(
  tables: Tables,
  cold: ColdView,
  state: ColdState | undefined,
  options?: ReadOptions,
): void {
  if (state === undefined) return
  const lastOfGroup = GROUP * Math.ceil(state.transactions / GROUP)
  for (const position of [state.transactions, lastOfGroup])
    if (endBefore(cold, position) !== state.bytes) throw damaged('what the state says of cold blocks')
  if (state.bytes > 0) {
    const last = Math.ceil(state.bytes / CHUNK) - 1
    if (read(tables.frames, last, options)?.length !== state.bytes - last * CHUNK) throw damaged('a frame')
  }
}

/** Returns where the compressed bytes of the cold blocks before a position end. */
const endBefore = (cold: ColdView, position: number): number =>
  position === 0 ? 0 : cold.blockOf(position - 1).row.end
