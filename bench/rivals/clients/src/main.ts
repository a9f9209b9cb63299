// Puts every library to the same faults, lies and bundle: npm run bench:clients, or with one of: faults, lies, sizes.
// Writes the tables into bench/README.md, between the marks of their names.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installRivals } from '../../install.ts'

installRivals(new URL('..', import.meta.url))
const [{ tableFaults }, { tableLies }, { tableSizes }] = await Promise.all([
  import('./fault-table.ts'),
  import('./lie-table.ts'),
  import('./sizes.ts'),
])
const tables = { faults: tableFaults, lies: tableLies, sizes: tableSizes }
const readme = new URL('../../../README.md', import.meta.url)

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(tables, name))
if (unknown !== undefined)
  throw new Error(`There is no table of ${unknown}, but of ${Object.keys(tables).join(', ')}.`)

for (const [name, makeTable] of Object.entries(tables)) {
  if (asked.length === 0 || asked.includes(name)) writeBetweenMarks(name, await makeTable())
}
spawnSync('oxfmt', [fileURLToPath(readme)], { shell: process.platform === 'win32' }) // a script there

function writeBetweenMarks(name: string, table: string): void {
  const begin = `<!-- clients: ${name} -->`
  const end = `<!-- /clients: ${name} -->`
  const page = readFileSync(readme, 'utf8')
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`bench/README.md has no ${begin} … ${end}.`)
  process.stdout.write(`${table}
`)
  writeFileSync(
    readme,
    `${before}${begin}

${table}
${end}${after}`,
  )
}
