import type { Report, Result } from './report.ts'

/**
 * The sentence for a run that says too little of its endpoint: each check that asks it was skipped (`lint` looks at the
 * document alone), or it would be asked no more before the end. Undefined for any other.
 */
export function explainUnjudged({ results, ended }: Pick<Report, 'results' | 'ended'>): string | undefined {
  const asking = results.filter(({ id }) => !id.startsWith('lint/'))
  const skipped = asking.filter(({ verdict }) => verdict === 'skipped')
  if (skipped.length === 0) return undefined
  const all = `${skipped.length} of ${asking.length} checks that ask the endpoint were skipped`
  if (ended !== undefined) return `Judged in part only: ${all}, since ${ended}.`
  return skipped.length < asking.length
    ? undefined
    : `Nothing was judged: ${all}, mostly since ${mostFrequentReason(skipped)}.`
}

function mostFrequentReason(results: readonly Result[]): string {
  const reasons = [...Map.groupBy(results, ({ reason }) => reason)]
  const [first] = reasons.toSorted(([, left], [, right]) => right.length - left.length)
  return first?.[0] ?? 'no reason is known'
}
