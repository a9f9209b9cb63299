import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { decodeHeader, toHex } from '@lectern/chain'
import { isGzip, openArchiveFile, readContent, statFile } from './archive-file.ts'
import { type EntryType, readEntries, unpackEntry, readPart } from './e2store.ts'
import { ITEM_LIMIT } from './rlp-file.ts'
import { archiveError } from '../error.ts'

/** The parts of an era file's name. */
export interface EraName {
  readonly format: 'era1' | 'ere'
  readonly network: string
  /** The first block's number over 8,192, rounded down. */
  readonly era: number
  /** 4 bytes as hex: of the accumulator's root (era1), or of the last block's hash (ere). */
  readonly short: string
}

/** The most blocks in an era file. */
export const ERA_BLOCKS = 8192

/** Returns the numbers of an era's blocks: the first, and the last unless the chain ends before. */
export function boundsOfEra(era: number): { readonly first: bigint; readonly last: bigint } {
  return { first: BigInt(era * ERA_BLOCKS), last: BigInt((era + 1) * ERA_BLOCKS - 1) }
}

/** Reads `<network>-<era>-<short>.era1`, or `.ere` or `.erae` with its profiles (`-noproofs`); undefined for another name. */
export function readEraName(path: string): EraName | undefined {
  const [, network, era, short, profiles, ending] =
    /^([a-z0-9]+)-(\d{5,})-([0-9a-f]{8})((?:-[a-z]+)*)\.(era1|erae|ere)$/.exec(basename(path)) ?? []
  if (network === undefined || (ending === 'era1' && profiles !== '')) return undefined
  return { format: ending === 'era1' ? 'era1' : 'ere', network, era: Number(era), short: short! }
}

/** Returns the network in an era file's name, which must be of this era; undefined for another kind of name. */
export function checkEraName(
  { path, first }: { readonly path: string; readonly first: bigint },
  named: Uint8Array,
): string | undefined {
  const name = readEraName(path)
  if (name === undefined) return undefined
  const era = Number(first / BigInt(ERA_BLOCKS))
  const short = toHex(named.subarray(0, 4)).slice(2)
  if (name.era === era && name.short === short) return name.network
  throw archiveError(
    `${path}: the name says era ${name.era} and ${name.short}, but the file holds era ${era} and ${short}.`,
  )
}

/** An era file to read. */
export interface EraFile extends Pick<EraName, 'format' | 'era'> {
  readonly path: string
  /** Undefined if the name does not state it. */
  readonly network: string | undefined
  readonly size: number
}

/** Finds the era files of files and folders, in the order of their blocks. They must be of one network, and of different eras. */
export async function findEraFiles(sources: readonly string[]): Promise<EraFile[]> {
  const files = (await Promise.all(sources.map(listFiles))).flat().toSorted((a, b) => a.era - b.era)
  for (const [index, file] of files.entries()) {
    const before = files[index - 1]
    if (before === undefined) continue
    if (before.network && file.network && before.network !== file.network)
      throw archiveError(
        `${before.path} is of ${before.network}, but ${file.path} of ${file.network}: import one network at a time.`,
      )
    if (before.era === file.era)
      throw archiveError(`${before.path} and ${file.path} are both of era ${file.era}: which one is right?`)
  }
  return files
}

/** Returns true for a folder or an era file, false for a chain.rlp, by its name or its first bytes. */
export async function isEraSource(path: string): Promise<boolean> {
  if (hasEraEnding(path) || (await statFile(path)).isDirectory()) return true
  const start = await readFileStart(path)
  const { kind, isGzipped } = start
  if (kind === 'rlp' || (kind === 'e2store' && !isGzipped)) return kind === 'e2store'
  throw archiveError(`${path} is no chain.rlp, .era1, .ere or .jsonl file: ${describeStart(start)}.`)
}

