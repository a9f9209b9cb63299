import { type Attempt, ClientError } from './error.ts'
import type { Step } from './event.ts'
import type { Call } from './transport.ts'

/** What stands for null where something must be there. */
export const notFound = ({ params }: Call, url?: string): ClientError =>
  new ClientError('NOT_FOUND', `Nothing is known of ${params[0]}.`, { url })

/** An error with what was asked, and what each try met by the steps of the call; what is no ClientError, such as a caller's reason, is left as it is. */
export function completeError(error: unknown, call: Call, steps: readonly Step[]): unknown {
  // Nested so deep that the stack ends.
  if (error instanceof RangeError && /stack/.test(error.message))
    error = new ClientError('BAD_RESPONSE', error.message)
  if (!(error instanceof ClientError)) return error
  const { code, message, cause, url = steps.at(-1)?.url } = error
  const attempts = steps.flatMap((step) =>
    'error' in step && step.type !== 'failover' ? tell(step.url, step.error) : [],
  )
  if (url && !attempts.some((attempt) => attempt.message === message)) attempts.push(tell(url, error))
  return new ClientError(code, `${call.method}: ${message}`, { ...error, ...call, url, cause, attempts })
}

const tell = (url: string | undefined, { code, message }: ClientError): Attempt => ({ url, code, message })
