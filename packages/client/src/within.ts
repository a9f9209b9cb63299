import { ClientError } from './error.ts'

/**
 * Runs something for some milliseconds at the most, and as long as one of its callers wants it; without a caller,
 * until time is up. Rejects at that moment with a ClientError (TIMEOUT), or with the reason of the last caller who
 * left, and aborts the signal that it gave; also when it failed. Afterwards neither a timer nor a listener is left.
 */
export function within<T>(
  milliseconds: number,
  callers: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Not AbortSignal.any and timeout: on Node 20 these stay with a caller's signal, or live on until time is up.
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController()
    const { signal } = controller
    const leave = (): void => {
      if (callers.every(({ aborted }) => aborted)) controller.abort(callers[0]?.reason)
    }
    const late = (): void =>
      controller.abort(new ClientError('TIMEOUT', `No answer within ${milliseconds} ms.`))
    const timer = setTimeout(late, Math.min(milliseconds, 2 ** 31 - 1)) // a longer one would be over at once
    const end = (): void => {
      clearTimeout(timer)
      for (const caller of callers) caller.removeEventListener('abort', leave)
    }
    const fail = (reason: unknown): void => {
      end()
      reject(reason)
      controller.abort(reason) // what is left of an answer is not wanted
    }
    for (const caller of callers) caller.addEventListener('abort', leave)
    signal.addEventListener('abort', () => fail(signal.reason))
    run(signal).then((value) => {
      end()
      resolve(value)
    }, fail)
  })
}
