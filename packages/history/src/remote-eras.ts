import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { equalBytes, toHex } from '@lectern/chain'
import { ERA_BLOCKS, type EraName, readEraName } from './archive/era-name.ts'
import { CHECKSUMS, isNamed, parseChecksums } from './checksums.ts'
import { download, type DownloadOptions, fetchText } from './download.ts'
import { HistoryError } from './error.ts'
import { type EraImportOptions, importEras } from './import-eras.ts'
import type { ImportResult } from './import.ts'
import type { Store } from './store/store.ts'

/** An era file that lies at a URL. */
export interface RemoteEra extends EraName {
  readonly name: string
  readonly url: string
  /** The 32-byte SHA-256 that is published of it. */
  readonly sum: Uint8Array
}

/** What an import from a URL is given. */
export interface RemoteImportOptions
  extends Omit<EraImportOptions, 'sources' | 'store'>, Pick<DownloadOptions, 'tries' | 'idle' | 'pause'> {
  readonly store: EraImportOptions['store'] & Pick<Store, 'head'>
  readonly files: readonly RemoteEra[]
  /** The folder that files are brought into; is made where it is not there. */
  readonly cache: string
  /** Whether files stay there once they are imported. */
  readonly keep?: boolean
}

/** Whether a source is a URL. */
export const isUrl = (source: string): boolean => /^https?:\/\//.test(source)

/**
 * The era files at a URL, in the order of their eras: of a folder with a `checksums.txt`, or of such a list itself (a URL that ends in
 * `.txt`). Where the sums stand without names, those are the links of the folder's page. Throws HistoryError `archive`.
 */
export async function listRemoteEras(source: string, signal?: AbortSignal): Promise<RemoteEra[]> {
  const options = signal ? { signal } : {}
  const list = source.endsWith('.txt') ? source : `${source.replace(/\/$/, '')}/${CHECKSUMS}`
  const folder = new URL('.', list).href
  const sums = parseChecksums(await fetchText(list, options), list)
  const files = isNamed(sums)
    ? [...sums].flatMap(([name, sum]) => toRemote(folder, name, sum) ?? [])
    : nameSums(sums, findLinks(await fetchText(folder, options)), { list, folder })
  if (files.length === 0)
    throw new HistoryError('archive', `${list} names no era file, such as mainnet-00000-5ec1ffb8.era1.`)
  return files.toSorted((a, b) => a.era - b.era)
}

/** The sums stand in the order of the eras. */
function nameSums(
  sums: readonly Uint8Array[],
  names: readonly string[],
  { list, folder }: { list: string; folder: string },
): RemoteEra[] {
  if (names.length !== sums.length)
    throw new HistoryError(
      'archive',
      `${list} has ${sums.length} sums, but ${folder} links to ${names.length} era files.`,
    )
  const inOrder = names.toSorted((a, b) => readEraName(a)!.era - readEraName(b)!.era)
  return inOrder.map((name, index) => toRemote(folder, name, sums[index]!)!)
}

function findLinks(page: string): string[] {
  const links = [...page.matchAll(/href\s*=\s*["']?([^"'\s>]+)/gi)].map(([, link]) => basename(link!))
  return [...new Set(links)].filter((name) => readEraName(name) !== undefined)
}

function toRemote(folder: string, name: string, sum: Uint8Array): RemoteEra | undefined {
  const read = readEraName(name)
  return read && { ...read, name, url: new URL(name, folder).href, sum }
}

/**
 * Brings the era files that a store does not hold yet from where they lie, one ahead of the one that is imported, and imports them as
 * `importEras` does. Each that was brought goes away when it is imported, unless it is kept; one that was there before stays. What an interruption leaves is gone on with.
 */
export async function importRemoteEras(options: RemoteImportOptions): Promise<ImportResult> {
  const {
    store,
    files,
    cache,
    keep = false,
    head: trusted,
    onProgress,
    tries,
    idle,
    pause,
    ...others
  } = options
  await mkdir(cache, { recursive: true })
  const abort = new AbortController()
  const signal = others.signal ? AbortSignal.any([others.signal, abort.signal]) : abort.signal
  const { head } = store
  const needed = files.filter(({ era }) => head === null || head.number < BigInt((era + 1) * ERA_BLOCKS - 1))
  const bring = (file: RemoteEra | undefined): Promise<{ path: string; isOurs: boolean } | undefined> => {
    if (file === undefined) return Promise.resolve(undefined)
    const path = join(cache, file.name)
    const bounds = { ...(tries && { tries }), ...(idle && { idle }), ...(pause !== undefined && { pause }) }
    const coming = download({ url: file.url, path, sum: file.sum, signal, ...bounds }).then((isOurs) => ({
      path,
      isOurs,
    }))
    coming.catch(() => {}) // it is awaited in its turn
    return coming
  }
  const sums = { added: 0, held: head ? Number(head.number - head.lowest) + 1 : 0, transactions: 0, gas: 0n }
  let anchor: bigint | null = null
  let read = 0
  let coming = bring(needed[0])
  try {
    for (const index of needed.keys()) {
      const { path, isOurs } = (await coming)!
      coming = bring(needed[index + 1])
      let size = 0
      const result = await importEras({
        ...others,
        store,
        signal,
        sources: [path],
        onProgress(step) {
          size = step.total
          const share = (index + step.read / step.total) / needed.length
          const [added, transactions] = [sums.added + step.added, sums.transactions + step.transactions]
          const gas = sums.gas + step.gas
          const all = { added, transactions, gas, held: sums.held, read: read + step.read }
          onProgress?.({ ...step, ...all, total: all.read / share })
        },
      })
      sums.added += result.added
      sums.transactions += result.transactions
      sums.gas += result.gas
      anchor = result.anchor ?? anchor
      read += size
      if (isOurs && !keep) await rm(path)
    }
  } finally {
    abort.abort()
    await coming.catch(() => {})
  }
  const { number, hash } = store.head!
  if (trusted) {
    const found = findBlock(store, trusted)
    if (found === undefined)
      throw new HistoryError(
        'head',
        `no block that is held has the trusted hash ${toHex(trusted)}; what is kept stands unvouched.`,
      )
    await store.trust({ number: found, hash: trusted })
    anchor = anchor === null || found > anchor ? found : anchor
  }
  return { ...sums, head: { number, hash }, anchor }
}

/** The number of the block that has a hash, sought from the highest down. */
function findBlock({ head, blockHash }: RemoteImportOptions['store'], hash: Uint8Array): bigint | undefined {
  for (let number = head!.number; number >= head!.lowest; number--)
    if (equalBytes(blockHash(number)!, hash)) return number
  return undefined
}
