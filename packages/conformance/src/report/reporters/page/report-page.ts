import { describeCoverage, isUnexpected, type CoverageRow, type Report, type Result } from '../../report.ts'
import { showText } from '../../../document/shown-text.ts'
import { type Line, readEvidence } from '../evidence.ts'
import { type Child, type Element, h } from '../markup.ts'
import { describeCounts, groupResults, sortFailures, signs, verdictNames } from '../verdict.ts'

export type { Element, Node } from '../markup.ts'
export { activate } from './script.ts'
export { style } from './style.ts'

/** Returns where a method is documented; undefined if nowhere. */
export type HrefOf = (method: string) => string | undefined

/** Renders a report as elements for `style` and `activate`; the source of a check links to where `hrefOf` says that its method is documented. */
export function renderReport(report: Report, hrefOf: HrefOf = () => undefined): Element[] {
  const { results, coverage } = report
  const groups = groupResults(results.filter((result) => !isUnexpected(result)))
  const rules = groups.map(({ rule, meaning, results }) => {
    const counts = h('span.counts', describeCounts(results))
    const title = h('summary', [h('b', rule), ' ', h('span.faint', meaning), ' ', counts])
    return h('details.rule', [title, results.map((result) => renderCheck(report, result, hrefOf))])
  })
  return [
    renderFacts(report),
    renderFilter(results),
    ...renderFailures(report, hrefOf),
    section('checks', 'Checks by rule', rules),
    ...(coverage.length > 0 ? [renderCoverage(coverage)] : []),
  ]
}

/** Renders the failures of a report, open if they are few; no element if there is none. */
export function renderFailures(report: Report, hrefOf: HrefOf = () => undefined): Element[] {
  const failures = sortFailures(report.results)
  const open = failures.length <= mostOpen
  const checks = failures.map((result) => renderCheck(report, result, hrefOf, open))
  return checks.length === 0 ? [] : [section('failures', 'Failures', checks)]
}

const mostOpen = 20

const section = (id: string, title: string, content: Child): Element =>
  h('section', [h('h2', title, { id: `${id}-title` }), content], { id, 'aria-labelledby': `${id}-title` })

function renderFacts(report: Report): Element {
  const { document, seed, started, mode, level, family, dialect, summary, coverage } = report
  const facts = {
    ...Object.fromEntries(verdictNames.map((name) => [name, summary[name] || undefined])),
    document: `${document.title} ${document.version}`,
    requests: summary.requests,
    seconds: (summary.milliseconds / 1_000).toFixed(1),
    seed,
    level,
    mode,
    family,
    dialect,
    coverage: coverage.length > 0 ? describeCoverage(coverage) : undefined,
    begun: started.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
  }
  const parts = Object.entries(facts).map(
    ([name, value]) => value !== undefined && h('div', [h('dt', name), h(`dd.${name}`, value)]),
  )
  return h('dl.facts', parts)
}

// Without a script there is nothing to filter with, so the script takes `hidden` away.
function renderFilter(results: readonly Result[]): Element {
  const met = verdictNames.filter((name) => results.some(({ verdict }) => verdict === name))
  const options = met.map((name) => h('option', name))
  const search = { type: 'search', name: 'text', placeholder: 'id, rule, response …' }
  const parts = [
    h('input', [], { ...search, autocomplete: 'off', 'aria-label': 'Text of a check' }),
    h('select', [h('option', 'all verdicts', { value: '' }), options], {
      name: 'verdict',
      'aria-label': 'Verdict',
    }),
    h('output.faint', [], { 'aria-live': 'polite' }),
  ]
  return h('form.filter', parts, { hidden: true, role: 'search', 'aria-label': 'Filter the checks' })
}

function renderCheck({ coverage }: Report, result: Result, hrefOf: HrefOf, open = false): Element {
  const { id, verdict, level, sentence, source, reason, known, curl } = result
  const row = coverage.find(({ method }) => method === id.split('/')[1])
  const href = row && hrefOf(row.method)
  const evidence = readEvidence(result)
  const summary = h('summary', [
    h(`span.${verdict}`, signs[verdict], { role: 'img', 'aria-label': verdict }),
    h('span.sentence', ` ${sentence} `),
    h('code.id', `${level} ${id}`),
    reason !== undefined && h(`span.why.${verdict}`, showText(reason.split('\n')[0]!, 160)),
  ])
  const body = h('div.body', [
    h('p.faint', href === undefined ? source : h('a', source, { href })),
    reason !== undefined && h(`p.reason.${verdict}`, reason),
    known && h('p.known', `Known by ${known.name}. ${known.sentence ?? ''} ${known.source ?? ''}`),
    evidence && [
      renderText('Request', evidence.request),
      renderText('Response', evidence.response, evidence.legend),
    ],
    curl !== undefined && renderText('Ask again', [{ mark: 'same', text: curl }]),
  ])
  return h('details.check', [summary, body], {
    id: encodeURIComponent(id.toWellFormed()),
    'data-verdict': verdict,
    open,
  })
}

const tags = { same: 'span', actual: 'del', expected: 'ins', fold: 'span.faint' } as const

const renderText = (title: string, lines: readonly Line[], legend = ''): Element[] => [
  h('h3', [title, h('span.faint', legend && ` (${legend})`)]),
  h(
    'pre',
    lines.map(({ mark, text }) => h(tags[mark], `${text}\n`)),
    { tabindex: 0, 'aria-label': title },
  ),
]

function renderCoverage(coverage: readonly CoverageRow[]): Element {
  const rows = coverage.map(({ method, checks, judged }) => {
    const share = h(judged < checks ? 'td.known' : 'td', `${judged} of ${checks}`)
    return h('tr', [h('th', h('code', method), { scope: 'row' }), share])
  })
  const heads = ['Method', 'Checks with a verdict'].map((title) => h('th', title, { scope: 'col' }))
  const table = h('table', [h('thead', h('tr', heads)), h('tbody', rows)])
  return section('coverage', 'Coverage', table)
}
