import { fail, skip, type Check, type Finding } from './check.ts'
import { ConformanceError } from '../error.ts'
import type { Session } from '../endpoint/session.ts'

/** Asks what a check asks, and makes a finding of what keeps it from being judged. Mistakes in a check are thrown. */
export type Examine = (check: Check) => Promise<Finding | undefined>

/** What says nothing of the endpoint that is judged. */
const unjudged: ReadonlySet<ConformanceError['code']> = new Set(['BUDGET', 'LIMITED', 'LOST'])

const isAnswerless = (code: ConformanceError['code']) => code === 'UNREACHABLE' || code === 'UNREADABLE'

/**
 * An examiner for one session. A question without an answer is a failure of the endpoint that is judged, and keeps a check
 * from being judged where it was another that was asked; once that one is lost, a ConformanceError (LOST) is thrown.
 */
export function createExaminer(session: Session): Examine {
  return async (check) => {
    try {
      return await check.judge(session)
    } catch (error) {
      // What an endpoint answers may be nested too deep for any stack.
      if (error instanceof RangeError) return fail(`the answer cannot be read: ${error.message}`)
      if (!(error instanceof ConformanceError)) throw error
      const { code, message, endpoint, sent } = error
      const isOther = endpoint !== undefined && endpoint !== session.target
      if (isOther && code === 'LOST')
        throw new ConformanceError('LOST', `${message}: nothing more can be compared.`, {
          cause: error,
          endpoint,
        })
      if (unjudged.has(code) || (isOther && isAnswerless(code))) return skip(message)
      if (isAnswerless(code)) return { ...fail(message), ...(sent && { sent }) }
      throw error
    }
  }
}
