import type { CoverageRow } from '../../coverage.ts'
import { countVerdicts, type Report, type Verdict } from '../../report.ts'
import { groupResults, type Group, shownVerdicts, verdicts } from '../verdict.ts'
import { anchorOf } from './checks.ts'
import { html, type Markup } from './markup.ts'

/** Rules by verdicts: how many checks, and a square for each that leads to it. */
export function renderMatrix(report: Report): Markup {
  const names = shownVerdicts(report)
  return html`<section id="matrix" aria-labelledby="matrix-title">
    <h2 id="matrix-title">Rules</h2>
    <p class="faint">
      Each square is a check, in the colour of what became of it, and leads to it; each number leads to its
      checks.
    </p>
    ${table(
      html`<th scope="col">Rule</th>
        ${names.map((name) => html`<th scope="col" class="number ${name}">${verdicts[name].sign} ${name}</th>`)}`,
      groupResults(report).map((group) => row(group, names)),
    )}
  </section>`
}

const table = (head: Markup | readonly Markup[], rows: Markup | readonly Markup[]) =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

function row({ rule, meaning, results }: Group, names: readonly Verdict[]): Markup {
  const count = countVerdicts(results)
  const number = (name: Verdict) =>
    count[name] === 0
      ? html`<td class="number"></td>`
      : html`<td class="number ${name}">
          <a
            href="#checks"
            data-choose="${name}"
            data-rule="${rule}"
            aria-label="${count[name]} ${name} of ${rule}"
            >${count[name]}</a
          >
        </td>`
  // The squares repeat the numbers and the list below, so they are for the eye and the mouse.
  return html`<tr>
    <th scope="row">
      <span class="rule">${rule}</span> <span class="meaning faint">${meaning}</span>
      <div class="cells" aria-hidden="true">
        ${results.map(
          ({ id, verdict }) =>
            html`<a class="${verdict}" href="#${anchorOf(id)}" title="${verdict}: ${id}" tabindex="-1"></a>`,
        )}
      </div>
    </th>
    ${names.map(number)}
  </tr> `
}

const kinds = [
  ['parameter', 'Parameters'],
  ['result', 'Results'],
  ['error', 'Errors'],
] as const

/** Returns the coverage of the document: for each method its parameters, results and errors, those never seen first. */
export function renderCoverage({ coverage: { rows, seen, declared } }: Report): Markup | undefined {
  if (declared === 0) return undefined
  const methods = [...Map.groupBy(rows, ({ method }) => method)]
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Coverage</h2>
    <p class="faint">${seen} of ${declared} things that the document declares were seen in this run.</p>
    ${methods.map(
      ([method, rows]) =>
        html`<h3><code>${method}</code> <small>${share(rows)}</small></h3>
          ${table(
            kinds.map(([, title]) => html`<th scope="col">${title}</th>`),
            html`<tr>
              ${kinds.map(([kind]) => cell(rows.filter((row) => row.kind === kind)))}
            </tr>`,
          )} `,
    )}
  </section>`
}

function cell(rows: readonly CoverageRow[]): Markup {
  const sorted = rows.toSorted((one, other) => Number(one.seen > 0) - Number(other.seen > 0))
  return html`<td>
    <div class="faint">${share(rows)}</div>
    <ul class="names">
      ${sorted.map(({ name, seen }) =>
        seen === 0
          ? html`<li class="never"><code>${name}</code> never seen</li>`
          : html`<li><code>${name}</code> <span class="faint">${seen}×</span></li>`,
      )}
    </ul>
  </td>`
}

const share = (rows: readonly CoverageRow[]) =>
  `${rows.filter(({ seen }) => seen > 0).length} of ${rows.length}`
