import { toText, writeTable } from '../table.ts'
import { checkAnswers, type Question } from './loads.ts'
import { least, measureInTurn, median, most, type Effort, type Runs } from './rounds.ts'
import type { Candidate } from './servers.ts'

/** What was measured of one server under one load. */
interface Measured {
  readonly candidate: Candidate
  readonly question: Question
  readonly runs: Runs
}

/** Puts each question to each server, all of them alive beside one another, server and load generator on a core each. */
export async function compareServers(
  candidates: readonly Candidate[],
  questions: readonly Question[],
  effort: Effort,
): Promise<string> {
  const servers = await Promise.all(
    candidates.map(async (candidate) => ({ candidate, ...(await candidate.start({ core: 0 })) })),
  )
  try {
    const measured: Measured[] = []
    for (const question of questions) {
      const bytes = new Map<Candidate, number>()
      for (const { candidate, url } of servers)
        if (candidate.kind !== 'reference') bytes.set(candidate, await checkAnswers(url, question))
      const constant = Math.round(
        Math.max(...candidates.map((candidate) => (candidate.kind === 'ours' ? bytes.get(candidate)! : 0))),
      )
      const runs = await measureInTurn(
        servers.map(({ candidate, url, pid }) => ({
          url: candidate.kind === 'reference' ? `${url}${constant}` : url,
          pid,
          bodies: question.bodies,
          core: 1,
        })),
        effort,
      )
      for (const [index, candidate] of candidates.entries()) {
        measured.push({ candidate, question, runs: runs[index]! })
        expectBytes(runs[index]!, bytes.get(candidate) ?? constant, `${candidate.name}: ${question.name}`)
      }
    }
    return writeComparison(candidates, questions, measured)
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

// An answer under load is as long as the ones that were looked at, but for its head: none is an error in short.
function expectBytes(runs: Runs, checked: number, what: string): void {
  const [shortest, longest] = [least(runs, 'bytes'), most(runs, 'bytes')]
  if (shortest < 0.9 * checked || longest > 1.1 * checked + 1_000)
    throw new Error(`${what}: answers of ${shortest} to ${longest} bytes under load, of ${checked} before.`)
}

function writeComparison(
  candidates: readonly Candidate[],
  questions: readonly Question[],
  measured: readonly Measured[],
): string {
  const of = (question: Question, candidate: Candidate) =>
    measured.find((one) => one.question === question && one.candidate === candidate)!.runs
  const cpu = (question: Question, candidate: Candidate) => least(of(question, candidate), 'cpu')
  const ours = candidates.filter(({ kind }) => kind === 'ours')
  const reference = candidates.find(({ kind }) => kind === 'reference')
  const others = candidates.filter(({ kind }) => kind === 'rival')
  const parts = []
  if (others.length > 0) {
    const rows = questions.map((question) => {
      const best = others.toSorted((one, other) => cpu(question, one) - cpu(question, other))[0]!
      const rival = cpu(question, best)
      return [
        question.name,
        best.name,
        ...ours.map((one) => `**${toText(rival / cpu(question, one))}×**`),
        `${question.goal}×`,
      ]
    })
    parts.push(
      'Times less CPU a request than the best rival:',
      writeTable(['load', 'best rival', ...ours.map(({ name }) => name), 'goal'], rows),
    )
  }
  if (reference) {
    const rows = questions.map((question) => [
      question.name,
      ...ours.map((one) => `**${toText(cpu(question, reference) / cpu(question, one))}×**`),
    ])
    parts.push(
      `Against ${reference.name} as long as our answer (goals for a transaction and a receipt: 0.6× by the general path, 1.2× by the fast lane):`,
      writeTable(['load', ...ours.map(({ name }) => name)], rows),
    )
  }
  const heads = ['', ...questions.map(({ name }) => name)]
  const table = (title: string, cell: (runs: Runs) => string) =>
    parts.push(
      title,
      writeTable(
        heads,
        candidates.map((one) => [one.name, ...questions.map((question) => cell(of(question, one)))]),
      ),
    )
  table(
    'Microseconds of CPU a request, user and system, in the best run (and in the median):',
    (runs) => `${toText(least(runs, 'cpu'))} (${toText(median(runs, 'cpu'))})`,
  )
  table('Requests a second on one core, in the best run:', (runs) => toText(most(runs, 'perSecond')))
  table(
    'Milliseconds until half and 99 % of the answers of 16 connections had come, in the median of the runs:',
    (runs) => `${toText(median(runs, 'p50'))} · ${toText(median(runs, 'p99'))}`,
  )
  table('Bytes of an answer with its head:', (runs) => toText(median(runs, 'bytes')))
  return parts.join('\n\n')
}
