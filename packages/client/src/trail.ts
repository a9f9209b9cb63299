import { ClientError, type Attempt } from './error.ts'
import type { ClientEvent } from './event.ts'
import type { Call } from './transport.ts'

/** What a call has come to so far: the endpoint asked last, and the tries that came to nothing. */
export interface Trail {
  url?: string | undefined
  readonly attempts: Attempt[]
}

/** Adds an event to a trail. */
export function follow(trail: Trail, event: ClientEvent): void {
  const { type, url } = event
  trail.url = url
  if ('code' in event && type !== 'failover')
    trail.attempts.push({ url, code: event.code, message: event.message })
}

/** What stands for null where something must be there. */
export const notFound = ({ params }: Call, url?: string): ClientError =>
  new ClientError('NOT_FOUND', `Nothing is known of ${params[0]}.`, { url })

/** An error with what was asked and what each try met; what is no ClientError, such as a caller's reason, is left as it is. */
export function completeError(error: unknown, call: Call, { url, attempts }: Trail): unknown {
  if (!(error instanceof ClientError)) return error
  const { code, message, cause } = error
  if (url && !attempts.some((attempt) => attempt.message === message)) attempts.push({ url, code, message })
  const details = { ...error, ...call, url: error.url ?? url, cause, attempts }
  return new ClientError(code, `${call.method}: ${message}`, details)
}
