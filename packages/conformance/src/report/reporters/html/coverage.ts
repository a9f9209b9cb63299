import type { CoverageRow } from '../../coverage.ts'
import type { Report } from '../../report.ts'
import { html, type Markup } from './markup.ts'

const kinds = [
  ['parameter', 'Parameters'],
  ['result', 'Results'],
  ['error', 'Errors'],
] as const

/** What of the document was exercised: for each method its parameters, results and errors, those never seen first. */
export function renderCoverage({ coverage: { rows, seen, declared } }: Report): Markup | undefined {
  if (declared === 0) return undefined
  const methods = [...Map.groupBy(rows, ({ method }) => method)]
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Coverage</h2>
    <p class="faint">${seen} of ${declared} things that the document declares were seen in this run.</p>
    ${methods.map(
      ([method, rows]) =>
        html`<h3><code>${method}</code> <small>${share(rows)}</small></h3>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  ${kinds.map(([, title]) => html`<th scope="col">${title}</th>`)}
                </tr>
              </thead>
              <tbody>
                <tr>
                  ${kinds.map(([kind]) => cell(rows.filter((row) => row.kind === kind)))}
                </tr>
              </tbody>
            </table>
          </div> `,
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
