import type { ArchiveFile } from './archive-file.ts'
import { type Entry, type EntryType, malformed } from './e2store.ts'
import type { Headers } from './era.ts'

/** Compares an era1 file's index with where its headers stand. Throws HistoryError `archive` for the first entry that points elsewhere. */
export function checkBlockIndex(file: ArchiveFile, { at, data }: Entry, headers: Headers): void {
  const fail = (reason: string) => malformed(file, at, reason)
  const first = headers.first.number
  const offsets = headers.rows.map(({ at }) => at)
  const size = 8 * offsets.length + 16
  if (data.length !== size)
    throw fail(`the block index has ${data.length} bytes, but ${size} are those of ${offsets.length} blocks`)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [start, count] = [view.getBigUint64(0, true), view.getBigUint64(size - 8, true)]
  if (start !== first || count !== BigInt(offsets.length))
    throw fail(
      `the block index is of ${count} blocks from ${start} on, but the file has ${offsets.length} from ${first} on`,
    )
  const wrong = bases.map((base) =>
    offsets.findIndex(
      (offset, index) => BigInt(offset) !== BigInt(base(at, index)) + view.getBigInt64(8 + 8 * index, true),
    ),
  )
  if (!wrong.includes(-1))
    throw fail(`the block index does not lead to the header of block ${first + BigInt(Math.max(...wrong))}`)
}

/** From where offsets count: the index entry; in files of early geth (before April 2024) the end of each one's own slot. */
const bases: readonly ((at: number, index: number) => number)[] = [
  (at) => at,
  (at, index) => at + 24 + 8 * index,
]

/**
 * Compares the index of an ere file with where its entries stand: each slot of a block must lead to one of the block's own; which slot
 * is which differs by writer, so the type there says it. Throws HistoryError `archive`.
 */
export function checkDynamicIndex(
  file: ArchiveFile,
  { at, data }: Entry,
  first: bigint,
  columns: ReadonlyMap<EntryType, readonly number[]>,
): void {
  const fail = (reason: string) => malformed(file, at, reason)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const count = columns.get('header')!.length
  const slots = data.length < 24 ? 0n : view.getBigUint64(data.length - 16, true)
  const counted = data.length < 24 ? 0n : view.getBigUint64(data.length - 8, true)
  if (
    slots < 2n ||
    slots > 5n ||
    counted !== BigInt(count) ||
    BigInt(data.length) !== 24n + 8n * slots * counted
  )
    throw fail(
      `the index of ${data.length} bytes counts ${counted} blocks with ${slots} entries each, but the file has ${count} blocks`,
    )
  if (view.getBigUint64(0, true) !== first)
    throw fail(`the index begins with block ${view.getBigUint64(0, true)}, but the file with ${first}`)
  for (let index = 0; index < count; index++) {
    const own = new Set(columns.values().map((offsets) => offsets[index]))
    for (let slot = 0; slot < Number(slots); slot++) {
      const offset = view.getBigInt64(8 + 8 * (index * Number(slots) + slot), true)
      if (offset !== 0n && !own.has(Number(BigInt(at) + offset)))
        throw fail(`the index does not lead to an entry of block ${first + BigInt(index)}`)
    }
  }
}
