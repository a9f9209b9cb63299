import type { ClientError } from '@lectern/client'
import type { Report } from '@lectern/client/verify'
import { type Mismatch, noProof, type Proof, type TrustChoice } from './proof.ts'
import { isRefutation } from './second-reading.ts'

export function readReport(report: Report, { kind }: TrustChoice, milliseconds: number): Proof {
  const { unsupported, block, anchor } = report
  return {
    ...noProof,
    ...report,
    outcome: block ? 'proven' : 'open', // without a block nothing is of a chain
    milliseconds,
    anchor: anchor ? { kind, sentence: typeof anchor === 'string' ? anchor : anchor.sentence } : undefined,
    reason: unsupported[0]?.reason,
  }
}

/** Converts an error of the verifier: a refutation, or a reason why nothing could be proven. */
export function readRefusal(error: unknown, milliseconds: number): Proof {
  const mismatches = isRefutation(error) ? readMismatches(error) : []
  const message = error instanceof Error ? error.message : String(error)
  const report = mismatches.length > 0 ? ((error as ClientError).report as Report | undefined) : undefined
  const known = report ? readReport(report, { kind: 'nothing' }, milliseconds) : { ...noProof, milliseconds }
  return {
    ...known,
    outcome: mismatches.length > 0 ? 'refuted' : 'open',
    mismatches,
    anchor: undefined,
    reason: message,
  }
}

function readMismatches(error: ClientError): Mismatch[] {
  const { check = '', expected, actual, mismatches, message } = error
  return (mismatches ?? [{ path: `/${check}`, expected, actual }])
    .slice(0, most)
    .map(({ path, expected, actual }) => ({
      path,
      expected: plain(expected),
      actual: plain(actual),
      message: message.replace(/^eth_\w+: /, ''),
    }))
}

/** The most mismatches that are told apart. */
const most = 500

/** A value that another thread can be given. */
const plain = (value: unknown): unknown => (typeof value === 'function' ? undefined : value)
