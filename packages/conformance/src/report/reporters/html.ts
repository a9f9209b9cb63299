import { sha256 } from '@noble/hashes/sha2.js'
import type { Report } from '../report.ts'
import { createMarkup as h } from './page/element.ts'
import { renderReport } from './page/report-page.ts'
import { script } from './page/script.ts'
import { style } from './page/style.ts'

/**
 * Returns a report as one HTML page that needs no network and no server. Its policy allows its style and its script only, by their hashes.
 */
export function reportHtml(report: Report): string {
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`
  const footer = 'Made by Lectern’s conformance checks, which only read. The same seed makes the same calls.'
  const page = h(
    'html',
    { lang: 'en' },
    h(
      'head',
      {},
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', {}, `Conformance of ${report.target ?? 'an endpoint'}`),
      h('style', {}, { markup: style }),
    ),
    h(
      'body',
      {},
      h('a', { class: 'skip-link', href: '#checks' }, 'To the checks'),
      renderReport(h, report),
      h('footer', {}, h('p', {}, footer)),
      h('script', {}, { markup: script }),
    ),
  )
  return `<!doctype html>\n${page.markup}\n`
}

const hash = (text: string) => {
  const digest = sha256(new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}
