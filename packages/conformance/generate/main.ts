import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { publishProtocol } from '../src/protocol/publish.ts'
import { pages, renderPage } from './pages.ts'

// Writes protocol.json, a case a line, so that a change of it can be read, and the generated parts of the pages.
const { rpc, http, ...head } = publishProtocol()
const list = (items: readonly unknown[]) => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`
const members = Object.entries(head).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
writeFileSync(
  new URL('../protocol.json', import.meta.url),
  `{\n${[...members, `"rpc": ${list(rpc)}`, `"http": ${list(http)}`].join(',\n')}\n}\n`,
)
for (const page of pages) writeFileSync(page.file, renderPage(page))
execFileSync(
  'oxfmt',
  pages.map(({ file }) => fileURLToPath(file)),
)
