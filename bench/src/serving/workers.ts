import { availableParallelism } from 'node:os'
import { toText, writeTable } from '@lectern/bench-tools'
import type { Question } from './loads.ts'
import { least, measureInTurn, median, most, type Effort } from './rounds.ts'
import { startLectern } from './servers.ts'

/** How requests a second grow with `--workers`, up to twice the cores; servers and load generator share all cores. */
export async function compareWorkers(
  datadir: string,
  questions: readonly Question[],
  effort: Effort,
): Promise<string> {
  const cores = availableParallelism()
  const counts = [...new Set([1, 2, cores, 2 * cores])]
  const servers = await Promise.all(counts.map((count) => startLectern(datadir, ['--workers', `${count}`])))
  try {
    const rows = []
    for (const { name, bodies } of questions) {
      const loads = servers.map(({ url, pid }) => ({ url, pid, bodies, connections: 32 }))
      const runs = await measureInTurn(loads, effort)
      const [one] = runs as [(typeof runs)[0]]
      for (const [index, count] of counts.entries()) {
        const own = runs[index]!
        const rate = most(own, 'perSecond')
        const cpu = least(own, 'cpu')
        rows.push([
          name,
          count,
          `**${toText(rate / most(one, 'perSecond'))}×**`,
          goals(count, cores)[0],
          `**${toText(cpu / least(one, 'cpu'))}×**`,
          goals(count, cores)[1],
          toText(rate),
          toText(cpu),
          toText(median(own, 'p99')),
        ])
      }
    }
    // oxfmt-ignore
    const head = ['load', 'workers', 'requests of one', 'goal', 'CPU of one', 'goal', 'requests a second', 'CPU a request, µs', '99 %, ms']
    return writeTable(head, rows)
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

/** What is aimed at: more workers than cores are to do no harm. */
function goals(count: number, cores: number): [requests: string, cpu: string] {
  if (count === 1) return ['', '']
  return count > cores ? ['as with all cores', ''] : ['1.6×', 'below 1.1×']
}
