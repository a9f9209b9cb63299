import type { VNode } from 'preact'
import type { DocumentKind } from '../document/members.ts'
import { groupDigits, isHash } from '../document/text.ts'
import { ask } from '../shell/endpoint.ts'
import { goTo, linkTo } from '../shell/router.ts'

interface Props {
  readonly kind: DocumentKind
  readonly name: string
  readonly number: bigint | undefined
  readonly index: bigint | undefined
}

/** The links under a title: the neighbours, which ← and → lead to, and what belongs together. */
export function Neighbours({ kind, name, number, index }: Props): VNode {
  if (kind === 'block')
    return (
      <nav class="neighbours" aria-label="Neighbours">
        {number !== undefined && number > 0n && (
          <Step rel="prev" to={linkTo('block', number - 1n)} name={groupDigits(number - 1n)} />
        )}
        {number !== undefined && (
          <Step rel="next" to={linkTo('block', number + 1n)} name={groupDigits(number + 1n)} />
        )}
      </nav>
    )
  const step = (by: 1 | -1, rel: string, text: string): VNode | false =>
    number !== undefined &&
    index !== undefined &&
    index + BigInt(by) >= 0n && (
      <button class="link" data-rel={rel} onClick={() => void goToSibling(kind, number, Number(index) + by)}>
        {text}
      </button>
    )
  return (
    <nav class="neighbours" aria-label="Neighbours">
      {number !== undefined && <a href={linkTo('block', number)}>block {groupDigits(number)}</a>}
      {kind === 'tx' ? (
        number !== undefined && <a href={linkTo('receipt', name)}>its receipt →</a>
      ) : (
        <a href={linkTo('tx', name)}>← its transaction</a>
      )}
      {step(-1, 'prev', '← before')}
      {step(1, 'next', 'after →')}
    </nav>
  )
}

interface StepProps {
  readonly rel: 'prev' | 'next'
  readonly to: string
  readonly name: string
}

/** A link to the page before or after, which ← and → follow. */
export const Step = ({ rel, to, name }: StepProps): VNode => (
  <a rel={rel} href={to}>
    {rel === 'prev' ? `← ${name}` : `${name} →`}
  </a>
)

/** Goes to the transaction or receipt at an index of a block; stays where there is none. */
async function goToSibling(kind: DocumentKind, number: bigint, index: number): Promise<void> {
  try {
    const params = [`0x${number.toString(16)}`, false]
    const { result } = await ask('eth_getBlockByNumber', params, new AbortController().signal)
    const hash = (Object(result) as { transactions?: unknown[] }).transactions?.[index]
    if (isHash(hash)) goTo(kind, hash)
  } catch {} // a node that does not answer leaves the reader where they are
}
