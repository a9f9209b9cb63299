import { levels } from '../../../rules/check.ts'
import { isMasked } from '../../../endpoint/target.ts'
import { isUnexpected, type Report, type Result } from '../../report.ts'
import { type Evidence, readEvidence, type Fold } from '../evidence.ts'
import { groupResults, verdictNames, verdicts } from '../verdict.ts'
import { showText } from '../../../document/shown-text.ts'
import type { CreateElement } from './element.ts'

const mostOpen = 20

/** Returns where a method is documented; undefined if nowhere. */
export type HrefOf = (method: string) => string | undefined

/** Every check by rule, below a form that filters them; those that failed are open, where they are not too many. */
export function renderChecks<N>(h: CreateElement<N>, report: Report, hrefOf: HrefOf): N {
  const opens = report.results.filter(isUnexpected).length <= mostOpen
  return h(
    'section',
    { id: 'checks', 'aria-labelledby': 'checks-title' },
    h('h2', { id: 'checks-title' }, 'Checks'),
    filter(h, report),
    groupResults(report).map(({ rule, meaning, results }) =>
      h(
        'div',
        { class: 'group', key: rule },
        h('h3', {}, `${rule} `, h('small', {}, meaning)),
        results
          .toSorted(byWeight)
          .map((result) => check(h, result, report, opens && isUnexpected(result), hrefOf)),
      ),
    ),
  )
}

/** The anchor of a check on the page; the same for the same id. */
export const anchorOf = (id: string): string => encodeURIComponent(id.toWellFormed())

const byWeight = (one: Result, other: Result) =>
  verdictNames.indexOf(one.verdict) - verdictNames.indexOf(other.verdict)

// Without a script there is nothing to filter with, so the script takes `hidden` away.
function filter<N>(h: CreateElement<N>, { results, summary }: Report): N {
  const failed = results.some(isUnexpected)
  const rules = groupResults({ results }).map(({ rule }) => h('option', {}, rule))
  const chip = (name: string, value: string, text: string, checked: boolean) =>
    h('label', { class: `chip ${value}` }, h('input', { type: 'checkbox', name, value, checked }), text)
  return h(
    'form',
    { class: 'filter', hidden: true, role: 'search', 'aria-label': 'Filter the checks' },
    h(
      'div',
      { class: 'search' },
      h('label', { for: 'text' }, 'Text'),
      h('input', { type: 'search', id: 'text', autocomplete: 'off', placeholder: 'id, rule, response …' }),
    ),
    h(
      'div',
      {},
      h('label', { for: 'rule' }, 'Rule'),
      h('select', { id: 'rule' }, h('option', { value: '' }, 'all'), rules),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Verdict'),
      verdictNames
        .filter((name) => summary[name] > 0)
        .map((name) => {
          const text = `${verdicts[name].sign} ${name} ${summary[name]}`
          return chip('verdict', name, text, !failed || isUnexpected({ verdict: name }))
        }),
    ),
    h(
      'fieldset',
      {},
      h('legend', {}, 'Level'),
      levels
        .filter((level) => results.some((result) => result.level === level))
        .map((level) => chip('level', level, level, true)),
    ),
    h('output', { class: 'faint', 'aria-live': 'polite' }),
  )
}

function check<N>(h: CreateElement<N>, result: Result, report: Report, open: boolean, hrefOf: HrefOf): N {
  const { id, verdict, level, sentence, reason } = result
  const [rule] = id.split('/', 1)
  return h(
    'details',
    {
      class: 'check',
      id: anchorOf(id),
      key: id,
      'data-verdict': verdict,
      'data-level': level,
      'data-rule': rule,
      open,
    },
    h(
      'summary',
      {},
      h('span', { class: `sign ${verdict}`, role: 'img', 'aria-label': verdict }, verdicts[verdict].sign),
      h('span', { class: 'level' }, level),
      h('span', { class: 'sentence' }, sentence),
      h('span', { class: 'id' }, id),
      reason !== undefined && h('span', { class: `why ${verdict}` }, showText(reason.split('\n')[0]!, 160)),
    ),
    h('div', { class: 'body' }, body(h, result, report, hrefOf)),
  )
}

function body<N>(h: CreateElement<N>, result: Result, report: Report, hrefOf: HrefOf) {
  const { source, reason, verdict, known, curl } = result
  const evidence = readEvidence(result)
  const about = report.coverage.find(({ method }) => method === result.id.split('/')[1])
  const href = about && hrefOf(about.method)
  const line = (title: string, text: string | undefined) =>
    text !== undefined &&
    h(
      'div',
      { class: 'line' },
      h(
        'div',
        { class: 'again' },
        h('h4', {}, title),
        h('button', { type: 'button', class: 'copy', hidden: true }, 'Copy'),
      ),
      h('pre', { tabindex: 0, 'aria-label': title }, h('code', {}, text)),
    )
  return [
    h('p', { class: 'faint' }, href === undefined ? source : h('a', { href }, source)),
    reason !== undefined && h('p', { class: `reason ${verdict}` }, reason),
    known !== undefined &&
      h(
        'p',
        { class: 'known' },
        `Known by ${known.by} ${known.name}. ${known.sentence ?? ''} ${known.source ?? ''}`,
      ),
    evidence &&
      h(
        'div',
        { class: 'pair' },
        panel(h, 'Request', evidence.request),
        panel(h, 'Response', evidence.response, evidence.marked ? evidence.legend : undefined),
      ),
    line('Ask again', curl),
    line('Check again, in a clone of Lectern', commandOf(result, report)),
  ]
}

function panel<N>(
  h: CreateElement<N>,
  title: string,
  lines: readonly Fold[],
  legend?: Evidence['legend'],
): N {
  const note = legend && h('span', { class: 'faint' }, ` (✗ ${legend.actual}, ✓ ${legend.expected})`)
  const marked = legend && 'marked'
  return h(
    'div',
    {},
    h('h4', {}, title, note),
    h(
      'pre',
      { class: marked, tabindex: 0, 'aria-label': title },
      lines.map((line) => renderLine(h, line)),
    ),
  )
}

function renderLine<N>(h: CreateElement<N>, line: Fold): N {
  if ('folded' in line) return h('span', { class: 'fold' }, `… ${line.folded} lines\n`)
  if (line.mark === 'same') return h('span', {}, `${line.text}\n`)
  const [tag, sign] = line.mark === 'actual' ? ['del', '✗'] : ['ins', '✓']
  return h(tag!, { 'data-sign': sign }, `${line.text}\n`)
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
