import { sha256 } from '@noble/hashes/sha2.js'
import { explainUncalled, isUnexpected, type Report } from '../report.ts'
import { h, toMarkup } from './markup.ts'
import { renderReport } from './page/report-page.ts'
import { script } from './page/script.ts'
import { style } from './page/style.ts'
import { describeEnd } from './verdict.ts'

/** Returns a report as one HTML page that needs no network. Its policy allows its own style and script only, by their hashes. */
export function reportHtml(report: Report): string {
  const { target = 'an endpoint', against, document, results } = report
  const uncalled = explainUncalled(document)
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`
  const title = `Conformance of ${target}${against === undefined ? '' : ` against ${against}`}`
  const verdict = results.some(isUnexpected) ? 'failed' : 'passed'
  const body = [
    h('header', [
      h('h1', title),
      h(`p.verdict.${verdict}`, describeEnd(results, 'No failure')),
      uncalled !== undefined && h('p', uncalled),
    ]),
    h('main', renderReport(report)),
    h('footer', 'Made by Lectern’s conformance checks, which only read. The same seed makes the same calls.'),
  ]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${toMarkup(h('title', title))}
<style>${style}</style>
${body.map(toMarkup).join('\n')}
<script>${script}</script>
</html>
`
}

const hash = (text: string) => {
  const digest = sha256(new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}
