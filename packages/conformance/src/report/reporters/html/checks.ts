import { levels } from '../../../rules/check.ts'
import { isMasked } from '../../../endpoint/target.ts'
import { isUnexpected, type Report, type Result } from '../../report.ts'
import { type Evidence, readEvidence, type Fold } from '../evidence.ts'
import { groupResults, verdictNames, verdicts } from '../verdict.ts'
import { showText } from '../../../document/shown-text.ts'
import { html, type Markup } from './markup.ts'

const mostOpen = 20

/** Every check by rule, below a form that filters them; those that failed are open, where they are not too many. */
export function renderChecks(report: Report): Markup {
  const opens = report.results.filter(isUnexpected).length <= mostOpen
  return html`<section id="checks" aria-labelledby="checks-title">
    <h2 id="checks-title">Checks</h2>
    ${filter(report)}
    ${groupResults(report).map(
      ({ rule, meaning, results }) =>
        html`<div class="group">
          <h3>${rule} <small>${meaning}</small></h3>
          ${results.toSorted(byWeight).map((result) => check(result, report, opens && isUnexpected(result)))}
        </div> `,
    )}
  </section>`
}

/** The anchor of a check on the page; the same for the same id. */
export const anchorOf = (id: string): string => encodeURIComponent(id.toWellFormed())

const byWeight = (one: Result, other: Result) =>
  verdictNames.indexOf(one.verdict) - verdictNames.indexOf(other.verdict)

// Without a script there is nothing to filter with, so the script takes `hidden` away.
function filter({ results, summary }: Report): Markup {
  const failed = results.some(isUnexpected)
  const shown = (name: string) => !failed || name === 'failed' || name === 'stale'
  const present = verdictNames.filter((name) => summary[name] > 0)
  const rules = groupResults({ results }).map(({ rule }) => rule)
  const met = levels.filter((level) => results.some((result) => result.level === level))
  return html`<form class="filter" hidden role="search" aria-label="Filter the checks">
    <div class="search">
      <label for="text">Text</label>
      <input
        type="search"
        id="text"
        autocomplete="off"
        spellcheck="false"
        placeholder="id, rule, response …"
      />
    </div>
    <div>
      <label for="rule">Rule</label>
      <select id="rule">
        <option value="">all</option>
        ${rules.map((rule) => html`<option>${rule}</option>`)}
      </select>
    </div>
    <fieldset>
      <legend>Verdict</legend>
      ${present.map(
        (name) =>
          html`<label class="chip ${name}"
            ><input
              type="checkbox"
              name="verdict"
              value="${name}"
              ${shown(name) && html` checked`}
            />${verdicts[name].sign} ${name} ${summary[name]}</label
          >`,
      )}
    </fieldset>
    <fieldset>
      <legend>Level</legend>
      ${met.map(
        (level) =>
          html`<label class="chip"
            ><input type="checkbox" name="level" value="${level}" checked />${level}</label
          >`,
      )}
    </fieldset>
    <output class="faint" aria-live="polite"></output>
  </form>`
}

function check(result: Result, report: Report, open: boolean): Markup {
  const { id, verdict, level, sentence, reason } = result
  return html`<details
    class="check"
    id="${anchorOf(id)}"
    data-verdict="${verdict}"
    data-level="${level}"
    data-rule="${id.split('/', 1)[0]}"
    ${open && html` open`}
  >
    <summary>
      <span class="sign ${verdict}" role="img" aria-label="${verdict}">${verdicts[verdict].sign}</span>
      <span class="level">${level}</span>
      <span class="sentence">${sentence}</span>
      <span class="id">${id}</span>
      ${reason !== undefined && html`<span class="why ${verdict}">${showText(reason.split('\n')[0]!, 160)}</span>`}
    </summary>
    <div class="body">${body(result, report)}</div>
  </details> `
}

function body(result: Result, report: Report): Markup {
  const { source, reason, verdict, known, curl } = result
  const evidence = readEvidence(result)
  return html`<p class="faint">${source}</p>
    ${reason !== undefined && html`<p class="reason ${verdict}">${reason}</p>`}
    ${known !== undefined && html`<p class="known">Known by ${known.by} ${known.name}. ${known.sentence} ${known.source}</p>`}
    ${evidence && html`<div class="pair">${panel('Request', evidence.request)}${panel('Response', evidence.response, evidence.marked ? evidence.legend : undefined)}</div>`}
    ${line('Ask again', curl)} ${line('Check again, in a clone of Lectern', commandOf(result, report))}`
}

function panel(title: string, lines: readonly Fold[], legend?: Evidence['legend']): Markup {
  const note = legend && html` <span class="faint">(✗ ${legend.actual}, ✓ ${legend.expected})</span>`
  return html`<div><h4>${title}${note}</h4><pre${legend && html` class="marked"`} tabindex="0" aria-label="${title}">${lines.map(renderLine)}</pre></div>`
}

function renderLine(line: Fold): Markup {
  if ('folded' in line) return html`<span class="fold">${`… ${line.folded} lines\n`}</span>`
  if (line.mark === 'actual') return html`<del data-sign="✗">${`${line.text}\n`}</del>`
  if (line.mark === 'expected') return html`<ins data-sign="✓">${`${line.text}\n`}</ins>`
  return html`<span>${`${line.text}\n`}</span>`
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

const line = (title: string, text: string | undefined): Markup | undefined =>
  text === undefined
    ? undefined
    : html`<div class="line">
        <div class="again">
          <h4>${title}</h4>
          <button type="button" class="copy" hidden>Copy</button>
        </div>
        <pre tabindex="0" aria-label="${title}"><code>${text}</code></pre>
      </div>`
