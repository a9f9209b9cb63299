import type { Result } from './report.ts'

/**
 * The sentence for a run that says nothing of its endpoint, since each check that asks it was skipped; undefined where one
 * was judged, or none asks: `lint` looks at the document alone.
 */
export function explainUnjudged(
  results: readonly Pick<Result, 'id' | 'verdict' | 'reason'>[],
): string | undefined {
  const asking = results.filter(({ id }) => !id.startsWith('lint/'))
  if (asking.length === 0 || asking.some(({ verdict }) => verdict !== 'skipped')) return undefined
  const reasons = Map.groupBy(asking, ({ reason }) => reason)
  const [[reason = 'no reason is known']] = [...reasons].toSorted(([, a], [, b]) => b.length - a.length) as [
    [string | undefined, unknown],
  ]
  const all = asking.length === 1 ? 'the one check that asks' : `all ${asking.length} checks that ask`
  return `Nothing was judged: ${all} the endpoint ${asking.length === 1 ? 'was' : 'were'} skipped, mostly since: ${reason}.`
}