/** Lists the files of a folder that have an era file's name, in the order of their names. */
export async function listEraFiles(folder: string): Promise<EraFile[]> {
  return await toEraFiles((await listFolder(folder)).filter((path) => readEraName(path) !== undefined))
}

async function listFiles(source: string): Promise<EraFile[]> {
  if (!(await statFile(source)).isDirectory()) return await toEraFiles([source])
  const eras = await toEraFiles((await listFolder(source)).filter(hasEraEnding))
  if (eras.length > 0) return eras
  throw archiveError(
    `${source} holds no era file, such as mainnet-00000-5ec1ffb8.era1, and no chain.rlp; name .jsonl files one by one.`,
  )
}

const hasEraEnding = (path: string): boolean => /\.(era1|erae|ere)$/.test(path)

const listFolder = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).toSorted().map((name) => join(folder, name))

const toEraFiles = (paths: readonly string[]): Promise<EraFile[]> =>
  Array.fromAsync(paths, async (path) => {
    const { size } = await statFile(path)
    const { format, network, era } = readEraName(path) ?? (await identify(path))
    return { format, network, era, path, size }
  })

async function identify(path: string) {
  const start = await readFileStart(path)
  if (start.kind !== 'e2store' || start.isGzipped)
    throw archiveError(`${path} is no era file: ${describeStart(start)}.`)
  const { format, first } = await readEraStart(path)
  return { format, network: undefined, era: Number(first / BigInt(ERA_BLOCKS)) }
}

function describeStart({ kind, isGzipped, bytes }: Awaited<ReturnType<typeof readFileStart>>): string {
  const subject = isGzipped ? 'it is gzipped, and what it holds' : 'it'
  if (kind === 'e2store') return `${subject} begins as an era file does: unpack it first`
  if (bytes.length === 0) return `${subject} is empty`
  const text = Buffer.from(bytes).toString('latin1')
  const shown = /^[\x20-\x7e\r\n\t]+$/.test(text) ? JSON.stringify(text) : toHex(bytes)
  return `${subject} begins with ${shown}`
}

/** Reads up to 8 bytes of a file, or of its content if it is gzipped, and the kind of a file that begins so. */
async function readFileStart(path: string) {
  await using file = await openArchiveFile(path)
  let bytes = await file.read(0, Math.min(START, file.size))
  const isGzipped = isGzip(bytes)
  if (isGzipped)
    try {
      const { value } = await readContent(file).next()
      bytes = value ? value.chunk.subarray(0, START) : new Uint8Array()
    } catch {
      return { kind: 'rlp', isGzipped, bytes: new Uint8Array() } as const // what is wrong with it shows when it is read
    }
  const isE2store = bytes.length === START && bytes.every((byte, index) => byte === (VERSION[index] ?? 0))
  const kind = isE2store ? 'e2store' : (bytes[0] ?? 0) >= 0xc0 ? 'rlp' : 'unknown'
  return { kind, isGzipped, bytes }
}

async function readEraStart(path: string): Promise<{ format: 'era1' | 'ere'; first: bigint }> {
  await using file = await openArchiveFile(path)
  let first: bigint | undefined
  const types: EntryType[] = []
  for await (const entry of readEntries(file)) {
    const { type } = entry
    if (type === undefined ? first === undefined : types.push(type) === 4) break
    if (type !== 'header') continue
    first ??= readPart(file, entry, 'a header', () =>
      decodeHeader(unpackEntry(file, entry, ITEM_LIMIT)),
    ).number
  }
  const [, header, second, third] = types
  if (first === undefined || header !== 'header')
    throw archiveError(
      `${path} is an e2store file, but neither an era1 nor an ere file: it does not begin with a header of a block.`,
    )
  // Blocks one after the other, or a column of headers, one of bodies and so on.
  return { format: second === 'body' && third === 'receipts' ? 'era1' : 'ere', first }
}

const START = 8
const VERSION = [0x65, 0x32] // an entry of this type and of no bytes
