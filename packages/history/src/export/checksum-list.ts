import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { type EraFile, type EraName, listEraFiles, readEraName } from '../archive/eras.ts'
import { CHECKSUMS, checkSum, isNamed, readChecksums, sumFile } from '../archive/checksums.ts'
import { writeDurably } from '../folder.ts'
import { archiveError } from '../error.ts'

/** The `checksums.txt` of a folder that files are written into. */
export interface ChecksumList {
  /** Adds the sum of a file, before the file gets its name: a file without a sum makes a folder unreadable. */
  put(path: string, sum: Uint8Array): Promise<void>
  drop(paths: readonly string[]): Promise<void>
}

/**
 * Opens the list of a folder of era files of one kind, to continue it in its style. A new list has a sum per line, as geth's. Sums without
 * names must be as many as the files, or with `overwrite` include those of the current files.
 */
export async function openChecksumList(
  folder: string,
  { format, overwrite, isCurrent, signal }: ListOptions,
): Promise<ChecksumList> {
  const path = join(folder, CHECKSUMS)
  const found = await readChecksums(folder)
  const parts = found && !isNamed(found) ? await sumParts(folder, signal) : []
  const listed =
    found && !isNamed(found) ? found.filter((sum) => !parts.some((part) => equalBytes(part, sum))) : found
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
    throw archiveError(
      `${path} has ${listed.length} sums without names, and there are ${files.length} files of that kind beside it, so it cannot be continued, and it is not replaced unless that is asked for.`,
    )
  const hasNames = listed !== undefined && isNamed(listed)
  const write = () => writeDurably(path, hasNames ? writeNamed(sums) : writeInOrder(sums))
  return {
    async put(written, sum) {
      sums.set(basename(written), sum)
      await write()
    },
    async drop(paths) {
      if (paths.length === 0) return
      for (const gone of paths) sums.delete(basename(gone))
      await write()
    },
  }
}

/** Sums the files that an export wrote, but ended before it named them. */
async function sumParts(folder: string, signal?: AbortSignal): Promise<Uint8Array[]> {
  const parts = (await readdir(folder)).filter((name) => /\.(ere|era1)\.part$/.test(name))
  return Promise.all(parts.map((name) => sumFile(join(folder, name), signal)))
}

interface ListOptions {
  readonly format: EraName['format']
  /** Whether a list is replaced if its sums cannot be assigned to files. */
  readonly overwrite: boolean
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
