import { startTimer } from './numbers.ts'

/** Rejects with the signal's reason as soon as it aborts; otherwise as the promise does. Leaves no listener behind. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Waits some milliseconds, or rejects with the signal's reason; calls that give the same key wait for the same moment. */
export type Pause = (key: object, milliseconds: number, signal: AbortSignal) => Promise<void>

/** A pause whose timers end when nobody waits for them any longer. */
export function createPause(): Pause {
  const pauses = new WeakMap<object, Pending>()
  return async (key, milliseconds, signal) => {
    const pause = pauses.get(key) ?? begin(milliseconds)
    pauses.set(key, pause)
    pause.waiting += 1
    try {
      await abortable(pause.over, signal)
    } finally {
      pause.waiting -= 1
      if (pause.waiting === 0) {
        clearTimeout(pause.timer)
        pauses.delete(key)
      }
    }
  }
}

interface Pending {
  readonly over: Promise<void>
  readonly timer: ReturnType<typeof setTimeout> | undefined
  waiting: number
}

function begin(milliseconds: number): Pending {
  let timer: Pending['timer']
  const over = new Promise<void>((resolve) => (timer = startTimer(resolve, milliseconds)))
  return { over, timer, waiting: 0 }
}
