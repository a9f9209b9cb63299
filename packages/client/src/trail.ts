import { ClientError } from './error.ts'
import type { Step } from './event.ts'
import type { Call } from './transport.ts'

/** What stands for null where something must be there. */
export const notFound = ({ params }: Call, url?: string): ClientError =>
  new ClientError('NOT_FOUND', `Nothing is known of ${params[0]}.`, { url })

/** An error with what was asked, and what each try met by the steps of the call; what is no ClientError, such as a caller's reason, is left as it is. */
export function completeError(error: unknown, call: Call, steps: readonly Step[]): unknown {
  if (!(error instanceof ClientError)) return error
  const { code, message, cause, url = steps.at(-1)?.url } = error
  const tries = new Map<ClientError, string | undefined>() // a step may tell an error that the one before has told
  for (const step of steps) if ('error' in step) tries.set(step.error, step.url)
  const isTold = [...tries.keys()].some((told) => told.message === message)
  if (url && !isTold) tries.set(error, url)
  const attempts = Array.from(tries, ([{ code, message }, url]) => ({ url, code, message }))
  return new ClientError(code, `${call.method}: ${message}`, { ...error, ...call, url, cause, attempts })
}
