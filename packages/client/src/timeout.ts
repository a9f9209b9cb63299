import { ClientError } from './error.ts'

/**
 * Runs a function with a time limit. Rejects with a ClientError (TIMEOUT) after so many milliseconds, or with the first
 * signal's reason once all signals are aborted; then, and when the function fails, the function's own signal aborts.
 * Afterwards neither a timer nor a listener is left.
 */
export function withTimeout<T>(
  milliseconds: number,
  signals: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  // Not AbortSignal.any and timeout: on Node 20 these stay with the signal, or live on until time is up.
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', leave)
    }
    const fail = (reason: unknown): void => {
      end()
      reject(reason)
      controller.abort(reason)
    }
    const leave = (): void => {
      if (signals.every(({ aborted }) => aborted)) fail(reasonOf(signals[0]!))
    }
    const late = (): void => fail(new ClientError('TIMEOUT', `No response within ${milliseconds} ms.`))
    const timer = setTimeout(late, Math.min(milliseconds, 2 ** 31 - 1)) // a longer one would be over at once
    for (const signal of signals) signal.addEventListener('abort', leave)
    if (signals.length > 0) leave() // they may be aborted already
    run(controller.signal).then((value) => {
      end()
      resolve(value)
    }, fail)
  })
}

/** Resolves after so many milliseconds, or once all signals are aborted. */
export const pause = (milliseconds: number, signals: readonly AbortSignal[]): Promise<unknown> =>
  withTimeout(milliseconds, signals, () => new Promise(() => {})).catch(() => {})

/** Why a signal was aborted; those of React Native do not say. */
export const reasonOf = ({ reason }: AbortSignal): unknown =>
  reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' })

/** Throws the reason of a signal that was aborted; those of React Native cannot. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal)
}
