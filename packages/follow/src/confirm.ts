import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/history'
import { endOfRange, findMark, markAncestors, type Marks } from './ancestors.ts'
import type { Confirm } from './branch.ts'
import type { BlockToStore } from './reducer/effect.ts'
import { FollowError } from './error.ts'
import { showBlock } from './node/outline.ts'
import type { Source } from './node/source.ts'
import type { FollowSettings } from './reducer/state.ts'

// The last block of each range on a long way to a block is confirmed before the range is stored.

interface Nodes {
  readonly sources: readonly Source[]
  readonly settings: Pick<FollowSettings, 'quorum'>
  readonly signal: AbortSignal
}

/** Finds the marks below a signed block, down to the range of a number; null if the block is near, or a quorum named it. */
export async function findMarks(
  { source, block, isSigned, marks }: BlockToStore,
  down: bigint,
  { sources, signal }: Nodes,
): Promise<Marks | null> {
  if (!isSigned || endOfRange(down) >= block.number) return null
  if (marks && findMark(marks, endOfRange(down))) return marks
  return await markAncestors(sources[source]!, block, down, signal)
}

/** Creates the comparison of blocks on the way: with a signed block's marks, or with the blocks of a quorum. */
export function confirmer(effect: BlockToStore, tools: Nodes): Confirm {
  const { marks, isSigned } = effect
  const name = tools.sources[effect.source]!.name
  if (!isSigned) return (number) => askWitnesses(number, effect, tools)
  return (number) => async (found) => {
    const hash = marks ? findMark(marks, number) : undefined
    if (!hash || !equalBytes(hash, found.hash))
      throw new FollowError(
        'changed',
        `${name} has ${showBlock(found)}, which the signed block does not follow from.`,
      )
  }
}

/** Asks the other nodes for a block, and compares: a quorum of hosts must have it, the node's own included. */
function askWitnesses(
  number: bigint,
  { source, witnesses }: BlockToStore,
  { sources, settings: { quorum }, signal }: Nodes,
): (found: BlockName) => Promise<void> {
  if (quorum === 1) return async () => {}
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  const answers = witnesses.map(async (index) => {
    const [said] = await sources[index]!.outlines([number], either)
    return said && { hash: said.hash, host: sources[index]!.host }
  })
  for (const answer of answers) answer.catch(() => {}) // a failed one has no voice
  return async (found) => {
    const agreed = new Set([sources[source]!.host])
    const all = answers.map(async (answer) => {
      const said = await answer
      if (said && equalBytes(said.hash, found.hash)) agreed.add(said.host)
      if (agreed.size < quorum) throw undefined // the others are waited for
    })
    await Promise.any(all).catch(() => {}) // a slow node does not delay the others
    ending.abort()
    signal.throwIfAborted()
    if (agreed.size < quorum)
      throw new FollowError(
        'changed',
        `Only ${agreed.size} of the ${quorum} hosts that a quorum needs have ${showBlock(found)}, on the way to the block that it named.`,
      )
  }
}
