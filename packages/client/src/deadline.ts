import { ClientError } from './error.ts'
import { startTimer } from './numbers.ts'
import type { Bounds } from './transport.ts'

/**
 * Runs something within a number of milliseconds and the caller's own signal, if any: the signal it is given aborts
 * with a ClientError (TIMEOUT), or with the caller's reason. Afterwards neither a timer nor a listener is left.
 */
export async function within<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  run: (bounds: Bounds) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const controller = new AbortController()
  const abort = (): void => controller.abort(caller?.reason)
  const late = (): void =>
    controller.abort(new ClientError('TIMEOUT', `No answer within the deadline of ${milliseconds} ms.`))
  const timer = startTimer(late, milliseconds)
  caller?.addEventListener('abort', abort)
  try {
    return await run({ signal: controller.signal, deadline: Date.now() + milliseconds })
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', abort)
  }
}
