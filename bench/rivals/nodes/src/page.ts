import type { Report, Result } from '@lectern/conformance'
import { writeTable } from '@lectern/bench-tools'
import type { Explained } from './explain.ts'
import type { Explanation } from './explanations.ts'

/** One node's run, ready for the page. */
export interface Told extends Explained {
  readonly name: string
  readonly version: string
  readonly report: Report
  readonly refused: readonly string[]
  readonly deaths: number
}

/** The tables of all runs as Markdown: how each node did, and what was found on each. */
export function writeTables(runs: readonly Told[]): string {
  const families = Map.groupBy(runs, ({ name }) => name.split('-')[0]!)
  return [summaryTable(runs), ...[...families].map(([family, own]) => writeFamily(family, own))].join('\n\n')
}

function writeFamily(family: string, runs: readonly Told[]): string {
  return [`### ${family} ${runs[0]!.version}`]
    .concat(notes(runs), findingsTable(runs), knownTable(runs))
    .filter((part) => part !== '')
    .join('\n\n')
}

function summaryTable(runs: readonly Told[]): string {
  const rows = runs.map(({ name, version, report, groups }) => {
    const { passed, failed, known, skipped } = report.summary
    const found = [...groups.keys()]
    const count = (verdict: Explanation['verdict']) =>
      found.filter((explanation) => explanation?.verdict === verdict).length
    return [
      name,
      version,
      passed,
      failed,
      known,
      skipped,
      count('bug'),
      count('divergence'),
      groups.get(undefined)?.length ?? 0,
    ]
  })
  return writeTable(
    ['node', 'version', 'passed', 'failed', 'known', 'skipped', 'bugs', 'divergences', 'unexplained checks'],
    rows,
  )
}

function notes(runs: readonly Told[]): string[] {
  return runs.flatMap(({ name, refused, deaths }) => [
    ...(deaths > 0 ? [`${name} ended ${deaths} times during its checks, and was restarted.`] : []),
    ...(refused.length > 0 ? [`${name} would not take: ${refused.map(code).join(', ')}.`] : []),
  ])
}

function findingsTable(runs: readonly Told[]): string {
  const all = new Set(runs.flatMap(({ groups }) => [...groups.keys()]))
  if (all.size === 0) return 'Nothing else fails.'
  const rows = [...all].flatMap((explanation) => {
    const on = runs.filter(({ groups }) => groups.has(explanation))
    const results = on[0]!.groups.get(explanation)!
    const [first] = results
    const ids = [...new Set(on.flatMap(({ groups }) => groups.get(explanation)!.map(({ id }) => id)))]
    return [
      [
        explanation ? explanation.sentence : '**Not explained.**',
        explanation?.verdict ?? '',
        `${strictest(results)}: ${shorten(ids)}`,
        first!.source,
        first!.request === undefined ? 'as the check says' : code(first!.request),
        answer(first!),
        `${explanation?.note ?? ''}${on.length < runs.length ? ` Seen on ${on.map(({ name }) => name).join(', ')} alone.` : ''}`,
      ],
    ]
  })
  return writeTable(['what it does', 'verdict', 'checks', 'rule', 'asked', 'answered', 'note'], rows)
}

function knownTable(runs: readonly Told[]): string {
  const known = runs.flatMap(({ report }) => report.results.filter(({ verdict }) => verdict === 'known'))
  if (known.length === 0) return ''
  const rows = [...Map.groupBy(known, (result) => result.known!.name)].map(([name, results]) => [
    name.replace(/^.*: /, ''),
    results[0]!.known!.sentence ?? '',
    shorten([...new Set(results.map(({ id }) => id))]),
    results[0]!.known!.source ?? '',
  ])
  return `Known, and borne by \`--dialect\` or \`--lenient\`:\n\n${writeTable(['name', 'what it does', 'checks', 'source'], rows)}`
}

const levels = ['MUST', 'SHOULD', 'MAY'] as const
const strictest = (results: readonly Result[]) =>
  levels.find((level) => results.some((one) => one.level === level))!

/** Up to four ids, and how many more. */
function shorten(ids: readonly string[]): string {
  const shown = ids.slice(0, 4).map(code).join(', ')
  return ids.length > 4 ? `${shown} and ${ids.length - 4} more` : shown
}

/** What an answer is wrong by: what was expected, where that is one value; else how it begins. */
function answer({ reason = '', response = '' }: Result): string {
  const [line] = reason.split('\n')
  return /expected .*got|must have|no member|must be/.test(line!) || response === ''
    ? code(line!)
    : code(response)
}

const longest = 110
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)
const code = (text: string) => {
  const plain = cut(
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+\//g, 'the node')
      .replaceAll(/0x([0-9a-f]{6})[0-9a-f]{50,}/g, '0x$1…'),
  ).replaceAll('|', '\\|')
  return plain === '' ? 'an empty body' : plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``
}
