import { describeCoverage, explainUncalled, isUnexpected, list, type Report, type Result } from '../report.ts'
import { readEvidence, responseOf } from './evidence.ts'
import { describeCounts, describeLevels, groupFailures, groupResults, joinParts, signs } from './verdict.ts'
import { showLine, showText } from '../../document/shown-text.ts'

/** A report for readers: one line per rule, failures in detail, why others were skipped, coverage, and a summary line. */
export function reportText(report: Report): string {
  return joinParts([
    showLine(explainUncalled(report.document) ?? '', 300),
    rules(report),
    document(report),
    ...groupFailures(report.results).map((group) => `${signs[group[0]!.verdict]} ${describeFailures(group)}`),
    explain('known', report),
    explain('skipped', report),
    exchanges(report),
    coverage(report),
    summary(report),
  ])
}

/** One failed check in a few lines: the rule, what was found instead, and how to see it again. */
export function describeResult(result: Result): string {
  const { id, level, sentence, source, reason, curl } = result
  const lines = [
    `${level} ${id}`,
    `${sentence} (${source})`,
    ...(reason?.split('\n').map((line) => showText(line)) ?? []),
    ...(curl === undefined ? [] : [`request:  ${showText(curl)}`]),
    ...response(result),
  ]
  return lines.join('\n    ')
}

function rules({ results }: Report): string {
  const groups = groupResults(results)
  const width = Math.max(...groups.map(({ rule }) => rule.length))
  const rows = groups.map(({ rule, results }) => {
    // Of a rule as a whole: what is known or skipped counts only where nothing passed.
    const worst = results.find(isUnexpected) ?? results.find(({ verdict }) => verdict === 'passed')
    return `${signs[(worst ?? results[0]!).verdict]} ${rule.padEnd(width)}  ${describeCounts(results)}`
  })
  return rows.join('\n')
}

/** Returns the faults of the document and its unchecked keywords; empty if there are none. */
function document({ document, results }: Report): string {
  const { title, version, methods, problems, notes } = document
  const faults = results.filter(({ known, reason }) => known?.by === 'document' && reason !== undefined)
  const lines = [
    ...problems.map(({ pointer, message }) => `a method is left out: ${pointer} ${message}`),
    ...notes.map(({ pointer, message }) => `${message} (first at ${pointer})`),
    ...faults.flatMap(({ id, reason }) => reason!.split('\n').map((line) => `${id}: ${line}`)),
  ]
  if (lines.length === 0) return ''
  const more = lines.length > mostLines ? [`… and ${lines.length - mostLines} more`] : []
  const head = `the document, ${title} ${version} (${methods} methods), not the endpoint:`
  return [head, ...lines.slice(0, mostLines), ...more].map((line) => showLine(line, 300)).join('\n- ')
}

const mostLines = 20

/** The first of failures with the same reason, and the names of the others. */
export function describeFailures([result, ...others]: readonly Result[]): string {
  const like = `\n    ${others.length} more like it: ${list(others.map(({ id }) => id))}`
  return describeResult(result!) + (others.length === 0 ? '' : like)
}

const marks = { same: ' ', actual: '✗', expected: '✓', fold: ' ' }

// The lines around each difference; without one, how the response begins.
function response(result: Result): string[] {
  const { response, legend } = readEvidence(result) ?? {}
  if (response === undefined) return []
  if (legend === undefined) return [`response: ${showLine(responseOf(result), 600)}`]
  return [`response (${legend}):`, ...response.slice(0, 40).map(({ mark, text }) => `${marks[mark]} ${text}`)]
}

/** Returns a line for each reason, with the checks that have it; empty if there are none. */
function explain(verdict: 'known' | 'skipped', { results }: Report): string {
  const shown = results.filter((result) => result.verdict === verdict)
  const reasons = Map.groupBy(shown, ({ known, reason = '' }) =>
    known ? `${known.sentence ?? known.by} (${known.source ?? known.name})` : reason,
  )
  const rows = [...reasons].map(
    ([reason, members]) => `${showLine(reason)}: ${list(members.map(({ id }) => id))}`,
  )
  return rows.length === 0 ? '' : [`${verdict}:`, ...rows].join('\n- ')
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

/** Returns the run in one line: results by verdict and level, document, requests, seed, and address. */
export function summary(report: Report): string {
  const { target, against, seed, family, dialect, results, document } = report
  const { requests, milliseconds } = report.summary
  const parts = [
    describeCounts(results, 'failed'),
    describeLevels(results),
    showLine(`${document.title} ${document.version}`).trim(),
    `${requests} requests in ${(milliseconds / 1_000).toFixed(1)} s, seed ${seed}`,
    family && `family ${family}`,
    dialect && `dialect ${dialect}`,
    against === undefined ? target : target && `${target} against ${against}`,
  ]
  return parts.filter((part) => part !== undefined && part !== '').join('; ')
}
