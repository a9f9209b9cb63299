import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages, type StoredResult, updatePage } from './page.ts'
import { toText } from './table.ts'

const read = (name: string): StoredResult => ({
  what: `The ${name}.`,
  date: '2026-11-25',
  commit: 'abc',
  machine: 'A machine',
  head: ['what must hold', 'holds'],
  rows: [
    [name, 'yes'],
    [16_298.4, '**no**'],
    [1, ''],
  ],
})

const between = (mark: string, text: string) =>
  `# Page\n\n<!-- ${mark} -->\n${text}<!-- ${mark.split(':')[0]} end -->\n\nkept\n`

test('a table replaces what is between its marks, and nothing else', () => {
  expect(updatePage(between('figures: one', 'old\n'), read)).toBe(
    between(
      'figures: one',
      '\n| what must hold | holds |\n| --- | --- |\n| one | yes |\n| 16,298 | **no** |\n| 1 |  |\n\nCommit abc, 2026-11-25: A machine.\n\n',
    ),
  )
})

test('results with one head make one table, with the commit and the date of each', () => {
  const page = updatePage(between('figures: one two', ''), read)
  expect(page).toContain('| 1 |  |\n| two | yes |\n')
  expect(page).toContain('\n\nCommit abc, 2026-11-25; abc, 2026-11-25: A machine.\n')
})

test('the machine is named once, and again with a table of another one', () => {
  const other = { ...read('b'), machine: 'Another' }
  const text = ['a', 'a', 'b', 'a'].map((name) => between(`figures: ${name}`, '')).join('')
  const page = updatePage(text, (name) => (name === 'b' ? other : read(name)))
  expect(page.match(/Commit .*/g)).toEqual([
    'Commit abc, 2026-11-25: A machine.',
    'Commit abc, 2026-11-25.',
    'Commit abc, 2026-11-25: Another.',
    'Commit abc, 2026-11-25: A machine.',
  ])
})

test('claims are counted, figures without a claim left out', () => {
  expect(updatePage(between('claims: slow drain', ''), read)).toContain(
    '\n\n- The slow.: 1 of 2 (2026-11-25)\n- The drain.: 1 of 2 (2026-11-25)\n\n',
  )
})

/** A table without its alignment. */
const plain = (table: string) => table.replaceAll(/-{3,}/g, '---').replaceAll(/ +/g, ' ')

test.each(pages.map((page) => [page.pathname.split('/').at(-1), page]))(
  'the tables of docs/%s are those of bench/results',
  (_, page) => {
    const text = readFileSync(page, 'utf8')
    expect(plain(updatePage(text))).toBe(plain(text))
    expect(text).toMatch(/<!-- (figures|claims): /)
  },
)

test('a figure has three digits, or all digits before the point', () => {
  expect([16_298.4, 100, 99.96, 4.7123, 0.06249, 0].map(toText)).toEqual([
    '16,298',
    '100',
    '100',
    '4.71',
    '0.0625',
    '0',
  ])
})
