import { toHex } from '@lectern/chain'
import type { Branch } from './branch.ts'
import { type BranchToStore, type Effect, halted, log, type Moment, type Step } from './effect.ts'
import { type BlockName, isSame, showBlock } from './outline.ts'
import { agreeOn, isOnStored, rank } from './sources.ts'
import type { FollowSettings, FollowState, Halt, Phase, SourceState } from './state.ts'

/** A node that can be used and has said its tip; `index`: which of the sources it is. */
type Candidate = SourceState & { readonly index: number; readonly tip: NonNullable<SourceState['tip']> }

/** More blocks than this at once are a backfill. */
export const GAP = 32n

/**
 * Chooses what to do next, one thing at a time: what continues the stored chain first, then a look at a tip that is not understood, then a
 * branch in its place if more nodes are on it. A lower head on the stored chain is lag, never a reorg.
 */
export function chooseWork(state: FollowState, { now }: Moment, settings: FollowSettings): Step {
  if (state.work !== null) return { state, effects: [] }
  if (state.outage)
    return state.outage.until > now
      ? { state, effects: [] }
      : { state: { ...state, work: 'reload' }, effects: [{ type: 'reload' }] }
  const usable = state.sources.flatMap((source, index) =>
    source.standing === 'usable' && source.tip ? [{ ...source, tip: source.tip, index }] : [],
  )
  const reach = agreeOn(usable, settings.quorum, ({ tip }) => tip)
  if (reach === null) return waitForSources(state, settings)
  const end = endOf(state, reach.number, settings)
  return (
    extend(state, usable, end, settings) ??
    trace(state, usable) ??
    switchBranch(state, usable, end, settings) ??
    finalize(state, usable, settings) ??
    rest(state, usable, end, settings)
  )
}

/** The highest block to store; with `attested` none above the one that the beacon chain attested, and none unless the nodes have that. */
function endOf({ signed }: FollowState, reach: bigint, { distance, latest }: FollowSettings): bigint {
  const top = latest === 'nodes' ? reach : (signed?.attested?.number ?? -1n)
  return top > reach ? -1n : top - BigInt(distance)
}

/** The block of which a node must have the hash before its blocks are stored. */
const attestedBy = ({ signed }: FollowState, { latest }: FollowSettings): BlockName | null =>
  latest === 'nodes' ? null : (signed?.attested ?? null)

/** Whether a branch has a block that the beacon chain signed in place of a stored one. */
function leadsToSigned(state: FollowState, settings: FollowSettings, { outlines }: Branch): boolean {
  const names = [state.signed?.finalized, attestedBy(state, settings)]
  return outlines.some((outline) => names.some((name) => name && isSame(outline, name)))
}

function waitForSources(state: FollowState, { quorum, once }: FollowSettings): Step {
  const left = state.sources.filter(({ standing }) => standing !== 'out')
  const reasons = state.sources.flatMap(({ why }) => why?.message ?? []).join(' ')
  if (left.length === 0)
    return halted(state, { code: 'no-source', message: `No node can be followed. ${reasons}` }, 2)
  if (once && left.every(({ failures, blames }) => failures >= ENOUGH || blames > 0))
    return halted(state, { code: 'no-source', message: `No node answers. ${reasons}` })
  const hopes = left.filter(({ why }) => why === null).length
  if (hopes >= quorum || state.phase === 'stalled') return { state, effects: [] }
  const few = quorum > 1 ? `Fewer than ${quorum} nodes` : 'No node'
  return move(
    state,
    'stalled',
    log('error', 'stalled', `${few} can be used: what is stored is served. ${reasons}`),
  )
}

/** Failures in a row after which `once` gives up. */
const ENOUGH = 5

