import { ClientError } from './error.ts'

/**
 * Runs a function with a time limit. Rejects with a ClientError (TIMEOUT) after that many milliseconds, or with the first
 * signal's reason once all signals are aborted. Whenever it rejects, the function's own signal aborts.
 */
export function withTimeout<T>(
  milliseconds: number,
  signals: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  // Not AbortSignal.any and timeout: Node 20 keeps a listener or a timer of theirs until the end.
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', onAbort)
    }
    const fail = (reason: unknown): void => {
      end()
      reject(reason)
      controller.abort(reason)
    }
    const onAbort = (): void => {
      if (signals.every(({ aborted }) => aborted)) fail(reasonOf(signals[0]!))
    }
    const onTimeout = (): void => fail(new ClientError('TIMEOUT', `No response within ${milliseconds} ms.`))
    const timer = setTimeout(onTimeout, Math.min(milliseconds, 2 ** 31 - 1)) // a longer one would end at once
    for (const signal of signals) signal.addEventListener('abort', onAbort)
    if (signals.length > 0) onAbort() // they may be aborted already
    run(controller.signal).then((value) => {
      end()
      resolve(value)
    }, fail)
  })
}

/** Resolves after that many milliseconds, or once the signal is aborted. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  withTimeout<void>(milliseconds, [signal], () => new Promise(() => {})).catch(() => {})

/** Returns the reason of an aborted signal; React Native's signals have none. */
export const reasonOf = ({ reason }: AbortSignal): unknown =>
  reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' })

/** Throws the reason of a signal if it is aborted; React Native's signals lack the method. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal)
}
