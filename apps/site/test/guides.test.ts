import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readGuides } from '../docs/guides.ts'
import { readMarkdown } from '../docs/markdown.ts'
import { search, sectionsOf } from '../src/guides/search.ts'
import { inBrowser } from './in-browser.ts'

const root = new URL('../../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')
const { guides, outside } = readGuides()
const resolve = (link: string): string | undefined => (link.startsWith('https:') ? link : undefined)

test('the guides are the pages of docs, then the README files of packages', () => {
  expect(guides[0]!.slug).toBe('start')
  for (const slug of ['quick-start', 'operate', 'trust', 'client', 'conformance', 'history', 'site'])
    expect(guides.map((guide) => guide.slug)).toContain(slug)
  expect(new Set(guides.map(({ slug }) => slug)).size).toBe(guides.length)
  for (const { blocks } of guides) expect(blocks.length).toBeGreaterThan(3)
})

test('a link to a heading that its guide does not have fails the build', () => {
  const broken = '[here](docs/client.md#none)'
  expect(() =>
    readGuides((file) => (file === 'README.md' ? `${read(file)}\n\n${broken}` : read(file))),
  ).toThrow('README.md: the guide client has no heading #none.')
})

test('each file that a guide names and that is no guide is there', () => {
  expect(outside).toContain('ARCHITECTURE.md')
  expect(outside.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
})

test('markdown becomes blocks; HTML, diagrams and links that no page has are left out', () => {
  const text = [
    '## A `b` & c',
    'One **two** *three* [four](https://four.test) [five](six.ts) <b onclick="x">seven</b>',
    '<script>alert(1)</script>',
    '![A picture](x.png)',
    '1. first',
    '2. second',
    '',
    '> said',
    '',
    '```mermaid',
    'flowchart',
    '```',
    '| a | b |',
    '| - | - |',
    '| `c` | d\\|e |',
    '## A b c',
  ].join('\n')
  expect(readMarkdown(text, { resolve })).toEqual([
    ['h2', { id: 'a-b--c', tabIndex: -1 }, 'A ', ['code', {}, 'b'], ' & c'],
    [
      'p',
      {},
      'One ',
      ['b', {}, 'two'],
      ' ',
      ['em', {}, 'three'],
      ' ',
      ['a', { href: 'https://four.test', rel: 'noreferrer' }, 'four'],
      ' ',
      'five',
      ' ',
      'seven',
    ],
    ['p', {}, ['em', {}, 'Picture: A picture']],
    ['ol', {}, ['li', {}, 'first'], ['li', {}, 'second']],
    ['blockquote', {}, ['p', {}, 'said']],
    [
      'div',
      { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Table' },
      [
        'table',
        {},
        ['thead', {}, ['tr', {}, ['th', { scope: 'col' }, 'a'], ['th', { scope: 'col' }, 'b']]],
        ['tbody', {}, ['tr', {}, ['td', {}, ['code', {}, 'c']], ['td', {}, 'd|e']]],
      ],
    ],
    ['h2', { id: 'a-b-c', tabIndex: -1 }, 'A b c'],
  ])
  expect(readMarkdown('# a\n# a', { resolve }).map(([, { id }]) => id)).toEqual(['a', 'a-1'])
})

test('a search finds sections that have all words, in any case, those with a word in their heading first', () => {
  const sections = sectionsOf(guides)
  const places = (query: string): string[] =>
    search(sections, query).map(({ section }) => section.place.join('/'))
  expect(places('')).toEqual([])
  expect(places('gas xylophone')).toEqual([])
  expect(places('FAULTS of nodes')[0]).toBe('guides/follow/faults-of-nodes')
  expect(places('quorum')).toContain('guides/client/options')
  expect(places('sync committee').length).toBeGreaterThan(1)
  expect(search(sections, 'onNull')[0]!.excerpt[1].toLowerCase()).toBe('onnull')
  for (const { section, excerpt } of search(sections, 'block'))
    expect(section.text).toContain(excerpt.join('').replaceAll(/^… | …$/g, ''))
})

inBrowser((at) => {
  test('each guide is drawn, its links lead to guides and headings that are there', async () => {
    await using tab = await at.open('#/guides')
    const { page } = tab
    await page.waitForSelector('.reference')
    const links = new Set<string>()
    for (const { slug, name } of guides) {
      await page.evaluate(`location.hash = '#/guides/${slug}'`)
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      for (const link of await page
        .locator('main a')
        .evaluateAll((all) => all.map((a) => a.getAttribute('href')!)))
        links.add(link)
      expect(await page.locator('main :is(img, script, iframe)').count()).toBe(0)
    }
    expect(links.size).toBeGreaterThan(50)
    const outside = [...links].filter((link) => !link.startsWith('#/'))
    expect(outside.filter((link) => !link.startsWith('https://'))).toEqual([])
    const places = new Set(sectionsOf(guides).map(({ place }) => `#/${place.join('/')}`))
    const others = [...links].filter((link) => link.startsWith('#/') && !places.has(link))
    expect(others.toSorted()).toEqual(['#/guides', '#/methods'])
    expect(tab.faults).toEqual([])
  })

  test('a search finds guides, methods and types; words that are markup are only words', async () => {
    await using tab = await at.open('#/guides')
    const { page } = tab
    await page.fill('#search', 'eth_getUncle')
    await page.waitForSelector('.hits a[href="#/methods/eth_getUncleByBlockHashAndIndex"]')
    await page.fill('#search', 'maxPriorityFeePerGas')
    await page.waitForSelector('.hits a[href="#/methods/types/DynamicFeeTransaction"]')
    await page.fill('#search', '<img src=x onerror=alert(1)>')
    await page.getByText('Nothing has all of these words.').waitFor()
    await page.fill('#search', 'lectern serve')
    await page.waitForSelector('.hits mark')
    await page.locator('.hits a').first().click()
    await page.waitForSelector('.hits mark') // the search stays
    expect(await page.inputValue('#search')).toBe('lectern serve')
    expect(tab.faults).toEqual([])
  })

  test('#/guides/none says that there is nothing to read', async () => {
    await using tab = await at.open('#/guides/none')
    await tab.page.waitForSelector('.missing')
    expect(await tab.page.textContent('.missing')).toContain('There is no guide none here.')
    expect(tab.faults).toEqual([])
  })
})
