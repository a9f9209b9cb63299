import type { Reason } from '@lectern/client/verify'
import type { VNode } from 'preact'
import { labelOf } from '../document/members.ts'
import { showText, showValue } from '../document/text.ts'
import { Mark } from './mark.tsx'
import { letterOf, type Proof } from './proof.ts'

/** Each reason once, under its letter, with the members that it proves; then what nothing proves, and what is refuted. */
export function Grounds({ proof }: { proof: Proof }): VNode | null {
  const { grounds, unproven, unsupported, mismatches } = proof
  if (grounds.length + unproven.length + mismatches.length === 0) return null
  const open = proof.isPartial ? [] : unproven
  const parts = unsupported.filter(({ path }) => path !== '') // the seal has the reason for all
  return (
    <section class="grounds" aria-labelledby="grounds-title">
      <h2 id="grounds-title">Grounds</h2>
      <ul>
        {mismatches.slice(0, most).map(({ path, expected, actual, message }) => (
          <li key={path} class="refuted">
            <Mark state="refuted" />
            {actual === undefined && expected === undefined ? (
              <p>{showText(message)}</p>
            ) : (
              <p>
                {labelOf(path)} <s>{cut(actual)}</s>{' '}
                <span class="of">is refuted: it must be {cut(expected)}</span>
              </p>
            )}
          </li>
        ))}
        {grounds.map(({ reason, members }, index) => (
          <li key={reason} id={`ground-${letterOf(index)}`} tabIndex={-1}>
            <Mark state="proven" />
            <p>
              <i class="letter">{letterOf(index)}</i> {sentences[reason]}:{' '}
              <span class="of">{listLabels(members, 'each')}</span>
            </p>
          </li>
        ))}
        {parts.slice(0, most).map(({ path, reason }) => (
          <li key={path} class="open">
            <Mark state="open" />
            <p>
              {nameOf(path)}: {showText(reason)}
            </p>
          </li>
        ))}
        {open.length > 0 && (
          <li class="open">
            <Mark state="open" />
            <p>
              nothing here proves: <span class="of">{listLabels(open, 'some')}</span>
            </p>
          </li>
        )}
      </ul>
    </section>
  )
}

/** The sentence of each reason, before the members that it proves. */
const sentences: Readonly<Record<Reason, string>> = {
  header: 'a field of the header that the block hash is made of',
  'header-hash': 'keccak-256 of the header, computed here',
  size: 'counted from the bytes that hash',
  'transactions-root': 'their trie has the root transactionsRoot',
  'withdrawals-root': 'their trie has the root withdrawalsRoot',
  'uncles-hash': 'they hash to sha3Uncles',
  'transaction-hash': 'keccak-256 of the transaction’s bytes',
  signed: 'a field of the bytes that its hash commits to',
  sender: 'recovered from the signature',
  creation: 'made of the sender and the nonce',
  inclusion: 'the transactions trie leads from transactionsRoot to this index',
  'receipts-root': 'the receipts trie leads from receiptsRoot to this receipt',
  'receipts-before': 'what it adds to the receipts before it',
  price: 'by the transaction and the header',
  blobs: 'counted from the transaction’s blobs',
  'blob-schedule': 'by the header and the blob schedule that the server states',
}

/** The most members that are listed one by one. */
const most = 100

/** The name of a part by its pointer: `transaction 5` of `/transactions/5`. */
const nameOf = (path: string): string => labelOf(path).replace(/s (?=\d+$)/, ' ')

const cut = (value: unknown): string => {
  const text = showValue(value)
  return text.length > 90 ? `${text.slice(0, 66)}…` : text
}

/** The labels of members; those of the entries of a list once, after its name. */
function listLabels(members: readonly string[], which: 'each' | 'some'): string {
  const labels: string[] = []
  for (const [first, all] of Map.groupBy(members, (member) => member.split('/*/')[0]!)) {
    const inner = all.filter((member) => member !== first).map((member) => nameIn(first, member))
    if (all.includes(first)) labels.push(labelOf(first))
    if (inner.length > 0) labels.push(`of ${which} of the ${labelOf(first)}: ${inner.join(', ')}`)
  }
  return labels.join(', ')
}

const nameIn = (list: string, member: string): string => labelOf(member.slice(list.length + 2))
