import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { functionTarget, plan, reportText, run } from './index.ts'
import { miniServer } from '../test/mini-server.ts'
import { makePaperChain } from '../test/paper-chain.ts'

const blocks = makePaperChain()

test('D4 the checks that follow from the document find nothing wrong with a correct server', async () => {
  const report = await run(plan(document), functionTarget(miniServer(blocks)))
  expect(report.summary.failed, reportText(report)).toBe(0)
  expect(report.summary.passed).toBeGreaterThan(190)
})
