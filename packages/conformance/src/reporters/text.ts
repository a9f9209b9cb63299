import type { Report, Result } from '../report.ts'

/** A report for people: one line per rule, failures in detail, why checks were skipped, and a summary line at the end. */
export function reportText(report: Report): string {
  const parts = [rules(report), failures(report), skips(report), exchanges(report), summary(report)]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** One failed check in a few lines: the rule, what was found instead, and how to see it again. */
export function describeResult({ id, level, sentence, source, reason, response, curl }: Result): string {
  const lines = [`${level} ${id}`, `${sentence} (${source})`, ...(reason ?? '').split('\n')]
  if (curl !== undefined) lines.push(`request: ${cut(curl)}`, `answer:  ${cut(response || '(empty)')}`)
  return lines.join('\n    ')
}

function rules({ results }: Report): string {
  const groups = Map.groupBy(results, ({ id }) => id.slice(0, id.indexOf('/')))
  const width = Math.max(...[...groups.keys()].map((rule) => rule.length))
  const rows = [...groups].map(([rule, members]) => `${rule.padEnd(width)}  ${counts(members)}`)
  return rows.join('\n')
}

function counts(results: readonly Result[]): string {
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length
  const [pass, fail, skip] = [count('passed'), count('failed'), count('skipped')]
  return [`${pass} passed`, ...(fail ? [`${fail} failed`] : []), ...(skip ? [`${skip} skipped`] : [])].join(
    ', ',
  )
}

function failures({ results }: Report): string {
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  return failed.map((result) => `✗ ${describeResult(result)}`).join('\n\n')
}

function skips({ results }: Report): string {
  const skipped = results.filter(({ verdict }) => verdict === 'skipped')
  const reasons = Map.groupBy(skipped, ({ reason }) => reason)
  const rows = [...reasons].map(([reason, members]) => `- ${reason}: ${list(members.map(({ id }) => id))}`)
  return rows.length === 0 ? '' : ['skipped:', ...rows].join('\n')
}

function exchanges({ results }: Report): string {
  const files = results.filter(({ id }) => id.startsWith('exchange/'))
  if (files.length === 0) return ''
  const equal = files.filter(({ verdict }) => verdict === 'passed').length
  const identical = files.filter((result) => result.identical === true).length
  return `exchanges: ${equal} of ${files.length} equal, ${identical} byte for byte`
}

function summary({ target, seed, results, summary }: Report): string {
  const { passed, failed: failures, skipped, requests, milliseconds } = summary
  const levels = (['MUST', 'SHOULD', 'MAY'] as const)
    .map((level) => [
      results.filter((result) => result.verdict === 'failed' && result.level === level).length,
      level,
    ])
    .filter(([count]) => count !== 0)
    .map((pair) => pair.join(' '))
  const failed = levels.length === 0 ? `${failures} failed` : `${failures} failed (${levels.join(', ')})`
  const found = `${passed} passed, ${failed}, ${skipped} skipped`
  const effort = `${requests} requests in ${(milliseconds / 1000).toFixed(1)} s, seed ${seed}`
  return `${found}; ${effort}${target === undefined ? '' : `; ${target}`}`
}

const cut = (text: string) =>
  text.length <= 2000 ? text : `${text.slice(0, 2000)}… (${text.length} characters)`
const list = (ids: string[]) =>
  ids.slice(0, 3).join(', ') + (ids.length > 3 ? ` and ${ids.length - 3} more` : '')
