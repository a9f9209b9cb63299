import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pages, renderPage } from './pages.ts'

// Writes the generated parts of the pages.
for (const page of pages) writeFileSync(page.file, renderPage(page))
execFileSync(
  'oxfmt',
  pages.map(({ file }) => fileURLToPath(file)),
)
