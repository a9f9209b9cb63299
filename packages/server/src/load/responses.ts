/** Room for bytes of a response; disposing of it gives it back. */
export interface Room extends Disposable {
  /** Resolves once there is room; undefined where there is at once. */
  readonly ready: Promise<void> | undefined
}

/** The bytes of responses that are made and that their clients have not read, over all connections. */
export interface Responses {
  /** Whether they are as many as they may be. */
  isFull(): boolean
  /** How many large responses wait for room. */
  countWaiting(): number
  /** Counts the bytes of a response that is made. */
  hold(bytes: number): Room
  /** Takes room for a large response that is to be made; it waits, first come first served, while half of all room is used. */
  reserve(bytes: number): Room
}

/**
 * Bounds the bytes of responses in flight. Each response waits for a client that reads slowly, and one connection can have hundreds
 * made at once (pipelining): 400 batches in pieces of a megabyte took 1.1 GB. Large ones have half of the room, so that
 * those of few clients leave room for small ones.
 */
export function createResponses(limit: number): Responses {
  const waiting = new Set<{ readonly bytes: number; begin(): void }>()
  let used = 0
  const fits = (bytes: number): boolean => used === 0 || used + bytes <= limit / 2
  const hold = (bytes: number): Room => {
    used += bytes
    let isHeld = true
    return {
      ready: undefined,
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        used -= bytes
        for (const next of waiting) {
          if (!fits(next.bytes)) return
          waiting.delete(next)
          next.begin()
        }
      },
    }
  }
  return {
    isFull: () => used >= limit,
    countWaiting: () => waiting.size,
    hold,
    reserve(bytes) {
      if (waiting.size === 0 && fits(bytes)) return hold(bytes)
      const { promise, resolve } = Promise.withResolvers<void>()
      let room: Room | undefined
      const entry = {
        bytes,
        begin() {
          room = hold(bytes)
          resolve()
        },
      }
      waiting.add(entry)
      return {
        ready: promise,
        [Symbol.dispose]() {
          waiting.delete(entry)
          room?.[Symbol.dispose]()
        },
      }
    },
  }
}
