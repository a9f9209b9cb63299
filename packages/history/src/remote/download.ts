import { open, rm, stat } from 'node:fs/promises'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { sumFile } from '../archive/checksums.ts'
import { renameDurably } from '../folder.ts'
import { HistoryError, reasonOf } from '../error.ts'
import { showUrl } from '../show-url.ts'
import { type Failure, giveUp, IDLE, type RequestTerms, retry, tryRequest, type Watched } from './request.ts'

/** What is downloaded, and how patiently. */
export interface DownloadOptions extends RequestTerms {
  readonly url: string
  /** Where it goes once it is whole; until then it lies beside, under a name that ends in `.part`. */
  readonly path: string
  /** The 32-byte SHA-256 that it must have. */
  readonly sum?: Uint8Array | undefined
}

/**
 * Downloads a file from a URL, resuming where an earlier try ended (RFC 9110, range requests), however often the connection is cut. A file
 * that is there already stays if its sum is right, and is never replaced. Throws HistoryError `archive` for a refusal, a file that is
 * there with another sum, a sum that is wrong twice, more bytes than the limit, or when no try gets a byte more; `unwritable` where the
 * disk refuses. Gives whether it was downloaded, and not there already.
 */
export async function download(options: DownloadOptions): Promise<boolean> {
  const { url, path, sum } = options
  const part = `${path}.part`
  if (sum && (await sizeOf(path)) > 0) {
    await requireSum(options, sum)
    return false
  }
  let most = 0
  let wrongSums = 0
  const attempt = async (): Promise<Outcome> => {
    const before = await sizeOf(part)
    const outcome = await requestRest(options, part, before)
    if (outcome !== 'whole') {
      const size = await sizeOf(part)
      const isFurther = size > Math.max(before, most) // what was downloaded before, and lost, is no step forward
      most = Math.max(most, size)
      return { ...outcome, isFurther }
    }
    const found = sum && (await sumFile(part, options.signal))
    if (found === undefined || equalBytes(found, sum!)) return outcome
    await write(part, rm(part, { force: true }))
    if (before > 0 && ++wrongSums === 1) return await attempt() // what an earlier try left may have been of another file
    throw new HistoryError(
      'archive',
      `${showUrl(url)} has the SHA-256 ${toHex(found)}, but ${toHex(sum!)} is published.`,
    )
  }
  await retry(`${showUrl(url)} cannot be downloaded`, attempt, options)
  await write(path, renameDurably(part, path))
  return true
}

/** Throws HistoryError `archive` where a file that was there before is another one: whose it is nobody knows, so it is neither replaced nor deleted. */
async function requireSum({ url, path, signal }: DownloadOptions, sum: Uint8Array): Promise<void> {
  const found = await sumFile(path, signal)
  if (equalBytes(found, sum)) return
  throw new HistoryError(
    'archive',
    `${path} is there already with the SHA-256 ${toHex(found)}, but ${showUrl(url)} is published with ${toHex(sum)}: move it away.`,
  )
}

type Outcome = 'whole' | Failure

/** Requests the bytes that are missing. Those that come stay in the part, even when the response is cut off. */
async function requestRest(options: DownloadOptions, part: string, size: number): Promise<Outcome> {
  const { url, idle = IDLE, signal } = options
  const headers = { 'accept-encoding': 'identity', ...(size > 0 && { range: `bytes=${size}-` }) }
  return await tryRequest({ url, idle, signal, headers }, (watched) => take(options, part, size, watched))
}

async function take(
  { url, sum, limit = LIMIT }: DownloadOptions,
  part: string,
  size: number,
  { response, pieces }: Watched,
): Promise<Outcome> {
  const range = readRange(response, size)
  if (range === undefined) {
    await giveUp(url, response)
    const { headers, ok, status } = response
    const range = headers.get('content-range') ?? ''
    // Nothing follows: the part is the whole file, as far as the server says, and its sum decides.
    if (status === 416 && size > 0 && (range === '' ? sum !== undefined : range === `bytes */${size}`))
      return 'whole'
    if (ok || status === 416) await write(part, rm(part, { force: true })) // the next try takes it from the beginning
    return { reason: `it answered ${status} ${range}`.trimEnd() }
  }
  const { start, end, isLast } = range
  if (end !== undefined && end > limit) throw tooLong(url, end, limit)
  await using file = await write(part, open(part, start === 0 ? 'w' : 'r+'))
  let at = start
  for await (const piece of pieces()) {
    if (at + piece.length > limit) throw tooLong(url, at + piece.length, limit)
    for (let done = 0; done < piece.length;)
      done += (await write(part, file.write(piece, done, piece.length - done, at + done))).bytesWritten
    at += piece.length
  }
  if (end !== undefined && at !== end) return { reason: `it ended after ${at} of ${end} bytes` }
  return isLast ? 'whole' : { reason: `it did not say whether more than ${at} bytes follow` }
}

/** Where the bytes of a response lie in the file. */
interface ByteRange {
  readonly start: number
  /** Undefined where the response does not say. */
  readonly end: number | undefined
  /** Whether the file ends there too. */
  readonly isLast: boolean
}

/** Where the bytes of a response lie in the file; undefined if others were asked for. */
function readRange({ status, headers }: Response, size: number): ByteRange | undefined {
  // Some servers pack whatever they are asked; then lengths and offsets are those of the packed bytes.
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

/** What a disk gives. Throws HistoryError `unwritable`: it is not the URL's fault, and no new try helps. */
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
  new HistoryError(
    'archive',
    `${showUrl(url)} has ${size} bytes or more, but ${limit} are the most that are taken.`,
  )
