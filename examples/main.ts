import { globSync } from 'node:fs'
import { basename } from 'node:path'

// Runs one of the programs: npm run -s example -- proven-receipt [endpoint]
const names = globSync('src/*.ts', { cwd: import.meta.dirname }).map((file) => basename(file, '.ts'))
const programs = names.filter((name) => name !== 'endpoint').toSorted()
const [name = ''] = process.argv.splice(2, 1) // what is left is the program's own

if (programs.includes(name)) await import(`./src/${name}.ts`)
else {
  const got = name === '' ? '' : `; got "${name}"`
  process.stderr.write(`The program must be one of ${programs.join(', ')}${got}.\n`)
  process.exitCode = 2
}
