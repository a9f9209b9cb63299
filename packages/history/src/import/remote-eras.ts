import { rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { boundsOfEra, type EraFile, type EraName, findEraFiles, readEraName } from '../archive/eras.ts'
import { CHECKSUMS, isNamed, parseChecksums } from '../archive/checksums.ts'
import { download, type DownloadOptions } from '../remote/download.ts'
import { showUrl } from '../show-url.ts'
import { fetchText, readBody, request, type RequestTerms } from '../remote/request.ts'
import { makeFolder } from '../folder.ts'
import { checkEnd, checkRange, pickEras } from './block-range.ts'
import { type EraImportOptions, importEraFiles } from './import-eras.ts'
import { missedHead, trustMet } from './trust.ts'
import type { ImportResult } from './ingest.ts'
import { readHead } from '../store/interface.ts'
import { archiveError } from '../error.ts'

/** An era file at a URL. */
export interface RemoteEra extends EraName {
  readonly name: string
  /** With the user and the query of the listed URL. */
  readonly url: string
  /** Its published 32-byte SHA-256. */
  readonly sum: Uint8Array
}

/** Options of an import from a URL. */
export interface RemoteImportOptions
  extends Omit<EraImportOptions, 'sources'>, Pick<DownloadOptions, 'tries' | 'idle' | 'pause'> {
  readonly files: readonly RemoteEra[]
  /** The folder for downloads. It is made if it does not exist. */
  readonly cache: string
  /** Whether imported files are kept. */
  readonly keep?: boolean
  /** Whether the folder is for imports alone: then files of an interrupted import are deleted too, and the empty folder. */
  readonly isOwn?: boolean
}

export const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(source)

/** Lists the era files at the URL of a folder or its list. Requests have the query of the URL, and its user as Authorization. */
export async function listRemoteEras(source: string, options: RequestTerms = {}): Promise<RemoteEra[]> {
  if (!URL.canParse(source) || !/^https?:$/.test(new URL(source).protocol))
    throw archiveError(`${showUrl(source)} is no URL that era files come from, such as https://host/folder.`)
  const list = new URL(source)
  list.hash = ''
  if (!list.pathname.endsWith('.txt')) list.pathname = `${list.pathname.replace(/\/$/, '')}/${CHECKSUMS}`
  const folder = new URL('.', list)
  folder.search = list.search
  const names = { list: showUrl(list.href), folder: showUrl(folder.href) }
  const sums = parseChecksums(await fetchText(list.href, options), names.list)
  const files = isNamed(sums)
    ? [...sums].flatMap(([name, sum]) => toRemote(folder, name, sum) ?? [])
    : nameSums(sums, findLinks(await fetchText(folder.href, options)), folder, names)
  if (files.length === 0)
    throw archiveError(`${names.list} names no era file, such as mainnet-00000-5ec1ffb8.era1.`)
  return files.toSorted((a, b) => a.era - b.era)
}

function nameSums(
  sums: readonly Uint8Array[],
  names: readonly string[],
  folder: URL,
  shown: { readonly list: string; readonly folder: string },
): RemoteEra[] {
  if (names.length !== sums.length)
    throw archiveError(
      `${shown.list} has ${sums.length} sums, but ${shown.folder} links to ${names.length} era files.`,
    )
  const inOrder = names.toSorted((a, b) => readEraName(a)!.era - readEraName(b)!.era)
  return inOrder.map((name, index) => toRemote(folder, name, sums[index]!)!)
}

function findLinks(page: string): string[] {
  const links = [...page.matchAll(/href\s*=\s*["']?([^"'\s>?#]+)/gi)].map(([, link]) => basename(link!))
  return [...new Set(links)].filter((name) => readEraName(name) !== undefined)
}

function toRemote(folder: URL, name: string, sum: Uint8Array): RemoteEra | undefined {
  const read = readEraName(name)
  if (read === undefined) return undefined
  const url = new URL(name, folder)
  url.search = folder.search
  return { ...read, name, url: url.href, sum }
}

/**
 * Downloads the era files that are not stored, one ahead of the import, and imports them as `importEras` does. Downloads resume. An
 * imported file is deleted unless `keep` is set, or it was there and the folder is not for imports alone.
 */
export async function importRemoteEras(options: RemoteImportOptions): Promise<ImportResult> {
  const { store, cache, head: trusted, to, keep = false, isOwn = false, onProgress } = options
  const head = await readHead(store)
  checkRange(options, head)
  const files = pickEras(options.files, options)
  await makeFolder(cache)
  const isDone = to !== undefined && head !== null && head.number >= to
  const missing = files.filter(({ era }) => head === null || (!isDone && head.number < boundsOfEra(era).last))
  const [next] = missing
  const isStored = next && head && head.number >= (await findLast(next, options))
  const needed = isStored ? missing.slice(1) : missing
  const stored = head ? Number(head.number - head.lowest) + 1 : 0
  const { added, transactions, gas, anchor } = await importEraFiles(bringFiles(needed, options), {
    ...options,
    total: (count, bytes) => (bytes * needed.length) / count,
    reaches: boundsOfEra(files.at(-1)!.era).first,
    onProgress: (step) => onProgress?.({ ...step, stored }),
  })
  if (isOwn && !keep) await rmdir(cache).catch(() => {}) // what else is in there stays
  const found = trusted && anchor === null ? await trustStored(options, trusted) : anchor
  const { number, hash } = (await readHead(store))!
  checkEnd(showUrl(files.at(-1)!.url), number, options)
  return { added, stored, transactions, gas, head: { number, hash }, anchor: found }
}

/** Returns the last block of an era file, by the count of blocks at its end; Infinity if the server does not say. */
async function findLast({ url, era }: RemoteEra, options: RemoteImportOptions) {
  const headers = { 'accept-encoding': 'identity', range: 'bytes=-8' }
  try {
    return await request(url, options, headers, async ({ status, body }, pieces) => {
      if (status !== 206) await body?.cancel()
      const bytes = status === 206 ? await readBody(pieces, 8) : undefined
      return bytes?.length === 8 ? boundsOfEra(era).first - 1n + bytes.readBigUInt64LE() : Infinity
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    return Infinity // the download reports the fault
  }
}

async function* bringFiles(
  files: readonly RemoteEra[],
  { cache, keep = false, isOwn = false, signal: given, tries, idle, pause }: RemoteImportOptions,
): AsyncGenerator<EraFile> {
  const abort = new AbortController()
  const signal = given ? AbortSignal.any([given, abort.signal]) : abort.signal
  const bring = (file: RemoteEra | undefined): Promise<boolean> | undefined => {
    if (file === undefined) return undefined
    const { url, name, sum } = file
    const coming = download({ url, path: join(cache, name), sum, signal, tries, idle, pause })
    coming.catch(() => {}) // it is awaited in its turn
    return coming
  }
  let coming = bring(files[0])
  try {
    for (const [index, { name }] of files.entries()) {
      const isOurs = await coming
      coming = bring(files[index + 1])
      const [file] = await findEraFiles([join(cache, name)])
      yield file!
      if ((isOurs || isOwn) && !keep) await rm(file!.path) // this one is imported when the next is asked for
    }
  } finally {
    abort.abort()
    await coming?.catch(() => {})
  }
}

async function trustStored(options: RemoteImportOptions, head: Uint8Array): Promise<bigint> {
  await using snapshot = await options.store.snapshot()
  const number = await snapshot.blockNumber(head)
  if (number === undefined) throw await missedHead('stored block', head, options.store)
  await trustMet(options, number)
  return number
}
