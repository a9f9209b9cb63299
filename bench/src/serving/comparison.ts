import { toText, writeTable } from '@lectern/bench-tools'
import type { Question } from './loads.ts'
import { least, median, most, type Runs } from './rounds.ts'
import type { Candidate } from './servers.ts'

/** What was measured of one server under one load. */
export interface Measured {
  readonly candidate: Candidate
  readonly question: Question
  readonly runs: Runs
}

/** The tables of a comparison: first how many times less CPU we take than the best rival and than the references, then every figure. */
export function writeComparison(measured: readonly Measured[]): string {
  const byLoad = [...Map.groupBy(measured, ({ question }) => question).values()]
  const [first] = byLoad as [Measured[]]
  const ours = pick(first, 'ours').map(({ candidate }) => candidate.name)
  const parts = []
  if (pick(first, 'rival').length > 0)
    parts.push(
      'How many times less CPU a request takes of ours than of the best rival:',
      writeTable(['load', 'goal', ...ours, 'the best rival'], byLoad.map(againstRivals)),
    )
  for (const [index, { candidate }] of pick(first, 'reference').entries())
    parts.push(
      `And than of ${candidate.name} as long as our answer${goals[candidate.name] ?? ''}:`,
      writeTable(
        ['load', ...ours],
        byLoad.map((load) => againstReference(load, index)),
      ),
    )
  const head = [
    'load',
    'server',
    'CPU a request, µs: best run',
    'median',
    'requests a second',
    '50 %, ms',
    '99 %, ms',
    'bytes',
  ]
  parts.push(
    'Every figure; requests a second are those of one core in the best run, times and bytes the median of the runs:',
    writeTable(head, measured.map(writeRow)),
  )
  return parts.join('\n\n')
}

/** The goals for a transaction and a receipt. */
const goals: Readonly<Record<string, string>> = {
  'node:http, a constant body': '; the goal, for a transaction and a receipt by the fast lane, is 1.2×',
  'plain Fastify, a constant body': '; the goal, for a transaction and a receipt through Fastify, is 0.6×',
}

const pick = (measured: readonly Measured[], kind: Candidate['kind']): Measured[] =>
  measured.filter(({ candidate }) => candidate.kind === kind)
const cpu = ({ runs }: Measured): number => least(runs, 'cpu')
const times = (more: Measured, less: Measured): string => `**${toText(cpu(more) / cpu(less))}×**`

function againstRivals(measured: Measured[]): string[] {
  const best = pick(measured, 'rival').reduce((one, other) => (cpu(one) < cpu(other) ? one : other))
  const { name, goal } = best.question
  return [name, `${goal}×`, ...pick(measured, 'ours').map((own) => times(best, own)), best.candidate.name]
}

function againstReference(measured: Measured[], index: number): string[] {
  const reference = pick(measured, 'reference')[index]!
  return [reference.question.name, ...pick(measured, 'ours').map((own) => times(reference, own))]
}

function writeRow({ candidate, question, runs }: Measured): string[] {
  const figures = [
    least(runs, 'cpu'),
    median(runs, 'cpu'),
    most(runs, 'perSecond'),
    median(runs, 'p50'),
    median(runs, 'p99'),
    median(runs, 'bytes'),
  ]
  return [question.name, candidate.name, ...figures.map(toText)]
}
