import { document as own, type OpenRpc } from '@lectern/spec'
import { fail, type Check, type Finding } from './check.ts'
import { compareAnswers, describeDifference } from './compare.ts'
import { isRecord } from '../json.ts'
import type { Exchange, Round } from './exchange.ts'
import type { Session } from '../endpoint/session.ts'
import { checkValue, describeIssue } from '../document/value-check.ts'

/** One check per exchange file: each answer equals the recorded one by hive's rule, or is valid where it is `speconly`. */
export function planExchanges(exchanges: readonly Exchange[], document: OpenRpc = own): Check[] {
  return exchanges.map((exchange) => ({
    id: `exchange/${exchange.name}`,
    level: 'MUST',
    sentence: exchange.comment.split('\n')[0] || 'The recorded request is answered as recorded.',
    source: `${exchange.name}.io`,
    judge: (session) => judgeExchange(exchange, document, session),
  }))
}

async function judgeExchange(exchange: Exchange, document: OpenRpc, session: Session): Promise<Finding> {
  let identical = true
  for (const round of exchange.rounds) {
    const reply = await session.send(round.request)
    if (reply.value === undefined) return fail(`line ${round.line}: the answer is not JSON`, reply)
    const expected: unknown = JSON.parse(round.response)
    const bySchema = exchange.specOnly && !hasError(expected) && !hasError(reply.value)
    const reasons = bySchema
      ? resultIssues(round, reply.value, document)
      : compareAnswers(expected, reply.value).map(describeDifference)
    if (reasons.length > 0) return fail(`line ${round.line}: ${listReasons(reasons)}`, reply)
    identical &&= reply.flaw === undefined && reply.text === round.response
  }
  return { verdict: 'passed', identical }
}

const hasError = (answer: unknown) => isRecord(answer) && 'error' in answer

function resultIssues(round: Round, answer: unknown, document: OpenRpc): string[] {
  if (!isRecord(answer) || !('result' in answer)) return ['the answer has no result']
  const { method } = JSON.parse(round.request) as { method: string }
  const found = document.methods.find(({ name }) => name === method)
  if (!found) return [`the document has no method ${method}`]
  const issue = checkValue(document, found.result.schema, answer['result'])
  return issue ? [describeIssue(issue)] : []
}

function listReasons(reasons: string[], most = 10): string {
  const rest = reasons.length > most ? [`… and ${reasons.length - most} more differences`] : []
  return [...reasons.slice(0, most), ...rest].join('\n')
}
