import type { ArchiveFile } from './archive-file.ts'
import { type Entry, type EntryType, malformed, readNumbers } from './e2store.ts'
import type { EraName } from './eras.ts'

type CheckIndex = (
  file: ArchiveFile,
  index: Entry,
  first: bigint,
  columns: ReadonlyMap<EntryType, readonly number[]>,
) => void

/** Compares the index of a file with the offsets of its entries. Throws HistoryError `archive` for the first difference. */
export const checkIndex: Readonly<Record<EraName['format'], CheckIndex>> = {
  era1(file, { at, data }, first, columns) {
    const fail = (reason: string) => malformed(file, at, reason)
    const headers = columns.get('header')!
    const size = 8 * headers.length + 16
    if (data.length !== size)
      throw fail(
        `the block index has ${data.length} bytes, but ${size} are those of ${headers.length} blocks`,
      )
    const [start, ...offsets] = readNumbers(data)
    const count = offsets.pop()
    if (start !== first || count !== BigInt(headers.length))
      throw fail(
        `the block index is of ${count} blocks from ${start} on, but the file has ${headers.length} from ${first} on`,
      )
    const wrong = bases.map((base) =>
      offsets.findIndex((offset, index) => BigInt(headers[index]!) !== BigInt(base(at, index)) + offset),
    )
    if (!wrong.includes(-1))
      throw fail(`the block index does not lead to the header of block ${first + BigInt(Math.max(...wrong))}`)
  },
  // Each slot of a block must lead to an entry of the block: writers order slots differently.
  ere(file, { at, data }, first, columns) {
    const fail = (reason: string) => malformed(file, at, reason)
    const count = columns.get('header')!.length
    const numbers = data.length % 8 === 0 && data.length >= 24 ? readNumbers(data) : [0n, 0n, 0n]
    const [slots, counted] = numbers.slice(-2) as [bigint, bigint]
    const isSized = counted === BigInt(count) && BigInt(data.length) === 24n + 8n * slots * counted
    if (slots < 2n || slots > 5n || !isSized)
      throw fail(
        `the index of ${data.length} bytes counts ${counted} blocks with ${slots} entries each, but the file has ${count} blocks`,
      )
    const [start, ...offsets] = numbers
    if (start !== first) throw fail(`the index begins with block ${start}, but the file with ${first}`)
    for (const [slot, offset] of offsets.slice(0, -2).entries()) {
      const index = Math.floor(slot / Number(slots))
      const target = Number(BigInt(at) + offset)
      if (offset !== 0n && !columns.values().some((column) => column[index] === target))
        throw fail(`the index does not lead to an entry of block ${first + BigInt(index)}`)
    }
  },
}

/** Where offsets count from: the index entry; in files of early geth (until April 2024) the end of each one's own slot. */
const bases: readonly ((at: number, index: number) => number)[] = [
  (at) => at,
  (at, index) => at + 24 + 8 * index,
]
