import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { writeSection } from './section.ts'
import { toText, writeTable } from './table.ts'

const page = pathToFileURL(join(mkdtempSync(join(tmpdir(), 'lectern-section-')), 'page.md'))

test('a section replaces what stood between its marks, and nothing else', () => {
  writeFileSync(
    page,
    '# Page\n\n<!-- one -->\n\nold\n\n<!-- /one -->\n\n<!-- two -->\n\nkept\n\n<!-- /two -->\n',
  )
  writeSection('one', writeTable(['a', 'b'], [['x', 1]]), page)
  expect(readFileSync(page, 'utf8')).toBe(
    '# Page\n\n<!-- one -->\n\n| a   | b   |\n| --- | --- |\n| x   | 1   |\n\n<!-- /one -->\n\n<!-- two -->\n\nkept\n\n<!-- /two -->\n',
  )
})

test('a page without the marks is refused', () => {
  expect(() => writeSection('three', '', page)).toThrow('has no <!-- three --> … <!-- /three -->.')
})

test('a figure has three digits, or all that stand before the point', () => {
  expect([16_298.4, 100, 99.96, 4.7123, 0.06249, 0].map(toText)).toEqual([
    '16,298',
    '100',
    '100',
    '4.71',
    '0.0625',
    '0',
  ])
})
