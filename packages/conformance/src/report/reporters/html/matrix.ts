import type { Report, Verdict } from '../../report.ts'
import { groupResults, type Group, countVerdicts, verdictNames, verdicts } from '../verdict.ts'
import { anchorOf } from './checks.ts'
import { html, type Markup } from './markup.ts'

/** Rules by verdicts: how many checks, and a square for each that leads to it. */
export function renderMatrix(report: Report): Markup {
  const names = verdictNames.filter(
    (name) => name === 'passed' || name === 'failed' || report.summary[name] > 0,
  )
  return html`<section id="matrix" aria-labelledby="matrix-title">
    <h2 id="matrix-title">Rules</h2>
    <p class="faint">
      Each square is a check, in the colour of what became of it, and leads to it; each number leads to its
      checks.
    </p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            ${names.map(
              (name) => html`<th scope="col" class="number ${name}">${verdicts[name].sign} ${name}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${groupResults(report).map((group) => row(group, names))}
        </tbody>
      </table>
    </div>
  </section>`
}

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
