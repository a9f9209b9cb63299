import { type Measured, writeComparison } from './comparison.ts'
import { checkAnswers, type Question } from './loads.ts'
import { least, measureInTurn, most, type Effort, type Runs } from './rounds.ts'
import type { Candidate } from './servers.ts'

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
    return writeComparison(measured)
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
