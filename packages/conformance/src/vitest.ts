import { document as own } from '@lectern/spec'
import { beforeAll, describe, expect, test } from 'vitest'
import { httpTarget, type Target } from './endpoint/target.ts'
import { explainUnchecked, type Report } from './report/report.ts'
import { describeResult } from './report/reporters/text.ts'
import { plan, type PlanOptions } from './rules/plan.ts'
import { run, selectChecks, type RunOptions } from './run.ts'

/** The options of a plan and of a run, and the title of the tests. */
export interface ConformanceOptions extends PlanOptions, Omit<RunOptions, 'onResult' | 'signal'> {
  readonly title?: string
}

/**
 * Registers a vitest test for each check of the document, and one for the run as a whole, which is made before the first
 * test. The endpoint may be a function that returns it when the tests start.
 *
 * @example
 * conformanceTests(() => url, { only: 'proof/*', seed: 7 })
 */
export function conformanceTests(
  endpoint: string | Target | (() => string | Target | Promise<string | Target>),
  options: ConformanceOptions = {},
): void {
  const checks = plan(options.document ?? own, options)
  const chosen = selectChecks(checks, options)
  describe(options.title ?? 'conformance to the document', () => {
    let report: Report
    beforeAll(async () => {
      const given = typeof endpoint === 'function' ? await endpoint() : endpoint
      report = await run(checks, typeof given === 'string' ? httpTarget(given) : given, options)
    }, 0) // vitest’s word for no limit: each request has one
    for (const { id, sentence } of chosen)
      test(`${id}: ${sentence}`, ({ skip }) => {
        const result = report.results.find((one) => one.id === id)!
        if (result.verdict === 'skipped') skip(result.reason)
        if (result.verdict === 'failed') expect.fail(describeResult(result))
      })
    const title =
      'the run as a whole: something was checked, and each line of the list of known failures is needed'
    test(title, () => {
      const stale = report.results.filter(({ verdict }) => verdict === 'stale').map(({ reason }) => reason)
      const problems = [explainUnchecked(report), ...stale].filter((problem) => problem !== undefined)
      if (problems.length > 0) expect.fail([...new Set(problems)].join('\n'))
    })
  })
}