/** Takes what follows the head. */
function extend(
  state: FollowState,
  usable: readonly Candidate[],
  end: bigint,
  settings: FollowSettings,
): Step | undefined {
  const ahead = usable.filter(
    ({ side, branch }) => side === 'ours' && (branch?.outlines[0]?.number ?? end + 1n) <= end,
  )
  const [best] = rank(ahead)
  if (best === undefined) return undefined
  const next = takeBranch(best, end, usable, state, settings)
  const to = (best.tip.number < end ? best.tip.number : end) - 2n // the last two may be reorged meanwhile
  if (to - next.branch.outlines[0]!.number >= GAP)
    return move({ ...state, work: 'backfill', target: to }, 'backfill', { type: 'backfill', ...next, to })
  return move({ ...state, work: 'extend', target: null }, 'follow', { type: 'extend', ...next })
}

/** The blocks of a node's branch up to a number, and the other nodes of which a quorum needs the word, best first. */
const takeBranch = (
  { index, branch }: Candidate,
  end: bigint,
  candidates: readonly Candidate[],
  state: FollowState,
  settings: FollowSettings,
): BranchToStore => ({
  source: index,
  branch: { ...branch!, outlines: branch!.outlines.filter(({ number }) => number <= end) },
  witnesses:
    settings.quorum === 1
      ? []
      : rank(candidates.filter((one) => one.index !== index)).map(({ index }) => index),
  attested: attestedBy(state, settings),
})

/** Looks where an unknown tip leaves the stored chain. */
function trace(state: FollowState, usable: readonly Candidate[]): Step | undefined {
  const [best] = rank(usable.filter(({ side }) => side === 'unknown'))
  if (best === undefined) return undefined
  const { number, hash } = best.tip
  const effect: Effect = { type: 'trace', source: best.index, tip: { number, hash } }
  return move({ ...state, work: 'trace' }, state.phase === 'follow' ? 'follow' : 'locate', effect)
}

/** Takes a branch in place of stored blocks, once each node's side is known and more are on it than on ours. */
function switchBranch(
  state: FollowState,
  usable: readonly Candidate[],
  end: bigint,
  settings: FollowSettings,
): Step | undefined {
  const all = usable.filter(({ side }) => side === 'fork')
  const signed = all.filter(({ branch }) => leadsToSigned(state, settings, branch!))
  const forks = signed.length > 0 ? signed : all
  const ours = usable.filter(({ side }) => side === 'ours')
  if (forks.length === 0 || usable.some(({ side }) => side === 'stale')) return undefined
  const lead = highest(forks) - highest(ours)
  const isMore =
    signed.length > 0 || // a signature is worth more than the number of nodes
    forks.length > ours.length ||
    (forks.length === ours.length && lead > LAG)
  if (forks.length < settings.quorum || !isMore) return undefined
  const [best] = rank(forks.filter(({ tip }) => tip.number === highest(forks))) as [Candidate]
  const next = takeBranch(best, end, forks, state, settings)
  const fault = findConflict(state, next.branch, best.name, settings)
  if (fault) return halted(state, fault)
  if (next.branch.outlines.length === 0) return undefined
  return move({ ...state, work: 'extend' }, 'switch', { type: 'extend', ...next })
}

/** A fork as strong as ours that leads by more than this has left ours behind. */
const LAG = 2n

/** Why a reorg needs a person. */
function findConflict(
  { head }: FollowState,
  { ancestor, depth }: Branch,
  name: string,
  { reorgLimit }: FollowSettings,
): Halt | undefined {
  const stored = showBlock(head!)
  for (const [what, number] of [
    ['trusted', head?.anchor?.number] as const,
    ['finalized', head?.finalized] as const,
  ])
    if (number != null && ancestor !== null && ancestor.number < number)
      return {
        code: 'reorg-final',
        message: `${name} leaves the stored chain after block ${ancestor.number}, but block ${number} is ${what}: one of them is wrong. Compare both with a source you trust; a new store follows the node.`,
      }
  if (ancestor === null || depth > BigInt(reorgLimit))
    return {
      code: 'reorg-deep',
      message: `${name} shares none of the last ${reorgLimit} blocks below ${stored}. If the node is right, raise --reorg.limit or begin a new store.`,
    }
  return undefined
}

