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

test('each rule, each square and each tile is said in words', () => {
  const checks = plan(document).map(({ id }) => Object.assign({}, sampleReport.results[0]!, { id }))
  const rules = groupResults(checks)
  expect(rules.filter(({ meaning }) => meaning === '').map(({ rule }) => rule)).toEqual([])
  const tiles = [...page.matchAll(/<div title="([^"]*)">\s*<dt>(\w+)/g)].map(([, meaning, name]) => [
    name,
    meaning,
  ])
  expect(tiles.map(([name]) => name)).toEqual([
    'passed',
    'skipped',
    'known',
    'stale',
    'failed',
    'requests',
    'seconds',
    'seed',
    'level',
    'mode',
    'dialect',
    'coverage',
    'begun',
  ])
  for (const [, meaning] of tiles) expect(page).toContain(`<dd>${meaning}</dd>`)
  expect(page).toContain('Each square is a check')
})

const coloursOf = (text: string) => [...text.matchAll(/(--\w+): #/g)].map(([, name]) => name)

test('the page is dark where the system is, in browsers without light-dark() too', () => {
  const [light, dark] = style.split('@media (prefers-color-scheme: dark)')
  expect(coloursOf(dark!.split('* {')[0]!)).toEqual(coloursOf(light!))
  expect(style).not.toContain('light-dark(')
})

test('the page asks nobody to run a package by a name that is not published', () => {
  expect(page).toContain('npm run -s lectern -- conform &#39;http://127.0.0.1:8545/&#39; --only')
  expect(page).not.toContain('npx')
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
  test('the failures are shown at first, and no response has run', async () => {
    const dom = await openPage(page)
    expect(titleOf(dom)).toBe(title)
    expect(shown(dom)).toBe('7 of 13 checks')
    expect(elementOf(dom, 'protocol%2FS02')).toContain(' open=""')
    expect(elementOf(dom, 'protocol%2FS01')).toContain(' hidden=""')
  })

  test('a sound report shows all of its checks', async () => {
    expect(shown(await openPage(reportHtml(soundReport)))).toBe('3 of 3 checks')
  })

  test('the address of a check opens it, also where the filter had hidden it', async () => {
    const dom = await openPage(page, { hash: '#protocol%2FS01' })
    expect(shown(dom)).toBe('13 of 13 checks')
    expect(elementOf(dom, 'protocol%2FS01')).toContain(' open=""')
  })

  test('the policy stops a script that would have come in', async () => {
    const hole = `<script>document.title = 'owned'</script><img src="x" onerror="document.title = 'owned'">`
    const pierced = page.replace('<main>', `<main>${hole}`)
    expect(titleOf(await openPage(pierced))).toBe(title)
    expect(titleOf(await openPage(withoutPolicy(pierced)))).toBe('owned')
  })

  test('the filter follows words, levels, verdicts, rules, and the numbers of the matrix', async () => {
    const steps = [
      ['a word of a failure', `search.value = 'gasused eip-658'`, '1 of 13 checks'],
      ['a word that is nowhere', `search.value = 'nowhere-at-all'`, '0 of 13 checks'],
      ['a level less', `box('level', 'MUST').click()`, '2 of 13 checks'],
      ['a verdict more', `box('verdict', 'skipped').click()`, '9 of 13 checks'],
      ['a rule', `document.querySelector('select').value = 'proof'`, '2 of 13 checks'],
      [
        'a number of the matrix',
        `document.querySelector('a[data-choose=passed][data-rule=exchange]').click()`,
        '2 of 13 checks',
      ],
    ]
    const acts = steps.map(
      ([, act]) =>
        `form.reset(); ${act}; ${act!.includes('data-choose') ? '' : 'update();'} shown.push(output.textContent)`,
    )
    const script = `<script>
      const shown = []
      const form = document.querySelector('form')
      const [search, output] = ['input[type=search]', 'output'].map((name) => document.querySelector(name))
      const box = (name, value) => document.querySelector('input[name=' + name + '][value=' + value + ']')
      const update = () => form.dispatchEvent(new Event('input'))
      ${acts.join('\n')}
      document.title = shown.join(', ')
    </script></body>`
    const dom = await openPage(withoutPolicy(page).replace('</body>', script))
    expect(titleOf(dom)!.split(', ')).toEqual(steps.map(([, , expected]) => expected))
  })
})
