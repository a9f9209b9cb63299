import type { Finding } from '../rules/check.ts'
import { toCurl } from '../endpoint/curl.ts'
import type { Difference } from '../document/json.ts'
import type { Result } from './report.ts'
import type { Session } from '../endpoint/session.ts'

/** Limits of the exchanges in a report, so that hundreds of results fit one text of V8, which has at most 2^29 characters. */
export const limits = {
  /** Characters of one response, and of all responses of a run; of those beyond, `beyond` each. */
  response: 1_048_576,
  responses: 33_554_432,
  beyond: 2_000,
  reason: 10_000,
  /** Differences of one result, and the characters of each as indented JSON. */
  differences: 20,
  difference: 10_000,
} as const

/** A finding as a result stores it: a long response is cut, with its length. A large difference is left out. */
export async function excerptFinding(
  { reason, differences, exchange, sent, identical }: Partial<Finding>,
  session: Session,
): Promise<Pick<Result, 'reason' | 'differences' | 'request' | 'response' | 'curl' | 'identical'>> {
  const asked = exchange ?? sent
  const curl = asked && toCurl(asked, session.target)
  const room = await session.once(limits, async () => ({ left: limits.responses as number }))
  const response = exchange && cut(exchange.text, room.left > 0 ? limits.response : limits.beyond)
  room.left -= response?.length ?? 0
  return {
    ...(reason !== undefined && { reason: cut(reason, limits.reason) }),
    ...(differences && { differences: differences.slice(0, limits.differences).filter(isSmall) }),
    ...(asked && { request: asked.request }),
    ...(curl !== undefined && { curl }),
    ...(response !== undefined && { response }),
    ...(identical !== undefined && { identical }),
  }
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // A slice holds on to all of its text: what is parsed from a text does not.
  const begin = JSON.parse(JSON.stringify(text.slice(0, most))) as string
  return `${begin}… (${text.length} characters)`
}

function isSmall(difference: Difference): boolean {
  try {
    return JSON.stringify(difference, undefined, 2).length <= limits.difference
  } catch {
    return false // nested too deep for any stack
  }
}
