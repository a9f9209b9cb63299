import { type Attempt, ClientError } from './error.ts'
import type { Step } from './event.ts'
import type { Call } from './transport.ts'

/** What stands for null where something must be there. */
export const notFound = ({ params }: Call, url?: string): ClientError =>
  new ClientError('NOT_FOUND', `${params[0]} was not found.`, { url })

/** An error with what was asked, and what each try met by the steps of the call; what is no ClientError, such as a caller's reason, is left as it is. */
export function completeError(error: unknown, call: Call, steps: readonly Step[]): unknown {
  // Nested so deep that the stack ends.
  if (error instanceof RangeError && /stack/.test(error.message))
    error = new ClientError('BAD_RESPONSE', error.message)
  if (!(error instanceof ClientError)) return error
  const { code, message, cause, url = steps.at(-1)?.url } = error
  const tries = steps.filter((step) => 'error' in step && step.type !== 'failover') as Tried[]
  if (url && !tries.some((each) => each.error.message === message)) tries.push({ url, error })
  const attempts = tries.map(({ url, error: { code, message } }): Attempt => ({ url, code, message }))
  const where = error.status! > 299 ? ` (${url})` : ''
  return new ClientError(code, `${call.method}: ${message}${where}`, {
    ...error,
    ...call,
    url,
    cause,
    attempts,
  })
}

/** A try that failed. */
interface Tried {
  readonly url?: string | undefined
  readonly error: ClientError
}
