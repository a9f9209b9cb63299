import { fail, judgeEach, skip, type Check } from '../rules/check.ts'
import type { Walk } from './walk.ts'

/** That each call of a walk has an answer: a lost one is told here, once, and the checks that look at the walk do without it. */
export const planLosses = (walk: Walk): Check => ({
  id: 'walk/answered',
  level: 'MUST',
  sentence: 'Every call of the walk through real data has an answer.',
  source: 'JSON-RPC 2.0, 5 Response object',
  async judge(session) {
    const losses = await walk.losses(session)
    const finding = await judgeEach(losses, ({ message, sent }) => ({
      ...fail(message),
      ...(sent && { sent }),
    }))
    const end = await walk.end(session)
    return finding ?? (end && skip(end.message))
  },
})
