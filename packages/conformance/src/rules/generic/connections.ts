import { skip, toCheck, type Check, checkEach, failSent } from '../check.ts'
import type { Session } from '../../endpoint/session.ts'
import { probe } from '../../endpoint/probe.ts'
import type { Sampler } from '../../sample/sample.ts'

/** A server may close an idle connection at the moment when a request is sent over it: one such loss is normal. */
const mostCuts = 1

/** Checks that responses can be read, and that no request has to be sent twice. */
export function planConnections(sample: Sampler): Check[] {
  const checkEnd = async (session: Session) => {
    const { end } = await sample(session)
    return end && skip(end.message)
  }
  const checkCuts = async (session: Session) => {
    const end = await checkEnd(session)
    const { cuts, requests, target } = session
    if (!target.fetch) return skip('the endpoint is not reached over HTTP')
    const [sent] = cuts
    if (!sent || cuts.length <= mostCuts) return end
    const reason = `${cuts.length} of ${requests} requests were cut off and sent again, this one first`
    return failSent(reason, sent)
  }
  const whole = 'No connection is cut while a question is asked over it.'
  const sentence = 'Responses are compressed as they say, and whole JSON.'
  const source = 'RFC 9110, 8.4 Content-Encoding; RFC 8259'
  return [
    toCheck('sample/readable', 'MUST', sentence, source, async (session) => {
      const { problem, exchange, sent } = await probe(session)
      return problem === undefined ? await checkEnd(session) : failSent(problem, sent, exchange)
    }),
    { ...toCheck('sample/connections', 'SHOULD', whole, 'RFC 9112, 9.6 Tear-down', checkCuts), last: true },
  ]
}

/** That each call of the sample has a response: a lost one fails this check alone, and the others do without it. */
export function planLosses(sample: Sampler): Check {
  const sentence = 'Every call of the sample has a response.'
  return toCheck('sample/answered', 'MUST', sentence, 'JSON-RPC 2.0, 5 Response object', async (session) => {
    const { losses, end } = await sample(session)
    const finding = await checkEach(losses, ({ message, sent }) => failSent(message, sent))
    return finding ?? (end && skip(end.message))
  })
}

/** A check of the sample: if that ended early, a skip says why. */
export const sampleFirst = (check: Check, sample: Sampler): Check => ({
  ...check,
  async run(session) {
    const finding = await check.run(session)
    const end = finding?.verdict === 'skipped' ? (await sample(session)).end : undefined
    return end ? skip(`not every call was made: ${end.message}`) : finding
  },
})
