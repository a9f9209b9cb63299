import type { Answered, BlockFacts } from '../../sample/facts.ts'
import type { Claim } from './claim.ts'

/** What one block's facts prove; `all` are those of every block that was met. Throws a ChainError for facts that cannot be read. */
export type Proof = (facts: BlockFacts, all: readonly BlockFacts[]) => Claim[]

/** The claim that a member of an answer has this value. */
export const claim = (key: string, expected: unknown, { json, path, reply }: Answered): Claim => ({
  path,
  expected: { [key]: expected },
  actual: key in json ? { [key]: json[key] } : {},
  reply,
})
