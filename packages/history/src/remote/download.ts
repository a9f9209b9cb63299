import { open, rm, stat } from 'node:fs/promises'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { sumFile } from '../archive/checksums.ts'
import { renameDurably } from '../folder.ts'
import { archiveError, HistoryError, reasonOf } from '../error.ts'
import { showUrl } from '../show-url.ts'
import { type Failure, refuse, request, type RequestTerms, retry } from './request.ts'

export interface DownloadOptions extends RequestTerms {
  readonly url: string
  /** The path of the complete file. Until then the bytes are in a file whose name ends in `.part`. */
  readonly path: string
  /** The 32-byte SHA-256 that it must have. */
  readonly sum?: Uint8Array | undefined
}

/**
 * Downloads a file, and returns whether it did. A file that exists is kept if its sum is right, and is never replaced. A download resumes
 * where the last attempt ended (RFC 9110, range requests).
 * @throws HistoryError `archive` after too many failures or a wrong sum, `unwritable` if the disk refuses
 */
export async function download(options: DownloadOptions): Promise<boolean> {
  const { url, path, sum } = options
  const part = `${path}.part`
  if (sum && (await sizeOf(path)) > 0) {
    const found = await sumFile(path, options.signal)
    if (equalBytes(found, sum)) return false
    throw archiveError(
      `${path} is there already with the SHA-256 ${toHex(found)}, but ${showUrl(url)} is published with ${toHex(sum)}: move it away.`,
    )
  }
  let most = 0
  let wrongSums = 0
  const attempt = async (): Promise<void> => {
    const before = await sizeOf(part)
    try {
      await requestRest(options, part, before)
    } catch (error) {
      const size = await sizeOf(part)
      const isFurther = size > Math.max(before, most) // bytes that were downloaded and lost are no progress
      most = Math.max(most, size)
      throw Object.assign(error as Failure, { isFurther })
    }
    const found = sum && (await sumFile(part, options.signal))
    if (found === undefined || equalBytes(found, sum!)) return
    await write(part, rm(part, { force: true }))
    if (before > 0 && ++wrongSums === 1) return await attempt() // the earlier part may be of another file
    throw archiveError(`${showUrl(url)} has the SHA-256 ${toHex(found)}, but ${toHex(sum!)} is published.`)
  }
  await retry(`${showUrl(url)} cannot be downloaded`, attempt, options)
  await write(path, renameDurably(part, path))
  return true
}

/** Requests the missing bytes. Those that come stay in the part, even if the response is cut off. */
async function requestRest(options: DownloadOptions, part: string, size: number): Promise<void> {
  const { url, sum, limit = LIMIT } = options
  const headers = { 'accept-encoding': 'identity', ...(size > 0 && { range: `bytes=${size}-` }) }
  await request(url, options, headers, async (response, pieces) => {
    const range = readRange(response, size)
    if (range === undefined) {
      const { headers, ok, status } = response
      const range = headers.get('content-range') ?? ''
      // Nothing follows: the server says that the part is complete, and its sum decides.
      if (status === 416 && size > 0 && (range === '' ? sum !== undefined : range === `bytes */${size}`))
        return await response.body?.cancel()
      if (ok || status === 416) await write(part, rm(part, { force: true })) // the next attempt starts again
      return await refuse(url, response, range)
    }
    const { start, end, isLast } = range
    if (end !== undefined && end > limit) throw tooLong(url, end, limit)
    await using file = await write(part, open(part, start === 0 ? 'w' : 'r+'))
    let at = start
    for await (const piece of pieces) {
      if (at + piece.length > limit) throw tooLong(url, at + piece.length, limit)
      for (let done = 0; done < piece.length;)
        done += (await write(part, file.write(piece, done, piece.length - done, at + done))).bytesWritten
      at += piece.length
    }
    if (end !== undefined && at !== end) throw new Error(`it ended after ${at} of ${end} bytes`)
    if (!isLast) throw new Error(`it did not say whether more than ${at} bytes follow`)
  })
}

/** Returns the range of a response; undefined if it is not the one that was requested. */
function readRange({ status, headers }: Response, size: number) {
  // Some servers always compress; then lengths and offsets are of the packed bytes.
  const isPacked = !['', 'identity'].includes(headers.get('content-encoding') ?? '')
  const length = isPacked ? null : headers.get('content-length')
  if (status === 200) return { start: 0, end: length === null ? undefined : Number(length), isLast: true }
  if (status !== 206 || isPacked) return undefined
  const [, start, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  if (start === undefined || size === 0 || Number(start) !== size) return undefined
  const isLast = total !== '*'
  return { start: size, end: isLast ? Number(total) : Number(last) + 1, isLast }
}

const LIMIT = 8 * 2 ** 30 // the longest published file has 0.8 GB

/** Awaits a disk operation. Throws HistoryError `unwritable`: a retry does not help. */
const write = <V>(path: string, doing: Promise<V>): Promise<V> =>
  doing.catch((cause: Error) => {
    throw new HistoryError('unwritable', `${path} cannot be written: ${reasonOf(cause)}.`, { cause })
  })

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

const tooLong = (url: string, size: number, limit: number) =>
  archiveError(`${showUrl(url)} has ${size} bytes or more, but ${limit} are the most that are read.`)
