import { fail, skip, type Check } from './check.ts'
import type { Session } from '../endpoint/session.ts'
import { greet } from '../endpoint/speech.ts'
import type { Walk } from '../sample/walk.ts'

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
