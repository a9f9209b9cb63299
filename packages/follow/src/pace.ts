/** How many requests may be in flight at a node: halved when it is asked too much, one more after each that it answers well. */
export interface Pace {
  /** How many may be in flight now. */
  readonly width: number
  /** Runs a request when there is room for it. Rejects with the signal's reason if that aborts first. */
  run<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T>
  slower(): void
  faster(): void
}

/** Makes the pace of a node: at most so many requests at a time, and so many a second (0: any). */
export function createPace(most: number, rps: number): Pace {
  const waiting: (() => void)[] = []
  const interval = rps > 0 ? 1_000 / rps : 0
  let width = most
  let running = 0
  let next = 0 // when the next one may begin
  let alarm: NodeJS.Timeout | undefined
  return {
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
    slower: () => void (width = Math.max(1, Math.floor(width / 2))),
    faster() {
      width = Math.min(most, width + 1)
      admit()
    },
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal.reason)
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(begin)
      admit()
    })
  }

  function admit(): void {
    while (waiting.length > 0 && running < width) {
      const delay = next - performance.now()
      if (delay > 0) {
        clearTimeout(alarm)
        alarm = setTimeout(admit, delay)
        return
      }
      next = Math.max(next, performance.now()) + interval
      running++
      waiting.shift()!()
    }
  }
}
