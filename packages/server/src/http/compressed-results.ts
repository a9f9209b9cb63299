import { Buffer } from 'node:buffer'
import { type BatchResult, mayComeAgain, type Reply, type WholeBatch } from '../rpc/reply.ts'
import { type Coding, largeBytes } from './content-coding.ts'
import {
  type CompressedPart,
  type CompressedTail,
  type GzipTail,
  gzipSplicer,
  joinGzip,
  longestHead,
  type Splicer,
  zstdSplicer,
} from './splice.ts'

/** Compresses replies, and stores the compressed bytes of results that come again. */
export interface CompressedResults {
  /**
   * A reply as compressed bytes, the same whether they were stored or not; a promise where they are many. undefined for a result that does not
   * come again, for a coding whose streams cannot be joined, and for a long head.
   */
  compress(reply: Pick<Reply, 'head' | 'json'>, coding: Coding): Uint8Array | Promise<Uint8Array> | undefined
  /** A batch, written and compressed, from the stored bytes of its results; undefined, and nothing written, where that is not worth it. */
  compressBatch(batch: WholeBatch, coding: Coding): Uint8Array | undefined
}

/** The codings whose streams can be joined; brotli's blocks do not begin at bytes. */
interface Splicers {
  readonly gzip?: Splicer<GzipTail>
  readonly zstd?: Splicer
}

/**
 * Stores at most so many compressed bytes: of results whose JSON is the same array when it comes again, as from a store that caches what it
 * rendered. They are dropped with that array, or to make room: first what came first and was not used since. What many ask for at once is compressed once.
 */
export function createCompressedResults(
  limit: number,
  { gzip, zstd }: Splicers = { gzip: gzipSplicer, zstd: zstdSplicer },
): CompressedResults {
  const caches = { gzip: gzip && createCache(gzip), zstd: zstd && createCache(zstd), br: undefined }
  const cameInBatch = new WeakSet<Uint8Array>()
  const inOrder = new Set<Stored>()
  let hand = inOrder.values() // resumes where it was: at the front a Set has a hole for each that went
  let bytes = 0
  return {
    compress(reply, coding) {
      const cache: Cache | undefined = caches[coding]
      const head = Buffer.from(reply.head)
      const { json } = reply
      if (cache === undefined || head.length > longestHead || !mayComeAgain(json)) return undefined
      const tail = find(json, cache) ?? cache.inFlight.get(json) ?? make(json, cache, largeBytes[coding])
      return 'then' in tail ? tail.then((made) => made.behind(head)) : tail.behind(head)
    },
    compressBatch(batch, coding) {
      const cache = coding === 'gzip' ? caches.gzip : undefined // zstd compresses all of it in a third of the time
      if (cache === undefined) return undefined
      const known: BatchResult[] = []
      const parts: CompressedPart[] = []
      let left = batch.size
      let room = largeBytes.gzip // to be compressed now, so that a batch takes no turn longer than a whole one
      const hasRoom = ({ length }: Uint8Array) =>
        length + end.length <= room && (room -= length + end.length) >= 0
      for (const result of batch.results) {
        const { json, start } = result
        const tail =
          find(json, cache) ??
          (isRepeated(json) && hasRoom(json) ? make(json, cache, largeBytes.gzip) : undefined)
        if (tail === undefined || 'then' in tail) continue
        known.push(result)
        parts.push({ start, end: start + json.length + end.length, tail })
        left -= json.length
      }
      if (left > largeBytes.gzip || left >= batch.size / 2) return undefined
      const { bytes, release } = batch.write('', known)
      const joined = joinGzip(bytes, parts)
      release()
      return joined
    },
  }

  /** Whether a result was in a batch before, and so is worth the bytes that it takes more when it is compressed alone. */
  function isRepeated(json: Uint8Array): boolean {
    const isKnown = cameInBatch.has(json)
    cameInBatch.add(json)
    return isKnown
  }

  function make<Tail extends CompressedTail>(
    json: Uint8Array,
    cache: Cache<Tail>,
    large: number,
  ): Tail | Promise<Tail> {
    const { inFlight, splicer } = cache
    const text = Buffer.concat([json, end])
    if (text.length <= large) return store(json, cache, splicer.compress(text))
    const made = splicer
      .compressLarge(text)
      .then((tail) => store(json, cache, tail))
      .finally(() => inFlight.delete(json))
    inFlight.set(json, made)
    return made
  }

  function store<Tail extends CompressedTail>(json: Uint8Array, { stored }: Cache<Tail>, tail: Tail): Tail {
    const { length } = tail.bytes
    if (length > limit) return tail
    for (let spared = 0; bytes + length > limit;) {
      const { value: oldest } = hand.next()
      if (oldest === undefined) hand = inOrder.values()
      else {
        inOrder.delete(oldest)
        if (oldest.wasUsed && spared++ < mostSpared) {
          oldest.wasUsed = false
          inOrder.add(oldest)
        } else {
          bytes -= oldest.tail!.bytes.length
          oldest.tail = undefined
        }
      }
    }
    const entry = { tail, wasUsed: false }
    inOrder.add(entry)
    stored.set(json, entry)
    bytes += length
    return tail
  }
}

/** The compressed results of one coding, by their JSON. */
interface Cache<Tail extends CompressedTail = CompressedTail> {
  readonly splicer: Splicer<Tail>
  readonly stored: WeakMap<Uint8Array, Stored<Tail>>
  /** Those that a thread compresses. */
  readonly inFlight: WeakMap<Uint8Array, Promise<Tail>>
}

const createCache = <Tail extends CompressedTail>(splicer: Splicer<Tail>): Cache<Tail> => ({
  splicer,
  stored: new WeakMap(),
  inFlight: new WeakMap(),
})

interface Stored<Tail extends CompressedTail = CompressedTail> {
  /** Absent once it has made room. */
  tail: Tail | undefined
  wasUsed: boolean
}

function find<Tail extends CompressedTail>(json: Uint8Array, { stored }: Cache<Tail>): Tail | undefined {
  const entry = stored.get(json)
  if (entry?.tail !== undefined) entry.wasUsed = true
  return entry?.tail
}

/** How many that were used are skipped in search of one that was not, so that no call waits for all. */
const mostSpared = 16

/** What ends a reply behind its result or error. */
const end = Buffer.from('}')
