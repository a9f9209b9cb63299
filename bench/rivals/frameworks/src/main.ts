// Sends the published corpus, packages/conformance/protocol.json, to each framework: npm run bench:frameworks, or with
// some of their names. Writes one table into bench/reliability.md, and prints each failure of those that were named.
import { readFileSync } from 'node:fs'
import { toText, writeSection, writeTable, installRivals } from '@lectern/bench-tools'
import type { Verdict } from './check.ts'

installRivals(new URL('..', import.meta.url))
const { checkServer, patience } = await import('./check.ts')

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>
}
const versionOf = (name: string) => manifest.dependencies[name]!

/** The servers of `servers/`, and how they are called in the table. */
const frameworks: Readonly<Record<string, string>> = {
  lectern: '@lectern/server',
  jayson: `jayson ${versionOf('jayson')}`,
  'json-rpc-2.0': `json-rpc-2.0 ${versionOf('json-rpc-2.0')} on Fastify`,
  'open-rpc': `@open-rpc/server-js ${versionOf('@open-rpc/server-js')}`,
  fastify: `a plain route of Fastify ${versionOf('fastify')}`,
}

/** The columns of the table: what their cases' ids begin with. */
const columns: readonly (readonly [head: string, ids: RegExp])[] = [
  ['all', /^/],
  ['single calls', /^[SE]\d/],
  ['params', /^P/],
  ['notifications', /^N/],
  ['batches', /^(B|X0[235])/],
  ['JSON', /^(J|X0[46]|X10)/],
  ['other policy', /^X(01|0[789])/],
  ['HTTP', /^http/],
]

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !Object.hasOwn(frameworks, name))
if (unknown !== undefined) {
  process.stderr.write(`There is no server ${unknown}, but ${Object.keys(frameworks).join(', ')}.\n`)
  process.exit(2)
}

const rows: string[][] = []
for (const [name, title] of Object.entries(frameworks)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const verdicts = await checkServer(name)
  rows.push([title, ...columns.map(([, ids]) => count(verdicts, ids)), ...ends(verdicts)])
  const failed = verdicts.filter(({ problem }) => problem !== undefined)
  process.stdout.write(`${name}: ${verdicts.length - failed.length} of ${verdicts.length}\n`)
  if (asked.length > 0) for (const { id, problem } of failed) process.stdout.write(`  ${id}: ${problem}\n`)
}
const heads = ['server', ...columns.map(([head]) => head), 'must', 'crashes', `no answer in ${patience} s`]
const table = writeTable(heads, rows)
if (asked.length === 0) writeSection('frameworks', table, new URL('../../../reliability.md', import.meta.url))
else process.stdout.write(`${table}\n`)

/** How many cases are passed, of how many. */
function count(verdicts: readonly Verdict[], ids: RegExp): string {
  const own = verdicts.filter(({ id }) => ids.test(id))
  return `${toText(own.filter(({ problem }) => problem === undefined).length)} / ${toText(own.length)}`
}

/** The rules that bind, and what became of processes and requests. */
function ends(verdicts: readonly Verdict[]): string[] {
  const must = verdicts.filter(({ level }) => level === 'MUST')
  const times = (wanted: string) => String(verdicts.filter(({ end }) => end === wanted).length)
  return [count(must, /^/), times('crash'), times('silence')]
}
