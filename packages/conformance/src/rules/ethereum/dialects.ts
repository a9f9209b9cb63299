import type { Finding } from '../check.ts'
import { matches } from '../../report/glob.ts'
import { readOutcome } from '../../endpoint/exchange.ts'
import rows from './dialects.json' with { type: 'json' }

/** How a response looks that deviates as a dialect says. */
export type Sign =
  /** The call is refused with one of these codes; with `says`, the message has one of these texts. */
  | { readonly error: readonly number[]; readonly says?: readonly string[] }
  /** A call that should be refused is served. */
  | { readonly served: true }
  /** The result is null, and of a block so many blocks below the head: stored history is never gone. */
  | { readonly result: null; readonly below: number }
  /** Nothing is answered. */
  | { readonly empty: true }
  /** The HTTP status is one of these, whatever the body says. */
  | { readonly status: readonly number[] }
  /** This member is missing, or the document lacks it. */
  | { readonly member: string }
  /** The reason has one of these texts. */
  | { readonly says: readonly string[] }
  /** Any failure of the checks. */
  | { readonly anything: true }

/** One known divergence of clients in use: where, how, and who says so. */
export interface Divergence {
  readonly name: string
  readonly clients: readonly string[]
  /** A glob of check ids. */
  readonly checks: readonly string[]
  readonly sign: Sign
  /** `bug`: it breaks a rule of a specification; `divergence`: a choice that the rules allow. */
  readonly kind: 'bug' | 'divergence'
  readonly sentence: string
  readonly source: string
}

/** The divergences of clients in use that are known, each with its source; the narrower ones come first. */
export const divergences: readonly Divergence[] = rows as readonly object[] as readonly Divergence[]

/** The clients that have a dialect. */
export const dialects: readonly string[] = [...new Set(divergences.flatMap(({ clients }) => clients))]

/** The table and its look-up, which a run without a dialect does not load. */
export type DialectTable = Pick<typeof import('./dialects.ts'), 'divergences' | 'dialects' | 'findDivergence'>

/** The divergence of a client that a failure is an instance of, undefined where it is none. */
export function findDivergence(client: string, id: string, finding: Finding): Divergence | undefined {
  return divergences.find(
    ({ clients, checks, sign }) =>
      clients.includes(client) &&
      checks.some((glob) => matches(glob, id.replace(/^differ\//, ''))) &&
      shows(sign, finding),
  )
}

function shows(sign: Sign, { exchange, member, other, reason = '', depth = 0n }: Finding): boolean {
  // Of two endpoints that are compared, either may be the client.
  if (other && shows(sign, { verdict: 'failed', exchange: other, depth })) return true
  if ('anything' in sign) return true
  if ('member' in sign) return member === sign.member
  if (!exchange) return false
  if ('status' in sign) return sign.status.includes(exchange.status)
  if ('empty' in sign) return exchange.text === ''
  const outcome = readOutcome(exchange.value)
  const says = (text: string) => !('says' in sign) || sign.says!.some((part) => text.includes(part))
  if ('error' in sign)
    return (
      outcome.kind === 'error' &&
      sign.error.some((code) => code === outcome.code) &&
      says(String(outcome.message))
    )
  if (outcome.kind !== 'result') return false
  if ('says' in sign) return says(reason)
  return 'served' in sign || (outcome.result === null && depth >= BigInt(sign.below))
}
