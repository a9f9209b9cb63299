import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fromHex, toHex } from '@lectern/chain'
import type { EraName } from './archive/era-name.ts'
import { type EraFile, listEraFiles } from './eras.ts'
import { HistoryError } from './error.ts'
import { reasonOf } from './fault.ts'

/** The SHA-256 sums of a folder of era files: by name, or in the order of the files that are of one kind. */
export type Checksums = ReadonlyMap<string, Uint8Array> | readonly Uint8Array[]

/** The name of the file of sums in a folder of era files. */
export const CHECKSUMS = 'checksums.txt'

/**
 * Reads `checksums.txt` in one of two styles: `<hex>  <file>` a line, as sha256sum writes it, or one sum a line in the order of the eras,
 * as geth does. Throws HistoryError `archive` naming the line that is neither.
 */
export function parseChecksums(text: string, path: string): Checksums {
  const rows = text
    .split(/\r?\n/)
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, index }) => {
      const [, hex, name] = /^(?:0x)?([0-9a-fA-F]{64})(?:\s+\*?(\S+))?\s*$/.exec(line) ?? []
      if (hex === undefined)
        throw new HistoryError(
          'archive',
          `${path}: line ${index + 1} must be a SHA-256 sum, and a file's name where they have names: ${JSON.stringify(line.slice(0, 80))}.`,
        )
      return { sum: fromHex(`0x${hex}`), name }
    })
  const named = rows.filter(({ name }) => name !== undefined)
  if (named.length === 0) return rows.map(({ sum }) => sum)
  if (named.length < rows.length)
    throw new HistoryError('archive', `${path}: some lines have a file's name and some have none.`)
  return new Map(named.map(({ name, sum }) => [basename(name!), sum]))
}

/** The sums of a folder; undefined where it has no `checksums.txt`. */
export async function readChecksums(folder: string): Promise<Checksums | undefined> {
  const path = join(folder, CHECKSUMS)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new HistoryError('archive', `${path} cannot be read: ${reasonOf(error)}.`, { cause: error })
  })
  return text === undefined ? undefined : parseChecksums(text, path)
}

/**
 * The sum that a file of a folder must have. Sums without names are of all files of one kind, in their order, so there must be as many;
 * undefined where names leave the file out. Throws HistoryError `archive` where there are more or fewer sums than files.
 */
export function findChecksum(
  sums: Checksums,
  file: Pick<EraFile, 'path' | 'era' | 'format'>,
  files: readonly Pick<EraFile, 'path' | 'era' | 'format'>[],
): Uint8Array | undefined {
  if (isNamed(sums)) return sums.get(basename(file.path))
  const kind = files.filter(({ format }) => format === file.format).toSorted((a, b) => a.era - b.era)
  if (kind.length === sums.length) return sums[kind.findIndex(({ path }) => path === file.path)]
  // Published lists begin with era 0 and have a line for every era.
  if (kind.every(({ era }) => era < sums.length)) return sums[file.era]
  throw new HistoryError(
    'archive',
    `${CHECKSUMS} beside ${file.path} has ${sums.length} sums without names, but the folder has ${kind.length} files of that kind.`,
  )
}

/** Whether sums stand by their files' names. */
export const isNamed = (sums: Checksums): sums is ReadonlyMap<string, Uint8Array> => !Array.isArray(sums)

/** The SHA-256 of a file, read piece by piece. */
export async function sumFile(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 2 ** 20, ...(signal && { signal }) }))
    hash.update(piece as Uint8Array)
  return hash.digest()
}

/** The sums of all era files of a kind in a folder, in the order of their eras; those that are known are not read again. */
export async function listChecksums(
  folder: string,
  format: EraName['format'],
  known: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array[]> {
  const files = (await listEraFiles(folder)).filter((file) => file.format === format)
  const sums: Uint8Array[] = []
  for (const { path } of files.toSorted((a, b) => a.era - b.era))
    sums.push(known.get(path) ?? (await sumFile(path)))
  return sums
}

/** Writes a folder's `checksums.txt` as geth does: `0x` and one sum a line, without names. */
export async function writeChecksums(folder: string, sums: readonly Uint8Array[]): Promise<void> {
  const path = join(folder, CHECKSUMS)
  await writeFile(`${path}.part`, sums.map((sum) => `${toHex(sum)}\n`).join(''))
  await rename(`${path}.part`, path)
}
