// Puts every library to the same faults, lies and bundle: npm run bench:clients, or with one of: faults, lies, sizes.
// Writes the tables into bench/README.md, between the marks of their names.
import { writeSection, installRivals } from '@lectern/bench-tools'

installRivals(new URL('..', import.meta.url))
const [{ tableFaults }, { tableLies }, { tableSizes }] = await Promise.all([
  import('./fault-table.ts'),
  import('./lie-table.ts'),
  import('./sizes.ts'),
])
const tables = { faults: tableFaults, lies: tableLies, sizes: tableSizes }

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(tables, name))
if (unknown !== undefined)
  throw new Error(`There is no table of ${unknown}, but of ${Object.keys(tables).join(', ')}.`)

for (const [name, makeTable] of Object.entries(tables)) {
  if (asked.length === 0 || asked.includes(name)) writeSection(`clients: ${name}`, await makeTable())
}
