import type { ClientError } from '@lectern/client'
import type { Reason, Report } from '@lectern/client/verify'
import type { Mismatch, Proof, TrustChoice } from './proof.ts'
import { isRefutation } from './second-reading.ts'

/** The sentence of each reason, before the members that it proves. */
const sentences: Readonly<Record<Reason, string>> = {
  header: 'a field of the header that the block hash is made of',
  'header-hash': 'keccak-256 of the header, computed here',
  size: 'counted from the bytes that hash',
  'transactions-root': 'their trie has the root transactionsRoot',
  'withdrawals-root': 'their trie has the root withdrawalsRoot',
  'uncles-hash': 'they hash to sha3Uncles',
  'transaction-hash': 'keccak-256 of the signed bytes',
  signed: 'a field of the signed transaction',
  sender: 'recovered from the signature',
  creation: 'made of the sender and the nonce',
  inclusion: 'the transactions trie leads from transactionsRoot to this index',
  'receipts-root': 'the receipts trie leads from receiptsRoot to this receipt',
  'receipts-before': 'what it adds to the receipts before it',
  price: 'by the transaction and the header',
  blobs: 'counted from the transaction’s blobs',
  'blob-schedule': 'by the header and the blob schedule that the server states',
}

/** Converts a report of the verifier. */
export function readReport(report: Report, trust: TrustChoice, milliseconds: number): Proof {
  const { proven, unproven, unsupported, block, anchor, grounds, path } = report
  return {
    outcome: block ? 'proven' : 'open', // without a block nothing is of a chain
    proven,
    unproven,
    grounds: grounds.map(({ reason, members }) => ({ text: sentences[reason], members })),
    mismatches: [],
    path: path && { root: path.root, steps: path.steps },
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

/** Converts an error of the verifier: a refutation, or a reason why nothing could be proven. */
export function readRefusal(error: unknown, milliseconds: number): Proof {
  const mismatches = isRefutation(error) ? readMismatches(error) : []
  const message = error instanceof Error ? error.message : String(error)
  const report = mismatches.length > 0 ? ((error as ClientError).report as Report | undefined) : undefined
  const known = report && readReport(report, { kind: 'nothing' }, milliseconds)
  return {
    ...(known ?? { proven: [], unproven: [], grounds: [], milliseconds, isPartial: false }),
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
