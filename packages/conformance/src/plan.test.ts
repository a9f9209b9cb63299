import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, reportText, run } from './index.ts'
import { miniTarget } from '../test/mini-server.ts'
import { makePaperChain } from '../test/paper-chain.ts'

const blocks = makePaperChain()

test('D4 the checks that follow from the document find nothing wrong with a correct server', async () => {
  const report = await run(plan(document), miniTarget(blocks))
  expect(report.summary.failed, reportText(report)).toBe(0)
  expect(report.summary.passed).toBeGreaterThan(190)
})
