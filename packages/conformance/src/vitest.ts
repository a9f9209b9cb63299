import { document as own } from '@lectern/spec'
import { beforeAll, describe, expect, test } from 'vitest'
import { createExaminer } from './examine.ts'
import { createGrader } from './grade.ts'
import { plan, type PlanOptions } from './plan.ts'
import { describeResult } from './reporters/text.ts'
import { isUnexpected } from './report.ts'
import { judge, type Bench, selectChecks, type RunOptions } from './run.ts'
import { createSession } from './session.ts'
import { httpTarget, type Target } from './target.ts'

/** What the tests are called, which document they come from, and all that a plan and a run may be told. */
export interface ConformanceOptions extends PlanOptions, Omit<RunOptions, 'onEvent'> {
  readonly title?: string
}

/**
 * Registers one vitest test for each check that follows from the document. The endpoint is an address, a target, or a
 * function that gives one of them when the tests start. A failure shows the rule, what was found and a curl line.
 */
export function conformanceTests(
  endpoint: string | Target | (() => string | Target | Promise<string | Target>),
  options: ConformanceOptions = {},
): void {
  const { title = 'conformance to the document', document = own, seed = 1 } = options
  const checks = plan(document, options)
  const grader = createGrader(checks, options)
  describe(title, () => {
    let bench: Bench
    beforeAll(async () => {
      const target = typeof endpoint === 'function' ? await endpoint() : endpoint
      const session = createSession(typeof target === 'string' ? httpTarget(target) : target, options)
      bench = { session, examine: createExaminer(session), grader, seed }
    })
    for (const check of selectChecks(checks, options)) {
      test(`${check.id}: ${check.sentence}`, { timeout: 60_000 }, async ({ skip }) => {
        const result = await judge(check, bench)
        if (result.verdict === 'skipped') skip(result.reason)
        if (isUnexpected(result)) expect.fail(describeResult(result))
      })
    }
  })
}
