import { ClientError } from './error.ts'

/**
 * What a promise comes to, if it does within some milliseconds and while one of its callers wants it; without a
 * caller, until time is up. Rejects at that moment with a ClientError (TIMEOUT), or with the reason of the first
 * caller, and aborts the controller, as it does when the promise rejects. Afterwards neither a timer nor a listener is left.
 */
export function limit<T>(
  milliseconds: number,
  callers: readonly AbortSignal[],
  promise: Promise<T>,
  controller?: AbortController,
): Promise<T> {
  // Not AbortSignal.any and timeout: on Node 20 these stay with a caller's signal, or live on until time is up.
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      for (const caller of callers) caller.removeEventListener('abort', leave)
    }
    const fail = (reason: unknown): void => {
      end()
      reject(reason)
      controller?.abort(reason)
    }
    const leave = (): void => {
      if (callers.every(({ aborted }) => aborted)) fail(callers[0]?.reason)
    }
    const late = (): void => fail(new ClientError('TIMEOUT', `No answer within ${milliseconds} ms.`))
    const timer = setTimeout(late, Math.min(milliseconds, 2 ** 31 - 1)) // a longer one would be over at once
    // Node 20 warns of the eleventh listener.
    for (const caller of callers) if (caller !== never) caller.addEventListener('abort', leave)
    if (callers.length > 0) leave() // they may have left before
    promise.then((value) => {
      end()
      resolve(value)
    }, fail)
  })
}

/** Runs something within the same limits; the signal that it gets aborts when it is given up, or fails. */
export function within<T>(
  milliseconds: number,
  callers: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  return limit(milliseconds, callers, run(controller.signal), controller)
}

/** The signal of those who cannot give up. */
export const never: AbortSignal = new AbortController().signal

/** What is on its way, by what it is the answer to. */
export interface Running {
  readonly result: Promise<unknown>
}

/** Keeps under a key what is running, until it is settled. */
export function keepRunning<K, R extends Running>(running: Map<K, R>, key: K, begun: R): R {
  const forget = (): boolean => running.delete(key)
  running.set(key, begun)
  begun.result.then(forget, forget)
  return begun
}
