import { ClientError } from '@lectern/client'
import type { Report } from '@lectern/client/verify'
import type { Mismatch, Proof, TrustChoice } from './proof.ts'

/** A report of the verifier as the page draws it. */
export function readReport(report: Report, trust: TrustChoice, milliseconds: number): Proof {
  const { proven, unproven, unsupported, block, anchor } = report
  return {
    outcome: unsupported.length > 0 && proven.length === 0 ? 'open' : 'proven',
    proven,
    unproven,
    grounds: [],
    mismatches: [],
    block: block && { number: String(block.number), hash: block.hash },
    anchor:
      anchor === undefined
        ? undefined
        : { kind: trust.kind, sentence: typeof anchor === 'string' ? anchor : anchor.sentence },
    reason: unsupported[0]?.reason,
    milliseconds,
    isPartial: false,
  }
}

/** What a verifier threw, as the page draws it: a refutation, or a reason why nothing could be proven. */
export function readRefusal(error: unknown, milliseconds: number): Proof {
  const mismatches = error instanceof ClientError && isRefutation(error) ? readMismatches(error) : []
  const message = error instanceof Error ? error.message : String(error)
  return {
    outcome: mismatches.length > 0 ? 'refuted' : 'open',
    proven: [],
    unproven: [],
    grounds: [],
    mismatches,
    reason: message,
    milliseconds,
    isPartial: false,
  }
}

const isRefutation = ({ code }: ClientError): boolean => code === 'UNVERIFIED' || code === 'WRONG_ANSWER'

function readMismatches(error: ClientError): Mismatch[] {
  const { check = '', expected, actual } = error
  return [{ path: `/${check}`, expected, actual, message: error.message }]
}
