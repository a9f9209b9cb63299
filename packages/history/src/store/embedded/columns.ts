import { damaged } from '../../error.ts'
import { allocate, COLUMN, decodeHashes } from '../records/records.ts'
import { type NumberTable, read, type ReadOptions } from './lmdb-internals.ts'

/** Returns the hashes of the column at a position, good until the next read. Throws HistoryError `damaged`. */
export function readColumn(hashes: NumberTable, position: number, options?: ReadOptions): Uint8Array {
  const column = read(hashes, position, options)
  if (column === undefined) throw damaged("a block's hashes")
  return decodeHashes(column, position)
}

/** Returns the hashes of a block's transactions in one array. Throws HistoryError `damaged`. */
export function readHashes(
  hashes: NumberTable,
  { first, count }: { readonly first: number; readonly count: number },
  options?: ReadOptions,
): Uint8Array {
  if (count > MOST) throw damaged("a block's hashes")
  const all = allocate(32 * count)
  for (let index = 0; index < count; index += COLUMN) {
    const some = readColumn(hashes, first + index, options)
    if (some.length !== 32 * Math.min(COLUMN, count - index)) throw damaged("a block's hashes")
    all.set(some, 32 * index)
  }
  return all
}

const MOST = 2 ** 24 // no block has as many transactions: a row that says so is damaged
