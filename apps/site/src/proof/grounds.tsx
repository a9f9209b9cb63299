import type { VNode } from 'preact'
import { type DocumentKind, labelOf } from '../document/members.ts'
import { showText, showValue } from '../document/text.ts'
import { Mark } from './mark.tsx'
import { letterOf, type Proof } from './proof.ts'

/** Each reason once, under its letter, with the members that it proves; then what nothing proves, and what is refuted. */
export function Grounds({ proof, kind }: { proof: Proof; kind: DocumentKind }): VNode | null {
  const { grounds, unproven, mismatches } = proof
  if (grounds.length + unproven.length + mismatches.length === 0) return null
  const open = proof.isPartial ? [] : unproven
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
                {labelOf(path, kind)} <s>{cut(actual)}</s>{' '}
                <span class="of">is refuted: it must be {cut(expected)}</span>
              </p>
            )}
          </li>
        ))}
        {grounds.map(({ text, members }, index) => (
          <li key={text} id={`ground-${letterOf(index)}`}>
            <Mark state="proven" />
            <p>
              <i class="letter">{letterOf(index)}</i> {text}:{' '}
              <span class="of">{listLabels(members, kind)}</span>
            </p>
          </li>
        ))}
        {open.length > 0 && (
          <li class="open">
            <Mark state="open" />
            <p>
              nothing here proves: <span class="of">{listLabels(open, kind)}</span>
            </p>
          </li>
        )}
      </ul>
    </section>
  )
}

/** The most refuted members that are listed. */
const most = 100

const cut = (value: unknown): string => {
  const text = showValue(value)
  return text.length > 90 ? `${text.slice(0, 66)}…` : text
}

/** The labels of members; those of the entries of a list once, after its name. */
function listLabels(members: readonly string[], kind: DocumentKind): string {
  const labels: string[] = []
  for (const [first, all] of Map.groupBy(members, (member) => member.split('/*/')[0]!)) {
    const inner = all.filter((member) => member !== first).map((member) => nameIn(first, member))
    if (all.includes(first)) labels.push(labelOf(first, kind))
    if (inner.length > 0) labels.push(`of each of the ${labelOf(first, kind)}: ${inner.join(', ')}`)
  }
  return labels.join(', ')
}

const nameIn = (list: string, member: string): string =>
  labelOf(member.slice(list.length + 2), list === '/transactions' ? 'tx' : undefined)
