import type { ComponentChildren, VNode } from 'preact'
import { groupDigits, shorten, showText } from '../document/text.ts'
import { labelOf } from '../document/members.ts'
import { leadTo } from '../shell/router.ts'
import { Mark } from './mark.tsx'
import type { Proof } from './proof.ts'
import { proving } from './prover.ts'

/**
 * The outcome of a proof in one sentence. A hollow disc means that all follows from the block's own hash; a filled one, that the block
 * is trusted too.
 */
export function Seal(): VNode {
  const { proof, progress } = proving.value
  const isHollow = !proof?.anchor
  const state = proof ? (proof.isPartial ? 'working' : proof.outcome) : 'working'
  const time = proof && !proof.isPartial && proof.outcome !== 'open' && (
    <small class="time">{groupDigits(Math.round(proof.milliseconds))} ms</small>
  )
  return (
    <section class={`seal ${state}`} aria-live="polite" aria-label="Proof" data-state={sealOf(proof)}>
      <Mark state={state} isHollow={isHollow} />
      <div>
        <p>
          {sentence(proof)} {proof?.family && familySentences[proof.family]} {time}
        </p>
        {progress && (
          <p class="progress">
            <progress max={progress.of} value={progress.done} aria-label="Signatures recovered" />
            <small>
              {groupDigits(progress.done)} of {groupDigits(progress.of)} senders recovered from their
              signatures
            </small>
          </p>
        )}
      </div>
    </section>
  )
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The sentence about a proof by other rules than Ethereum's. */
const familySentences: Readonly<Partial<Record<NonNullable<Proof['family']>, string>>> = {
  op: 'By the rules of the OP stack.',
  arbitrum: 'By the rules of Arbitrum.',
  polygon: 'By the rules of Polygon.',
  bsc: 'By the rules of BNB Smart Chain.',
  gnosis: 'By the rules of Gnosis.',
}

/** The grade of a seal by one word. */
export function sealOf(proof: Proof | undefined): string {
  if (!proof || proof.isPartial) return 'working'
  if (proof.outcome !== 'proven') return proof.outcome
  return proof.anchor ? 'anchored' : 'self-consistent'
}

function sentence(proof: Proof | undefined): ComponentChildren {
  if (!proof) return 'The proof is being made in this browser…'
  if (proof.outcome === 'open')
    return (
      <>
        <b>Not proven.</b> {capitalise(showText(proof.reason ?? 'nothing here follows from a block hash.'))}
        {proof.proven.length > 0 && ' What is marked follows from the transaction’s own hash.'}
      </>
    )
  if (proof.outcome === 'refuted') return refutation(proof)
  const open = proof.unproven.length
  const count = `${proof.proven.length} of ${proof.proven.length + open} members`
  if (proof.isPartial) return 'The block follows from its hash; its senders are being recovered…'
  if (proof.anchor)
    return (
      <>
        <b>Proven</b> in this browser{open > 0 && `, ${count}`}: {vouched(proof.anchor)}
      </>
    )
  return (
    <>
      <b>{open === 0 ? 'Every member' : count}</b> {open === 0 ? 'follows' : 'follow'} from the block hash.
      Whether that block is of your chain is yours to say:{' '}
      <a href="#trust" class="to-trust" onClick={leadTo('#trust input:checked')}>
        choose what you trust
      </a>
      .
    </>
  )
}

function vouched({ kind, sentence }: NonNullable<Proof['anchor']>): ComponentChildren {
  const text = showText(sentence).replaceAll(/0x[0-9a-f]{64}/g, (hash) => shorten(hash, 10, 6))
  if (kind === 'block') return `${text.replace('ancestor', 'an ancestor')}, which you trust.`
  if (kind === 'beacon') return `${text.replace('ancestor', 'an ancestor')}.`
  return `${text} give the same hash for its block.`
}

function refutation({ mismatches }: Proof): ComponentChildren {
  const [first, ...others] = mismatches
  return (
    <>
      <b>Refuted.</b> {showText(first!.message)}
      {others.length > 0 && (
        <>
          {' '}
          Also refuted:{' '}
          {others
            .slice(0, 8)
            .map(({ path }) => labelOf(path))
            .join(', ')}
          {others.length > 8 && ` and ${others.length - 8} more`}.
        </>
      )}
    </>
  )
}
