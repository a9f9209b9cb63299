import { skip, type Check } from '../rules/check.ts'
import type { Walk } from './walk.ts'

/** A check that looks at what a walk met: the walk can be made before it, and where that ended early a skip says why. */
export const walkFirst = (check: Check, walk: Walk): Check => ({
  ...check,
  prepare: walk,
  async judge(session) {
    const finding = await check.judge(session)
    const end = finding?.verdict === 'skipped' ? await walk.end(session) : undefined
    return end ? skip(`not every call was made: ${end.message}`) : finding
  },
})
