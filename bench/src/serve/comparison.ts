import { toText, writeTable } from '@lectern/bench-tools'
import type { Measured } from './compare.ts'
import { type Head, heads } from './heads.ts'
import type { Load } from './loads.ts'
import { least, median, most } from './rounds.ts'

type Goals = Partial<Record<Load['pattern'], Partial<Record<Head['name'], number>>>>

/** How many times less CPU than the best rival's each load is to take. */
const goals: Readonly<Record<string, Goals>> = {
  transaction: { newest: { bare: 2, fetch: 3, nginx: 2 }, all: { bare: 3 } },
  receipt: { newest: { bare: 2, fetch: 3, nginx: 2 }, all: { bare: 3 } },
  'block, hashes': { newest: { bare: 3, fetch: 4, nginx: 3 }, all: { bare: 4 } },
  'block, full': { newest: { bare: 10, fetch: 10, nginx: 8 }, all: { bare: 3 } },
  'batch of 100 receipts': { newest: { bare: 10, fetch: 10, nginx: 8 }, all: { bare: 8 } },
  'indexer, a block': { sweep: { bare: 5 } },
}

/** The table of ratios: how many times less CPU we take than the best rival, a row for each load and head. */
export function writeRatios(measured: readonly Measured[]): string {
  const names = [...new Set(measured.map(({ load }) => load.name))]
  const rows = names.flatMap((name) =>
    heads.flatMap(({ name: head }) => {
      const own = measured.filter((each) => each.load.name === name && each.head === head)
      if (own.length === 0) return []
      const far = own.filter((each) => !isNew(each))
      return [[name, head, ...againstRivals(own.filter(isNew)), ...againstRivals(far)]]
    }),
  )
  // oxfmt-ignore
  const head = ['load', 'head', 'newest', 'goal', 'the best rival', 'over all', 'goal', 'the best rival']
  return writeTable(head, rows)
}

/** What ours take against servers of a framework alone, whose answer is a constant; of the newest blocks and bare requests. */
export function writeReferences(measured: readonly Measured[]): string {
  const byLoad = [...Map.groupBy(measured, ({ load }) => load).values()]
  const names = [...new Set(measured.filter(isReference).map(({ candidate }) => candidate.name))]
  const ours = [...new Set(measured.filter(isOurs).map(({ candidate }) => candidate.name))]
  const rows = byLoad.flatMap((all) => {
    const brief = all.filter(({ head }) => head === 'bare')
    const find = (name: string) => brief.find(({ candidate }) => candidate.name === name)
    if (names.length === 0 || !names.every(find)) return []
    const cells = names.flatMap((name) => ours.map((own) => times(find(name), find(own))))
    return [[all[0]!.load.name, ...cells]]
  })
  const head = names.flatMap((name) => ours.map((own) => `${own}: of ${name}`))
  return writeTable(['load', ...head], rows)
}

/** Every figure. */
export function writeFigures(measured: readonly Measured[]): string {
  // oxfmt-ignore
  const head = ['blocks', 'load', 'head', 'server', 'CPU, µs: best run', 'median', 'nginx, µs', 'a second', '50 %, ms', '99 %, ms', 'bytes', 'memory, MiB', 'refused']
  return writeTable(head, measured.map(writeRow))
}

/** The load generator's own share: what it takes of its core for a request, and so how many it could send. */
export function writeGenerator(measured: readonly Measured[]): string {
  const rows = [...Map.groupBy(measured, ({ load }) => load.name)].flatMap(([name, all]) => {
    const runs = all.filter((each) => isOurs(each) && each.head === 'bare').flatMap(({ runs }) => runs ?? [])
    if (runs.length === 0) return []
    const [cpu, rate] = [least(runs, 'generatorCpu'), most(runs, 'perSecond')]
    return [[name, toText(cpu), toText(1e6 / cpu), toText(rate)]]
  })
  // oxfmt-ignore
  const head = ['load', 'CPU of wrk a request, µs', 'requests a second that it could send', 'that ours took']
  return writeTable(head, rows)
}

const isNew = ({ load }: Measured): boolean => load.pattern === 'newest' || load.pattern === 'wallet'
const isOurs = ({ candidate }: Pick<Measured, 'candidate'>): boolean => candidate.kind === 'ours'
const isReference = ({ candidate }: Measured): boolean => candidate.kind === 'reference'
const cpu = ({ runs }: Measured): number => (runs ? least(runs, 'cpu') : Infinity)

const times = (more: Measured | undefined, less: Measured | undefined): string =>
  more?.runs && less?.runs ? `**${toText(cpu(more) / cpu(less))}×**` : '–'

/** The ratio, the goal and whether it is reached, and the rival. */
function againstRivals(measured: readonly Measured[]): [string, string, string] {
  const own = measured.find((each) => isOurs(each) && each.candidate.isBrief !== true)
  const rivals = measured.filter(
    ({ candidate, runs, load }) =>
      candidate.kind === 'rival' && runs && (load.pattern !== 'sweep' || candidate.isArchive === true),
  )
  if (!own?.runs || rivals.length === 0) return ['', '', '']
  const best = rivals.reduce((one, other) => (cpu(one) < cpu(other) ? one : other))
  const goal = goals[own.load.name]?.[own.load.pattern]?.[own.head]
  const isReached = goal !== undefined && cpu(best) / cpu(own) >= goal
  return [
    times(best, own),
    goal === undefined ? '' : `${goal}× ${isReached ? '✓' : '✗'}`,
    best.candidate.name,
  ]
}

function writeRow({ candidate, load, head, runs }: Measured): string[] {
  const what = [load.pattern, load.name, head, candidate.name]
  if (!runs) return [...what, ...Array.from({ length: 8 }, () => '–'), 'does not answer']
  const of = load.requests ?? 1
  const figures: (number | '')[] = [
    of * least(runs, 'cpu'),
    of * median(runs, 'cpu'),
    of * median(runs, 'proxyCpu') || '',
    most(runs, 'perSecond') / of,
    median(runs, 'p50'),
    median(runs, 'p99'),
    of * median(runs, 'bytes'),
    most(runs, 'memory') / 2 ** 20,
    runs.reduce((sum, { refused }) => sum + refused, 0),
  ]
  return [...what, ...figures.map((figure) => (figure === '' ? '' : toText(figure)))]
}
