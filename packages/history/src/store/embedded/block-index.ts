import { setImmediate } from 'node:timers/promises'
import { equalBytes } from '@lectern/chain/internal'
import { addHashes } from './hashes.ts'
import { isIndexed, type State } from '../records/state.ts'
import type { Tables } from './tables.ts'
import { createView, readState, type View } from './view.ts'
import { commitState } from './writer.ts'

/** How far the index of block hashes is. */
export interface IndexProgress {
  /** Blocks in the index. */
  readonly indexed: number
  /** Stored blocks. */
  readonly blocks: number
}

/**
 * Adds to the hash index the blocks that it lacks, since a version without them wrote the store: a commit for each `PART` of them, after
 * which it calls `onProgress`. What is interrupted resumes. Throws HistoryError `unwritable` or `damaged`.
 */
export async function indexBlocks(
  tables: Tables,
  recentHashes: number,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<void> {
  const view = createView(tables)
  while (!isIndexed(readState(tables))) {
    commitState(tables, PART * ENTRY_BYTES, (state) => addPart(tables, view, state, recentHashes))
    const { head, lowest, indexed } = readState(tables)
    onProgress({ indexed: indexed!.number - lowest + 1, blocks: head!.number - lowest + 1 })
    await setImmediate()
  }
}

const PART = 10_000
const ENTRY_BYTES = 150 // an entry is written about 16 times, of 9 bytes each

function addPart(tables: Tables, view: View, state: State, recentHashes: number): State {
  const { lowest } = state
  const number = firstMissing(view, state)
  const last = Math.min(state.head!.number, number + PART - 1)
  const blocks = Array.from(
    { length: last - number + 1 },
    (_, index) => view.blockRecord(number + index)!.hash,
  )
  const next = addHashes(tables, state, { transactions: [], blocks, number }, recentHashes)
  return { ...next, indexed: { number: last, hash: blocks.at(-1)!, lowest } }
}

/** The block after those that are indexed, if they are still stored; else the lowest one. */
function firstMissing(view: View, { lowest, indexed }: State): number {
  const stored = indexed?.lowest === lowest ? view.blockRecord(indexed.number) : undefined
  return stored && equalBytes(stored.hash, indexed!.hash) ? indexed!.number + 1 : lowest
}
