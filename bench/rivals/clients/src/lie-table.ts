import { lieKinds } from '@lectern/client/testing/lies'
import { mapInParallel, runScript } from './child.ts'
import { libraries } from './libraries.ts'
import type { Count, Counts } from './lies.ts'
import { toText, writeColumns } from '@lectern/bench-tools'

/** How many of the lies each library takes for the truth, by what was changed. */
export async function tableLies(): Promise<string> {
  const runs = libraries.flatMap(({ name, title, levels = [''] }) =>
    levels.map((level) => ({ title: level === '' ? title : `level ${level}`, args: [name, level] })),
  )
  const columns = await mapInParallel(runs, async ({ title, args }) => {
    const outcome = await runScript<Counts>('lies.ts', args, 900_000)
    if ('end' in outcome) throw new Error(`${title} ${outcome.end}.`)
    const counts = outcome.value
    const rest = [sum(counts, ({ refused }) => refused), sum(counts, ({ unseen }) => unseen)]
    const unsent = sum(counts, ({ unsent }) => unsent)
    return { counts, cells: [title, ...countsBy(counts, taken), ...[...rest, unsent].map(toText)] }
  })
  const [{ counts }] = columns as [(typeof columns)[0]]
  const heads = ['taken for the truth', ...lieKinds, '**all**', 'refused', 'not shown', 'not sent']
  const totals = ['lies', ...countsBy(counts, ({ sent }) => sent), '', '', '']
  return writeColumns([heads, totals, ...columns.map(({ cells }) => cells)])
}

/** A lie is taken where the library gives an answer, and shows in it what is not true. */
const taken = ({ sent, refused, unseen }: Count): number => sent - refused - unseen

const sum = (counts: Counts, of: (count: Count) => number): number =>
  Object.values(counts).reduce((sum, count) => sum + of(count), 0)

const countsBy = (counts: Counts, of: (count: Count) => number): string[] => [
  ...lieKinds.map((kind) => toText(of(counts[kind]))),
  `**${toText(sum(counts, of))}**`,
]
