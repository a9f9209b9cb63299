import { describe, expect, test } from 'vitest'
import { needsBrowser } from '@lectern/fixtures/browser'
import { openPage } from '../../../test/browser.ts'
import { sampleReport, soundReport } from '../../../test/sample-report.ts'
import { document } from '@lectern/spec'
import { plan } from '../../rules/plan.ts'
import { groupResults } from './verdict.ts'
import { style } from './page/style.ts'
import { reportHtml } from './html.ts'

const page = reportHtml(sampleReport)

test('the page, without its style and script', () => {
  const markup = page
    .replaceAll(/<(style|script)>.*?<\/\1>/gs, '<$1/>')
    .replaceAll(/sha256-[\w+/=]*/g, 'sha256-…')
  const lines = markup
    .replaceAll(/(?<=>)(?=<)/g, '\n')
    .split('\n')
    .map((line) => line.trim())
  expect(lines.filter((line) => line !== '').join('\n')).toMatchSnapshot()
})

test('the page names no other file and no address that it would load', () => {
  expect(
    [...page.matchAll(/\s(?:src|href|srcset|action|data)="([^"]*)"/g)].filter(
      ([, to]) => !to!.startsWith('#'),
    ),
  ).toEqual([])
  expect(page).not.toMatch(/@import|url\(/)
})

test('each rule is said in words', () => {
  const checks = plan(document).map(({ id }) => Object.assign({}, sampleReport.results[0]!, { id }))
  const rules = groupResults(checks)
  expect(rules.filter(({ meaning }) => meaning === '').map(({ rule }) => rule)).toEqual([])
})

test('each colour is one for light systems and one for dark ones', () => {
  const colours = [...style.matchAll(/#[0-9a-f]{6}/g)]
  const pairs = [...style.matchAll(/light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)/g)]
  expect(pairs.length).toBeGreaterThan(9)
  expect(colours).toHaveLength(2 * pairs.length)
})

test('a hostile answer stands in it as text', () => {
  expect(page).not.toContain('<img')
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).toContain('&#60;script&#62;document.title=&#34;owned&#34;')
})

test('a report without results and without coverage is still a page', () => {
  const empty = reportHtml({ ...soundReport, results: [], coverage: [] })
  expect(empty).toContain('No failure in 0 checks')
  expect(empty).not.toContain('id="coverage"')
})

const title = 'Conformance of http://127.0.0.1:8545/'
const titleOf = (dom: string) => /<title>(.*?)<\/title>/.exec(dom)![1]
const shown = (dom: string) => /<output[^>]*>(.*?)<\/output>/.exec(dom)![1]
const elementOf = (dom: string, id: string) =>
  dom.match(/<details[^>]*>/g)!.find((tag) => tag.includes(`id="${id}"`))!
const withoutPolicy = (page: string) => page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')

describe('in a browser', { timeout: 600_000, ...needsBrowser }, () => {
  test('the failures are open, the other checks are closed, and no response has run', async () => {
    const dom = await openPage(page)
    expect(titleOf(dom)).toBe(title)
    expect(shown(dom)).toBe('13 of 13 checks')
    expect(elementOf(dom, 'protocol%2FS02')).toContain(' open=""')
    expect(elementOf(dom, 'protocol%2FS01')).not.toContain('open')
  })

  test('the policy stops a script that would have come in', async () => {
    const hole = `<script>document.title = 'owned'</script><img src="x" onerror="document.title = 'owned'">`
    const pierced = page.replace('<main>', `<main>${hole}`)
    expect(titleOf(await openPage(pierced))).toBe(title)
    expect(titleOf(await openPage(withoutPolicy(pierced)))).toBe('owned')
  })

  test('the filter follows words and verdicts, and opens the rules of what it shows', async () => {
    const steps = [
      ['a word of a failure', `search.value = 'gasused eip-658'`, '1 of 13 checks in 0'],
      ['a word that is nowhere', `search.value = 'nowhere-at-all'`, '0 of 13 checks in 0'],
      ['a verdict', `verdict.value = 'passed'`, '3 of 13 checks in 2'],
      ['a verdict and a word', `verdict.value = 'passed'; search.value = 'exchange'`, '2 of 13 checks in 1'],
      ['neither', '', '13 of 13 checks in 0'],
    ]
    const acts = steps.map(([, act]) => `form.reset(); ${act}; update(); shown.push(state())`)
    const script = `<script>
      const shown = []
      const form = document.querySelector('form')
      const [search, verdict, output] = ['input', 'select', 'output'].map((name) => document.querySelector(name))
      const update = () => form.dispatchEvent(new Event('input'))
      const state = () => output.textContent + ' in ' + document.querySelectorAll('.rule[open]:not([hidden])').length
      ${acts.join('\n')}
      document.title = shown.join(', ')
    </script></html>`
    const dom = await openPage(withoutPolicy(page).replace('</html>', script))
    expect(titleOf(dom)!.split(', ')).toEqual(steps.map(([, , expected]) => expected))
  })
})
