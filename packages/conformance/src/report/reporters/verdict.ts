import { levels } from '../../rules/check.ts'
import { countVerdicts, isUnexpected, type Result, type Verdict } from '../report.ts'

/** The sign of each verdict, the urgent ones first. */
export const signs: Readonly<Record<Verdict, string>> = {
  failed: '✗',
  stale: '!',
  known: '≈',
  skipped: '–',
  passed: '✓',
}

export const verdictNames = Object.keys(signs) as Verdict[]

/** The results by verdict, such as `30 passed, 2 failed`: those that passed, those of `always`, and others if there are any. */
export function describeCounts(results: readonly Result[], always: Verdict = 'passed'): string {
  const count = countVerdicts(results)
  const names = verdictNames.filter((name) => name !== 'passed' && (name === always || count[name] > 0))
  return ['passed' as const, ...names].map((name) => `${count[name]} ${name}`).join(', ')
}

/** How a run ended in a few words, with the sign of it: `✗ 5 of 600 checks failed: 4 MUST, 1 SHOULD`. */
export function describeEnd(results: readonly Result[], none: string): string {
  const failures = results.filter(isUnexpected).length
  return failures === 0
    ? `${signs.passed} ${none} in ${results.length} checks`
    : `${signs.failed} ${failures} of ${results.length} checks failed: ${describeLevels(results)}`
}

export const joinParts = (parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`

export const sortFailures = (results: readonly Result[]): Result[] =>
  results.filter(isUnexpected).toSorted(byRule)

/** The failures, those of one rule with the same reason together. */
export const groupFailures = (results: readonly Result[]): Result[][] => [
  ...Map.groupBy(sortFailures(results), describeKind).values(),
]

/** The rule and the reason of a failure, without the values in it. */
function describeKind({ id, verdict, reason = '' }: Result): string {
  const [rule, method = ''] = id.split('/')
  const plain = reason.replaceAll(/"[^"]*"|\d+/g, '…')
  return `${verdict} ${rule} ${method === '' ? plain : plain.replaceAll(method, '…')}`
}

/** The failures by level, e.g. `4 MUST, 1 SHOULD`; empty where there are none. */
export function describeLevels(results: readonly Result[]): string {
  const found = Map.groupBy(results.filter(isUnexpected), ({ level }) => level)
  return levels
    .flatMap((level) => (found.has(level) ? `${found.get(level)!.length} ${level}` : []))
    .join(', ')
}

/** The results of one rule, or its checks: those whose ids begin alike. */
export interface Group<T = Result> {
  /** The first part of the ids, e.g. `proof`. */
  readonly rule: string
  /** The rule in a few words; empty for one that this table lacks. */
  readonly meaning: string
  readonly results: readonly T[]
}

const meanings: Readonly<Record<string, string>> = {
  lint: 'the document itself is sound',
  envelope: 'each method is there, and answers with a JSON-RPC response to its call',
  valid: 'each alternative of a parameter’s schema has a valid result or a declared error',
  schema: 'every sampled response is valid',
  example: 'the document’s examples, where the endpoint serves their chain',
  invalid: 'each broken keyword of a parameter’s schema is refused',
  arity: 'each wrong number of parameters is refused',
  sample: 'real blocks, transactions and receipts: each call has a response that can be read',
  link: 'the document’s links lead from blocks to transactions to receipts',
  invariant: 'members fit what was asked, and each other',
  agree: 'two responses about one thing agree',
  same: 'the same call, repeated or written differently, has the same response',
  proof: 'hashes, roots, blooms, senders and derived fields, computed again',
  differ: 'the same responses as the endpoint it is compared with',
  exchange: 'recorded exchanges, compared as hive does',
  json: 'the text of each response: JSON, UTF-8, no name twice in an object',
  notification: 'a method without a result is not answered',
  protocol: 'JSON-RPC 2.0: ids, envelopes, notifications, batches, parse errors',
  http: 'POST and JSON over HTTP: statuses, media types, other methods, odd bodies',
  discover: 'rpc.discover answers with the document',
}

const rules = Object.keys(meanings)
const ruleOf = (id: string) => id.split('/', 1)[0]!
const byRule = (one: Pick<Result, 'id'>, other: Pick<Result, 'id'>) =>
  rules.indexOf(ruleOf(one.id)) - rules.indexOf(ruleOf(other.id))

/** Returns results, or checks, by rule: first the rules of the document, then those of the protocol. */
export function groupResults<T extends Pick<Result, 'id'>>(results: readonly T[]): Group<T>[] {
  const groups = Map.groupBy(results.toSorted(byRule), ({ id }) => ruleOf(id))
  return [...groups].map(([rule, members]) => ({ rule, meaning: meanings[rule] ?? '', results: members }))
}
