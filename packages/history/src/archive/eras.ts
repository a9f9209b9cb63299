import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import { statFile } from './archive-file.ts'
import type { Era, InspectOptions, EraReadOptions } from './era.ts'
import type { EraEntries } from './era-block.ts'
import { inspectEra1, readEra1 } from './era1.ts'
import { inspectEre, readEre } from './ere.ts'
import { ERA_BLOCKS, type EraName, readEraName } from './era-name.ts'
import { type FileStart, readEraStart, readFileStart } from './file-start.ts'
import { HistoryError } from '../error.ts'

/** An era file to read. */
export interface EraFile extends Pick<EraName, 'format' | 'era'> {
  readonly path: string
  /** Undefined if the name does not state it. */
  readonly network: string | undefined
  /** Bytes. */
  readonly size: number
}

/** The reader of a kind of era file. */
export interface EraFormat {
  inspect(path: string, options?: InspectOptions): Promise<Era>
  read(era: Era, options?: EraReadOptions): AsyncGenerator<EraEntries>
}

/** The kinds of era files. */
export const eraFormats: Readonly<Record<EraName['format'], EraFormat>> = {
  era1: { inspect: inspectEra1, read: readEra1 },
  ere: { inspect: inspectEre, read: readEre },
}

/** Finds the era files of files and folders, in the order of their blocks. They must be of one network, and of different eras. */
export async function findEraFiles(sources: readonly string[]): Promise<EraFile[]> {
  const files = (await Promise.all(sources.map(listFiles))).flat().toSorted((a, b) => a.era - b.era)
  for (const [index, file] of files.entries()) {
    const before = files[index - 1]
    if (before === undefined) continue
    if (before.network && file.network && before.network !== file.network)
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

/** Returns true for a folder or an era file, false for a chain.rlp, by its name or its first bytes. */
export async function isEraSource(path: string): Promise<boolean> {
  if (hasEraEnding(path) || (await statFile(path)).isDirectory()) return true
  const start = await readFileStart(path)
  const { kind, isGzipped } = start
  if (kind === 'rlp' || (kind === 'e2store' && !isGzipped)) return kind === 'e2store'
  throw new HistoryError(
    'archive',
    `${path} is no chain.rlp, .era1, .ere or .jsonl file: ${describeStart(start)}.`,
  )
}

/** Lists the files of a folder that have an era file's name, in the order of their names. */
export async function listEraFiles(folder: string): Promise<EraFile[]> {
  return await toEraFiles(await listFolder(folder, (path) => readEraName(path) !== undefined))
}

async function listFiles(source: string): Promise<EraFile[]> {
  if (!(await statFile(source)).isDirectory()) return await toEraFiles([source])
  const eras = await toEraFiles(await listFolder(source, hasEraEnding))
  if (eras.length > 0) return eras
  throw new HistoryError(
    'archive',
    `${source} holds no era file, such as mainnet-00000-5ec1ffb8.era1, and no chain.rlp; name .jsonl files one by one.`,
  )
}

const hasEraEnding = (path: string): boolean => /\.(era1|erae|ere)$/.test(path)

async function listFolder(folder: string, isWanted: (path: string) => boolean): Promise<string[]> {
  return (await readdir(folder))
    .toSorted()
    .map((name) => join(folder, name))
    .filter(isWanted)
}

async function toEraFiles(paths: readonly string[]): Promise<EraFile[]> {
  const eras: EraFile[] = []
  for (const path of paths) {
    const { size } = await statFile(path)
    const { format, network, era } = readEraName(path) ?? (await identify(path))
    eras.push({ format, network, era, path, size })
  }
  return eras
}

/** Identifies an era file by its content. Throws HistoryError `archive` if it is none. */
async function identify(path: string): Promise<Pick<EraFile, 'format' | 'network' | 'era'>> {
  const start = await readFileStart(path)
  if (start.kind !== 'e2store' || start.isGzipped)
    throw new HistoryError('archive', `${path} is no era file: ${describeStart(start)}.`)
  const { format, first } = await readEraStart(path)
  return { format, network: undefined, era: Number(first / BigInt(ERA_BLOCKS)) }
}

/** How a file begins, for a sentence. */
function describeStart({ kind, isGzipped, bytes }: FileStart): string {
  const subject = isGzipped ? 'it is gzipped, and what it holds' : 'it'
  if (kind === 'e2store') return `${subject} begins as an era file does: unpack it first`
  if (bytes.length === 0) return `${subject} is empty`
  const text = Buffer.from(bytes).toString('latin1')
  const shown = /^[\x20-\x7e\r\n\t]+$/.test(text) ? JSON.stringify(text) : toHex(bytes)
  return `${subject} begins with ${shown}`
}
