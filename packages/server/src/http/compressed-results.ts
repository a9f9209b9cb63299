import { Buffer } from 'node:buffer'
import type { BatchResult, Reply } from '../rpc/reply.ts'
import { type Coding, largeBytes } from './content-coding.ts'
import {
  type CompressedPart,
  type CompressedTail,
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
  /** A batch's text as compressed bytes, from the stored ones of its results; undefined where that is not worth it. */
  compressBatch(text: Uint8Array, results: readonly BatchResult[], coding: Coding): Uint8Array | undefined
}

type Splicers = { readonly [C in Coding]?: Splicer }

/** The codings whose streams can be joined; brotli's blocks do not begin at bytes. */
const allSplicers: Splicers = { gzip: gzipSplicer, zstd: zstdSplicer }

/**
 * Stores at most so many compressed bytes: of results whose JSON is the same array when it comes again, as from a store that caches what it
 * rendered. They are dropped with that array, or to make room: first what came first and was not used since. What many ask for at once is compressed once.
 */
export function createCompressedResults(limit: number, splicers: Splicers = allSplicers): CompressedResults {
  const cameInBatch = new WeakSet<Uint8Array>()
  const inFlight = new WeakMap<Uint8Array, Map<Coding, Promise<CompressedTail>>>()
  const stored = new WeakMap<Uint8Array, Map<Coding, Stored>>()
  const inOrder = new Set<Stored>()
  let hand = inOrder.values() // resumes where it was: at the front a Set has a hole for each that went
  let bytes = 0
  return {
    compress(reply, coding) {
      const splicer = splicers[coding]
      const head = Buffer.from(reply.head)
      const { json } = reply
      if (splicer === undefined || head.length > longestHead || !mayComeAgain(json)) return undefined
      const tail = find(json, coding) ?? inFlight.get(json)?.get(coding) ?? make(json, coding, splicer)
      return 'then' in tail ? tail.then((made) => made.behind(head)) : tail.behind(head)
    },
    compressBatch(text, results, coding) {
      const splicer = splicers[coding]
      if (coding !== 'gzip' || splicer === undefined) return undefined // zstd compresses all of it in a third of the time
      const parts: CompressedPart[] = []
      let left = text.length
      let room = largeBytes.gzip // to be compressed now, so that a batch takes no turn longer than a whole one
      const hasRoom = ({ length }: Uint8Array) =>
        length + end.length <= room && (room -= length + end.length) >= 0
      for (const { json, start } of results) {
        const tail =
          find(json, coding) ?? (isRepeated(json) && hasRoom(json) ? make(json, coding, splicer) : undefined)
        if (tail === undefined || 'then' in tail) continue
        parts.push({ start, end: start + json.length + end.length, bytes: tail.bytes })
        left -= json.length
      }
      return left <= largeBytes.gzip && left < text.length / 2 ? joinGzip(text, parts) : undefined
    },
  }

  /** Whether a result was in a batch before, and so is worth the bytes that it takes more when it is compressed alone. */
  function isRepeated(json: Uint8Array): boolean {
    const isKnown = cameInBatch.has(json)
    cameInBatch.add(json)
    return isKnown
  }

  function make(
    json: Uint8Array,
    coding: Coding,
    splicer: Splicer,
  ): CompressedTail | Promise<CompressedTail> {
    const tail = Buffer.concat([json, end])
    if (tail.length <= largeBytes[coding]) return store(json, coding, splicer.compress(tail))
    const tails = inFlight.get(json) ?? new Map<Coding, Promise<CompressedTail>>()
    const made = splicer
      .compressLarge(tail)
      .then((large) => store(json, coding, large))
      .finally(() => tails.delete(coding))
    inFlight.set(json, tails.set(coding, made))
    return made
  }

  function find(json: Uint8Array, coding: Coding): CompressedTail | undefined {
    const entry = stored.get(json)?.get(coding)
    if (entry?.tail !== undefined) entry.wasUsed = true
    return entry?.tail
  }

  function store(json: Uint8Array, coding: Coding, tail: CompressedTail): CompressedTail {
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
    const entry: Stored = { tail, wasUsed: false }
    inOrder.add(entry)
    stored.set(json, (stored.get(json) ?? new Map<Coding, Stored>()).set(coding, entry))
    bytes += length
    return tail
  }
}

interface Stored {
  /** Absent once it has made room. */
  tail: CompressedTail | undefined
  wasUsed: boolean
}

/** How many that were used are skipped in search of one that was not, so that no call waits for all. */
const mostSpared = 16

/** What a cache has is in memory of its own; the rest is a part of other memory, or lent. */
const mayComeAgain = (json: Uint8Array): boolean =>
  json.length === json.buffer.byteLength && !(Symbol.dispose in json)

/** What ends a reply behind its result or error. */
const end = Buffer.from('}')
