import type { BlockFacts } from '../facts.ts'
import type { Json } from '../json.ts'
import type { Reply } from '../reply.ts'

/** What an answer must say because other facts prove it, and what it says. */
export interface Claim {
  readonly expected: Json
  readonly actual: Json
  /** The answer that `actual` was read from. */
  readonly reply: Reply
}

/** What one block's facts prove; `all` are those of every block that was met. Throws a ChainError for facts that cannot be read. */
export type Proof = (facts: BlockFacts, all: readonly BlockFacts[]) => Claim[]

/** The claim that a member of an answer has this value. */
export const claim = (
  key: string,
  expected: unknown,
  { json, reply }: { json: Json; reply: Reply },
): Claim => ({
  expected: { [key]: expected },
  actual: { [key]: json[key] },
  reply,
})
