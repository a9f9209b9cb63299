import type { Session } from './session.ts'
import type { Reply } from './reply.ts'

/** How binding a rule is, in the words of RFC 2119. */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** One thing an endpoint must do, and how that is found out. */
export interface Check {
  /** `rule/method/pointer…`: the same in every run and on every endpoint. */
  readonly id: string
  readonly level: Level
  /** The rule, as one sentence. */
  readonly sentence: string
  /** Where the rule stands: a section of a specification or a pointer into the document. */
  readonly source: string
  /** What was found; nothing when the rule holds. */
  judge(session: Session): Promise<Finding | undefined>
}

/** What a check found where there is more to say than that the rule holds. */
export interface Finding {
  readonly verdict: 'pass' | 'fail' | 'skip'
  /** Why, as a sentence without its stop. */
  readonly reason?: string
  /** The request that failed, and its answer. */
  readonly reply?: Reply
  /** For exchanges: the answer is the recorded one, byte for byte. */
  readonly identical?: boolean
}

/** The rule is broken. */
export const fail = (reason: string, reply?: Reply): Finding => ({
  verdict: 'fail',
  reason,
  ...(reply && { reply }),
})

/** The rule could not be judged on this endpoint. */
export const skip = (reason: string): Finding => ({ verdict: 'skip', reason })

/** The first item's finding that is a failure, in the items' order. */
export async function firstFailure<T>(
  items: Iterable<T>,
  judge: (item: T) => Promise<Finding | undefined> | Finding | undefined,
): Promise<Finding | undefined> {
  for (const item of items) {
    const finding = await judge(item)
    if (finding?.verdict === 'fail') return finding
  }
  return undefined
}
