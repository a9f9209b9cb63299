import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fromHex, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { requireRegular } from './archive-file.ts'
import { archiveError, failToRead } from '../error.ts'

/** The SHA-256 sums of a folder of era files: by name, or in the order of the eras. */
export type Checksums = ReadonlyMap<string, Uint8Array> | readonly Uint8Array[]

export const CHECKSUMS = 'checksums.txt'

/** Reads lines of `<hex>  <file>`, as sha256sum writes them, or a sum per line in the order of the eras, as geth does. */
export function parseChecksums(text: string, path: string): Checksums {
  const rows = text
    .split(/\r?\n/)
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, index }) => {
      const [, hex, name] = /^(?:0x)?([0-9a-fA-F]{64})(?:\s+\*?(\S+))?\s*$/.exec(line) ?? []
      if (hex === undefined)
        throw archiveError(
          `${path}: line ${index + 1} must be a SHA-256 sum, and a file's name where they have names: ${JSON.stringify(line.slice(0, 80))}.`,
        )
      return { sum: fromHex(`0x${hex}`), name }
    })
  const named = rows.filter(({ name }) => name !== undefined)
  if (named.length === 0) return rows.map(({ sum }) => sum)
  if (named.length < rows.length)
    throw archiveError(`${path}: some lines have a file's name and some have none.`)
  return new Map(named.map(({ name, sum }) => [basename(name!), sum]))
}

export async function readChecksums(folder: string): Promise<Checksums | undefined> {
  const path = join(folder, CHECKSUMS)
  try {
    await requireRegular(path)
    return parseChecksums(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return failToRead(path)(error)
  }
}

/** Compares a file with its sum, or with all sums that have no names, and returns its sum; undefined if it is not listed. */
export async function checkSum(
  path: string,
  sums: Checksums,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const said = isNamed(sums) ? sums.get(basename(path)) : sums
  if (said === undefined) return undefined
  const sum = await sumFile(path, signal)
  const listed = said instanceof Uint8Array ? [said] : said
  if (listed.some((one) => equalBytes(one, sum))) return sum
  const rule =
    said instanceof Uint8Array
      ? `but ${CHECKSUMS} beside it says ${toHex(said)}`
      : `which is none of the ${said.length} sums of ${CHECKSUMS} beside it`
  throw archiveError(`${path} has the SHA-256 ${toHex(sum)}, ${rule}.`)
}

export const isNamed = (sums: Checksums): sums is ReadonlyMap<string, Uint8Array> => !Array.isArray(sums)

/** Returns the SHA-256 of a file. Throws HistoryError `archive` if it cannot be read, or the reason of the signal. */
export async function sumFile(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  const hash = createHash('sha256')
  try {
    await requireRegular(path) // before it is opened: a pipe would be waited for
    for await (const piece of createReadStream(path, { highWaterMark: 2 ** 20, ...(signal && { signal }) }))
      hash.update(piece as Uint8Array)
  } catch (error) {
    signal?.throwIfAborted()
    failToRead(path)(error)
  }
  return hash.digest()
}
