import { readDocument } from './document/read-document.ts'
import { recordForks } from './rules/ethereum/unknown-forks.ts'
import { document as own } from '@lectern/spec'
import { beforeAll, describe, expect, test } from 'vitest'
import * as table from './rules/ethereum/dialects.ts'
import { runCheck, type RunContext, selectChecks, type RunOptions } from './run.ts'
import { createGrader } from './report/grade.ts'
import { plan, type PlanOptions } from './rules/plan.ts'
import { describeResult } from './report/reporters/text.ts'
import { type Result, explainUnchecked } from './report/report.ts'
import { createSession } from './endpoint/session.ts'
import { probeEndpoint } from './endpoint/probe.ts'
import { httpTarget, type Target } from './endpoint/target.ts'

/** The options of a plan and of a run, and the title of the tests. */
export interface ConformanceOptions extends PlanOptions, Omit<RunOptions, 'onEvent'> {
  readonly title?: string
}

/**
 * Registers a vitest test for each check of the document, and one for the run as a whole. A failure shows the rule, what
 * was found and a curl line. Tests have no time limit but those of the options.
 *
 * @param endpoint an address, a target, or a function that returns one when the tests start.
 * @example
 * conformanceTests(() => url, { only: 'proof/*', seed: 7 })
 */
export function conformanceTests(
  endpoint: string | Target | (() => string | Target | Promise<string | Target>),
  options: ConformanceOptions = {},
): void {
  const { title = 'conformance to the document', document = own, seed = 1 } = options
  const checks = plan(document, options)
  const grader = createGrader(checks, options, table)
  const chosen = selectChecks(checks, options)
  describe(title, () => {
    let context: RunContext
    const results: Result[] = []
    beforeAll(async () => {
      const given = typeof endpoint === 'function' ? await endpoint() : endpoint
      const target = typeof given === 'string' ? httpTarget(given) : given
      const forks = recordForks()
      const session = createSession(target, { ...options, onExchange: forks.note })
      await probeEndpoint(session, readDocument(document).document)
      for (const check of chosen) await check.prepare?.(session)
      context = { session, grader, forks, seed }
    }, withoutLimit)
    for (const check of chosen) {
      test(`${check.id}: ${check.sentence}`, { timeout: withoutLimit }, async ({ skip }) => {
        const result = await runCheck(check, context)
        results.push(result)
        if (result.verdict === 'skipped') skip(result.reason)
        if (result.verdict === 'failed') expect.fail(describeResult(result))
      })
    }
    test('the run as a whole: something was checked, and each line of the list of known failures is needed', () => {
      const stale = grader.settle(results).filter(({ verdict }) => verdict === 'stale')
      const { closed } = context.session
      const unchecked = explainUnchecked({ results, ...(closed && { ended: closed.message }) })
      const problems = new Set([unchecked, ...stale.map(({ reason }) => reason)])
      problems.delete(undefined)
      if (problems.size > 0) expect.fail([...problems].join('\n'))
    })
  })
}

const withoutLimit = 0 // vitest's own word for it; each request has a limit
