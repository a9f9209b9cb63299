import { document as own, type OpenRpc } from '@lectern/spec'
import { beforeAll, describe, expect, test } from 'vitest'
import { plan, type PlanOptions } from './plan.ts'
import { describeResult } from './reporters/text.ts'
import { judge, selectChecks, type RunOptions } from './run.ts'
import { createSession, type Session } from './session.ts'
import { httpTarget, type Target } from './target.ts'

/** What the tests are called, which document they come from, and all that a plan and a run may be told. */
export interface ConformanceOptions extends PlanOptions, Omit<RunOptions, 'onEvent'> {
  readonly title?: string
  /** An OpenRPC document; Lectern's unless told. */
  readonly document?: OpenRpc
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
  describe(title, () => {
    let session: Session
    beforeAll(async () => {
      const target = typeof endpoint === 'function' ? await endpoint() : endpoint
      session = createSession(typeof target === 'string' ? httpTarget(target) : target, options)
    })
    for (const check of selectChecks(plan(document, options), options)) {
      test(`${check.id}: ${check.sentence}`, { timeout: 60_000 }, async ({ skip }) => {
        const result = await judge(check, session, seed)
        if (result.verdict === 'skipped') skip(result.reason)
        if (result.verdict === 'failed') expect.fail(describeResult(result))
      })
    }
  })
}
