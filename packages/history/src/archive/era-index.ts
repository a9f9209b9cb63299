import type { ArchiveFile } from './archive-file.ts'
import { type Entry, malformed } from './e2store.ts'

/** Compares an era1 file's index with where its headers stand. Throws HistoryError `archive` for the first entry that points elsewhere. */
export function checkBlockIndex(
  file: ArchiveFile,
  { at, data }: Entry,
  { first, places }: { readonly first: bigint; readonly places: readonly number[] },
): void {
  const size = 8 * places.length + 16
  if (data.length !== size)
    throw malformed(
      file,
      at,
      `the block index has ${data.length} bytes, but ${size} are those of ${places.length} blocks`,
    )
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [start, count] = [view.getBigUint64(0, true), view.getBigUint64(size - 8, true)]
  if (start !== first || count !== BigInt(places.length))
    throw malformed(
      file,
      at,
      `the block index is of ${count} blocks from ${start} on, but the file has ${places.length} from ${first} on`,
    )
  const wrong = bases.map((base) =>
    places.findIndex(
      (place, index) => BigInt(place) !== BigInt(base(at, index)) + view.getBigInt64(8 + 8 * index, true),
    ),
  )
  if (!wrong.includes(-1))
    throw malformed(
      file,
      at,
      `the block index does not lead to the header of block ${first + BigInt(Math.max(...wrong))}`,
    )
}

/** From where offsets count: the index entry; in files of early geth (before April 2024) the end of each one's own slot. */
const bases: readonly ((at: number, index: number) => number)[] = [
  (at) => at,
  (at, index) => at + 24 + 8 * index,
]
