import { allocate } from '../records/records.ts'
import type { StoredPart } from './cold-row.ts'

/** Cache of decompressed parts of frames, for neighbours that are read next. The oldest go first, and their memory is used again. */
export interface FrameCache {
  /**
   * Returns a part, or makes it in memory of its size. That stays as it is while others of half the cache's bytes are made: more than those of
   * one record.
   */
  get<T>(part: StoredPart, make: (target: Uint8Array) => T): T
}

/** Creates a cache of up to so many bytes of parts. A part of more than a quarter has its own memory. */
export function createFrameCache(limit: number): FrameCache {
  const entries = new Map<number, Entry>() // the oldest first
  const room = 2 * limit // what is returned last may be the oldest
  let memory: Uint8Array | undefined
  let end = 0 // of all that was ever made
  function take(size: number): Uint8Array {
    if (size > limit / 4) {
      end += Math.min(size, limit)
      return allocate(size)
    }
    const used = end % room
    const at = used + size > room ? 0 : used
    end += size + (at < used ? room - used : 0)
    memory ??= allocate(room)
    return memory.subarray(at, at + size)
  }
  return {
    get<T>(part: StoredPart, make: (target: Uint8Array) => T): T {
      const { at, length, size, crc } = part
      const last = entries.get(at)
      if (last !== undefined) {
        const { part } = last
        if (part.crc === crc && part.length === length && part.size === size) return last.value as T
        entries.delete(at) // after a reorg another part lies there
      }
      const value = make(take(size))
      entries.set(at, { part, value, end })
      for (const [oldest, entry] of entries) {
        if (entry.end + limit > end) break
        entries.delete(oldest)
      }
      return value
    },
  }
}

interface Entry {
  readonly part: StoredPart
  readonly value: unknown
  /** The end of its bytes among all. */
  readonly end: number
}
