import { allocate } from '../records/records.ts'
import type { StoredPart } from './cold-row.ts'

/** Cache of decompressed parts of frames, for neighbours that are read next. The oldest go first, and their memory is used again. */
export interface FrameCache {
  /**
   * Returns a part, or makes it in memory of its size. That stays as it is while others of half the cache's bytes are made: more than those of
   * one record.
   */
  get<T>(part: StoredPart, make: (target: Uint8Array) => T): T
  has(part: StoredPart): boolean
  /** For how many more blocks receipts are decompressed with the bodies, since they are probably read next. */
  ahead: number
}

/** Creates a cache of up to so many bytes of parts, and the last part of more than a quarter of them. */
export function createFrameCache(limit: number): FrameCache {
  // A ring. In a Map whose entries change without end, the garbage collector finds those alive that are gone.
  const entries: Entry[] = []
  const places = new Float64Array(MOST).fill(-1) // of the parts of entries
  const hints = new Uint8Array(MOST) // where parts were found last
  let count = 0 // of all that were ever made
  const room = 2 * limit // what is returned may be the oldest
  let memory: Uint8Array | undefined
  let end = 0 // of the bytes of all that was ever made
  let large: Entry | undefined
  function take(size: number): Uint8Array {
    const used = end % room
    const at = used + size > room ? 0 : used
    end += size + (at < used ? room - used : 0)
    memory ??= allocate(room)
    return memory.subarray(at, at + size)
  }
  function slotOf({ at }: StoredPart): number {
    const hint = (at >>> 4) % MOST
    const last = hints[hint]!
    if (places[last] === at) return last
    const slot = places.indexOf(at)
    if (slot >= 0) hints[hint] = slot
    return slot
  }
  function find(part: StoredPart): Entry | undefined {
    if (part.size > limit / 4) return large && isSame(large.part, part) ? large : undefined
    const entry = entries[slotOf(part)]
    return entry && entry.end + limit > end && isSame(entry.part, part) ? entry : undefined
  }
  return {
    ahead: 0,
    has: (part) => find(part) !== undefined,
    get<T>(part: StoredPart, make: (target: Uint8Array) => T): T {
      const last = find(part)
      if (last !== undefined) return last.value as T
      const isLarge = part.size > limit / 4
      const value = make(isLarge ? allocate(part.size) : take(part.size))
      const entry = { part, value, end }
      if (isLarge) large = entry
      else {
        const same = slotOf(part) // after a reorg another part lies there
        const slot = same >= 0 ? same : count++ % MOST
        places[slot] = part.at
        entries[slot] = entry
      }
      return value
    },
  }
}

const MOST = 128 // entries

interface Entry {
  readonly part: StoredPart
  readonly value: unknown
  /** The end of its bytes among all. */
  readonly end: number
}

const isSame = (a: StoredPart, b: StoredPart): boolean =>
  a.at === b.at && a.crc === b.crc && a.length === b.length && a.size === b.size
