import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Era, EraEntries, InspectOptions, ReadOptions } from './archive/era.ts'
import { inspectEra1, readEra1 } from './archive/era1.ts'
import { inspectEre, readEre } from './archive/ere.ts'
import { type EraName, readEraName } from './archive/era-name.ts'
import { HistoryError } from './error.ts'
import { reasonOf } from './fault.ts'

/** An era file to read: its place, what its name says, and its length in bytes. */
export interface EraFile extends EraName {
  readonly path: string
  readonly size: number
}

/** How a kind of era file is read. */
export interface EraFormat {
  inspect(path: string, options?: InspectOptions): Promise<Era>
  read(era: Era, options?: ReadOptions): AsyncGenerator<EraEntries>
}

/** The kinds of era files. */
export const eraFormats: Readonly<Record<EraName['format'], EraFormat>> = {
  era1: { inspect: inspectEra1, read: readEra1 },
  ere: { inspect: inspectEre, read: readEre },
}

/**
 * The era files that are meant by paths of files and folders, in the order of their blocks. Throws HistoryError `archive` where a folder
 * holds none, a file has no era file's name, two are of one era, or they are of several networks.
 */
export async function findEraFiles(sources: readonly string[]): Promise<EraFile[]> {
  const files = (await Promise.all(sources.map(listFiles))).flat().toSorted((a, b) => a.era - b.era)
  for (const [index, file] of files.entries()) {
    const before = files[index - 1]
    if (before === undefined) continue
    if (before.network !== file.network)
      throw new HistoryError(
        'archive',
        `${before.path} is of ${before.network}, but ${file.path} of ${file.network}: import one network at a time.`,
      )
    if (before.era === file.era)
      throw new HistoryError(
        'archive',
        `${before.path} and ${file.path} are both of era ${file.era}: which one is right?`,
      )
  }
  return files
}

/** Whether a path is that of an era file, or of a folder. Throws HistoryError `archive` where there is nothing. */
export async function isEraSource(path: string): Promise<boolean> {
  return /\.(era1|erae|ere)$/.test(path) || (await statOf(path)).isDirectory()
}

/** The era files of a folder, in the order of their names. */
export async function listEraFiles(folder: string): Promise<EraFile[]> {
  return await toEraFiles((await readdir(folder)).toSorted().map((name) => join(folder, name)))
}

async function listFiles(source: string): Promise<EraFile[]> {
  const isFolder = (await statOf(source)).isDirectory()
  const eras = await (isFolder ? listEraFiles(source) : toEraFiles([source]))
  if (eras.length > 0) return eras
  throw new HistoryError(
    'archive',
    isFolder
      ? `${source} holds no era file, such as mainnet-00000-5ec1ffb8.era1.`
      : `${source} has no era file's name, such as mainnet-00000-5ec1ffb8.era1.`,
  )
}

async function toEraFiles(paths: readonly string[]): Promise<EraFile[]> {
  const eras: EraFile[] = []
  for (const path of paths) {
    const name = readEraName(path)
    if (name) eras.push({ ...name, path, size: (await statOf(path)).size })
  }
  return eras
}

const statOf = (path: string) =>
  stat(path).catch((cause: Error) => {
    throw new HistoryError('archive', `${path} cannot be read: ${reasonOf(cause)}.`, { cause })
  })
