import { Buffer } from 'node:buffer'
import type { Reply } from '../rpc/reply.ts'
import { type Coding, largeBytes } from './content-coding.ts'
import { gzipSplicer, longestHead, type CompressedTail, type Splicer, zstdSplicer } from './splice.ts'

/** Compresses replies, and stores the compressed bytes of results that come again. */
export interface CompressedResults {
  /** A reply as compressed bytes, the same whether they were stored or not; a promise where they are many; undefined for a coding whose streams cannot be joined, and for a long head. */
  compress(reply: Pick<Reply, 'head' | 'json'>, coding: Coding): Uint8Array | Promise<Uint8Array> | undefined
}

type Splicers = { readonly [C in Coding]?: Splicer }

/** The codings whose streams can be joined; brotli's blocks do not begin at bytes. */
const allSplicers: Splicers = { gzip: gzipSplicer, zstd: zstdSplicer }

/**
 * Stores at most so many compressed bytes: of results whose JSON comes a second time as the same array, as from a store that caches what it
 * rendered. They are dropped with that array, and once half as many came after them while they were not used.
 */
export function createCompressedResults(limit: number, splicers: Splicers = allSplicers): CompressedResults {
  const seen = new WeakSet<Uint8Array>()
  let fresh: Generation = new WeakMap()
  let old: Generation = new WeakMap()
  let freshBytes = 0
  return {
    compress(reply, coding) {
      const splicer = splicers[coding]
      const head = Buffer.from(reply.head)
      if (splicer === undefined || head.length > longestHead) return undefined
      const { json } = reply
      const stored = find(json, coding)
      if (stored !== undefined) return stored.behind(head)
      const hasCome = seen.has(json)
      seen.add(json)
      const give = (tail: CompressedTail): Uint8Array => {
        if (hasCome) store(json, coding, tail)
        return tail.behind(head)
      }
      const tail = Buffer.concat([json, end])
      return tail.length <= largeBytes ? give(splicer.compress(tail)) : splicer.compressLarge(tail).then(give)
    },
  }

  function find(json: Uint8Array, coding: Coding): CompressedTail | undefined {
    const tail = fresh.get(json)?.get(coding)
    if (tail !== undefined) return tail
    const last = old.get(json)?.get(coding)
    if (last !== undefined) store(json, coding, last)
    return last
  }

  function store(json: Uint8Array, coding: Coding, tail: CompressedTail): void {
    const { length } = tail.bytes
    if (length > limit / 2) return
    if (freshBytes + length > limit / 2) {
      old = fresh
      fresh = new WeakMap()
      freshBytes = 0
    }
    const tails = fresh.get(json) ?? new Map<Coding, CompressedTail>()
    fresh.set(json, tails.set(coding, tail))
    freshBytes += length
  }
}

type Generation = WeakMap<Uint8Array, Map<Coding, CompressedTail>>

/** What ends a reply behind its result or error. */
const end = Buffer.from('}')
