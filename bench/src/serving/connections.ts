import { toText, writeTable } from '@lectern/bench-tools'
import type { RunningNode } from '@lectern/rivals/nodes/process'
import { type Figures, measureLoad } from '../load.ts'
import type { Load } from './loads.ts'
import { least, median, most, type Effort } from './rounds.ts'
import { references, startLectern, usual } from './servers.ts'

const counts = [16, 128, 512]

/** What many connections get that all ask for old full blocks of one worker, and a wallet beside them for receipts. */
export async function compareConnections(
  datadir: string,
  loads: readonly Load[],
  { passes, seconds }: Effort,
): Promise<string> {
  const find = (name: string) => loads.find((load) => load.pattern === 'all' && load.name === name)!.bodies
  const measureCrowds = async (start: () => Promise<RunningNode>, path = '') => {
    const { url, pid, stop } = await start()
    const crowds = counts.map((): Figures[] => [])
    const wallets = counts.map((): Figures[] => [])
    try {
      const asked = { url: `${url}${path}`, pid, core: 1, mayRefuse: true }
      const measure = (connections: number, seconds: number) =>
        Promise.all([
          measureLoad({ ...asked, seconds, connections, bodies: find('block, full') }),
          measureLoad({ ...asked, seconds, connections: 1, bodies: find('receipt') }),
        ])
      await measure(counts[0]!, 10) // until what it compiles is compiled
      for (let pass = 0; pass < passes; pass++)
        for (const [index, count] of counts.entries()) {
          const [crowd, wallet] = await measure(count, seconds)
          crowds[index]!.push(crowd)
          wallets[index]!.push(wallet)
        }
    } finally {
      await stop()
    }
    /** The 99th percentile of so many connections, in what all of them cost together. */
    const tail = (index: number) =>
      (1000 * median(crowds[index]!, 'p99')) / (counts[index]! * least(crowds[0]!, 'cpu'))
    return { crowds, wallets, tail }
  }
  const { crowds, wallets, tail } = await measureCrowds(() => startLectern(datadir, usual, { core: 0 }))
  const [constant] = references(loads)
  const control = await measureCrowds(
    () => constant!.start({ core: 0 }),
    String(Math.round(median(crowds[0]!, 'bytes'))),
  )
  const rate = most(crowds[0]!, 'perSecond')
  const rows = counts.map((count, index) => {
    const [crowd, wallet] = [crowds[index]!, wallets[index]!]
    return [
      count,
      toText(most(crowd, 'refused') + most(wallet, 'refused')),
      toText(most(crowd, 'perSecond')),
      `**${toText(most(crowd, 'perSecond') / rate)}×**`,
      toText(median(crowd, 'p99')),
      `**${toText(tail(index))}×**`,
      `${toText(control.tail(index))}×`,
      toText(median(wallet, 'p50')),
      toText(median(wallet, 'p99')),
      toText(most(crowd, 'memory') / 2 ** 20),
    ]
  })
  // oxfmt-ignore
  const head = ['connections', 'refused; goal 0', 'blocks a second', 'of 16 connections; goal 0.95×', '99 %, ms', 'of connections × the CPU of one; goal at most 1.5×', 'the same of node:http and a constant body', 'a wallet beside them, 50 %, ms', '99 %, ms; goal at most 100', 'memory, MiB']
  return writeTable(head, rows)
}
