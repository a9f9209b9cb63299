import type { BlockName } from '@lectern/history'
import { agreeOn } from './agreement.ts'
import { move, type Transition, type View } from './effect.ts'
import { isSame } from '../node/outline.ts'
import type { SourceState } from './state.ts'

/** Stores the safe and finalized blocks that a quorum or the beacon chain names; neither goes back. */
export function finalize(view: View): Transition | undefined {
  const { state, settings } = view
  if (settings.finality === 'none') return undefined
  const found = settings.finality === 'beacon' ? nameSigned(view) : nameAgreed(view)
  const { safe: lastSafe = null, finalized: lastFinalized = null } = state.head ?? {}
  const finalized = above(found.finalized, lastFinalized)
  // A finalized block is safe too.
  const safe =
    above(found.safe, highestOf(lastSafe, finalized?.number ?? lastFinalized)) ?? above(finalized, lastSafe)
  if (safe === null && finalized === null) return undefined
  const isSigned = finalized !== null && settings.finality === 'beacon'
  return move({ ...state, work: 'finalize' }, state.phase, { type: 'finalize', safe, finalized, isSigned })
}

const above = (block: BlockName | null, number: bigint | null): BlockName | null =>
  block !== null && (number === null || block.number > number) ? block : null

type Named = Pick<SourceState, 'safe' | 'finalized'>

const nameAgreed = ({ usable, settings: { quorum } }: View): Named => ({
  safe: agreeOn(usable, quorum, ({ safe }) => safe),
  finalized: agreeOn(usable, quorum, ({ finalized }) => finalized),
})

/** Names the stored block that the beacon chain finalized, and the nodes' safe block between that and the attested one. */
function nameSigned(view: View): Named {
  const { state } = view
  const signed = state.signed?.finalized ?? null
  const attested = state.signed?.attested?.number ?? -1n
  const isStored =
    signed !== null &&
    state.head !== null &&
    signed.number <= state.head.number &&
    signed.number >= state.head.lowest
  const isContradicted = signed && state.contradicted && isSame(signed, state.contradicted)
  if (!isStored || isContradicted) return { safe: null, finalized: null }
  const { safe } = nameAgreed(view)
  const isBetween = safe !== null && safe.number > signed.number && safe.number <= attested
  return { safe: isBetween ? safe : signed, finalized: signed }
}

const highestOf = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null ? b : b === null || a > b ? a : b
