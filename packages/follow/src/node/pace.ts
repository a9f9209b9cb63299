/** Limits the requests in flight at a node: half as many after a rate limit, and one more after each success. */
export interface Pace {
  readonly width: number
  /** Runs a request once there is room for it. Rejects with the signal's reason if that aborts first. */
  run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T>
  readonly strikes: number
  /** Pauses for 250 ms, twice as long each time in a row up to 8 s, or for the given milliseconds if they are more. */
  slower(pause?: number): void
  faster(): void
}

/** Creates the pace of a node: the most requests at a time, and per second (0: any). */
export function createPace(most: number, rps: number): Pace {
  const waiting = new Set<() => void>()
  const interval = rps > 0 ? 1_000 / rps : 0
  let width = most
  let running = 0
  let next = 0 // the time at which the next one may begin
  let strikes = 0
  let calm = 0 // the end of the pause
  let alarm: NodeJS.Timeout | undefined
  return {
    get strikes() {
      return strikes
    },
    get width() {
      return width
    },
    async run(request, signal) {
      await turn(signal)
      try {
        return await request()
      } finally {
        running--
        admit()
      }
    },
    slower(pause = 0) {
      width = Math.max(1, Math.floor(width / 2))
      const now = performance.now()
      if (now < calm) return // another of those that were in flight
      calm = now + Math.max(pause, Math.min(250 * 2 ** strikes++, 8_000))
      next = Math.max(next, calm)
    },
    faster() {
      strikes = 0
      width = Math.min(most, width + 1)
      admit()
    },
  }

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.delete(resolve)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave)
    waiting.add(resolve)
    admit()
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  function admit(): void {
    while (waiting.size > 0 && running < width) {
      const delay = next - performance.now()
      if (delay > 0) {
        clearTimeout(alarm)
        alarm = setTimeout(admit, delay)
        return
      }
      next = Math.max(next, performance.now()) + interval
      running++
      const [begin] = waiting
      waiting.delete(begin!)
      begin!()
    }
  }
}
