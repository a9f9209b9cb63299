import { levels } from '../../../rules/check.ts'
import { isMasked } from '../../../endpoint/target.ts'
import { isUnexpected, type Report, type Result } from '../../report.ts'
import { type Evidence, readEvidence, type Fold } from '../evidence.ts'
import { groupResults, verdictNames, verdicts } from '../verdict.ts'
import { showText } from '../../../document/shown-text.ts'
import { type Build, section } from './element.ts'

const mostOpen = 20

/** Returns where a method is documented; undefined if nowhere. */
export type HrefOf = (method: string) => string | undefined

/** Every check by rule, below a form that filters them; those that failed are open, where they are not too many. */
export function renderChecks<N>(h: Build<N>, report: Report, hrefOf: HrefOf): N {
  const opens = report.results.filter(isUnexpected).length <= mostOpen
  const groups = groupResults(report.results).map(({ rule, meaning, results }) => {
    const checks = results.toSorted(byWeight).map((result) => {
      const { method } = report.coverage.find((row) => row.method === result.id.split('/')[1]) ?? {}
      return check(h, result, report, opens && isUnexpected(result), method && hrefOf(method))
    })
    return h('div.group', [h('h3', [`${rule} `, h('small', meaning)]), checks], { key: rule })
  })
  return section(h, 'checks', 'Checks', [filter(h, report), groups])
}

/** The anchor of a check on the page; the same for the same id. */
export const anchorOf = (id: string): string => encodeURIComponent(id.toWellFormed())

const byWeight = (one: Result, other: Result) =>
  verdictNames.indexOf(one.verdict) - verdictNames.indexOf(other.verdict)

// Without a script there is nothing to filter with, so the script takes `hidden` away.
function filter<N>(h: Build<N>, { results, summary }: Report): N {
  const failed = results.some(isUnexpected)
  const rules = groupResults(results).map(({ rule }) => h('option', rule))
  const search = { type: 'search', id: 'text', autocomplete: 'off', placeholder: 'id, rule, response …' }
  const chip = (name: string, value: string, text: string, checked: boolean) =>
    h(`label.chip.${value}`, [h('input', [], { type: 'checkbox', name, value, checked }), text])
  const met = verdictNames.filter((name) => summary[name] > 0)
  const chips = met.map((name) => {
    const text = `${verdicts[name].sign} ${name} ${summary[name]}`
    return chip('verdict', name, text, !failed || isUnexpected({ verdict: name }))
  })
  const binding = levels.filter((level) => results.some((result) => result.level === level))
  const parts = [
    h('div.search', [h('label', 'Text', { for: 'text' }), h('input', [], search)]),
    h('div', [
      h('label', 'Rule', { for: 'rule' }),
      h('select', [h('option', 'all', { value: '' }), rules], { id: 'rule' }),
    ]),
    h('fieldset', [h('legend', 'Verdict'), chips]),
    h('fieldset', [h('legend', 'Level'), binding.map((level) => chip('level', level, level, true))]),
    h('output.faint', [], { 'aria-live': 'polite' }),
  ]
  return h('form.filter', parts, { hidden: true, role: 'search', 'aria-label': 'Filter the checks' })
}

function check<N>(h: Build<N>, result: Result, report: Report, open: boolean, href?: string): N {
  const { id, verdict, level, sentence, reason } = result
  const [rule] = id.split('/', 1)
  const data = { 'data-verdict': verdict, 'data-level': level, 'data-rule': rule }
  const summary = h('summary', [
    h(`span.sign.${verdict}`, verdicts[verdict].sign, { role: 'img', 'aria-label': verdict }),
    h('span.level', level),
    h('span.sentence', sentence),
    h('span.id', id),
    reason !== undefined && h(`span.why.${verdict}`, showText(reason.split('\n')[0]!, 160)),
  ])
  const body = h('div.body', renderBody(h, result, report, href))
  return h('details.check', [summary, body], { id: anchorOf(id), key: id, ...data, open })
}

function renderBody<N>(h: Build<N>, result: Result, report: Report, href?: string) {
  const { source, reason, verdict, known, curl } = result
  const evidence = readEvidence(result)
  const copy = () => h('button.copy', 'Copy', { type: 'button', hidden: true })
  const line = (title: string, text: string | undefined) => {
    if (text === undefined) return undefined
    const pre = h('pre', h('code', text), { tabindex: 0, 'aria-label': title })
    return h('div.line', [h('div.again', [h('h4', title), copy()]), pre])
  }
  const explained = known && [known.sentence ?? '', known.source ?? ''].join(' ')
  return [
    h('p.faint', href === undefined ? source : h('a', source, { href })),
    reason !== undefined && h(`p.reason.${verdict}`, reason),
    known && h('p.known', `Known by ${known.by} ${known.name}. ${explained}`),
    evidence &&
      h('div.pair', [
        panel(h, 'Request', evidence.request),
        panel(h, 'Response', evidence.response, evidence.marked ? evidence.legend : undefined),
      ]),
    line('Ask again', curl),
    line('Check again, in a clone of Lectern', commandOf(result, report)),
  ]
}

function panel<N>(h: Build<N>, title: string, lines: readonly Fold[], legend?: Evidence['legend']): N {
  const note = legend && h('span.faint', ` (✗ ${legend.actual}, ✓ ${legend.expected})`)
  const rows = lines.map((line) => renderLine(h, line))
  const pre = h(legend ? 'pre.marked' : 'pre', rows, { tabindex: 0, 'aria-label': title })
  return h('div', [h('h4', [title, note]), pre])
}

function renderLine<N>(h: Build<N>, line: Fold): N {
  if ('folded' in line) return h('span.fold', `… ${line.folded} lines\n`)
  if (line.mark === 'same') return h('span', `${line.text}\n`)
  const [tag, sign] = line.mark === 'actual' ? (['del', '✗'] as const) : (['ins', '✓'] as const)
  return h(tag, `${line.text}\n`, { 'data-sign': sign })
}

// The same seed asks the same, whichever other checks run; recorded exchanges are in a folder that only the reader knows.
function commandOf({ id, verdict, seed }: Result, { target, against, mode }: Report): string | undefined {
  if (!isUnexpected({ verdict }) || id.startsWith('exchange/')) return undefined
  const parts = [
    `npm run -s lectern -- conform ${showAddress(target)}`,
    ...(against === undefined ? [] : [`--against ${showAddress(against)}`]),
    ...(mode === 'lenient' ? ['--lenient'] : []),
    `--only '${id}' --seed ${seed}`,
  ]
  return parts.join(' ')
}

const showAddress = (address?: string) =>
  address === undefined || isMasked(address) ? '"$URL"' : `'${address}'`
