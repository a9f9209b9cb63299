import { describeOutcome } from '../endpoint/exchange.ts'
import { createSession, type SessionOptions } from '../endpoint/session.ts'
import type { Target } from '../endpoint/target.ts'
import { ConformanceError } from '../error.ts'
import { documentError } from './read-document.ts'
import { isRecord, type Json, show } from './json.ts'

/**
 * Asks an endpoint for its document with `rpc.discover`.
 *
 * @throws ConformanceError `DOCUMENT` if there is none, `UNREACHABLE` without a response.
 */
export async function discoverDocument(
  target: Target,
  options: Pick<SessionOptions, 'signal'> = {},
): Promise<Json> {
  const { outcome } = await createSession(target, options).call('rpc.discover', [])
  if (outcome.kind !== 'result')
    throw new ConformanceError(
      'DOCUMENT',
      `The endpoint returns no document for rpc.discover: ${describeOutcome(outcome)}. Use Lectern’s own, or name another.`,
    )
  if (isRecord(outcome.result)) return outcome.result
  throw documentError('#', `must be an OpenRPC document, not ${show(outcome.result)}`)
}
