import { describeDifference, type Difference } from '../document/json.ts'
import type { Sent } from '../error.ts'
import type { Session } from '../endpoint/session.ts'
import type { Exchange } from '../endpoint/exchange.ts'

/** How binding a rule is, in the words of RFC 2119. */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** The levels, the most binding one first. */
export const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** A rule as reports show it. */
export interface Rule {
  /** Of a check `rule/method/pointer…`, of a case of the protocol its row and variant (`S11/false`): the same in every run and on every endpoint. */
  readonly id: string
  readonly level: Level
  /** The rule, as one sentence. */
  readonly sentence: string
  /** Where the rule stands: a section of a specification or a pointer into the document. */
  readonly source: string
}

/** One thing an endpoint must do, and how that is found out. */
export interface Check extends Rule {
  /** Looks at what all other checks have asked, so it runs after them. */
  readonly last?: true
  /** Returns the finding; undefined if the rule holds. */
  run(session: Session): Promise<Finding | undefined>
}

/** The finding of a check, if there is more to say than that the rule holds. */
export interface Finding {
  readonly verdict: 'passed' | 'failed' | 'skipped'
  /** Why, as a sentence without its stop. */
  readonly reason?: string
  /** Where the response's body differs from what it had to be, as far as that is known. */
  readonly differences?: readonly Difference[]
  /** The request that failed, and its response. */
  readonly exchange?: Exchange
  /** The request that failed, where no response came. */
  readonly sent?: Sent
  /** For two endpoints that are compared: the response of the other one. */
  readonly other?: Exchange
  /** For exchanges: the response is the recorded one, byte for byte. */
  readonly identical?: boolean
  /** The member that is missing, or that the document lacks. */
  readonly member?: string
  /** How many blocks below the highest one that was met the block stands that was asked for, or that led there. */
  readonly depth?: bigint
  /** A habit of other chains than Ethereum: listed, not failed, in the lenient mode. */
  readonly tolerable?: boolean
  /** Further failures of the same check: one that is known must not hide another. */
  readonly others?: readonly Finding[]
}

/** The source of what results say of each other. */
export const resultSource = 'execution-apis, schemas of the results'

/** A check of its parts, in the order in which tables have them. */
export const toCheck = (
  ...[id, level, sentence, source, run]: [string, Level, string, string, Check['run']]
): Check => ({ id, level, sentence, source, run })

export const fail = (
  reason: string,
  exchange?: Exchange,
  differences: readonly Difference[] = [],
): Finding => ({
  verdict: 'failed',
  reason,
  ...(differences.length > 0 && { differences }),
  ...(exchange && { exchange }),
})

/** The rule is broken by a request that has no response, or none that can be read. */
export const failSent = (reason: string, sent: Sent | undefined, exchange?: Exchange): Finding => ({
  ...fail(reason, exchange),
  ...(sent && { sent }),
})

export const failIf = (problem: string | undefined, exchange?: Exchange): Finding | undefined =>
  problem === undefined ? undefined : fail(problem, exchange)

/** A failure with its differences, where there are any; the reason names the first ones. */
export const failAt = (
  differences: readonly Difference[],
  exchange: Exchange,
  { most = 5, describe = describeDifference }: { most?: number; describe?: typeof describeDifference } = {},
): Finding | undefined =>
  differences.length === 0
    ? undefined
    : fail(differences.slice(0, most).map(describe).join('\n'), exchange, differences)

/** The rule could not be checked on this endpoint. */
export const skip = (reason: string): Finding => ({ verdict: 'skipped', reason })

/** Returns the first failure among the items, with all others in it; undefined if there is none. */
export async function checkEach<T>(
  items: Iterable<T>,
  check: (item: T) => Promise<Finding | undefined> | Finding | undefined,
): Promise<Finding | undefined> {
  const failures: Finding[] = []
  for (const item of items) {
    const finding = await check(item)
    if (finding?.verdict === 'failed') failures.push(finding, ...(finding.others ?? []))
  }
  const [first, ...others] = failures
  return first && (others.length === 0 ? first : { ...first, others })
}
