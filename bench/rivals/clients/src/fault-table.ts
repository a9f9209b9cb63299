import { faultRows, type FaultRow } from '@lectern/client/testing'
import { mapInParallel, runScript, type Outcome } from './child.ts'
import type { Verdict } from './grade.ts'
import { libraries, loadLibrary } from './libraries.ts'
import { writeColumns } from '@lectern/bench-tools'

/** Each fault against each library, in a process each: what it did, and whether that was right. */
export async function tableFaults(): Promise<string> {
  const rows = faultRows.map(({ row, name }) => [String(row), name] as const)
  const columns = [
    ['', ...rows.map(([row]) => row), ''],
    ['the server …', ...rows.map(([, name]) => name), '**right, of the rows that concern it**'],
  ]
  for (const { name, title } of libraries) {
    const { features } = await loadLibrary(name)
    const outcomes = await mapInParallel(faultRows, async (row): Promise<Outcome<Verdict> | undefined> => {
      const isConcerned = row.needs.every((feature) => features.includes(feature))
      return isConcerned ? await runFault(name, row) : undefined
    })
    const verdicts = outcomes.filter((outcome) => outcome !== undefined)
    columns.push([
      title,
      ...outcomes.map(write),
      `**${verdicts.filter(isRight).length} of ${verdicts.length}**`,
    ])
  }
  return writeColumns(columns)
}

const runFault = (name: string, { row }: FaultRow): Promise<Outcome<Verdict>> =>
  runScript('fault.ts', [name, String(row)], 25_000)

const isRight = (outcome: Outcome<Verdict>): boolean => 'value' in outcome && outcome.value.isRight

function write(outcome: Outcome<Verdict> | undefined): string {
  if (outcome === undefined) return '–'
  return `${isRight(outcome) ? '✓' : '✗'} ${'end' in outcome ? outcome.end : outcome.value.outcome}`
}
