import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Result } from './bench.ts'
import { writeTable } from './table.ts'

/** A result with where and when it was measured, as bench/results/NAME.json stores it. */
export interface StoredResult extends Result {
  /** The measurement in a sentence. */
  readonly what: string
  readonly date: string
  readonly commit: string
  readonly machine: string
}

const fileOf = (name: string): URL => new URL(`../../results/${name}.json`, import.meta.url)

/** The pages with tables of results. */
export const pages: readonly URL[] = ['benchmarks', 'reliability'].map(
  (name) => new URL(`../../../docs/${name}.md`, import.meta.url),
)

/** Reads a stored result. */
export const readResult = (name: string): StoredResult => JSON.parse(readFileSync(fileOf(name), 'utf8'))

/** Stores a result with its date, commit and machine, and updates the pages. */
export function storeResult(name: string, what: string, { head, rows }: Result): void {
  const [{ model }] = cpus() as [ReturnType<typeof cpus>[0]]
  const machine = `${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}, Node ${process.version}`
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(fileOf(name), `${JSON.stringify({ what, date, commit, machine, head, rows }, null, 2)}\n`)
  for (const page of pages.filter((page) => existsSync(page)))
    writeFileSync(page, updatePage(readFileSync(page, 'utf8')))
  spawnSync('oxfmt', [fileURLToPath(fileOf(name)), ...pages.map((page) => fileURLToPath(page))])
}

/**
 * Returns a page with its tables between their marks. `<!-- figures: serve -->` is the table of a result; several names make one table.
 * `<!-- claims: slow drain -->` is a list of results, with how many of their claims hold.
 */
export function updatePage(text: string, read: (name: string) => StoredResult = readResult): string {
  let shown: string | undefined
  return text.replaceAll(
    /(<!-- (figures|claims): ([\w -]+) -->\n).*?(<!-- \2 end -->)/gs,
    (_, begin: string, kind: string, names: string, end: string) => {
      const results = names.split(' ').map(read)
      if (kind === 'claims') return `${begin}\n${writeClaims(results)}\n\n${end}`
      const table = writeFigures(results, shown)
      shown = results[0]!.machine
      return `${begin}\n${table}\n\n${end}`
    },
  )
}

/** Columns that results have and pages leave out. */
const unshown = new Set(['aim', 'bytes'])

/** Writes a table, then the commit and the date of each result, and the machine unless it is `shown` already. */
function writeFigures(results: readonly StoredResult[], shown: string | undefined): string {
  const [{ head, machine }] = results as [StoredResult]
  const isShown = (_: unknown, column: number) => !unshown.has(head[column]!)
  const rows = results.flatMap((result) => result.rows.map((row) => row.filter(isShown)))
  const runs = results.map(({ commit, date }) => `${commit}, ${date}`).join('; ')
  return `${writeTable(head.filter(isShown), rows)}\n\nCommit ${runs}${machine === shown ? '' : `: ${machine}`}.`
}

/** Writes an item for each result: what was measured, how many of its claims hold, and when. */
function writeClaims(results: readonly StoredResult[]): string {
  const items = results.map(({ what, rows, date }) => {
    const decided = rows.filter((row) => row.at(-1) !== '')
    const held = decided.filter((row) => row.at(-1) === 'yes')
    return `- ${what}: ${held.length} of ${decided.length} (${date})`
  })
  return items.join('\n')
}
