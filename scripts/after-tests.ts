// Checks that a test proves each row of requirements.json, and lists skipped tests. It reads the files that scripts/vitest.config.ts wrote.
// `--must-run 'a browser'` fails if tests that need one were skipped.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** The outcome of a package's tests. */
export interface Outcome {
  /** The rows of requirements.json whose ids begin the name of a test that ran, asserted and passed. */
  readonly proven: readonly string[]
  readonly skipped: readonly { readonly name: string; readonly why?: string | undefined }[]
}

const { values, positionals } = parseArgs({
  options: { 'must-run': { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const [root = '.'] = positionals
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

const rows = Object.entries(read('requirements.json') as Record<string, string>)
const paths = globSync('{fixtures,examples,bench,packages/*,apps/*}/.lectern/tests.json', {
  cwd: root,
})
const outcomes = paths.map((path) => read(path) as Outcome)
const proven = new Set(outcomes.flatMap((outcome) => outcome.proven))
const skipped = Map.groupBy(
  outcomes.flatMap((outcome) => outcome.skipped),
  ({ why }) => why,
)
const problems = [
  ...rows
    .filter(([id]) => !proven.has(id))
    .map(([id, row]) => `${id} is proven by no test that ran and asserts: ${row}.`),
  ...[...proven]
    .filter((id) => rows.every(([row]) => row !== id))
    .map((id) => `${id}, which a test's name begins with, is no row of requirements.json.`),
  ...(skipped.get(undefined) ?? []).map(({ name }) => `"${name}" was skipped and does not say why.`),
  ...values['must-run'].flatMap((need) =>
    [...skipped]
      .filter(([why]) => why?.startsWith(`it needs ${need}`))
      .map(([why, tests]) => `${tests.length} tests must run here, and were skipped: ${why}.`),
  ),
]
if (problems.length === 0)
  console.log(`Each of ${rows.length} requirements is proven by a test that ran and asserts.`)
for (const [why = 'no reason is named', tests] of skipped) console.log(`Skipped (${tests.length}): ${why}.`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
