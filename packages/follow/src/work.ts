import { toHex } from '@lectern/chain'
import type { Branch } from './branch.ts'
import { type Effect, halted, log, type Step } from './effect.ts'
import { type BlockName, isSame, showBlock } from './outline.ts'
import { agreeOn, isOnStored, rank } from './sources.ts'
import type { FollowSettings, FollowState, Phase, SourceState } from './state.ts'

/** A node that can be used and has said its tip. */
interface Candidate {
  readonly index: number
  readonly source: SourceState & { readonly tip: NonNullable<SourceState['tip']> }
}

/** More blocks than this at once are a backfill. */
export const GAP = 32n

/**
 * Chooses what to do next, one thing at a time: what continues the stored chain first, then a look at a tip that is not understood, then a
 * branch in its place if more nodes are on it. A lower head on the stored chain is lag, never a reorg.
 */
export function chooseWork(state: FollowState, settings: FollowSettings): Step {
  if (state.work !== null) return { state, effects: [] }
  const usable = state.sources.flatMap((source, index) =>
    source.standing === 'usable' && source.tip ? [{ index, source } as Candidate] : [],
  )
  const reach = agreeOn(
    usable.map(({ source: { tip } }) => tip.number),
    settings.quorum,
  )
  if (reach === null) return waitForSources(state, settings)
  const end = endOf(state, reach, settings)
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
    ({ source: { side, branch } }) => side === 'ours' && (branch?.outlines[0]?.number ?? end + 1n) <= end,
  )
  const [best] = rank(ahead)
  if (best === undefined) return undefined
  const branch = cut(best.source.branch!, end)
  const { tip } = best.source
  const target = (tip.number < end ? tip.number : end) - 2n // the last two may be reorged meanwhile
  const first = branch.outlines[0]!.number
  const witnesses = findWitnesses(best, usable, settings)
  const common = { source: best.index, branch, witnesses, attested: attestedBy(state, settings) }
  if (target - first >= GAP)
    return move({ ...state, work: 'backfill', target }, 'backfill', {
      type: 'backfill',
      ...common,
      to: target,
    })
  return move({ ...state, work: 'extend', target: null }, 'follow', { type: 'extend', ...common })
}

/** Looks where an unknown tip leaves the stored chain. */
function trace(state: FollowState, usable: readonly Candidate[]): Step | undefined {
  const [best] = rank(usable.filter(({ source: { side } }) => side === 'unknown'))
  if (best === undefined) return undefined
  const { number, hash } = best.source.tip
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
  const all = usable.filter(({ source: { side } }) => side === 'fork')
  const signed = all.filter(({ source: { branch } }) => leadsToSigned(state, settings, branch!))
  const forks = signed.length > 0 ? signed : all
  const ours = usable.filter(({ source: { side } }) => side === 'ours')
  if (forks.length === 0 || usable.some(({ source: { side } }) => side === 'stale')) return undefined
  const lead = highest(forks) - highest(ours)
  const isMore =
    signed.length > 0 || // a signature is worth more than the number of nodes
    forks.length > ours.length ||
    (forks.length === ours.length && lead > LAG)
  if (forks.length < settings.quorum || !isMore) return undefined
  const [best] = rank(forks.filter(({ source: { tip } }) => tip.number === highest(forks)))
  const branch = cut(best!.source.branch!, end)
  const fault = findConflict(state, branch, best!.source.name, settings)
  if (fault) return halted(state, fault)
  if (branch.outlines.length === 0) return undefined
  return move({ ...state, work: 'extend' }, 'switch', {
    type: 'extend',
    source: best!.index,
    branch,
    witnesses: findWitnesses(best!, forks, settings),
    attested: attestedBy(state, settings),
  })
}

/** A fork as strong as ours that leads by more than this has left ours behind. */
const LAG = 2n

/** Why a reorg needs a person. */
function findConflict(
  { head }: FollowState,
  { ancestor, depth }: Branch,
  name: string,
  { reorgLimit }: FollowSettings,
): { readonly code: string; readonly message: string } | undefined {
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
  const { safe, finalized, signed } = named(state, usable, settings)
  const before = { safe: state.head?.safe ?? null, finalized: state.head?.finalized ?? null }
  const top = highestOf(before.finalized, finalized)
  const next = highestOf(highestOf(before.safe, safe), top)
  if (top === null || (top === before.finalized && next === before.safe)) return undefined
  return move({ ...state, work: 'finalize' }, state.phase, {
    type: 'finalize',
    safe: next,
    finalized: top,
    signed: top === before.finalized ? null : signed,
  })
}

/** What is safe and finalized, and the block that the beacon chain signed as finalized. */
interface Named {
  readonly safe: bigint | null
  readonly finalized: bigint | null
  readonly signed: BlockName | null
}

function nameAgreed(_: FollowState, usable: readonly Candidate[], { quorum }: FollowSettings): Named {
  const of = (name: 'safe' | 'finalized') =>
    agreeOn(
      usable.map(({ source }) => source[name]),
      quorum,
    )
  return { safe: of('safe'), finalized: of('finalized'), signed: null }
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
  if (!isStored || !usable.some(({ source }) => isOnStored(source, signed)))
    return { safe: null, finalized: null, signed: null }
  const { safe } = nameAgreed(state, usable, settings)
  const isBetween = safe !== null && safe > signed.number && safe <= attested
  return { safe: isBetween ? safe : signed.number, finalized: signed.number, signed }
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
  const isKnown = usable.some(({ source: { side } }) => side === 'ours')
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
  candidates.reduce((most, { source: { tip } }) => (tip.number > most ? tip.number : most), -1n)

const highestOf = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null ? b : b === null || a > b ? a : b

/** A branch without what is above a number. */
const cut = ({ outlines, ...branch }: Branch, end: bigint): Branch => ({
  ...branch,
  outlines: outlines.filter(({ number }) => number <= end),
})

/** The other nodes of which a quorum needs the word, best first. */
const findWitnesses = (
  { index }: Candidate,
  usable: readonly Candidate[],
  { quorum }: FollowSettings,
): readonly number[] =>
  quorum === 1 ? [] : rank(usable.filter((one) => one.index !== index)).map(({ index }) => index)
