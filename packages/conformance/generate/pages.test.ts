import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pages, renderPage } from './pages.ts'

test.each(pages.map((page) => [page.mark, page] as const))(
  'the page of the %s is what the tables say: npm run generate',
  (mark, page) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-pages-'))
    const file = join(folder, `${mark}.md`)
    writeFileSync(file, renderPage(page))
    execFileSync('oxfmt', [file])
    expect(readFileSync(page.file, 'utf8')).toBe(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
  },
)
