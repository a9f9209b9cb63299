import { describeOutcome } from '../endpoint/exchange.ts'
import { createSession } from '../endpoint/session.ts'
import type { Target } from '../endpoint/target.ts'
import { ConformanceError } from '../error.ts'
import { documentError } from './read-document.ts'
import { isRecord, type Json, show } from './json.ts'

/**
 * Asks an endpoint for its document with `rpc.discover`.
 *
 * @throws ConformanceError `DOCUMENT` if there is none, `UNREACHABLE` without a response.
 */
export async function discoverDocument(target: Target): Promise<Json> {
  const { outcome } = await createSession(target).call('rpc.discover', [])
  if (outcome.kind !== 'result') {
    const found = `rpc.discover has ${describeOutcome(outcome)}`
    throw new ConformanceError(
      'DOCUMENT',
      `The endpoint has no document: ${found}. Name a file or an address.`,
    )
  }
  if (isRecord(outcome.result)) return outcome.result
  throw documentError('#', `must be an OpenRPC document, not ${show(outcome.result)}`)
}
