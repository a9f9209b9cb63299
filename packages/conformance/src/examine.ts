import { fail, skip, type Check, type Finding } from './check.ts'
import { ConformanceError } from './error.ts'
import type { Session } from './session.ts'

/** Asks what a check asks, and makes a finding of what keeps it from being judged. Mistakes in a check are thrown. */
export type Examine = (check: Check) => Promise<Finding | undefined>

/** An examiner for one session. Once the endpoint answers no more, later checks are skipped: it is one fault, not four hundred. */
export function createExaminer(session: Session): Examine {
  let lostSince: string | undefined

  const isAlive = async () => {
    try {
      await session.send('{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":[]}')
      return true
    } catch (error) {
      return error instanceof ConformanceError && error.code !== 'UNREACHABLE'
    }
  }
  return async (check) => {
    if (lostSince !== undefined) return skip(`the endpoint answers no more since ${lostSince}`)
    try {
      return await check.judge(session)
    } catch (error) {
      // What an endpoint answers may be nested too deep for any stack.
      if (error instanceof RangeError) return fail(`the answer cannot be read: ${error.message}`)
      if (!(error instanceof ConformanceError)) throw error
      if (error.code === 'BUDGET') return skip(error.message)
      if (error.code !== 'UNREACHABLE') throw error
      if (await isAlive()) return fail(error.message)
      lostSince ??= check.id
      return fail(
        `${error.message}\nthe endpoint answers no more since this request, or one at the same moment`,
      )
    }
  }
}
