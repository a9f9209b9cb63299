import { sha256 } from '@noble/hashes/sha2.js'
import { explainUncalled, isUnexpected, type Report } from '../report.ts'
import { renderChecks } from './html/checks.ts'
import { html, type Markup } from './html/markup.ts'
import { renderCoverage, renderMatrix } from './html/tables.ts'
import { script } from './html/script.ts'
import { style } from './html/style.ts'
import { describeEnd, describeUse, verdictNames, verdicts } from './verdict.ts'

/**
 * Returns a report as one HTML page that needs no network and no server. Its policy allows its style and its script only, by their hashes.
 */
export function reportHtml(report: Report): string {
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`
  const title = `Conformance of ${report.target ?? 'an endpoint'}`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${verbatim('style', style)}
      </head>
      <body>
        <a class="skip-link" href="#checks">To the checks</a>
        ${header(report)}
        <main>${renderMatrix(report)} ${renderChecks(report)} ${renderCoverage(report)}</main>
        <footer>
          <p>Made by Lectern’s conformance checks, which only read. The same seed makes the same calls.</p>
        </footer>
        ${verbatim('script', script)}
      </body>
    </html> `
  return page.markup
}

/** A tile below the verdict, and what it means; none where there is no value. */
type Fact = readonly [name: string, value: string | number | false | undefined, meaning: string]

const dialectMeaning = 'how many known habits of that client the endpoint has'
const coverageMeaning = 'how much of what the document declares (parameters, results, errors) the run has met'

function header(report: Report): Markup {
  const { target, against, results, seed, started, mode, level, dialect, summary, coverage } = report
  const outcome = results.some(isUnexpected) ? 'failed' : 'passed'
  const all: readonly Fact[] = [
    ...verdictNames
      .toReversed()
      .map((name): Fact => [name, summary[name] > 0 && summary[name], verdicts[name].meaning]),
    ['requests', summary.requests, 'how many requests were sent, those that were sent again among them'],
    ['seconds', (summary.milliseconds / 1_000).toFixed(1), 'how long the run took'],
    ['seed', seed, 'what the random choices start from: the same seed asks the same questions'],
    ['level', level, 'the least binding rules of RFC 2119 (MUST, SHOULD, MAY) whose failures count'],
    [
      'mode',
      mode,
      'strict: the document exactly; lenient: members and transaction types beside it are known',
    ],
    ['dialect', dialect && `${dialect.name}: ${describeUse(dialect)}`, dialectMeaning],
    ['coverage', coverage.declared > 0 && `${coverage.seen} of ${coverage.declared}`, coverageMeaning],
    ['begun', started.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'), 'when the run began'],
  ]
  const facts = all.filter(([, value]) => value !== undefined && value !== false)
  return html`<header>
    <p class="kicker">Lectern conformance report</p>
    <h1>
      ${target ?? 'An endpoint'}${against !== undefined && html` <span class="faint">against</span> ${against}`}
    </h1>
    <p class="verdict ${outcome}">${describeEnd(results, 'No failure')}</p>
    ${explainUncalled(report.document) !== undefined && html`<p>${explainUncalled(report.document)}</p>`}
    ${bar(report)}
    <dl class="facts">
      ${facts.map(
        ([name, value, meaning]) =>
          html`<div title="${meaning}">
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <details class="legend">
      <summary>What these words mean</summary>
      <dl>
        ${facts.map(
          ([name, , meaning]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${meaning}</dd>
            </div>`,
        )}
      </dl>
    </details>
  </header>`
}

// One strip of all checks; the numbers below it say the same.
function bar({ results, summary }: Report): Markup {
  let x = 0
  const parts = verdictNames.toReversed().map((name) => {
    const width = (summary[name] / Math.max(results.length, 1)) * 1_000
    x += width
    return html`<rect
      class="${name}"
      x="${(x - width).toFixed(2)}"
      width="${width.toFixed(2)}"
      height="10"
    />`
  })
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
    ${parts}
  </svg>`
}

// No white space around the text: the policy's hash is that of all that stands between the tags.
const verbatim = (tag: string, text: string): Markup => ({ markup: `<${tag}>${text}</${tag}>` })

const hash = (text: string) => {
  const digest = sha256(new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}
