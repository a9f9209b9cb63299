import type { FamilyName } from '@lectern/chain'
import type { Level, Rule } from '../rules/check.ts'
import type { Difference } from '../document/json.ts'
import type { Problem } from '../document/canonical.ts'
import type { Method } from '../document/document.ts'

/** The end of a check. `known`: it fails as is expected, or breaks a MAY. `stale`: it passes, but the list of known failures names it. */
export type Verdict = 'passed' | 'failed' | 'known' | 'skipped' | 'stale'

/** Why a deviation is expected. */
export interface Known {
  readonly by: 'dialect' | 'list' | 'lenient' | 'level' | 'document'
  /** The client whose dialect it is, the line of the list, the mode, or the level. */
  readonly name: string
  /** The difference, as a sentence. */
  readonly sentence?: string
  /** The thread or text that says so. */
  readonly source?: string
}

/** The result of one check on one endpoint. */
export interface Result extends Rule {
  readonly verdict: Verdict
  /** The finding, or why there is none; lines without a stop. */
  readonly reason?: string
  /** Differences of `response` from the expected one. `expected` is absent if only the actual value is known to be wrong. */
  readonly differences?: readonly Difference[]
  /** The body of the exchange that shows the failure, and the response's. */
  readonly request?: string
  readonly response?: string
  /** A shell line that sends the failing request again. */
  readonly curl?: string
  /** Present where the verdict is `known` or `stale`. */
  readonly known?: Known
  /** For exchanges: the response was the recorded one, byte for byte. */
  readonly identical?: boolean
  readonly seed: number
  readonly milliseconds: number
}

/** How far a method of the document was checked. */
export interface CoverageRow {
  readonly method: string
  /** How many checks are about it, and how many of them had a verdict: they were not skipped. */
  readonly checks: number
  readonly judged: number
}

/** Every result of a run, in the order of the checks. */
export interface Report {
  readonly target?: string
  /** The address it was compared with, in the differential mode. */
  readonly against?: string
  readonly document: {
    readonly title: string
    readonly version: string
    /** How many methods it has that were read. */
    readonly methods: number
    /** Why other methods were left out, and which keywords and formats are not checked: a pointer and a sentence each. */
    readonly problems: readonly Problem[]
    readonly notes: readonly Problem[]
    /** Methods that were not called, since nothing says that they only read. */
    readonly uncalled: readonly string[]
  }
  /** When the run began, as ISO 8601. */
  readonly started: string
  readonly seed: number
  readonly level: Level
  readonly mode: Mode
  /** The family of the endpoint's chain, if it is not Ethereum's. */
  readonly family?: FamilyName
  /** The client whose known divergences were not failures. */
  readonly dialect?: string
  /** Why nothing more was asked before the end: the endpoint answered no more, or only that it is asked too much. */
  readonly ended?: string
  readonly results: readonly Result[]
  readonly coverage: readonly CoverageRow[]
  readonly summary: Summary
}

/** Strict: exactly what the document says. Lenient: further members and unknown transaction types are listed, not failed. */
export type Mode = 'strict' | 'lenient'

/** A run in numbers: checks by verdict, requests, and duration. */
export interface Summary extends Readonly<Record<Verdict, number>> {
  readonly requests: number
  readonly milliseconds: number
}

/** The progress of a run after a check. */
export interface RunProgress {
  readonly result: Result
  /** How many checks have run, and how many will in all. */
  readonly done: number
  readonly checks: number
  /** Returns the report of the checks that have run. */
  report(): Report
}

export function countVerdicts(results: readonly Result[]): Record<Verdict, number> {
  const counts = { passed: 0, failed: 0, known: 0, skipped: 0, stale: 0 }
  for (const { verdict } of results) counts[verdict]++
  return counts
}

/** Whether a result makes the run fail: a failure that nothing explains, or a known one that is gone. */
export const isUnexpected = ({ verdict }: Pick<Result, 'verdict'>): boolean =>
  verdict === 'failed' || verdict === 'stale'

/** Returns which methods were not called and what to add, as a sentence; undefined if there are none. */
export function explainUncalled({ uncalled }: Pick<Report['document'], 'uncalled'>): string | undefined {
  const [first, ...others] = uncalled
  if (first === undefined) return undefined
  const [were, they] = others.length === 0 ? ['was', 'it only reads'] : ['were', 'they only read']
  return `${list(uncalled)} ${were} not called: nothing says that ${they}. Add the tag read-only to the document, or --methods ${first}.`
}

/** Returns the first names, and how many more there are. */
export const list = (names: readonly string[], most = 3): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')

const judging = /^(valid|schema|example)\//

/** Returns why a run says too little of its endpoint: all was skipped, no result was checked, or it ended early; else undefined. */
export function explainUnchecked(report: Pick<Report, 'results'> & Partial<Report>): string | undefined {
  const { results, ended, document } = report
  const uncalled = document && explainUncalled(document)
  const judged = results.filter(({ id }) => judging.test(id))
  if (uncalled !== undefined && judged.length > 0 && judged.every(({ verdict }) => verdict === 'skipped'))
    return `No result was checked: ${uncalled}`
  const asking = results.filter(({ id }) => !id.startsWith('lint/'))
  const skipped = asking.filter(({ verdict }) => verdict === 'skipped')
  if (skipped.length === 0) return undefined
  const all = `${skipped.length} of ${asking.length} checks that ask the endpoint were skipped`
  if (ended !== undefined) return `Checked in part only: ${all}, since ${ended}.`
  return skipped.length < asking.length
    ? undefined
    : `Nothing was checked: ${all}, the last since ${skipped.at(-1)!.reason}.`
}

/** Returns a row for each method with checks of the endpoint; none for a companion that is not served. */
export function coverageOf(methods: readonly Method[], results: readonly Result[]): CoverageRow[] {
  const asking = results.filter(({ id }) => !id.startsWith('lint/'))
  const byMethod = Map.groupBy(asking, ({ id }) => id.split('/')[1])
  return methods.flatMap(({ name: method, isCompanion }) => {
    const own = byMethod.get(method) ?? []
    const judged = own.filter(({ verdict }) => verdict !== 'skipped').length
    return own.length === 0 || (isCompanion && judged === 0) ? [] : [{ method, checks: own.length, judged }]
  })
}

/** Returns how many methods have had a verdict of each of their checks, such as `7 of 9`. */
export const describeCoverage = (rows: readonly CoverageRow[]): string =>
  `${rows.filter(({ checks, judged }) => checks === judged).length} of ${rows.length}`
