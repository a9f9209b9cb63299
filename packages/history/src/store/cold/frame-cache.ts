import type { StoredPart } from './cold-row.ts'

/** Cache of decompressed parts of frames, for neighbours that are read next: up to a number of bytes, the least recently used go first. */
export interface FrameCache {
  /** Returns a part, or makes it. */
  get<T>(part: StoredPart, make: () => T): T
}

/** How many parts stay in any case: those that one record is read from. */
const LEAST = 3

/** Creates a cache of up to so many bytes of decompressed parts. */
export function createFrameCache(limit: number): FrameCache {
  const entries = new Map<number, { readonly part: StoredPart; readonly value: unknown }>()
  let bytes = 0
  const drop = (at: number, { part }: { readonly part: StoredPart }) => {
    entries.delete(at)
    bytes -= part.size
  }
  return {
    get<T>(part: StoredPart, make: () => T): T {
      const { at, length, size, crc } = part
      const last = entries.get(at)
      if (last) {
        drop(at, last)
        // After a reorg another part may lie there.
        if (last.part.crc === crc && last.part.length === length && last.part.size === size)
          return add(last.value as T)
      }
      return add(make())

      function add(value: T): T {
        entries.set(at, { part, value })
        bytes += size
        for (const [oldest, entry] of entries) {
          if (bytes <= limit || entries.size <= LEAST) break
          drop(oldest, entry)
        }
        return value
      }
    },
  }
}