/** Stores what a quorum of nodes says is safe and finalized; neither goes back. */
function finalize(
  state: FollowState,
  usable: readonly Candidate[],
  settings: FollowSettings,
): Step | undefined {
  if (settings.finality === 'none') return undefined
  const named = settings.finality === 'beacon' ? nameSigned : nameAgreed
  const found = named(state, usable, settings)
  const { safe: lastSafe = null, finalized: lastFinalized = null } = state.head ?? {}
  const finalized = above(found.finalized, lastFinalized)
  // What is finalized is safe too.
  const safe =
    above(found.safe, highestOf(lastSafe, finalized?.number ?? lastFinalized)) ?? above(finalized, lastSafe)
  if (safe === null && finalized === null) return undefined
  const isSigned = finalized !== null && settings.finality === 'beacon'
  return move({ ...state, work: 'finalize' }, state.phase, { type: 'finalize', safe, finalized, isSigned })
}

/** A block, if it is above a number. */
const above = (block: BlockName | null, number: bigint | null): BlockName | null =>
  block !== null && (number === null || block.number > number) ? block : null

/** What is safe and finalized. */
type Named = Pick<SourceState, 'safe' | 'finalized'>

function nameAgreed(_: FollowState, usable: readonly Candidate[], { quorum }: FollowSettings): Named {
  return {
    safe: agreeOn(usable, quorum, ({ safe }) => safe),
    finalized: agreeOn(usable, quorum, ({ finalized }) => finalized),
  }
}

/** The block that the beacon chain finalized, once it is stored; the nodes' safe block where it is between that and the attested one. */
function nameSigned(state: FollowState, usable: readonly Candidate[], settings: FollowSettings): Named {
  const signed = state.signed?.finalized ?? null
  const attested = state.signed?.attested?.number ?? -1n
  const isStored =
    signed !== null &&
    state.head !== null &&
    signed.number <= state.head.number &&
    signed.number >= state.head.lowest
  // Where the chains differ each node on the stored one has been blamed.
  if (!isStored || !usable.some((source) => isOnStored(source, signed)))
    return { safe: null, finalized: null }
  const { safe } = nameAgreed(state, usable, settings)
  const isBetween = safe !== null && safe.number > signed.number && safe.number <= attested
  return { safe: isBetween ? safe : signed, finalized: signed }
}

/** Nothing is to be done until a tip changes; with `once` it ends. */
function rest(
  state: FollowState,
  usable: readonly Candidate[],
  end: bigint,
  { once, finality, latest, trusted }: FollowSettings,
): Step {
  const { attested = null, why = null } = state.signed ?? {}
  const isAttested = latest === 'nodes' || attested !== null
  if (once && !isAttested && why !== null)
    return halted(state, {
      code: 'no-beacon',
      message: `The beacon chain cannot be followed, so no block is known to be attested. ${why}`,
    })
  const isKnown = usable.some(({ side }) => side === 'ours')
  if (!isKnown) return { state, effects: [] }
  const isNewest = state.head !== null && state.head.number >= end && isAttested
  const isAsked = state.sources.some(({ standing, failures }) => standing === 'new' && failures < ENOUGH)
  const message = `The newest block is stored: ${state.head ? showBlock(state.head) : 'none'}.`
  const isTrusted = trusted === undefined || Boolean(state.head?.anchor)
  const result = isTrusted
    ? ({ exitCode: 0, message } as const)
    : ({
        exitCode: 1,
        message: `${message} None has the hash ${toHex(trusted)}, so nothing is anchored.`,
      } as const)
  const isSigned = finality !== 'beacon' || state.signed !== undefined
  const effects: Effect[] = once && isNewest && !isAsked && isSigned ? [{ type: 'end', ...result }] : []
  return move({ ...state, target: null }, 'follow', ...effects)
}

const move = (state: FollowState, phase: Phase, ...effects: readonly Effect[]): Step => ({
  state: { ...state, phase },
  effects,
})

const highest = (candidates: readonly Candidate[]): bigint =>
  candidates.reduce((most, { tip }) => (tip.number > most ? tip.number : most), -1n)

const highestOf = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null ? b : b === null || a > b ? a : b
