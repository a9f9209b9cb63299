import { equalBytes } from '@lectern/chain/internal'
import { endOfRange, findMark, markAncestors, type Marks } from './ancestors.ts'
import type { Confirm } from './branch.ts'
import type { BlockToStore } from './reducer/effect.ts'
import { FollowError } from './error.ts'
import { type BlockName, showBlock } from './node/outline.ts'
import type { Source } from './node/source.ts'
import type { FollowSettings } from './reducer/state.ts'

// On a long way to a block its ranges are known before their blocks are stored: what ties each of them to the block.

/** The nodes, and how many of their hosts are a quorum. */
interface Nodes {
  readonly sources: readonly Source[]
  readonly hosts: readonly string[]
  readonly settings: Pick<FollowSettings, 'quorum'>
  readonly signal: AbortSignal
}

/** The marks below a block that the beacon chain signed, down to the range of a number; null where the block is near, or a quorum has named it. */
export async function findMarks(
  { source, block, isSigned, marks }: BlockToStore,
  down: bigint,
  { sources, signal }: Nodes,
): Promise<Marks | null> {
  if (!isSigned || endOfRange(down) >= block.number) return null
  if (marks && findMark(marks, endOfRange(down))) return marks
  return await markAncestors(sources[source]!, block, down, signal)
}

/** Compares blocks on the way to a signed one with its marks, and others with what the other nodes have: a quorum must have the same. */
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

/** Asks the other nodes for a block, and compares: so many hosts as the quorum needs must have it, with that of the node that gives it. */
function askWitnesses(
  number: bigint,
  { source, witnesses }: BlockToStore,
  { sources, hosts, settings: { quorum }, signal }: Nodes,
): (found: BlockName) => Promise<void> {
  if (quorum === 1) return async () => {}
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  const answers = witnesses.map(async (index) => {
    const [said] = await sources[index]!.outlines([number], either)
    return said && { hash: said.hash, host: hosts[index]! }
  })
  for (const answer of answers) answer.catch(() => {}) // one that fails has no voice
  return async (found) => {
    const agreed = new Set([hosts[source]!])
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const all = answers.map(async (answer) => {
      const said = await answer.catch(() => null)
      if (said && equalBytes(said.hash, found.hash)) agreed.add(said.host)
      if (agreed.size >= quorum) resolve()
    })
    await Promise.race([enough, Promise.all(all)]) // one that is slow stops nobody
    ending.abort()
    signal.throwIfAborted()
    if (agreed.size < quorum)
      throw new FollowError(
        'changed',
        `Only ${agreed.size} of the ${quorum} hosts that a quorum needs have ${showBlock(found)}, on the way to the block that it named.`,
      )
  }
}
