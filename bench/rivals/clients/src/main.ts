// Puts every library to the same faults, lies and bundle: npm run bench:clients, or with one of: faults, lies, sizes.
// Writes the tables into bench/README.md, between the marks of their names.
import { readFileSync, writeFileSync } from 'node:fs'
import { installRivals } from '../../install.ts'

installRivals(new URL('..', import.meta.url))
const [{ tableFaults }, { tableLies }, { tableSizes }] = await Promise.all([
  import('./fault-table.ts'),
  import('./lie-table.ts'),
  import('./sizes.ts'),
])
const tables = { faults: tableFaults, lies: tableLies, sizes: tableSizes }
const readme = new URL('../../../README.md', import.meta.url)

for (const [name, table] of Object.entries(tables)) {
  const asked = process.argv.slice(2)
  if (asked.length > 0 && !asked.includes(name)) continue
  const text = await table()
  process.stdout.write(`${text}\n`)
  const mark = (end: string): string => `<!-- ${end}clients: ${name} -->`
  const page = readFileSync(readme, 'utf8')
  const [before, rest] = page.split(`${mark('')}\n`)
  const after = rest?.split(mark('/'))[1]
  if (before === undefined || after === undefined)
    throw new Error(`bench/README.md has no ${mark('')} … ${mark('/')}.`)
  writeFileSync(readme, `${before}${mark('')}\n\n${text}\n${mark('/')}${after}`)
}
