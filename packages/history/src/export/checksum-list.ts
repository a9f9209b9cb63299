import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { type EraFile, type EraName, listEraFiles, readEraName } from '../archive/eras.ts'
import { CHECKSUMS, checkSum, isNamed, readChecksums, sumFile } from '../archive/checksums.ts'
import { writeDurably } from '../folder.ts'
import { archiveError } from '../error.ts'

/** Opens the list of a folder of era files to continue it in its style. Sums without names must be as many as the files, or be replaced. */
export async function openChecksumList(
  folder: string,
  { format, overwrite = false, signal }: ListOptions,
  isCurrent: (file: EraFile) => boolean,
): Promise<{
  /** Adds the sum of a file, before the file gets its name: a file without a sum makes a folder unreadable. */
  put(path: string, sum: Uint8Array): Promise<void>
  drop(paths: readonly string[]): Promise<void>
}> {
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
  const lines =
    listed && isNamed(listed)
      ? () => [...sums].map(([name, sum]) => `${toHex(sum).slice(2)}  ${name}\n`)
      : () => [...sums].toSorted(([a], [b]) => eraOf(a) - eraOf(b)).map(([, sum]) => `${toHex(sum)}\n`)
  const write = () => writeDurably(path, lines().join(''))
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

const eraOf = (name: string): number => readEraName(name)!.era

interface ListOptions {
  readonly format: EraName['format']
  readonly overwrite?: boolean
  readonly signal?: AbortSignal
}
