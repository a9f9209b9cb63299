import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeSection, installRivals } from '@lectern/bench-tools'
import type { Told } from './page.ts'

// npm run bench:conformance [-- anvil hardhat … --geth /path/to/geth]
// Checks each node, geth only where its path is given, writes the raw reports to .lectern/conformance/ and, when no
// node was named, the tables of bench/conformance.md. Exit code 1: something is not explained, or an explanation is stale.

installRivals(new URL('..', import.meta.url))
const { nodes } = await import('./nodes.ts')
const { gethNodes } = await import('./geth.ts')
const { oddNodes, ownNodes } = await import('./lectern.ts')
const { checkNode } = await import('./check.ts')
const { explain, findStale } = await import('./explain.ts')
const { writeTables } = await import('./page.ts')

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { geth: { type: 'string' } },
})
const { geth } = values
const all = nodes.concat(geth === undefined ? [] : gethNodes(geth), ownNodes, oddNodes)
const chosen = names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
if (chosen.length === 0) {
  process.stderr.write(`Name some of ${all.map(({ name }) => name).join(', ')}; not "${names.join(' ')}".\n`)
  process.exit(2)
}

const folder = `${root}.lectern/conformance`
mkdirSync(folder, { recursive: true })
const runs: Told[] = []
for (const node of chosen) {
  const checked = await checkNode(node)
  const entry = {
    ...checked,
    ...explain(node.name, checked.report),
    name: node.name,
    version: versionOf(node.name.split('-')[0]!),
  }
  runs.push(entry)
  writeFileSync(`${folder}/${node.name}.json`, JSON.stringify(checked.report, undefined, 2))
  const { passed, failed, known } = checked.report.summary
  process.stdout.write(`${node.name}: ${passed} passed, ${failed} failed, ${known} known\n`)
  for (const { id, reason } of entry.groups.get(undefined) ?? [])
    process.stdout.write(`  not explained: ${id}: ${reason}\n`)
}
const stale = findStale(new Map(runs.map((run) => [run.name, run])))
for (const { nodes, sentence } of stale) process.stdout.write(`stale: ${nodes.join(', ')}: ${sentence}\n`)
if (names.length === 0)
  writeSection('tables', writeTables(runs), new URL('../../../conformance.md', import.meta.url))
if (stale.length > 0 || runs.some(({ groups }) => groups.has(undefined))) process.exitCode = 1

function versionOf(family: string): string {
  if (family === 'geth')
    return /^Version: (\S+)/m.exec(execFileSync(geth!, ['version'], { encoding: 'utf8' }))![1]!
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return (
    dependencies[family] ??
    dependencies[`@foundry-rs/${family}`] ??
    (family === 'lectern' || family === 'client' ? 'this commit' : 'real data')
  )
}
