import { fail, type Finding } from '../check.ts'
import { compare, describeDifference } from '../compare.ts'
import type { Reply } from '../../endpoint/reply.ts'

/** What a value in an answer must be because other facts say so, and what it is. */
export interface Claim {
  readonly expected: unknown
  readonly actual: unknown
  /** JSON pointer to the value in the answer. */
  readonly path: string
  /** The answer that `actual` was read from. */
  readonly reply: Reply
}

/** Where a claim does not hold, as a failure. Of a member that some nodes leave out an absence says nothing. */
export function judgeClaim(
  { expected, actual, path, reply }: Claim,
  optional: ReadonlySet<string>,
): Finding | undefined {
  const differences = compare(expected, actual, path).filter(
    (difference) =>
      ('expected' in difference && 'actual' in difference) ||
      !optional.has(difference.path.slice(difference.path.lastIndexOf('/') + 1)),
  )
  return differences.length === 0
    ? undefined
    : fail(differences.slice(0, 5).map(describeDifference).join('\n'), reply, differences)
}
