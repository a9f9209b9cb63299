import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/history'
import { agreeOn, type Candidate, countHosts, listNamed, toCandidate } from './agreement.ts'
import { lastEnd } from '../ancestors.ts'
import type { Branch } from '../branch.ts'
import { type BlockToStore, halted, move, type Transition, type View } from './effect.ts'
import { isSame } from '../node/outline.ts'
import { findConflict, isWorth } from './reorg.ts'
import { rank } from './sources.ts'
import type { FollowState, Task } from './state.ts'

/** More blocks than this are a backfill. */
export const GAP = 32n

/** Continues the task with the best node that has not failed at it. */
export function goOn(view: View): Transition | undefined {
  const { state, usable } = view
  const { task } = state
  if (task === null) return undefined
  const giver = task.givers.flatMap((index) => toCandidate(state.sources[index]!, index))[0]
  if (giver === undefined) return undefined
  const branch = findTraced(state, task.block) ?? childOfHead(state, task.block, giver)
  return branch
    ? take(view, task, giver, branch)
    : move({ ...state, work: 'trace' }, state.phase === 'follow' ? 'follow' : 'locate', {
        type: 'trace',
        ...describeTask(task, giver, usable),
      })
}

const findTraced = ({ traced }: FollowState, block: BlockName): Branch | undefined =>
  traced.find((one) => isSame(one.block, block))?.branch

/** Returns the branch of a node's tip that is the child of the head. */
function childOfHead({ head }: FollowState, block: BlockName, { tip, index }: Candidate): Branch | undefined {
  const isChild = head && tip.number === head.number + 1n && equalBytes(tip.parentHash, head.hash)
  return isChild && isSame(tip, block)
    ? { ancestor: head, depth: 0n, outlines: [tip], source: index }
    : undefined
}

/** Describes a task for an effect, with all other nodes as witnesses. */
const describeTask = (
  { block, isSigned, marks }: Task,
  { index }: Candidate,
  usable: readonly Candidate[],
): BlockToStore => ({
  source: index,
  block,
  isSigned,
  marks,
  witnesses: usable.flatMap((one) => (one.index === index ? [] : one.index)),
})

/** Begins the task of a block that leads further, or to another chain that more nodes are on. */
export function begin(view: View): Transition | undefined {
  const { state } = view
  for (const task of listTasks(view)) {
    const branch = findTraced(state, task.block)
    if (branch && !isWorth(task, branch, state)) continue
    return goOn({ ...view, state: { ...state, task } })
  }
  return undefined
}

function listTasks(view: View): Task[] {
  const { state, usable, settings } = view
  const { contradicted, signed, head } = state
  const next = head ? head.lowest : settings.from
  const signedTask = (block: BlockName): Task => ({
    block,
    isSigned: true,
    voices: Infinity,
    givers: giversOf(usable.filter(({ tip }) => tip.number >= block.number)),
    marks: null,
  })
  if (contradicted) return [signedTask(contradicted)].filter(({ givers }) => givers.length > 0)
  if (settings.latest === 'attested') {
    const attested = signed?.attested
    const isNew =
      attested != null &&
      attested.number >= next &&
      !(head && isSame(attested, head)) &&
      (settings.distance === 0 || attested.number - BigInt(settings.distance) > (head?.number ?? next - 1n))
    return isNew ? [signedTask(attested)].filter(({ givers }) => givers.length > 0) : []
  }
  const end = endOf(view)
  return listNamed(usable, settings.quorum)
    .filter(({ number, isStored }) => !isStored && number >= next && number <= end)
    .map(({ number, hash, namers, voices }) => ({
      block: { number, hash },
      isSigned: false,
      voices: settings.quorum > countHosts(state.sources) / 2 ? Infinity : voices,
      givers: giversOf(namers),
      marks: null,
    }))
}

const giversOf = (candidates: readonly Candidate[]): number[] => rank(candidates).map(({ index }) => index)

/** Returns the highest block that a quorum can have, less the distance; with `attested` the attested one. */
export function endOf({ state: { signed }, usable, settings }: View): bigint {
  const { quorum, distance, latest } = settings
  const top =
    latest === 'nodes' ? agreeOn(usable, quorum, ({ tip }) => tip)?.number : signed?.attested?.number
  return (top ?? -1n) - BigInt(distance)
}

/** Stores the branch of a task, after the head or in place of stored blocks. */
function take(view: View, task: Task, giver: Candidate, branch: Branch): Transition | undefined {
  const { state, usable, settings } = view
  if (!isWorth(task, branch, state)) return undefined
  const fault = branch.depth > 0n ? findConflict(state, branch, giver.name, settings) : undefined
  if (fault) return halted(state, fault)
  const isAttested = task.isSigned && state.contradicted === null
  const end = task.block.number - (isAttested ? BigInt(settings.distance) : 0n)
  const outlines = branch.outlines.filter(({ number }) => number <= end)
  const [first] = outlines
  if (first === undefined) return undefined
  const next = { ...describeTask(task, giver, usable), branch: { ...branch, outlines } }
  const to = task.isSigned ? lastEnd(end - 2n) : end - 2n // the last two may be reorged meanwhile
  if (branch.depth === 0n && to - first.number >= GAP)
    return move({ ...state, work: 'backfill', target: to }, 'backfill', { type: 'backfill', ...next, to })
  const phase = branch.depth > 0n ? 'switch' : 'follow'
  return move({ ...state, work: 'extend', target: null }, phase, { type: 'extend', ...next })
}
