import { ConformanceError } from '../../error.ts'
import { document as own, type OpenRpc } from '@lectern/spec'
import { fail, toCheck, type Check, type Finding } from '../check.ts'
import { compareReplies, describeDifference, isRecord } from '../../document/json.ts'
import type { Session } from '../../endpoint/session.ts'
import { readDocument } from '../../document/read-document.ts'
import { checkValue, describeIssue } from '../../document/value-check.ts'

/** One request and the response that is expected to it, both as the JSON text of the file. */
export interface Round {
  /** Line of the request, from 1. */
  readonly line: number
  readonly request: string
  readonly response: string
}

/** One `.io` file of the official suite's format: a comment and the round trips it records. */
export interface RecordedExchange {
  /** Path below the folder that was read, without `.io`, e.g. `eth_getBlockByNumber/get-genesis`. */
  readonly name: string
  readonly comment: string
  /** Marked `// speconly:`: the response need only be valid by the document. */
  readonly specOnly: boolean
  readonly rounds: readonly Round[]
}

/**
 * The exchange that a text in `.io` format records.
 *
 * @param file its name, for messages.
 * @throws ConformanceError `INPUT` with the file and line.
 */
export function parseExchange(text: string, file: string): RecordedExchange {
  const comment: string[] = []
  const rounds: Round[] = []
  let pending: { line: number; request: string } | undefined
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1
    const row = raw.trim()
    const refuse = (why: string) => refuseAt(`${file}:${line}`, why)
    if (row === '') continue
    if (row.startsWith('//')) {
      if (rounds.length === 0 && pending === undefined) comment.push(row.slice(2).trim())
    } else if (row.startsWith('>>')) {
      if (pending) throw refuse(`a second request, but the one of line ${pending.line} has no response yet`)
      pending = { line, request: json(row.slice(2), refuse) }
    } else if (row.startsWith('<<')) {
      if (!pending) throw refuse('a response without a request before it')
      rounds.push({ ...pending, response: json(row.slice(2), refuse) })
      pending = undefined
    } else throw refuse(`the line starts with none of "//", ">>", "<<": "${row.slice(0, 40)}"`)
  }
  if (pending) throw refuseAt(`${file}:${pending.line}`, 'the request has no response')
  if (rounds.length === 0) throw refuseAt(file, 'there is no request in this file')
  const specOnly = comment.some((row) => row.startsWith('speconly:'))
  return { name: file.replace(/\.io$/, ''), comment: comment.join('\n'), specOnly, rounds }
}

const refuseAt = (where: string, why: string) => new ConformanceError('INPUT', `${where}: ${why}.`)

function json(text: string, refuse: (why: string) => ConformanceError): string {
  const value = text.trim()
  try {
    JSON.parse(value)
  } catch (error) {
    throw refuse(`not JSON (${(error as Error).message})`)
  }
  return value
}

/**
 * One check for each exchange: the response equals the recorded one by hive's rule, or is valid if it is `speconly`.
 *
 * @param given validates the `speconly` results. @default Lectern's
 */
export function planExchanges(recorded: readonly RecordedExchange[], given: object = own): Check[] {
  const { document } = readDocument(given)
  return recorded.map((exchange) => {
    const { name, comment } = exchange
    const sentence = comment.split('\n')[0] || 'The recorded request is answered as recorded.'
    return toCheck(`exchange/${name}`, 'MUST', sentence, `${name}.io`, (session) =>
      checkExchange(exchange, document, session),
    )
  })
}

async function checkExchange(
  { rounds, specOnly }: RecordedExchange,
  document: OpenRpc,
  session: Session,
): Promise<Finding> {
  let identical = true
  for (const { line, request, response } of rounds) {
    const exchange = await session.send(request)
    const { value, flaw, text } = exchange
    if (value === undefined) return fail(`line ${line}: the response is not JSON`, exchange)
    const expected: unknown = JSON.parse(response)
    const bySchema = specOnly && !hasError(expected) && !hasError(value)
    const reasons = bySchema
      ? resultIssues(request, value, document)
      : compareReplies(expected, value).map(describeDifference)
    const shown = reasons.slice(0, mostReasons)
    if (shown.length < reasons.length) shown.push(`… and ${reasons.length - mostReasons} more differences`)
    if (shown.length > 0) return fail(`line ${line}: ${shown.join('\n')}`, exchange)
    identical &&= flaw === undefined && text === response
  }
  return { verdict: 'passed', identical }
}

const mostReasons = 10

const hasError = (reply: unknown) => isRecord(reply) && 'error' in reply

function resultIssues(request: string, reply: unknown, document: OpenRpc): string[] {
  if (!isRecord(reply) || !('result' in reply)) return ['the response has no result']
  const { method } = JSON.parse(request) as { method: string }
  const found = document.methods.find(({ name }) => name === method)
  if (!found) return [`the document has no method ${method}`]
  const issue = checkValue(document, found.result.schema, reply['result'])
  return issue ? [describeIssue(issue)] : []
}
