import { countVerdicts, describeCoverage, explainUncalled, type Report, type Result } from '../report.ts'
import { readEvidence, type Fold } from './evidence.ts'
import {
  describeCost,
  describeEnd,
  groupResults,
  joinParts,
  shownVerdicts,
  sortFailures,
  verdicts,
} from './verdict.ts'
import { showText } from '../../document/shown-text.ts'

const most = 50 // failures in detail: a job summary holds 1 MiB

/** A report as GitHub's Markdown, for a job summary or a README: the matrix of rules and verdicts, then each failure. */
export function reportMarkdown(report: Report): string {
  const failures = sortFailures(report.results)
  const parts = [
    `## Conformance${report.target === undefined ? '' : ` of ${code(report.target)}`}`,
    verdict(report),
    showText(explainUncalled(report.document) ?? ''),
    matrix(report),
    ...failures.slice(0, most).map(failure),
    ...(failures.length > most ? [`… and ${failures.length - most} more failures.`] : []),
    coverage(report),
  ]
  return joinParts(parts)
}

function verdict({ results, summary, seed, family, dialect }: Report): string {
  const used = (family ? `, family ${family}` : '') + (dialect ? `, dialect ${dialect.name}` : '')
  return `**${describeEnd(results, 'no failure')}** (${describeCost(summary)}, seed ${seed}${used})`
}

function matrix(report: Report): string {
  const names = shownVerdicts(report)
  const rows = groupResults(report.results).map(({ rule, meaning, results }) => {
    const count = countVerdicts(results)
    return row([code(rule), meaning, ...names.map((name) => (count[name] === 0 ? '' : String(count[name])))])
  })
  if (rows.length === 0) return ''
  const head = ['rule', 'what is checked', ...names.map((name) => `${verdicts[name].sign} ${name}`)]
  return [row(head), row(['---', '---', ...names.map(() => '--:')]), ...rows].join('\n')
}

function failure(result: Result): string {
  const { id, level, sentence, source, reason, curl, verdict } = result
  const evidence = readEvidence(result)
  return [
    `<details><summary>${verdicts[verdict].sign} ${level} <code>${id}</code></summary>`,
    `${sentence} (${source})`.replaceAll('<', '&lt;'),
    ...(reason === undefined ? [] : [fence(reason)]),
    ...(evidence === undefined ? [] : [fence(evidence.response.slice(0, 60).map(line).join('\n'), 'diff')]),
    ...(curl === undefined ? [] : [fence(curl, 'sh')]),
    '</details>',
  ].join('\n\n')
}

const signs = { same: ' ', actual: '-', expected: '+' }

const line = (row: Fold) => ('folded' in row ? `@@ ${row.folded} lines @@` : `${signs[row.mark]} ${row.text}`)

function coverage({ coverage: rows }: Report): string {
  if (rows.length === 0) return ''
  const parts = rows.filter(({ checks, judged }) => judged < checks)
  const summary = `Coverage: ${describeCoverage(rows)} methods had a verdict of each check.`
  const lines = parts.map(({ method, checks, judged }) => `- ${code(method)} ${judged} of ${checks}`)
  return parts.length === 0
    ? summary
    : `<details><summary>${summary}</summary>\n\n${lines.join('\n')}\n\n</details>`
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`

// A fence, and a mark of code, longer than any run of backticks inside: nothing that an endpoint says is Markdown.
function fence(text: string, language = ''): string {
  const shown = showText(text, 4_000)
  const marks = '`'.repeat(Math.max(3, longestRun(shown) + 1))
  return `${marks}${language}\n${shown}\n${marks}`
}

function code(text: string): string {
  const shown = showText(text).replaceAll('\n', ' ')
  const marks = '`'.repeat(longestRun(shown) + 1)
  return marks === '`' ? `\`${shown}\`` : `${marks} ${shown} ${marks}`
}

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
