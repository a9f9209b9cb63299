/** Something that is done again and again while there is a reason for it. */
export interface Ticker extends Disposable {
  /** Begins, where it has not begun. */
  start(): void
  readonly isRunning: boolean
}

/** Calls `tick` every so many milliseconds from `start` on, until it gives false: a server that nobody asks has nothing to wake up for. */
export function createTicker(milliseconds: number, tick: () => boolean): Ticker {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    start: () => void (timer ??= setInterval(() => tick() || stop(), milliseconds).unref()),
    get isRunning() {
      return timer !== undefined
    },
    [Symbol.dispose]: stop,
  }
}
