import type { Level } from '../../rules/check.ts'
import { isUnexpected, type Result, type Verdict } from '../report.ts'
import type { Style } from './paint.ts'

/** How a verdict is shown: a sign, a colour for a terminal, and what it means. */
export interface Look {
  readonly sign: string
  readonly style: Style
  readonly meaning: string
}

/** How each verdict is shown, those that a person must look at first. */
export const verdicts: Readonly<Record<Verdict, Look>> = {
  failed: { sign: '✗', style: 'red', meaning: 'checks whose rule is broken' },
  stale: {
    sign: '!',
    style: 'red',
    meaning: 'checks that pass, though the list of known failures names them',
  },
  known: {
    sign: '≈',
    style: 'yellow',
    meaning: 'checks whose rule is broken as was to be expected: each says why',
  },
  skipped: { sign: '–', style: 'dim', meaning: 'checks that nothing could be judged by: each says why' },
  passed: { sign: '✓', style: 'green', meaning: 'checks whose rule holds' },
}

/** The verdicts, those that a person must look at first. */
export const verdictNames = Object.keys(verdicts) as Verdict[]

/** How many results have each verdict. */
export function countVerdicts(results: readonly Result[]): Record<Verdict, number> {
  const counts = { failed: 0, stale: 0, known: 0, skipped: 0, passed: 0 }
  for (const { verdict } of results) counts[verdict]++
  return counts
}

/** The failures by level, e.g. `4 MUST, 1 SHOULD`; empty where there are none. */
export function describeLevels(results: readonly Result[]): string {
  const told = (['MUST', 'SHOULD', 'MAY'] satisfies Level[]).flatMap((level) => {
    const count = results.filter((result) => isUnexpected(result) && result.level === level).length
    return count === 0 ? [] : [`${count} ${level}`]
  })
  return told.join(', ')
}
