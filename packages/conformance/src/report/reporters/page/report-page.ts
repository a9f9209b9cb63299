import {
  countVerdicts,
  describeCoverage,
  explainUncalled,
  isUnexpected,
  type Report,
  type Verdict,
} from '../../report.ts'
import {
  describeEnd,
  describeUse,
  groupResults,
  type Group,
  shownVerdicts,
  verdictNames,
  verdicts,
} from '../verdict.ts'
import { anchorOf, type HrefOf, renderChecks } from './checks.ts'
import { type Build, buildWith, type Child, type CreateElement, section } from './element.ts'

export { activate } from './script.ts'
export { style } from './style.ts'

/**
 * Renders a report as elements of any library: with `h` of Preact in a page, with `createMarkup` as HTML. `style` is its style sheet, and `activate` brings its filter to life.
 *
 * @param create creates one element. Texts are safe to show.
 * @param hrefOf returns where a method is documented; the source of a check links there
 */
export function renderReport<N extends object>(
  create: CreateElement<N>,
  report: Report,
  hrefOf: HrefOf = () => undefined,
): N[] {
  const h = buildWith(create)
  const sections = [renderRules(h, report), renderChecks(h, report, hrefOf), renderCoverage(h, report)]
  return [renderHeader(h, report), h('main', sections)]
}

/** A tile below the verdict, and what it means; none where there is no value. */
type Fact = readonly [name: string, value: string | number | false | undefined, meaning: string]

function factsOf({ seed, started, mode, level, family, dialect, summary, coverage }: Report): Fact[] {
  const found = verdictNames
    .toReversed()
    .map((name): Fact => [name, summary[name] > 0 && summary[name], verdicts[name].meaning])
  const use = dialect && `${dialect.name}: ${describeUse(dialect)}`
  const begun = started.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')
  // oxfmt-ignore
  const run: Fact[] = [
    ['requests', summary.requests, 'how many requests were sent, those that were sent again among them'],
    ['seconds', (summary.milliseconds / 1_000).toFixed(1), 'how long the run took'],
    ['seed', seed, 'what the random choices start from: the same seed asks the same questions'],
    ['level', level, 'the least binding rules of RFC 2119 (MUST, SHOULD, MAY) whose failures count'],
    ['mode', mode, 'strict: the document exactly; lenient: members and transaction types beside it are known'],
    ['family', family, 'the family of chains whose rules were applied'],
    ['dialect', use, 'how many known habits of that client the endpoint has'],
    ['coverage', coverage.length > 0 && describeCoverage(coverage), 'how many methods have had a verdict of each of their checks'],
    ['begun', begun, 'when the run began'],
  ]
  return [...found, ...run].filter(([, value]) => value !== undefined && value !== false)
}

function renderHeader<N>(h: Build<N>, report: Report): N {
  const { target, against, results, document } = report
  const uncalled = explainUncalled(document)
  const facts = factsOf(report)
  const tile = ([name, value, title]: Fact) => h('div', [h('dt', name), h('dd', value)], { title })
  const meaning = ([name, , text]: Fact) => h('div', [h('dt', name), h('dd', text)])
  const other = against !== undefined && [h('span.faint', ' against '), against]
  return h('header', [
    h('p.kicker', 'Lectern conformance report'),
    h('h1', [target ?? 'An endpoint', other]),
    h(`p.verdict.${results.some(isUnexpected) ? 'failed' : 'passed'}`, describeEnd(results, 'No failure')),
    uncalled !== undefined && h('p', uncalled),
    renderBar(h, report),
    h('dl.facts', facts.map(tile)),
    h('details.legend', [h('summary', 'What these words mean'), h('dl', facts.map(meaning))]),
  ])
}

// One strip of all checks; the numbers below it say the same.
function renderBar<N>(h: Build<N>, { results, summary }: Report): N {
  let x = 0
  const parts = verdictNames.toReversed().map((name) => {
    const width = (summary[name] / Math.max(results.length, 1)) * 1_000
    x += width
    return h(`rect.${name}`, [], { x: (x - width).toFixed(2), width: width.toFixed(2), height: 10 })
  })
  return h('svg.bar', parts, {
    viewBox: '0 0 1000 10',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  })
}

/** Rules by verdicts: how many checks, and a square for each that leads to it. */
function renderRules<N>(h: Build<N>, report: Report): N {
  const names = shownVerdicts(report)
  const heads = names.map((name) =>
    h(`th.number.${name}`, `${verdicts[name].sign} ${name}`, { scope: 'col' }),
  )
  const explanation =
    'Each square is a check, in the colour of what became of it, and leads to it; each number leads to its checks.'
  const rows = groupResults(report.results).map((group) => renderRule(h, group, names))
  const table = renderTable(h, [h('th', 'Rule', { scope: 'col' }), heads], rows)
  return section(h, 'matrix', 'Rules', [h('p.faint', explanation), table])
}

const renderTable = <N>(h: Build<N>, head: Child<N>, rows: Child<N>): N =>
  h('div.scroll', h('table', [h('thead', h('tr', head)), h('tbody', rows)]), { tabindex: '0' })

function renderRule<N>(h: Build<N>, { rule, meaning, results }: Group, names: readonly Verdict[]): N {
  const count = countVerdicts(results)
  const number = (name: Verdict) => {
    if (count[name] === 0) return h('td.number')
    const label = `${count[name]} ${name} of ${rule}`
    const attributes = { href: '#checks', 'data-choose': name, 'data-rule': rule, 'aria-label': label }
    return h(`td.number.${name}`, h('a', count[name], attributes))
  }
  // The squares repeat the numbers and the list below, so they are for the eye and the mouse.
  const squares = results.map(({ id, verdict: name }) =>
    h(`a.${name}`, [], { href: `#${anchorOf(id)}`, title: `${name}: ${id}`, tabindex: -1 }),
  )
  const title = [h('span.rule', rule), h('span.meaning.faint', ` ${meaning}`)]
  const head = h('th', [title, h('div.cells', squares, { 'aria-hidden': 'true' })], { scope: 'row' })
  return h('tr', [head, names.map(number)])
}

function renderCoverage<N>(h: Build<N>, { coverage }: Report): N | undefined {
  if (coverage.length === 0) return undefined
  const rows = coverage.map(({ method, checks, judged }) => {
    const share = h(judged < checks ? 'td.number.never' : 'td.number', `${judged} of ${checks}`)
    return h('tr', [h('th', h('code', method), { scope: 'row' }), share])
  })
  const heads = ['Method', 'Checks with a verdict'].map((title) => h('th', title, { scope: 'col' }))
  return section(h, 'coverage', 'Coverage', renderTable(h, heads, rows))
}
