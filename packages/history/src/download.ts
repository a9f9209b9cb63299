import { open, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { equalBytes, toHex } from '@lectern/chain'
import { sumFile } from './checksums.ts'
import { HistoryError } from './error.ts'
import { reasonOf } from './fault.ts'

/** What is downloaded, and how patiently. */
export interface DownloadOptions {
  readonly url: string
  /** Where it goes once it is whole; until then it lies beside, under a name that ends in `.part`. */
  readonly path: string
  /** The 32-byte SHA-256 that it must have. */
  readonly sum?: Uint8Array | undefined
  /** How often it is tried again without a byte more than before; 5 where it is not given. */
  readonly tries?: number
  /** Milliseconds without a byte after which a request is given up. */
  readonly idle?: number
  /** Milliseconds before the first new try, twice as many before each next. */
  readonly pause?: number
  /** The most bytes that are taken. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/**
 * Brings a file from a URL, going on where an earlier try ended (RFC 9110, range requests), however often the connection is cut. A file
 * that is there already is kept where its sum is right. Throws HistoryError `archive` for a refusal, a sum that is wrong twice, more
 * bytes than the limit, or when no try brings a byte more. Gives whether it was brought, and not there already.
 */
export async function download(options: DownloadOptions): Promise<boolean> {
  const { url, path, sum, tries = 5, pause = 1000, signal } = options
  const part = `${path}.part`
  if (sum && (await sizeOf(path)) > 0 && equalBytes(await sumFile(path, signal), sum)) return false
  let fruitless = 0
  let most = 0
  let wrongSums = 0
  for (;;) {
    const before = await sizeOf(part)
    const outcome = await bring(options, part, before)
    if (outcome === 'whole') {
      const found = sum && (await sumFile(part, signal))
      if (found === undefined || equalBytes(found, sum!)) {
        await rename(part, path)
        return true
      }
      await rm(part, { force: true })
      // What an earlier try left may have been of another file.
      if (before === 0 || ++wrongSums > 1)
        throw new HistoryError(
          'archive',
          `${url} has the SHA-256 ${toHex(found)}, but ${toHex(sum!)} is published.`,
        )
      continue
    }
    const size = await sizeOf(part)
    fruitless = size > Math.max(before, most) ? 0 : fruitless + 1 // what was brought before, and lost, is no step forward
    most = Math.max(most, size)
    if (fruitless >= tries)
      throw new HistoryError(
        'archive',
        `${url} cannot be brought, ${tries} tries in a row: ${outcome.reason}.`,
      )
    await sleep(pause * 2 ** Math.max(0, fruitless - 1), undefined, signal ? { signal } : {})
  }
}

/** The text at a URL, at most `limit` bytes. Throws HistoryError `archive` where there is none. */
export async function fetchText(
  url: string,
  { signal, limit = 16 * 2 ** 20, idle = IDLE }: Pick<DownloadOptions, 'signal' | 'limit' | 'idle'> = {},
): Promise<string> {
  const watch = createWatch(idle, signal)
  try {
    const response = await fetch(url, { signal: watch.signal })
    if (!response.ok) throw refusal(url, response)
    let text = ''
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) {
      watch.tick()
      text += decoder.decode(piece, { stream: true })
      if (text.length > limit) throw new HistoryError('archive', `${url} has more than ${limit} bytes.`)
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof HistoryError || signal?.aborted) throw error
    throw new HistoryError('archive', `${url} cannot be read: ${reasonOfRequest(error)}.`, { cause: error })
  } finally {
    watch.end()
  }
}

type Outcome = 'whole' | { readonly reason: string }

/** One request for what is missing. What it brings stays in the part, even when it is cut off. */
async function bring(
  { url, idle = IDLE, limit = LIMIT, signal }: DownloadOptions,
  part: string,
  held: number,
): Promise<Outcome> {
  const watch = createWatch(idle, signal)
  try {
    const response = await fetch(url, {
      signal: watch.signal,
      headers: { 'accept-encoding': 'identity', ...(held > 0 && { range: `bytes=${held}-` }) },
    })
    const place = readPlace(response, held)
    if (place === undefined) {
      await response.body?.cancel()
      if (response.status >= 400 && response.status < 500 && ![408, 416, 429].includes(response.status))
        throw refusal(url, response)
      if (response.ok || response.status === 416) await rm(part, { force: true }) // the next try takes it from the beginning
      return {
        reason: `it answered ${response.status} ${response.headers.get('content-range') ?? ''}`.trimEnd(),
      }
    }
    const { start, end } = place
    if (end !== undefined && end > limit) throw tooLong(url, end, limit)
    const size = await append(response, part, { start, limit, url, tick: watch.tick })
    if (end === undefined || size === end) return 'whole'
    return { reason: `it ended after ${size} of ${end} bytes` }
  } catch (error) {
    if (error instanceof HistoryError || signal?.aborted) throw error
    return { reason: reasonOfRequest(error) }
  } finally {
    watch.end()
  }
}

/** Where the bytes of a response begin, and where the file ends if it says so; undefined where they are not the ones that were asked for. */
function readPlace(
  { status, headers }: Response,
  held: number,
): { start: number; end: number | undefined } | undefined {
  const length = headers.get('content-length')
  if (status === 200) return { start: 0, end: length === null ? undefined : Number(length) }
  if (status !== 206) return undefined
  const [, start, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  if (start === undefined || held === 0 || Number(start) !== held) return undefined
  return { start: held, end: total === '*' ? Number(last) + 1 : Number(total) }
}

async function append(
  { body }: Response,
  part: string,
  { start, limit, url, tick }: { start: number; limit: number; url: string; tick: () => void },
): Promise<number> {
  await using file = await open(part, start === 0 ? 'w' : 'r+')
  let at = start
  for await (const piece of body ?? []) {
    tick()
    if (at + piece.length > limit) throw tooLong(url, at + piece.length, limit)
    for (let done = 0; done < piece.length;)
      done += (await file.write(piece, done, piece.length - done, at + done)).bytesWritten
    at += piece.length
  }
  await file.sync()
  return at
}

/** A signal that fires when nothing ticks for a while, or when another one does. */
function createWatch(idle: number, signal?: AbortSignal) {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error(`nothing came for ${idle} ms`))
  let timer = setTimeout(stop, idle)
  return {
    signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
    tick() {
      clearTimeout(timer)
      timer = setTimeout(stop, idle)
    },
    end: () => clearTimeout(timer),
  }
}

const IDLE = 30_000
const LIMIT = 8 * 2 ** 30 // the longest published file has 0.8 GB

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

const refusal = (url: string, { status, statusText }: Response) =>
  new HistoryError('archive', `${url} cannot be read: it answered ${`${status} ${statusText}`.trimEnd()}.`)

const tooLong = (url: string, size: number, limit: number) =>
  new HistoryError('archive', `${url} has ${size} bytes or more, but ${limit} are the most that are taken.`)

/** Why a request failed: fetch wraps the reason in "fetch failed". */
function reasonOfRequest(error: unknown): string {
  const { cause } = error as Error
  return reasonOf(cause instanceof Error && cause.message !== '' ? cause : error)
}
