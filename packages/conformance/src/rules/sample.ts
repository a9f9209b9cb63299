import { fail, skip, type Check, judgeEach } from './check.ts'
import type { Session } from '../endpoint/session.ts'
import { greet } from '../endpoint/probe.ts'
import type { Walk } from '../sample/sample.ts'

/** A connection may be closed at the same moment as something is asked over it: that happens once. */
const mostCuts = 1

/** What is said of answers as such: that they can be read at all, and that they come without being asked for twice. */
export function planConnections(walk: Walk): Check[] {
  const judgeEnd = async (session: Session) => {
    await walk(session)
    const end = await walk.end(session)
    return end && skip(end.message)
  }
  return [
    {
      id: 'walk/readable',
      level: 'MUST',
      sentence: 'Answers are packed as they say, and whole JSON.',
      source: 'RFC 9110, 8.4 Content-Encoding; RFC 8259',
      async judge(session) {
        const { problem, reply, sent } = await greet(session)
        if (problem !== undefined) return { ...fail(problem, reply), ...(sent && { sent }) }
        return await judgeEnd(session)
      },
    },
    {
      id: 'walk/connections',
      level: 'SHOULD',
      sentence: 'No connection is cut while a question is asked over it.',
      source: 'RFC 9112, 9.6 Tear-down',
      last: true,
      async judge(session) {
        const end = await judgeEnd(session)
        const { cuts, requests, target } = session
        if (!target.fetch) return skip('the endpoint is not reached over HTTP')
        const [sent] = cuts
        if (!sent || cuts.length <= mostCuts) return end
        const reason = `${cuts.length} of ${requests} requests were cut off and sent again, this one first`
        return { ...fail(reason), sent }
      },
    },
  ]
}

/** That each call of a walk has an answer: a lost one is told here, once, and the checks that look at the walk do without it. */
export const planLosses = (walk: Walk): Check => ({
  id: 'walk/answered',
  level: 'MUST',
  sentence: 'Every call of the walk through real data has an answer.',
  source: 'JSON-RPC 2.0, 5 Response object',
  async judge(session) {
    const losses = await walk.losses(session)
    const finding = await judgeEach(losses, ({ message, sent }) => ({
      ...fail(message),
      ...(sent && { sent }),
    }))
    const end = await walk.end(session)
    return finding ?? (end && skip(end.message))
  },
})

/** A check that looks at what a walk met: the walk can be made before it, and where that ended early a skip says why. */
export const walkFirst = (check: Check, walk: Walk): Check => ({
  ...check,
  prepare: walk,
  async judge(session) {
    const finding = await check.judge(session)
    const end = finding?.verdict === 'skipped' ? await walk.end(session) : undefined
    return end ? skip(`not every call was made: ${end.message}`) : finding
  },
})
