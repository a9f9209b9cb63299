import { type Filled, fillStore } from '../chain/fill.ts'
import { checkAnswers } from '../serve/answers.ts'
import { type Load, readLoads, toUnknown } from '../serve/loads.ts'
import { least, measureInTurn } from '../serve/rounds.ts'
import { type Bench, readList } from '../tools/bench.ts'
import { serve } from '../tools/lectern.ts'
import { findTools } from '../tools/load.ts'
import { readOwnMemory } from '../tools/processes.ts'
import { measureAppends } from './appends.ts'
import { measureLookups } from './lookups.ts'

// The stores are filled once, below .lectern/bench; the three take some four minutes on two quiet cores.

/** Measures stores of several sizes: fill, look-ups, appends and whole requests about blocks drawn over all of each store. */
export const bench: Bench<{ sizes: string; passes: number; seconds: number }> = {
  flags: { sizes: '10000,1000000,10000000', passes: 3, seconds: 3 },
  async run({ sizes, ...effort }) {
    findTools()
    const stores: Filled[] = []
    for (const size of readList('sizes', sizes)) stores.push(await fillStore(size))
    const loads: (readonly Load[])[] = []
    for (const { datadir } of stores) loads.push((await readLoads(datadir)).filter(isOverAll))
    const lookups = await measureLookups(
      stores.map(({ datadir }, index) => {
        const known = loads[index]![0]!.bodies.slice(0, 20_000).map((body) => /0x[0-9a-f]{64}/.exec(body)![0])
        return { datadir, known, unknown: known.map(toUnknown) }
      }),
    )
    const rows: (readonly (string | number)[])[] = [
      ['disk per transaction, bytes', ...stores.map(({ bytes, transactions }) => bytes / transactions)],
      ['look-up of a known hash, CPU µs', ...lookups.map(({ known }) => known)],
      ['look-up of an unknown hash, CPU µs', ...lookups.map(({ unknown }) => unknown)],
    ]
    const appends = []
    for (const { datadir } of stores) appends.push(await measureAppends(datadir))
    rows.push(
      ['appends, thousand transactions per second', ...appends],
      ...(await measureRequests(stores, loads, effort)),
    )
    return {
      head: ['transactions', ...stores.map(({ transactions }) => transactions.toLocaleString('en'))],
      rows,
    }
  },
}

const isOverAll = ({ pattern }: Load): boolean => pattern === 'all'

/** Measures whole requests, without the cache of rendered results: it would hold all of a small store. */
async function measureRequests(
  stores: readonly Filled[],
  loads: readonly (readonly Load[])[],
  effort: { readonly passes: number; readonly seconds: number },
): Promise<[string, ...number[]][]> {
  const flags = ['--workers', '1', '--cache.rendered', '0']
  const servers = await Promise.all(
    stores.map(({ datadir }) => serve(['--datadir', datadir, ...flags], { core: 0 })),
  )
  const rows: [string, ...number[]][] = []
  for (const [row, { name }] of loads[0]!.entries()) {
    for (const [index, { url }] of servers.entries()) await checkAnswers(url, loads[index]![row]!)
    const runs = await measureInTurn(
      servers.map(({ url, pid }, index) => ({ url, pid, bodies: loads[index]![row]!.bodies, core: 1 })),
      effort,
    )
    rows.push([`${name}, CPU µs`, ...runs.map((own) => least(own, 'cpu'))])
  }
  rows.push(['own memory of the server, MiB', ...servers.map(({ pid }) => readOwnMemory(pid) / 2 ** 20)])
  await Promise.all(servers.map(({ stop }) => stop()))
  return rows
}
