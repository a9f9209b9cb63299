import { explainUncalled, type Report, type Result } from '../report.ts'
import { describeCounts, describeEnd, groupFailures, groupResults, joinParts, signs } from './verdict.ts'
import { coverage, describeFailures, summary } from './text.ts'
import { escapeMarkup, showText } from '../../document/shown-text.ts'

const most = 50 // failures in detail: a job summary holds 1 MiB

/** A report as GitHub's Markdown, for a job summary or a README: the rules by verdict, then each kind of failure. */
export function reportMarkdown(report: Report): string {
  const { target, document, results } = report
  const failures = groupFailures(results)
  const parts = [
    `## Conformance of ${target === undefined ? 'an endpoint' : code(target)}`,
    `**${describeEnd(results, 'no failure')}**`,
    showText(explainUncalled(document) ?? ''),
    rules(report),
    ...failures.slice(0, most).map(failure),
    failures.length > most ? `… and ${failures.length - most} more kinds of failures.` : '',
    escapeMarkup(coverage(report)),
    escapeMarkup(summary(report)),
  ]
  return joinParts(parts)
}

function rules({ results }: Report): string {
  const rows = groupResults(results).map(
    ({ rule, meaning, results }) => `| \`${rule}\` | ${meaning} | ${describeCounts(results)} |`,
  )
  return rows.length === 0
    ? ''
    : ['| rule | what is checked | checks |', '| --- | --- | --- |', ...rows].join('\n')
}

function failure(results: readonly Result[]): string {
  const { id, level, verdict } = results[0]!
  const title = `<summary>${signs[verdict]} ${level} ${code(id)}</summary>`
  return `<details>${title}\n\n${fence(describeFailures(results))}\n\n</details>`
}

const code = (text: string) => `<code>${escapeMarkup(showText(text))}</code>`

// A fence longer than any run of backticks inside: nothing that an endpoint says is Markdown.
function fence(text: string): string {
  const shown = showText(text, 10_000)
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}\n${shown}\n${marks}`
}
