import { sha256 } from '@noble/hashes/sha2.js'
import type { Report } from '../report.ts'
import { buildWith, createMarkup } from './page/element.ts'
import { renderReport } from './page/report-page.ts'
import { script } from './page/script.ts'
import { style } from './page/style.ts'

/** Returns a report as one HTML page that needs no network. Its policy allows its own style and script only, by their hashes. */
export function reportHtml(report: Report): string {
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`
  const footer = 'Made by Lectern’s conformance checks, which only read. The same seed makes the same calls.'
  const head = [
    h('meta', [], { charset: 'utf-8' }),
    h('meta', [], { 'http-equiv': 'Content-Security-Policy', content: policy }),
    h('meta', [], { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', [], { name: 'color-scheme', content: 'light dark' }),
    h('meta', [], { name: 'referrer', content: 'no-referrer' }),
    h('title', `Conformance of ${report.target ?? 'an endpoint'}`),
    h('style', { markup: style }),
  ]
  const body = [
    h('a.skip-link', 'To the checks', { href: '#checks' }),
    renderReport(createMarkup, report),
    h('footer', h('p', footer)),
    h('script', { markup: script }),
  ]
  const page = h('html', [h('head', head), h('body', body)], { lang: 'en' })
  return `<!doctype html>\n${page.markup}\n`
}

const h = buildWith(createMarkup)

const hash = (text: string) => {
  const digest = sha256(new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`
}
