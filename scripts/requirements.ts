// After the tests: each row of requirements.json must be proven by a test of a package, as scripts/vitest.config.ts wrote.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [root = '.'] = process.argv.slice(2)
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

const rows = Object.entries(read('requirements.json') as Record<string, string>)
const lists = globSync('{packages,apps}/*/.lectern/requirements.json', { cwd: root })
const proven = new Set(lists.flatMap((path) => read(path) as string[]))
const problems = [
  ...rows
    .filter(([id]) => !proven.has(id))
    .map(([id, row]) => `${id} is proven by no test that ran and asserts: ${row}.`),
  ...[...proven]
    .filter((id) => rows.every(([row]) => row !== id))
    .map((id) => `${id}, which a test's name begins with, is no row of requirements.json.`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`Each of ${rows.length} requirements is proven by a test that ran and asserts.`)
