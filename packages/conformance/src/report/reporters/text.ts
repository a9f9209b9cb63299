import { describeCoverage, explainUncalled, isUnexpected, type Report, type Result } from '../report.ts'
import { readEvidence, responseOf } from './evidence.ts'
import {
  describeCost,
  describeCounts,
  describeLevels,
  groupFailures,
  groupResults,
  joinParts,
  plain,
  type Paint,
  verdicts,
} from './verdict.ts'
import { showLine, showText } from '../../document/shown-text.ts'

/** A report for readers: one line per rule, failures in detail, why others were skipped, coverage, and a summary line. */
export function reportText(report: Report, { paint = plain }: { paint?: Paint } = {}): string {
  const [known, skips] = [explain('known'), explain('skipped')]
  const parts = [uncalled, rules, document, failures, known, skips, exchanges, coverage, summary]
  return joinParts(parts.map((render) => render(report, paint)))
}

/** One failed check in a few lines: the rule, what was found instead, and how to see it again. */
export function describeResult(result: Result, { paint = plain }: { paint?: Paint } = {}): string {
  const { id, level, sentence, source, reason, curl } = result
  const lines = [
    `${level} ${paint('bold', id)}`,
    `${sentence} ${paint('dim', `(${source})`)}`,
    ...(reason?.split('\n').map((line) => paint('red', showText(line))) ?? []),
    ...(curl === undefined ? [] : [`request:  ${showText(curl)}`]),
    ...response(result, paint),
  ]
  return lines.join('\n    ')
}

const uncalled = ({ document }: Report, paint: Paint) => {
  const sentence = explainUncalled(document)
  return sentence === undefined ? '' : paint('yellow', showLine(sentence, 300))
}

function rules(report: Report, paint: Paint): string {
  const groups = groupResults(report.results)
  const width = Math.max(...groups.map(({ rule }) => rule.length))
  const rows = groups.map(({ rule, results }) => {
    // Of a rule as a whole: what is known or skipped counts only where nothing passed.
    const worst = results.find(isUnexpected) ?? results.find(({ verdict }) => verdict === 'passed')
    const { sign, style } = verdicts[(worst ?? results[0]!).verdict]
    return `${paint(style, sign)} ${rule.padEnd(width)}  ${describeCounts(results, paint)}`
  })
  return rows.join('\n')
}

/** Returns the faults of the document and its unchecked keywords; empty if there are none. */
function document({ document, results }: Report, paint: Paint): string {
  const { title, version, methods, problems, notes } = document
  const faults = results.filter(({ known, reason }) => known?.by === 'document' && reason !== undefined)
  const lines = [
    ...problems.map(({ pointer, message }) => `a method is left out: ${pointer} ${message}`),
    ...notes.map(({ pointer, message }) => `${message} (first at ${pointer})`),
    ...faults.flatMap(({ id, reason }) => reason!.split('\n').map((line) => `${id}: ${line}`)),
  ]
  if (lines.length === 0) return ''
  const more = lines.length > mostLines ? [`- … and ${lines.length - mostLines} more`] : []
  const shown = lines.slice(0, mostLines).map((line) => `- ${showLine(line, 300)}`)
  const head = `the document, ${title} ${version} (${methods} methods), not the endpoint:`
  return [showLine(head), ...[...shown, ...more].map((line) => paint('yellow', line))].join('\n')
}

const mostLines = 20

const failures = ({ results }: Report, paint: Paint) =>
  groupFailures(results)
    .map((group) => {
      const { sign, style } = verdicts[group[0]!.verdict]
      return `${paint(style, sign)} ${describeFailures(group, paint)}`
    })
    .join('\n\n')

/** The first of failures with the same reason, and the names of the others. */
export function describeFailures([result, ...others]: readonly Result[], paint: Paint = plain): string {
  const like = `\n    ${others.length} more like it: ${list(others.map(({ id }) => id))}`
  return describeResult(result!, { paint }) + (others.length === 0 ? '' : like)
}

const signs = { same: '  ', actual: '✗ ', expected: '✓ ', fold: '  ' }
const styles = { same: 'dim', actual: 'red', expected: 'green', fold: 'dim' } as const

// The lines around each difference; without one, how the response begins.
function response(result: Result, paint: Paint): string[] {
  const { response, legend } = readEvidence(result) ?? {}
  if (response === undefined) return []
  if (legend === undefined) return [`response: ${showLine(responseOf(result), 600)}`]
  const lines = response.slice(0, 40).map(({ mark, text }) => paint(styles[mark], signs[mark] + text))
  return [`response (${legend}):`, ...lines]
}

/** The reason of checks whose type of object, or whose method, had no result. */
const unmet = /^no (?:result of )?\S+ was met$/

// A line for each reason, with the checks that have it.
const explain =
  (verdict: 'known' | 'skipped') =>
  ({ results }: Report, paint: Paint): string => {
    const shown = results.filter((result) => result.verdict === verdict)
    const reasons = Map.groupBy(shown, ({ known, reason = '' }) =>
      known === undefined
        ? reason.replace(unmet, 'no such result was met')
        : `${known.sentence ?? known.by} (${known.source ?? known.name})`,
    )
    const rows = [...reasons].map(([reason, members]) =>
      paint(verdicts[verdict].style, `- ${showLine(reason)}: ${list(members.map(({ id }) => id))}`),
    )
    return rows.length === 0 ? '' : [`${verdict}:`, ...rows].join('\n')
  }

function exchanges({ results }: Report): string {
  const files = results.filter(({ id }) => id.startsWith('exchange/'))
  if (files.length === 0) return ''
  const equal = files.filter(({ verdict }) => verdict === 'passed').length
  const identical = files.filter((result) => result.identical === true).length
  return `exchanges: ${equal} of ${files.length} equal, ${identical} byte for byte`
}

/** Returns how many methods had a verdict of each check, and which had not; empty without methods. */
export function coverage({ coverage: rows }: Report): string {
  if (rows.length === 0) return ''
  const parts = rows.flatMap(({ method, checks, judged }) =>
    judged < checks ? [`${method} ${judged} of ${checks}`] : [],
  )
  const share = `coverage: ${describeCoverage(rows)} methods had a verdict of each check`
  return parts.length === 0 ? share : `${share}; in part: ${list(parts, 4)}`
}

function summary(
  { target, against, seed, family, dialect, results, summary, document }: Report,
  paint: Paint,
) {
  const shown = order.filter((name) => summary[name] > 0 || name === 'passed' || name === 'failed')
  const parts = [
    shown.map((name) => paint(verdicts[name].style, `${summary[name]} ${name}`)).join(', '),
    describeLevels(results),
    showLine(`${document.title} ${document.version}`).trim(),
    `${describeCost(summary)}, seed ${seed}`,
    family && `family ${family}`,
    dialect && `dialect ${dialect}`,
    against === undefined ? target : target && `${target} against ${against}`,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('; ')
}

// In the order of a sentence; some appear only where there are any.
const order = ['passed', 'failed', 'stale', 'known', 'skipped'] as const

const list = (names: readonly string[], most = 3) =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')
