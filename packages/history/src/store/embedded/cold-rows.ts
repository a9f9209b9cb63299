import { concatBytes } from '@lectern/chain/internal'
import { damaged } from '../../error.ts'
import { append, type NumberTable, read, type ReadOptions } from './lmdb-internals.ts'

// The rows of cold blocks are in groups by the position of their first transaction: a get finds the block of any position. A cursor takes ten
// times as long. In a group each row follows its place and its length.

/** The positions of a group. */
export const GROUP = 512

/** The row of a cold block, and the position of its first transaction. */
export interface PlacedRow {
  readonly first: number
  readonly row: Uint8Array
}

/** Returns the row of the last cold block that begins at a position or before it, good until the next read. Throws HistoryError `damaged` without one. */
export function findRow(table: NumberTable, position: number, options?: ReadOptions): PlacedRow {
  const group = Math.floor(position / GROUP)
  for (let key = group; key >= 0 && key > group - MOST / GROUP; key--) {
    let [first, from, to] = [-1, 0, 0]
    const bytes = visitRows(table, key, options, (place, start, end) => {
      if (place <= position) [first, from, to] = [place, start, end]
    })
    if (first >= 0) return { first, row: bytes!.subarray(from, to) }
  }
  throw damaged(`the cold block of transaction ${position}`)
}

/** Appends rows, in their order, in the transaction in flight. */
export function appendRows(table: NumberTable, rows: readonly PlacedRow[]): void {
  for (const [group, added] of Map.groupBy(rows, ({ first }) => Math.floor(first / GROUP))) {
    const stored = readGroup(table, group)
    const value = encodeGroup([...stored, ...added])
    if (stored.length > 0) table.putSync(group, value)
    else append(table, group, value)
  }
}

/** Removes the row of a position, which is the last one, in the transaction in flight. */
export function removeRow(table: NumberTable, position: number): void {
  const group = Math.floor(position / GROUP)
  const left = readGroup(table, group).filter(({ first }) => first < position)
  if (left.length > 0) table.putSync(group, encodeGroup(left))
  else table.removeSync(group)
}

function encodeGroup(rows: readonly PlacedRow[]): Uint8Array {
  return concatBytes(
    rows.flatMap(({ first, row }) => {
      const prefix = new Uint8Array(PREFIX)
      const view = new DataView(prefix.buffer)
      view.setUint16(0, first % GROUP)
      view.setUint32(2, row.length)
      return [prefix, row]
    }),
  )
}

/** Returns the rows of a group in their order, good until the next read. Throws HistoryError `damaged`. */
export function readGroup(table: NumberTable, group: number, options?: ReadOptions): readonly PlacedRow[] {
  const spans: [first: number, start: number, end: number][] = []
  const bytes = visitRows(table, group, options, (...span) => void spans.push(span))
  return spans.map(([first, start, end]) => ({ first, row: bytes!.subarray(start, end) }))
}

/** Visits the rows of a group, and returns its bytes. */
function visitRows(
  table: NumberTable,
  group: number,
  options: ReadOptions | undefined,
  visit: (first: number, start: number, end: number) => void,
): Uint8Array | undefined {
  const bytes = read(table, group, options)
  if (bytes === undefined) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0, last = -1; at < bytes.length;) {
    const start = at + PREFIX
    const place = start > bytes.length ? GROUP : view.getUint16(at)
    const end = place < GROUP ? start + view.getUint32(at + 2) : Infinity
    if (place <= last || end > bytes.length) throw damaged('a group of cold blocks')
    visit(GROUP * group + place, start, end)
    last = place
    at = end
  }
  return bytes
}

const PREFIX = 6 // two bytes of the place in the group, and four of the length
const MOST = 2 ** 24 // no block has as many transactions
