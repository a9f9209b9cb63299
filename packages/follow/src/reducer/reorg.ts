import { type Candidate, countHosts, toCandidate } from './agreement.ts'
import type { Branch } from '../branch.ts'
import { isSame, showBlock } from '../node/outline.ts'
import type { FollowSettings, FollowState, Halt, Task } from './state.ts'

/** Whether to store a branch: a lower block of the stored chain is lag, and replacing blocks needs more nodes. */
export const isWorth = (task: Task, branch: Branch, state: FollowState): boolean =>
  branch.depth === 0n ? branch.outlines.length > 0 : isMore(task, branch, state)

/** Whether more hosts named a branch than are elsewhere. As many as on the stored chain are enough if it leads by more than LAG. */
function isMore({ block, voices }: Task, { ancestor, outlines }: Branch, { sources }: FollowState): boolean {
  const above = sources
    .flatMap(toCandidate)
    .filter(({ tip, words }) => words.length === 0 || tip.number > (ancestor?.number ?? -1n))
  const isOurs = ({ words }: Candidate) =>
    words.some(({ isStored, number }) => isStored && number > (ancestor?.number ?? -1n))
  const isOn = ({ words }: Candidate) =>
    words.some((word) => isSame(word, block) || outlines.some((outline) => isSame(word, outline)))
  const ours = above.filter(isOurs)
  const isKnown = above.every((one) => isOurs(one) || isOn(one))
  const top = ours.reduce((most, { tip }) => (tip.number > most ? tip.number : most), -1n)
  return (
    voices > countHosts(above.filter((one) => isOurs(one) || !isOn(one))) ||
    (isKnown && voices === countHosts(ours) && block.number - top > LAG)
  )
}

const LAG = 2n

export function findConflict(
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
