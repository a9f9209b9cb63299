import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { toHex } from '@lectern/chain'
import { type EraName, readEraName } from '../archive/era-name.ts'
import { CHECKSUMS, checkSum, isNamed, readChecksums, sumFile } from '../remote/checksums.ts'
import { renameDurably } from '../folder.ts'
import { type EraFile, listEraFiles } from '../archive/eras.ts'
import { HistoryError } from '../error.ts'

/** The `checksums.txt` of a folder that files are written into. */
export interface ChecksumList {
  /** Writes the list anew with the 32-byte sum of a file that came into the folder, and without those of files that it replaced. */
  put(path: string, sum: Uint8Array, replaced: readonly string[]): Promise<void>
}

/**
 * Opens the list of a folder of era files of one kind, to continue it in its own style: its entries stay, whatever the
 * files have become, and only what is put changes. Where there is none, the files that are current are summed, and the new list has geth's
 * style: `0x` and one sum a line, in the order of the eras. Throws HistoryError `archive` for a list that is none, which is never
 * replaced, and where it has more or fewer sums without names than there are files, so that which is whose is unknown; unless it may be
 * replaced: then each current file must have one of them.
 */
export async function openChecksumList(
  folder: string,
  { format, overwrite, isCurrent, signal }: ListOptions,
): Promise<ChecksumList> {
  const path = join(folder, CHECKSUMS)
  const listed = await readChecksums(folder)
  const files = (await listEraFiles(folder))
    .filter((file) => file.format === format)
    .toSorted((a, b) => a.era - b.era)
  const sums = new Map<string, Uint8Array>()
  if (listed === undefined)
    for (const file of files.filter(isCurrent))
      sums.set(basename(file.path), await sumFile(file.path, signal))
  else if (isNamed(listed)) for (const [name, sum] of listed) sums.set(name, sum)
  else if (listed.length === files.length)
    for (const [index, file] of files.entries()) sums.set(basename(file.path), listed[index]!)
  else if (overwrite)
    for (const file of files.filter(isCurrent))
      sums.set(basename(file.path), (await checkSum(file.path, listed, signal))!)
  else
    throw new HistoryError(
      'archive',
      `${path} has ${listed.length} sums without names, and there are ${files.length} files of that kind beside it, so it cannot be continued, and it is not replaced unless that is asked for.`,
    )
  const hasNames = listed !== undefined && isNamed(listed)
  return {
    async put(written, sum, replaced) {
      for (const other of replaced) sums.delete(basename(other))
      sums.set(basename(written), sum)
      const text = hasNames ? writeNamed(sums) : writeInOrder(sums)
      await writeFile(`${path}.part`, text, { flush: true })
      await renameDurably(`${path}.part`, path)
    },
  }
}

interface ListOptions {
  readonly format: EraName['format']
  /** Whether a list whose sums cannot be assigned to files is written anew. */
  readonly overwrite: boolean
  /** Whether a file that is there stays. */
  readonly isCurrent: (file: EraFile) => boolean
  readonly signal?: AbortSignal | undefined
}

const writeNamed = (sums: ReadonlyMap<string, Uint8Array>): string =>
  [...sums].map(([name, sum]) => `${toHex(sum).slice(2)}  ${name}\n`).join('')

const writeInOrder = (sums: ReadonlyMap<string, Uint8Array>): string =>
  [...sums]
    .toSorted(([a], [b]) => readEraName(a)!.era - readEraName(b)!.era)
    .map(([, sum]) => `${toHex(sum)}\n`)
    .join('')
